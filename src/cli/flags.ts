import type { Cut } from './cut.ts';
import { type OptionKey, type OptionRow, type Options, optionRows, spelled } from './options.ts';
import { UsageError } from './usage-error.ts';

/**
 * What meow is to be asked for: the flags of the table, and the options of a cut. As typed meow would take a switch's value
 * from the next word (`--json false`), drop the value `-`, and take off quotes after an equals sign; and `--no-record` would
 * be for it the option `record`, whereas `--noRecord` is the switch it is.
 */
export function meowOptions({ given }: Cut) {
  const argv = given.flatMap(({ key, value }) => {
    if (value === undefined) return [`--${key}`];
    return value === '' || value.startsWith('-') ? [`--${key}=${value}`] : [`--${key}`, value];
  });
  const flags = optionRows().map(([key, row]) => {
    const type = row.arity === 1 ? ('string' as const) : ('boolean' as const);
    return [key, { type, isMultiple: row.arity === 1 && row.many === true }] as const;
  });
  return {
    ...{ argv, flags: Object.fromEntries(flags), pkg: {} },
    ...({ booleanDefault: undefined, autoHelp: false, autoVersion: false } as const),
  };
}

/** The options from what meow read, each parsed by its row; throws a UsageError that names the option. */
export function readOptions(values: Readonly<Record<string, unknown>>): Options {
  const entries = optionRows().map(([key, row]) => {
    const value = values[key];
    if (row.arity === 0) return [key, value === true];
    if (row.many) return [key, Array.isArray(value) ? value.map((text) => parsed(key, row, text)) : []];
    return [key, typeof value === 'string' ? parsed(key, row, value) : undefined];
  });
  return Object.fromEntries(entries) as Options;
}

/** The options of a command line that has none. */
export const noOptions: Options = readOptions({});

function parsed(key: OptionKey, row: Extract<OptionRow, { arity: 1 }>, text: unknown): unknown {
  try {
    return row.parse(String(text));
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${spelled(key)}: ${error.message}`);
    throw error;
  }
}
