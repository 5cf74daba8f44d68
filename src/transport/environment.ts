import { readNamedFile, type Shell, TargetError } from './shell.ts';

/** What the official SDKs pass to a server unless its config entry says otherwise (`getDefaultEnvironment`). */
const CLIENT = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
const CLIENT_ON_WINDOWS = [
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES'],
  ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE'],
];

/** An environment for a server, and where it comes from; see the members of `StdioTarget`. */
export interface ServerEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly given: readonly string[];
  readonly beyondClient: readonly string[];
}

/**
 * The environment of a server: that of the shell, or only the part that a client would pass (`clean`), and over it what
 * was given by name.
 */
export function serverEnvironment(
  shell: Readonly<Record<string, string | undefined>>,
  given: readonly (readonly [string, string])[],
  clean: boolean,
  platform: NodeJS.Platform,
): ServerEnvironment {
  // On Windows, Path and PATH are the same, so a given name replaces an inherited one in any case.
  const key = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const clients = new Set(platform === 'win32' ? CLIENT_ON_WINDOWS : CLIENT);
  const givenKeys = new Set(given.map(([name]) => key(name)));
  // A value that begins with () is a function exported by an old bash; the SDKs leave it out.
  const isClients = (name: string, value: string): boolean =>
    clients.has(key(name)) && !value.startsWith('()');

  const inherited = Object.entries(shell).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && !givenKeys.has(key(name)) && (!clean || isClients(name, value));
  });
  return {
    env: Object.fromEntries([...inherited, ...given]),
    given: [...new Set(given.map(([name]) => name))],
    beyondClient: inherited.filter(([name, value]) => !isClients(name, value)).map(([name]) => name),
  };
}

type Variable = readonly [name: string, value: string];

const ASSIGNMENT = /^(?:export[ \t]+)?([^\s=#'"`]+)[ \t]*=[ \t]*/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads a `.env` file: `NAME=value` a line, with or without `export`; blank lines and `# comments`. Values may
 * be quoted, and then span lines: in double quotes `\n`, `\r` and `\t` are control characters and any other `\` is
 * left out; in single quotes and backticks everything is literal. Nothing is substituted. The messages quote no line,
 * which may hold a secret.
 *
 * @throws TargetError naming `file` and line for any other line
 */
export function parseEnvFile(text: string, file: string): Variable[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const whole = lines.join('\n');
  const variables: Variable[] = [];
  // `start` is where the line begins in the whole: a quoted value may span the lines that follow.
  for (let at = 0, start = 0; at < lines.length; start += lines[at]!.length + 1, at++) {
    const line = lines[at]!.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const assignment = ASSIGNMENT.exec(line);
    const name = assignment?.[1];
    if (!assignment || !name) throw new TargetError(`${file}:${at + 1}: this is not NAME=value`);
    const value = line.slice(assignment[0].length);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined) {
      variables.push([name, value.replace(/(?:^|\s)#.*$/, '').trimEnd()]);
      continue;
    }
    const opening = start + lines[at]!.length - value.length;
    const end = closing(whole, quote, opening);
    if (end < 0) throw new TargetError(`${file}:${at + 1}: the ${quote} of ${name} is not closed`);
    const quoted = whole.slice(opening + 1, end);
    for (let more = quoted.split('\n').length; more > 1; more--) start += lines[at++]!.length + 1;
    const after = whole.slice(end + 1, start + lines[at]!.length).trim();
    if (after !== '' && !after.startsWith('#')) {
      throw new TargetError(`${file}:${at + 1}: text after the closing ${quote} of ${name}`);
    }
    variables.push([
      name,
      quote === '"' ? quoted.replace(/\\(.)/gs, (_, char) => ESCAPES[char] ?? char) : quoted,
    ]);
  }
  return variables;
}

/** The place of the quote that closes the one at a place, or -1. */
function closing(text: string, quote: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return -1;
}

/** The variables in a `.env` file. */
export function readEnvFile(
  file: string,
  shell: Pick<Shell, 'cwd' | 'readFile'>,
): ReturnType<typeof parseEnvFile> {
  return parseEnvFile(readNamedFile(file, shell), file);
}
