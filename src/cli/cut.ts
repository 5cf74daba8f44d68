import { UsageError } from './exit.ts';
import { JOIN } from './joined.ts';
import { isOption, readOption } from './option-word.ts';
import { type Given, OPTIONS, type OptionKey, type OptionRow, spelled } from './options.ts';
import { DEFAULT_OPTIONS, VERBS, type VerbName, verbNamed } from './verbs.ts';

/** A command line in its parts; nothing of `operands` and `target` has been touched. */
export interface Cut {
  readonly verb: VerbName | undefined;
  readonly given: readonly Given[];
  readonly operands: readonly string[];
  readonly target: readonly string[];
}

/**
 * Cuts a command line (without node and script). Without a verb our options end at the first positional argument,
 * and everything from there on belongs to the server. With a verb, options and operands mix up to the first `--`,
 * and all after it is the server's. A leading `--` always means a command, even one that is called like a verb. The words
 * `help` and `version` are the options of that name, as people try them first.
 */
export function cutArgv(argv: readonly string[]): Cut {
  const given: Given[] = [];
  const operands: string[] = [];
  let verb: VerbName | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    if (word === '--') {
      const target = argv.slice(at + 1);
      if (verb === 'tap' && target.length === 0)
        throw new UsageError("the server's command is missing after --: mcp-loupe tap -- node server.js");
      return checked({ verb, given, operands, target });
    }
    if (isOption(word)) {
      const option = readOption(word, argv[at + 1], () => optionsOf(verb ?? verbIn(argv.slice(at))));
      given.push(option.given);
      if (option.tookNext) at += 1;
    } else if (verb === 'demo' && word === JOIN) {
      return checked(demoAmongOthers(given, [...operands, ...argv.slice(at)]));
    } else if (verb === 'tap') {
      // A forgotten `--`: of what follows nothing is ours.
      return checked({ verb, given, operands: argv.slice(at), target: [] });
    } else if (verb !== undefined) {
      operands.push(word);
    } else if (word === 'help' || word === 'version') {
      given.push({ key: word });
    } else {
      verb = verbNamed(word);
      if (verb === undefined) return checked({ verb, given, operands, target: argv.slice(at) });
    }
  }
  return checked({ verb, given, operands, target: [] });
}

/** The other demonstration server, as it is called. */
export const CROWDED = 'crowded';

/** The options that say how the demonstration is served, where it is one of several servers. */
export const DEMO_OPTIONS: readonly OptionKey[] = ['http', 'fault', 'server'];

/** `demo + node b.js`: the demonstration is a server like the others, with its options behind it. */
function demoAmongOthers(given: readonly Given[], rest: readonly string[]): Cut {
  const isOwn = ({ key }: Given): boolean => DEMO_OPTIONS.includes(key);
  const own = given.filter(isOwn).map(({ key, value }) => `--${spelled(key)}=${value}`);
  return {
    verb: undefined,
    given: given.filter((one) => !isOwn(one)),
    operands: [],
    target: ['demo', ...own, ...rest],
  };
}

const optionsOf = (verb: VerbName | undefined): readonly OptionKey[] =>
  verb === undefined ? DEFAULT_OPTIONS : VERBS[verb].options;

/** The verb that follows options, before anything of the server. */
const verbIn = (words: readonly string[]): VerbName | undefined =>
  words
    .slice(0, words.includes('--') ? words.indexOf('--') : undefined)
    .map(verbNamed)
    .find((verb) => verb !== undefined);

function checked(cut: Cut): Cut {
  const { verb, given } = cut;
  const allowed = optionsOf(verb);
  const seen = new Set<OptionKey>();
  for (const { key } of given) {
    const name = `--${spelled(key)}`;
    const row: OptionRow = OPTIONS[key];
    if (!allowed.includes(key)) throw new UsageError(misplaced(key, name, verb));
    if (seen.has(key) && row.arity === 1 && !row.many)
      throw new UsageError(`${name} is given more than once`);
    seen.add(key);
  }
  refuseBoth(seen, 'record', 'noRecord');
  refuseBoth(seen, 'cleanEnv', 'inheritEnv');
  refuseBoth(seen, 'root', 'noRoots');
  return cut;
}

function misplaced(key: OptionKey, name: string, verb: VerbName | undefined): string {
  const takers = Object.entries(VERBS).filter(([, row]) =>
    (row.options as readonly OptionKey[]).includes(key),
  );
  const where = verb === undefined ? 'without a command' : `with ${verb}`;
  const verbs = takers.map(([taker]) => taker).join(', ');
  const alone = DEFAULT_OPTIONS.includes(key) ? `without a verb (mcp-loupe ${name} … <command>)` : '';
  const places = [verbs === '' ? '' : `with ${verbs}`, alone].filter((place) => place !== '');
  return `${name} cannot be used ${where}; use it ${places.join(' or ')}`;
}

function refuseBoth(seen: ReadonlySet<OptionKey>, one: OptionKey, other: OptionKey): void {
  if (seen.has(one) && seen.has(other)) {
    throw new UsageError(`--${spelled(one)} and --${spelled(other)} cannot be used together`);
  }
}
