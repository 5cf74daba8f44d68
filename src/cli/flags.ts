import type { Cut, Given } from './cut.ts';
import { type OptionKey, type OptionRow, type Options, optionRows, spelled } from './options.ts';
import { UsageError } from './usage-error.ts';

/** A flag as meow declares it. */
interface MeowFlag {
  readonly type: 'string' | 'boolean';
  readonly isMultiple?: true;
}

/** What meow gives back: by key, without the leading "no" of a switch that turns something off. */
type MeowValues = Readonly<Record<string, unknown>>;

/**
 * What meow is to be asked for: the flags of the table, and the options of a cut as words that mean the same to it.
 */
export function meowOptions(cut: Cut) {
  return {
    flags: meowFlags(),
    argv: meowArgv(cut),
    // A switch that was not given must differ from `--no-…`.
    booleanDefault: undefined,
    autoHelp: false,
    autoVersion: false,
    pkg: {},
  } as const;
}

/** The flags of the table as meow wants them. `--no-record` is for meow the flag `record` set to false. */
function meowFlags(): Record<string, MeowFlag> {
  const flags: Record<string, MeowFlag> = {};
  for (const [key, row] of optionRows()) {
    if (row.arity === 1) flags[key] = { type: 'string', ...(row.many ? { isMultiple: true } : {}) };
    else flags[positive(key)] ??= { type: 'boolean' };
  }
  return flags;
}

/**
 * The options of a cut as words that mean the same to meow. Left to itself meow takes a switch's value from the next
 * word (`--json false`), drops the value `-`, and takes off quotes after an equals sign.
 */
function meowArgv({ given }: Cut): string[] {
  return given.flatMap(({ key, value }: Given) => {
    const name = `--${spelled(key)}`;
    if (value === undefined) return [name];
    return value === '' || value.startsWith('-') ? [`${name}=${value}`] : [name, value];
  });
}

/** The options from meow's values, each parsed by its row; throws a UsageError that names the option. */
export function readOptions(values: MeowValues): Options {
  const entries = optionRows().map(([key, row]) => [key, optionValue(key, row, values)]);
  return Object.fromEntries(entries) as Options;
}

/** The options of a command line that has none. */
export const noOptions: Options = readOptions({});

function optionValue(key: OptionKey, row: OptionRow, values: MeowValues): unknown {
  if (row.arity === 0) return isOff(key) ? values[positive(key)] === false : values[key] === true;
  const given = values[key];
  if (row.many) return Array.isArray(given) ? given.map((text) => parsed(key, row, text)) : [];
  return typeof given === 'string' ? parsed(key, row, given) : undefined;
}

function parsed(key: OptionKey, row: Extract<OptionRow, { arity: 1 }>, text: unknown): unknown {
  try {
    return row.parse(String(text));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${spelled(key)}: ${error.message}`);
    throw error;
  }
}

function isOff(key: string): boolean {
  return /^no[A-Z]/.test(key);
}

function positive(key: string): string {
  return isOff(key) ? key.charAt(2).toLowerCase() + key.slice(3) : key;
}
