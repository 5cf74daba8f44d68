import { isAddress } from '../../transport/target.ts';
import { leadingOptions } from '../option-word.ts';
import { isGiven, OPTIONS, type OptionKey, type Options, optionsGiven } from '../options.ts';
import { tapCommand } from './command.ts';
import { toldOf } from './told.ts';

export { tapCommand } from './command.ts';

/**
 * Does what a command line asks for, if it is nothing but a tap, as it stands in the configuration of a client: reading all
 * that there is of this program costs more than a tap may. Whether it was one; what is wrong with it is for others to say.
 *
 * @param argv what follows `tap`
 */
export async function tapAlone(argv: readonly string[]): Promise<boolean> {
  const asked = askedOf(argv);
  if (asked === undefined) return false;
  const code = await tapped(asked);
  if (code !== undefined) process.exitCode = code;
  return code !== undefined;
}

/** A tap with all that is said of it. */
interface Asked {
  readonly words: readonly string[];
  readonly options: Options;
}

async function tapped({ words, options }: Asked): Promise<number | undefined> {
  if (!isAddress(words[0] ?? '')) return tapCommand({ words, ...toldOf(options) });
  if (options.http === undefined) return (await import('./reached.ts')).reachAlone(words, options);
  const { tapHttp, targetFor } = await import('./http.ts');
  const target = targetFor(words, options);
  return target && tapHttp({ target, port: options.http, ...toldOf(options) });
}

/** The options that any tap can do with by itself, and those before a remote server. */
const ANY: readonly OptionKey[] = ['client', 'server', 'record', 'noRedact', 'force', 'otlp'];
const REMOTE: readonly OptionKey[] = [
  ...ANY,
  ...(['http', 'header', 'ca', 'insecure', 'transport', 'browser'] as const),
];

function askedOf(argv: readonly string[]): Asked | undefined {
  try {
    const { given, rest } = leadingOptions(argv);
    const [dashes, ...words] = rest;
    const options = optionsGiven(given);
    const known = isAddress(words[0] ?? '') ? REMOTE : ANY;
    const isAlone = (Object.keys(OPTIONS) as OptionKey[]).every(
      (key) => known.includes(key) || !isGiven(options[key]),
    );
    // The demonstration is a part of the rest of this program.
    return dashes === '--' && words.length > 0 && words[0] !== 'demo' && options.server.length < 2 && isAlone
      ? { words, options }
      : undefined;
  } catch {
    return undefined;
  }
}
