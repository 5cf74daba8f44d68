import { Box, Text, useCursor, useInput } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { ConfigFile, ConfigServer } from '../../clients/config-file.ts';
import { configLine } from '../../clients/line.ts';
import { cut } from '../../text/cut.ts';
import { layoutText } from '../../text/layout.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { wrap } from '../../text/wrap.ts';
import { Footer, type Hint, type OnHints } from '../kit/footer.tsx';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { createModes } from '../terminal/input/modes.ts';
import { splitStdin } from '../terminal/input/stdin.ts';
import type { MouseToken } from '../terminal/input/token.ts';
import { type KeyName, showKey } from '../terminal/keys.ts';
import { sevenBits } from '../terminal/seven-bits.ts';
import type { HintPlace } from '../world/pane-sizes.ts';
import { createTheme, hasColour, isReadAloud, type Theme, ThemeContext, useTheme } from '../world/theme.ts';
import { type Streams, showInk } from './ink-screen.tsx';
import { pickerRows } from './picker-rows.ts';
import {
  aboutIn,
  type Choice,
  heightIn,
  moved,
  type Picked,
  type Picking,
  type PickingStart,
  pick,
  pickAt,
  pickKeys,
  seenIn,
  startPicking,
  typed,
  verbOf,
} from './picking.ts';

/** The terminal to ask on. */
export interface PickOptions extends Streams {
  readonly env: NodeJS.ProcessEnv;
  /** ms to wait for a lone ESC to become a sequence. */
  readonly escDelay: number;
  readonly ascii: boolean;
  readonly mouse: boolean;
  /** Ends the question. */
  readonly stop: AbortSignal;
}

/** Words that follow `mcp-loupe`, or why there are none. */
export type Taken = { readonly words: readonly string[] } | { readonly problem: string };

/** What a person is asked. */
export interface PickQuestion extends Omit<PickingStart, 'takesLines'> {
  /** Finds all choices once the question is on the screen; `choices` are what is shown if it fails. */
  readonly find?: (stop: AbortSignal) => Promise<readonly Choice[]>;
  /** Reads what else there is to know of a row in sight. */
  readonly read?: (choice: Choice) => Promise<Choice>;
  /** The words of a line that was typed, or why it cannot be used. Without it lines only narrow the choices. */
  readonly take?: (line: string) => Promise<Taken>;
  /** The words of a row, or why they cannot be used. */
  readonly check?: (words: readonly string[]) => Promise<Taken>;
}

/**
 * Has a person choose one or several of the servers of a config, on a screen of its own that is gone afterwards; nothing when they
 * leave, or the terminal does.
 */
export async function pickServers(
  file: ConfigFile,
  options: PickOptions,
): Promise<readonly ConfigServer[] | undefined> {
  const choices = file.servers.map((server) => serverChoice(server, '', file.path));
  const words = await pickWords({ title: file.path, placeholder: 'type to filter', choices }, options);
  return words && file.servers.filter(({ name }) => words.includes(serverOption(name)));
}

/** As one word, for a name may begin with a dash. */
const serverOption = (name: string): string => `--server=${name}`;

/** A server of a config as a row. */
export function serverChoice({ name, disabled, entry }: ConfigServer, group: string, path: string): Choice {
  const isBad = 'problems' in entry;
  const line = isBad ? entry.problems.join('; ') : configLine(entry);
  return {
    key: JSON.stringify([path, name]),
    ...{ group, name, disabled, isBad },
    // In one: what does not fit is cut off at its end.
    facts: [`${disabled ? 'disabled · ' : ''}${isBad ? 'cannot be read: ' : ''}${line}`],
    ...{ line, from: path },
    words: [`--config=${path}`, serverOption(name)],
  };
}

/**
 * Asks on a screen of its own that is gone afterwards; what was chosen, as the words that mean the same behind
 * `mcp-loupe`. Nothing when the person leaves, or the terminal does.
 */
