import { useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { ConfigFile, ConfigServer } from '../../clients/file.ts';
import { configLine } from '../../clients/line.ts';
import { createModes } from '../terminal/input/modes.ts';
import { splitStdin } from '../terminal/input/stdin.ts';
import type { KeyName } from '../terminal/keys.ts';
import { sevenBits } from '../terminal/seven-bits.ts';
import { createTheme, hasColour, isReadAloud, ThemeContext } from '../world/theme.ts';
import { type Streams, showInk } from './ink-screen.tsx';
import { Picker } from './picker.tsx';
import { type Choice, type Picking, pick, startPicking } from './picking.ts';

/** The terminal to ask on. */
export interface PickOptions extends Streams {
  readonly env: NodeJS.ProcessEnv;
  /** ms that a lone ESC is waited for to become a sequence. */
  readonly escDelay: number;
  readonly ascii: boolean;
  /** Ends the question. */
  readonly stop: AbortSignal;
}

/**
 * Has a person choose among the servers of a config, on a screen of its own that is gone afterwards; nothing when they
 * leave, or the terminal does.
 */
export async function pickServer(file: ConfigFile, options: PickOptions): Promise<ConfigServer | undefined> {
  const { stdout, stderr, env, ascii, escDelay, stop } = options;
  const size = () => ({ columns: stdout.columns, rows: stdout.rows });
  const state = createState(startPicking(file.path, file.servers.map(choiceOf), size()));
  const end = new AbortController();
  const leave = (): void => end.abort();
  let chosen: ConfigServer | undefined;

  const press = (key: KeyName): void => {
    const picked = pick(state.get(), key);
    if (picked === 'left') leave();
    else if (!('chosen' in picked)) state.set(picked);
    else {
      chosen = file.servers[picked.chosen];
      leave();
    }
  };
  const modes = createModes((bytes) => void stdout.write(bytes), false);
  const stdin = splitStdin({
    source: options.stdin,
    escDelay,
    typing: {
      isText: () => false,
      key: ({ name }) => {
        if (!end.signal.aborted) press(name);
        return true;
      },
      text: () => true,
      paste: () => true,
      stray: () => {},
      mouse: () => {},
    },
    onRawMode: modes.apply,
    onKeyboard: modes.answered,
    onGone: leave,
  });
  const theme = createTheme({ ascii, colour: hasColour(env), linear: isReadAloud(env) });
  const tree = (
    <ThemeContext value={theme}>
      <Root state={state} />
    </ThemeContext>
  );
  const screen = showInk(tree, { stdin, stdout: ascii ? sevenBits(stdout) : stdout, stderr });
  const resize = (): void => {
    state.set({ ...state.get(), size: size() });
    screen.repaint();
  };
  stdout.on('resize', resize);
  stop.addEventListener('abort', leave, { once: true });
  end.signal.addEventListener('abort', screen.unmount, { once: true });
  try {
    await screen.exited;
  } finally {
    stdout.off('resize', resize);
    stop.removeEventListener('abort', leave);
  }
  return chosen;
}

function choiceOf({ name, disabled, entry }: ConfigServer): Choice {
  const isBad = 'problems' in entry;
  return { name, disabled, isBad, line: isBad ? entry.problems.join('; ') : configLine(entry) };
}

interface State {
  get(): Picking;
  set(next: Picking): void;
  subscribe(listener: () => void): () => void;
}

function createState(first: Picking): State {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(next) {
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function Root({ state }: { readonly state: State }): ReactNode {
  // Without a mounted handler Ink leaves raw mode, and the program is deaf.
  useInput(() => {});
  return <Picker picking={useSyncExternalStore(state.subscribe, state.get)} />;
}
