import { Box, Text, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { ConfigFile, ConfigServer } from '../../clients/config-file.ts';
import { configLine } from '../../clients/line.ts';
import { cut } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { Footer, type Hint } from '../kit/footer.tsx';
import { List, type ListRow } from '../kit/list/list.tsx';
import { windowOf } from '../kit/list/state.ts';
import { Pane } from '../kit/pane.tsx';
import { createModes } from '../terminal/input/modes.ts';
import { splitStdin } from '../terminal/input/stdin.ts';
import { type KeyName, showKey } from '../terminal/keys.ts';
import { sevenBits } from '../terminal/seven-bits.ts';
import { createTheme, hasColour, isReadAloud, ThemeContext, useTheme } from '../world/theme.ts';
import { type Streams, showInk } from './ink-screen.tsx';
import { type Choice, heightIn, type Picking, pick, pickKeys, selectedIn, startPicking } from './picking.ts';

/** The terminal to ask on. */
export interface PickOptions extends Streams {
  readonly env: NodeJS.ProcessEnv;
  /** ms to wait for a lone ESC to become a sequence. */
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

/** The question which server is meant: the list, a line about the selected one, and the keys. */
function Picker({ picking }: { readonly picking: Picking }): ReactNode {
  const { ascii, paint } = useTheme();
  const { size, title, choices, list } = picking;
  const { columns, rows } = size;
  const place = selectedIn(picking);
  const { from, to } = windowOf(list.top, place, choices.length, heightIn(picking));
  const items = choices.map(itemOf);
  const chosen = choices[place];
  const about = cut(visible(chosen?.line ?? ''), columns - 2);
  const area = { left: 0, top: 1, width: columns, height: Math.max(3, rows - 2), border: true };
  return (
    <Box width={columns} height={rows} overflow="hidden" flexDirection="column">
      <Pane area={area} title={visible(title)} right={`${place + 1}/${choices.length}`} focused>
        <List
          items={items.slice(from, to)}
          selected={items[place]?.key}
          focused
          width={Math.max(0, columns - 4)}
        />
      </Pane>
      <Text wrap="truncate">{` ${paint(chosen?.isBad ? 'finding' : 'dim', about)}`}</Text>
      <Footer width={columns} hints={hints(ascii)} />
    </Box>
  );
}

function itemOf({ name, isBad, disabled }: Picking['choices'][number], place: number): ListRow {
  return {
    key: String(place),
    label: visible(name),
    dim: isBad || disabled,
    badges: [
      ...(isBad ? [{ text: 'cannot be read', meaning: 'finding' } as const] : []),
      ...(disabled ? [{ text: 'disabled', meaning: 'dim' } as const] : []),
    ],
  };
}

const hints = (ascii: boolean): readonly Hint[] => [
  { key: showKey(pickKeys.choose[0], ascii), word: 'inspect' },
  {
    key: pickKeys.move
      .slice(0, 2)
      .map((key) => showKey(key, ascii))
      .join(' '),
    word: 'move',
  },
  { key: showKey(pickKeys.leave[0], ascii), word: 'leave' },
];
