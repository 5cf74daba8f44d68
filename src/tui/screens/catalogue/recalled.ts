import type { PastCall } from '../../../settings/history.ts';
import type { Preset } from '../../../settings/preset.ts';
import type { ListEntry } from './entries.ts';
import { type RecordedCall, type RecordedCalls, recordedKey } from './recorded.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** What was called before this session. */
    readonly recalled: Recalled;
  }
}

/** What was called before: on this machine, and what a team keeps in its file. */
export interface Recalled {
  /** What the calls and presets are of; absent until the server has said who it is. */
  readonly server?: string;
  /** The files have been read. */
  readonly isRead: boolean;
  /** The calls of all servers, the newest first. */
  readonly calls: readonly PastCall[];
  readonly presets: readonly Preset[];
  /** What was called in the recording that is open. */
  readonly recorded: RecordedCalls;
}

/** Nothing read yet, or nothing there. */
export const nothingRecalled: Recalled = { isRead: false, calls: [], presets: [], recorded: {} };

/** The calls of an entry, the newest first. */
export const pastCalls = ({ server, calls }: Recalled, { list, item }: ListEntry): readonly PastCall[] =>
  calls.filter((call) => call.server === server && call.list === list && call.name === item.name);

/** The newest call of an entry. */
export const lastCall = ({ server, calls }: Recalled, { list, item }: ListEntry): PastCall | undefined =>
  calls.find((call) => call.server === server && call.list === list && call.name === item.name);

/** The newest call of an entry in the recording that is open. */
export function recordedCall({ recorded }: Recalled, { list, item }: ListEntry): RecordedCall | undefined {
  const key = recordedKey(list, item.name);
  return Object.hasOwn(recorded, key) ? recorded[key] : undefined;
}

/** The presets of a tool. */
export const presetsOf = ({ server, presets }: Recalled, { list, item }: ListEntry): readonly Preset[] =>
  list === 'tools' ? presets.filter((one) => one.server === server && one.tool === item.name) : [];

/** With one call more; the same arguments are there once. */
export function withCall(recalled: Recalled, call: PastCall): Recalled {
  const others = recalled.calls.filter(
    (one) =>
      one.server !== call.server ||
      one.list !== call.list ||
      one.name !== call.name ||
      one.arguments !== call.arguments,
  );
  return { ...recalled, calls: [call, ...others] };
}
