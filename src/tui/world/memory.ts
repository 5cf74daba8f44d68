import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { History, PastCall } from '../../settings/history.ts';
import type { Preset } from '../../settings/preset.ts';
import type { PresetFile } from '../../settings/presets.ts';
import type { ReadWindow, WindowState } from '../../settings/window.ts';

/** Where what was called is remembered. */
export interface MemoryOptions {
  /** The path of the history; nothing is remembered without it. */
  readonly history?: string;
  /** The path of how the window was left; it comes as usual without it. */
  readonly window?: string;
  /** The folder the program was started in; presets are looked for from here upwards. */
  readonly folder: string;
  /** What the person should know of the settings, in sentences. */
  readonly remarks: readonly string[];
  /** The path of the settings. */
  readonly settings: string;
}

/** What is remembered of calls, on disk. What reads and writes it is loaded when it is first needed. */
export interface Memory {
  /** The folder the program was started in. */
  readonly folder: string;
  /** What the person should know of the settings, in sentences. */
  readonly remarks: readonly string[];
  readonly history: () => Promise<History>;
  readonly presets: () => Promise<PresetFile>;
  /** Remembers a call; resolves with why it could not, in one sentence. */
  remember(call: PastCall): Promise<string | undefined>;
  /** Writes a preset into a file; resolves with why it could not, in one sentence. */
  keep(path: string, preset: Preset): Promise<string | undefined>;
  readonly window: () => Promise<ReadWindow>;
  /** Remembers how the window is left, with the screen last used with a server; resolves with why it could not. */
  keepWindow(
    left: Omit<WindowState, 'screens'>,
    used: WindowState['screens'][number] | undefined,
  ): Promise<string | undefined>;
  /** Keeps a filter under a name in the settings; resolves with why it could not, in one sentence. */
  keepFilter(name: string, filter: string): Promise<string | undefined>;
  /** A word of a command line, as an absolute path where it is the path of a file from a folder. */
  absolute(word: string, folder: string): string;
}

/** The memory on this machine. */
export function createMemory({ history, window, folder, remarks, settings }: MemoryOptions): Memory {
  return {
    folder,
    remarks,
    async history() {
      if (history === undefined) return { calls: [], remarks: [] };
      const { readHistory } = await import('../../settings/history.ts');
      return readHistory(history, new Date());
    },
    async presets() {
      const { readPresets } = await import('../../settings/presets.ts');
      return readPresets(folder);
    },
    async remember(call) {
      if (history === undefined) return undefined;
      const { remember } = await import('../../settings/history.ts');
      return remember(history, call);
    },
    async keep(path, preset) {
      const { writePreset } = await import('../../settings/presets.ts');
      return writePreset(path, preset);
    },
    async window() {
      if (window === undefined) return { remarks: [] };
      const { readWindow } = await import('../../settings/window.ts');
      return readWindow(window, new Date());
    },
    async keepWindow(left, used) {
      if (window === undefined) return undefined;
      const { keepWindow } = await import('../../settings/window.ts');
      return keepWindow(window, left, used);
    },
    async keepFilter(name, filter) {
      const { keepFilter } = await import('../../settings/keep-filter.ts');
      return keepFilter(settings, name, filter);
    },
    absolute(word, from) {
      const path = resolve(from, word);
      return !word.startsWith('-') && existsSync(path) ? path : word;
    },
  };
}
