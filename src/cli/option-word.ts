import { closest } from '../text/suggest.ts';
import { UsageError } from './exit.ts';
import { type Given, OPTIONS, type OptionKey, optionRows, spelled } from './options.ts';

/** The options that words begin with, and what is behind them: from a `--` on nothing is one. */
export function leadingOptions(words: readonly string[]): {
  readonly given: readonly Given[];
  readonly rest: readonly string[];
} {
  const given: Given[] = [];
  let at = 0;
  for (; at < words.length && words[at] !== '--' && isOption(words[at]!); at += 1) {
    const option = readOption(words[at]!, words[at + 1]);
    given.push(option.given);
    if (option.tookNext) at += 1;
  }
  return { given, rest: words.slice(at) };
}

/** Whether a word is an option. A lone dash is a positional argument: it means stdin. */
export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/**
 * An option of ours as it is typed, and whether the next word is its value; throws a UsageError for what is none.
 *
 * @param taken those that make sense here: another is not suggested for what is none
 */
export function readOption(
  word: string,
  next: string | undefined,
  taken?: () => readonly OptionKey[],
): { given: Given; tookNext: boolean } {
  const { name, key, value } = lookUp(word, taken);
  if (OPTIONS[key].arity === 0) {
    if (value !== undefined) throw new UsageError(`${name} does not take a value`);
    return { given: { key }, tookNext: false };
  }
  if (value !== undefined) return { given: { key, value }, tookNext: false };
  if (next === undefined || looksLikeOption(next)) {
    throw new UsageError(
      `${name} needs a value: ${name} ${OPTIONS[key].word}${next === undefined || next === '--' ? '' : `; to pass "${next}", write ${name}=${next}`}`,
    );
  }
  return { given: { key, value: next }, tookNext: true };
}

/** `--record --json` is a forgotten value, `--args -5` is not. */
const looksLikeOption = (word: string): boolean => word.startsWith('--') || KEYS.has(word.slice(0, 2));

/** Options by how they are typed. */
const KEYS: ReadonlyMap<string, OptionKey> = new Map(
  optionRows().flatMap(([key, { short }]) => {
    return [`--${spelled(key)}`, ...(short === undefined ? [] : [`-${short}`])].map(
      (name) => [name, key] as const,
    );
  }),
);

/** The row meant by `--name`, `--name=value`, `-n`, `-nvalue` or `-n=value`. */
function lookUp(
  word: string,
  taken?: () => readonly OptionKey[],
): { name: string; key: OptionKey; value?: string } {
  const isLong = word.startsWith('--');
  const [, name = '', equals = '', rest = ''] = /^(--[^=]*|-.)(=?)([\s\S]*)$/u.exec(word) ?? [];
  const key = KEYS.get(name);
  // Several letters after one dash are not switches.
  if (key === undefined || (!isLong && rest !== '' && OPTIONS[key].arity === 0))
    throw unknown(isLong ? name : word, taken);
  return { name, key, ...(equals + rest === '' ? {} : { value: rest }) };
}

function unknown(name: string, taken?: () => readonly OptionKey[]): UsageError {
  const long = [...KEYS]
    .filter(([key, row]) => key.startsWith('--') && (taken === undefined || taken().includes(row)))
    .map(([key]) => key.slice(2));
  const near = name.startsWith('--') ? closest(name.slice(2), long) : undefined;
  const hint = near === undefined ? 'see mcp-loupe --help' : `did you mean --${near}?`;
  return new UsageError(`unknown option ${name}; ${hint} (put options for the server after its command)`);
}