export async function pickWords(
  question: PickQuestion,
  options: PickOptions,
): Promise<readonly string[] | undefined> {
  const { stdout, stderr, env, ascii, escDelay, mouse, stop } = options;
  const size = () => ({ columns: stdout.columns, rows: stdout.rows });
  const takesLines = question.take !== undefined;
  const choices = question.find === undefined ? question.choices : [];
  const state = createState(startPicking({ ...question, choices, takesLines }, size()));
  const end = new AbortController();
  const leave = (): void => end.abort();
  let chosen: readonly string[] | undefined;

  let isTaking = false;
  const act = (picked: Picked): void => {
    if (end.signal.aborted) return;
    if (picked === 'left') leave();
    else if (isTaking) return;
    else if ('chosen' in picked) void take(picked.chosen, question.check);
    else if ('typed' in picked) void take(picked.typed, question.take);
    else state.set(picked);
  };
  const take = async <Given extends string | readonly string[]>(
    given: Given,
    check: ((given: Given) => Promise<Taken>) | undefined,
  ): Promise<void> => {
    isTaking = true;
    // What nobody expected is said below the list, too; else Enter would do nothing from then on.
    const taken = await check?.(given).catch((error: unknown) => ({ problem: reason(error) }));
    isTaking = false;
    if (end.signal.aborted) return;
    if (taken !== undefined && 'problem' in taken) {
      state.set({ ...state.get(), problem: taken.problem });
      return;
    }
    chosen = taken?.words ?? (typeof given === 'string' ? undefined : given);
    leave();
  };
  const insert = (text: string): boolean => {
    act(typed(state.get(), { type: 'insert', text }));
    return true;
  };
  const modes = createModes((bytes) => void stdout.write(bytes), mouse);
  const stdin = splitStdin({
    source: options.stdin,
    escDelay,
    typing: {
      isText: () => true,
      key: ({ name }) => {
        act(pick(state.get(), name));
        return true;
      },
      text: insert,
      paste: insert,
      stray: () => {},
      mouse: (report) => act(pointed(state.get(), report, places)),
    },
    onRawMode: modes.apply,
    onKeyboard: modes.answered,
    onGone: leave,
  });
  let places: readonly HintPlace[] = [];
  const onHints = (drawn: readonly HintPlace[]): void => {
    places = drawn;
  };
  const theme = createTheme({ ascii, colour: hasColour(env), linear: isReadAloud(env) });
  const tree = (
    <ThemeContext value={theme}>
      <Root state={state} onHints={mouse ? onHints : undefined} />
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
  keepReading(state, question, end.signal);
  void search(state, question, end.signal);
  try {
    await screen.exited;
  } finally {
    leave();
    stdout.off('resize', resize);
    stop.removeEventListener('abort', leave);
  }
  return chosen;
}

/** Shows what is found, once the first frame is drawn. Why a search failed is said below the list. */
async function search(state: State, { find, choices }: PickQuestion, stop: AbortSignal): Promise<void> {
  if (find === undefined) return;
  await new Promise((resolve) => setImmediate(resolve));
  const found = await find(stop).then(
    (all) => ({ choices: all }),
    (error: unknown) => ({ choices, problem: reason(error) }),
  );
  if (!stop.aborted) state.set({ ...state.get(), ...found });
}

/** Reads the rest of the rows in sight, one after the other. */
function keepReading(state: State, { read }: PickQuestion, stop: AbortSignal): void {
  if (read === undefined) return;
  let isReading = false;
  const readNext = async (): Promise<void> => {
    if (isReading || stop.aborted) return;
    const next = seenIn(state.get()).rows.find((choice) => choice?.unread !== undefined);
    if (next === undefined) return;
    isReading = true;
    const { unread: _, ...known } = await read(next).catch((error: unknown) => ({
      ...next,
      ...{ isBad: true, facts: ['cannot be read'], line: `${next.line}: ${reason(error)}` },
    }));
    isReading = false;
    const now = state.get();
    state.set({ ...now, choices: now.choices.map((one) => (one.key === next.key ? known : one)) });
  };
  state.subscribe(() => void readNext());
}

/** Rows of the window above the first of the list. */
const ABOVE = 2;

/** How many rows a notch of the wheel moves. */
const NOTCH = 3;

/** What the mouse does: a click selects, a second one chooses, on a hint it is the key, and the wheel moves. */
function pointed(
  now: Picking,
  { action, button, row, column }: MouseToken,
  places: readonly HintPlace[],
): Picked {
  if (action === 'wheel up') return moved(now, -NOTCH);
  if (action === 'wheel down') return moved(now, NOTCH);
  if (action !== 'press' || button !== 'left') return now;
  if (row < now.size.rows - 1) return pickAt(now, row - ABOVE);
  const hint = places.find(({ from, to }) => column >= from && column < to);
  return hint === undefined ? now : pick(now, hint.key);
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

function Root({ state, onHints }: { readonly state: State; readonly onHints: OnHints }): ReactNode {
  // Without a mounted handler Ink leaves raw mode, and the program is deaf.
  useInput(() => {});
  return <Picker picking={useSyncExternalStore(state.subscribe, state.get)} onHints={onHints} />;
}

/** The question: the line, the list, a line about the selected one, and the keys. */
function Picker({ picking, onHints }: { readonly picking: Picking; readonly onHints: OnHints }): ReactNode {
  const theme = useTheme();
  const { paint, colour } = theme;
  const { size, title, problem } = picking;
  const { columns, rows } = size;
  const { rows: seen, chosen, place, count } = seenIn(picking);
  const about = cut(aboutIn(picking, chosen), columns - 2);
  const isWrong = problem !== undefined || chosen?.isBad === true;
  const area = { left: 0, top: 1, width: columns, height: Math.max(4, rows - 2), border: true };
  const cells = Math.max(0, columns - 4);
  const drawn = pickerRows(picking, seen, chosen, cells, theme);
  return (
    <Box width={columns} height={rows} overflow="hidden" flexDirection="column">
      <Pane area={area} title={visible(title)} right={`${place + 1}/${count}`} focused={colour}>
        <Line picking={picking} cells={cells} />
        <Rows rows={[...drawn, ...helpRows(picking, heightIn(picking) - drawn.length, cells, theme)]} />
      </Pane>
      <Text wrap="truncate">{` ${paint(isWrong ? 'finding' : 'dim', about)}`}</Text>
      <Footer width={columns} hints={hintsOf(picking, chosen, theme)} onHints={onHints} />
    </Box>
  );
}

/** What this is for, to those who have not opened anything yet, as long as nothing is typed and there is room. */
function helpRows({ help = '', editor, choices }: Picking, room: number, cells: number, { paint }: Theme) {
  const isNew = choices.length > 0 && choices.every(({ outcome }) => outcome === undefined);
  const lines = isNew && help !== '' && editor.text === '' ? wrap(help, Math.min(HELP, cells - 2)) : [];
  if (lines.length === 0 || lines.length + 1 > room) return [];
  return ['', ...lines].map((text, at) => ({ key: `help ${at}`, text: paint('dim', `  ${text}`) }));
}

/** Cells that are read in one go. */
const HELP = 76;

/** What is typed, with the cursor of the terminal in it. */
function Line({ picking, cells }: { readonly picking: Picking; readonly cells: number }): ReactNode {
  const { paint } = useTheme();
  const { setCursorPosition } = useCursor();
  const { editor, placeholder } = picking;
  const { rows, column } = layoutText(editor, cells - 2, 1);
  setCursorPosition({ x: Math.min(4 + column, cells + 1), y: 1 });
  const text = editor.text === '' ? paint('dim', cut(placeholder, cells - 2)) : (rows[0] ?? '');
  return <Text wrap="truncate">{`${paint('accent', '>')} ${text}`}</Text>;
}

function hintsOf(picking: Picking, chosen: Choice | undefined, { ascii }: Theme): readonly Hint[] {
  const { takesLines, editor, choices, ticked } = picking;
  const verb = verbOf(chosen, picking);
  const move = pickKeys.move.slice(0, 2).map((key) => showKey(key, ascii));
  const hint = (key: KeyName, word: string): Hint => ({ key: showKey(key, ascii), word, presses: key });
  return [
    ...(verb === undefined ? [] : [hint(pickKeys.choose[0], verb)]),
    { key: move.join(' '), word: 'move' },
    ...(takesLines && editor.text === '' && choices.length > 1 ? [{ key: 'type', word: 'to filter' }] : []),
    ...(choices.length > 1
      ? [editor.text === '' ? { key: 'space', word: 'tick' } : hint(pickKeys.tick[0], 'tick')]
      : []),
    hint(
      pickKeys.leave[0],
      editor.text !== '' || ticked.length > 0 ? 'clear' : takesLines ? 'quit' : 'leave',
    ),
  ];
}
