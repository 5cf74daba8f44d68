import { OPTION_HELP, VERB_HELP, type VerbHelp } from './help.ts';
import { type OptionGroup, type OptionKey, optionRows, spelled } from './options.ts';
import { DEFAULT_OPTIONS, VERBS, type Verb, type VerbName } from './verbs.ts';

/** The text of `mcp-loupe --help`, generated from the tables of options and verbs. */
export function usage(): string {
  return [
    'A terminal inspector for Model Context Protocol servers.',
    '',
    'Usage',
    ...table([
      ['mcp-loupe', "choose a recent server, a client's, or a recording"],
      ['mcp-loupe [options] <command> [args…]', 'inspect a server over stdio'],
      ['mcp-loupe [options] <https://host/path>', 'inspect a remote server'],
      ['mcp-loupe [options] --config <file> [--server <name>]…', "inspect servers from a client's config"],
      ['mcp-loupe [options] <server> + <server> …', 'inspect several at once: commands, URLs, demo'],
      ['mcp-loupe <verb> [options] [operands] -- <command or URL>', 'do one thing, for scripts and CI'],
      ['mcp-loupe open [file… | --last]', 'open recordings on the same screens, or choose one'],
      ['mcp-loupe demo', 'inspect the built-in demo server'],
    ]),
    '',
    'Put options before the command; everything after it goes to the server. With a verb, the server comes after --.',
    '',
    'Verbs',
    ...table(
      Object.entries(VERB_HELP).map(([name, { operands, help }]) => [`${name} ${operands}`.trimEnd(), help]),
    ),
    '',
    ...groups(DEFAULT_OPTIONS),
    'Help for a verb: mcp-loupe call --help',
    '',
    'Exit codes: 0 success, 1 the server or tool reported an error, 2 wrong usage, 3 not connected or connection lost,',
    '4 timed out, 5 check, diff, verify, mock or redact found something, 130 interrupted.',
  ].join('\n');
}

/** The verbs that work with several servers at once. */
const TAKES_SEVERAL: readonly VerbName[] = ['list', 'ping', 'export', 'diff', 'check'];

/** The text of `mcp-loupe <verb> --help`. */
export function verbUsage(name: VerbName): string {
  const verb: Verb = VERBS[name];
  const { operands, help, example, formats = [], options, words: given } = VERB_HELP[name];
  const target = `-- <command> [args…] | <URL>${TAKES_SEVERAL.includes(name) ? ' [+ …]' : ''}`;
  const words = ['mcp-loupe', name, '[options]', operands, verb.target ? target : ''];
  const line = words.filter((word) => word !== '').join(' ');
  return [
    ...[sentence(help), '', 'Usage', `  ${line}`, '', 'Example', `  mcp-loupe ${example}`, ''],
    ...formats.flatMap(({ heading, rows }) => [heading, ...table(rows), '']),
    ...groups(verb.options, ['Tap', 'Scripts', 'Screen'], options, given),
  ]
    .join('\n')
    .trimEnd();
}

/**
 * The options among `keys`, group by group, those of `first` in front, each group ended by an empty line.
 *
 * @param own what is said here of some of them
 * @param words what they are given here
 */
function groups(
  keys: readonly OptionKey[],
  first: readonly OptionGroup[] = [],
  own: VerbHelp['options'] = {},
  words: VerbHelp['words'] = {},
): string[] {
  const shown = optionRows().filter(([key]) => keys.includes(key));
  const there = shown.map(([, row]): OptionGroup => row.group);
  const names = [...new Set([...first, ...there])].filter((name) => there.includes(name));
  return names.flatMap((name) => [
    name,
    ...table(
      shown
        .filter(([, row]) => row.group === name)
        .map(([key, row]) => [optionLabel(key, row, words[key]), own[key] ?? OPTION_HELP[key]]),
    ),
    '',
  ]);
}

function optionLabel(
  key: OptionKey,
  row: ReturnType<typeof optionRows>[number][1],
  word = row.arity === 1 ? row.word : '',
): string {
  const short = row.short === undefined ? '    ' : `-${row.short}, `;
  return `${short}--${spelled(key)}${row.arity === 1 ? ` ${word}` : ''}`;
}

const LABEL_CELLS = 34;

/** Two columns; a label that is too long for the first has the line to itself. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(...rows.map(([label]) => label.length));
  const cells = Math.min(widest, LABEL_CELLS);
  return rows.flatMap(([label, help]) =>
    label.length > cells
      ? [`  ${label}`, `  ${' '.repeat(cells)}  ${help}`]
      : [`  ${label.padEnd(cells)}  ${help}`],
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
