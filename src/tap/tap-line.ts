/** A command line that puts a tap before another one. */
export interface TapLine {
  /** What `--client` and `--server` say. */
  readonly client?: string;
  readonly server?: string;
  /** How many words come before the command that is tapped, the `--` among them. */
  readonly before: number;
  /** The command that is tapped, or the URL. */
  readonly command: readonly string[];
  /** The file of ours that it runs, or the name it is run by. */
  readonly program: string;
}

/** How a command line taps another one, whoever has written it so; nothing where it does not. */
export function tapLine(words: readonly string[]): TapLine | undefined {
  const tap = words.findIndex((word, at) => word === 'tap' && /mcp-loupe/i.test(words[at - 1] ?? ''));
  if (tap < 1) return undefined;
  const end = words.indexOf('--', tap);
  if (end < 0 || end === words.length - 1) return undefined;
  const said = words.slice(tap + 1, end);
  const client = saidFor(said, '--client');
  const server = saidFor(said, '--server');
  return {
    ...(client === undefined ? {} : { client }),
    ...(server === undefined ? {} : { server }),
    before: end + 1,
    command: words.slice(end + 1),
    program: words[tap - 1] ?? '',
  };
}

function saidFor(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option);
  if (at >= 0) return words[at + 1];
  return words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1);
}

/** What an installed entry says of itself, for {@link tapLine} to read. */
export const tapWords = (client: string, server: string, more: readonly string[] = []): readonly string[] => [
  'tap',
  '--client',
  client,
  ...(server.startsWith('-') ? [`--server=${server}`] : ['--server', server]),
  ...more,
  '--',
];
