/** How a picture comes onto a terminal in its own pixels. */
export type Protocol = 'kitty' | 'iterm';

/** By `TERM_PROGRAM`, with `LC_TERMINAL` in its place over SSH. Both protocols: the one that takes every format. */
const PROGRAMS: ReadonlyMap<string, Protocol> = new Map([
  ['iTerm.app', 'iterm'],
  ['iTerm2', 'iterm'],
  ['WezTerm', 'iterm'],
  ['mintty', 'iterm'],
  ['ghostty', 'kitty'],
]);

/** By the beginning of `TERM`, which SSH passes on. */
const TERMS: readonly (readonly [RegExp, Protocol])[] = [
  [/^xterm-kitty/, 'kitty'],
  [/^xterm-ghostty/, 'kitty'],
  [/^wezterm/, 'iterm'],
  [/^mintty/, 'iterm'],
];

/**
 * The protocol that the terminal is known for; sixels are asked for (see the attributes it tells). Variables of the
 * terminal come before those that a program started from another one may have inherited.
 */
export function protocolOf(env: NodeJS.ProcessEnv): Protocol | undefined {
  const term = TERMS.find(([name]) => name.test(env['TERM'] ?? ''))?.[1];
  const program = PROGRAMS.get(env['TERM_PROGRAM'] ?? '') ?? PROGRAMS.get(env['LC_TERMINAL'] ?? '');
  return term ?? program ?? (env['KITTY_WINDOW_ID'] ? 'kitty' : undefined);
}

/** Asks for the size of a cell in pixels (CSI 16 t) and for the attributes, which every terminal answers (CSI c). */
export const QUESTION = '\x1b[16t\x1b[c';

/** What it has answered; `isWhole` once the attributes have come, which come last. */
export interface Answers {
  readonly isWhole: boolean;
  readonly sixel: boolean;
  /** Of a cell, in pixels. */
  readonly cell?: { readonly width: number; readonly height: number };
}

/** Reads the answers among the replies of a terminal. */
export function answersIn(replies: readonly string[]): Answers {
  const attributes = replies
    .map((one) => /^\x1b\[\?([\d;]*)c$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  const size = replies.map((one) => /^\x1b\[6;(\d+);(\d+)t$/.exec(one)).find((one) => one !== null);
  const [height, width] = [Number(size?.[1] ?? 0), Number(size?.[2] ?? 0)];
  return {
    isWhole: attributes !== undefined,
    sixel: attributes?.split(';').slice(1).includes('4') ?? false,
    ...(width > 0 && height > 0 && { cell: { width, height } }),
  };
}
