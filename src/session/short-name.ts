import { commandOf, type HttpTarget, type Target } from './target.ts';

/**
 * What a server is called that has no other name, from what is started or reached: its package, script, program or host,
 * without what all of them share. `node build/weather.js --port 3` is `weather`, `npx -y @acme/mcp-server-crm` is `crm`. Letters,
 * digits, dots, dashes and underscores, 40 characters at most; never empty.
 */
export function shortName(target: Target): string {
  if (target.transport !== 'stdio' && target.transport !== 'recorded') return hostOf(target);
  if (target.transport === 'recorded' && target.log !== undefined) return fileSafe(target.log.server);
  const [program = '', ...args] = commandOf(target) ?? [target.transport === 'recorded' ? target.of : ''];
  const command = stem(program);
  const isCode = CODE.some(
    ([runner, option]) => runner.test(command) && args.some((arg) => option.test(arg)),
  );
  const subject = RUNNERS.has(command) && !isCode ? args.find(isSubject) : undefined;
  const name = subject === undefined ? command : telling(subject);
  return fileSafe(name);
}

/** A name that none of these is yet: with a number behind it where it is taken, `node 2`. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let count = 2; ; count += 1) if (!taken.includes(`${name} ${count}`)) return `${name} ${count}`;
}

/** A name as a part of the name of a file, with the same characters. */
export const fileSafe = (name: string): string =>
  name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40) || 'server';

/** Names that say nothing; the folder around them does. */
const EMPTY = new Set(['index', 'main', 'server', 'cli', 'app', 'mcp', 'dist', 'build', 'src', 'bin', 'lib']);
/** Programs that run what follows them. */
const RUNNERS = new Set([
  ...['node', 'npx', 'bunx', 'bun', 'deno', 'tsx', 'python', 'python3', 'uv', 'uvx', 'docker', 'sh', 'bash'],
]);

/** What is behind these options is a program itself, which has no name. */
const CODE: readonly (readonly [runner: RegExp, option: RegExp])[] = [
  [/^(?:node|bun|tsx)$/, /^(?:-e|--eval|-p|--print)\b/],
  [/^(?:python3?|sh|bash)$/, /^-c\b/],
];

/** The host of a URL; of a Unix socket its file. */
function hostOf({ url, socket }: HttpTarget): string {
  const name = socket === undefined ? new URL(url).host : stem(socket);
  return name.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^-|-$/g, '') || 'server';
}

/** Neither an option nor the verb of a runner. */
const isSubject = (word: string): boolean =>
  !word.startsWith('-') && !['run', 'exec', 'x', 'tool'].includes(word);

function telling(subject: string): string {
  const parts = subject.replaceAll('\\', '/').split('/');
  const named = parts.findLast((part) => part !== '' && part !== '.' && !EMPTY.has(stem(part))) ?? subject;
  const name = stem(named);
  return name.replace(/^(?:mcp-)?server-|-mcp(?:-server)?$/g, '') || name;
}

/** The last part of a path or package name, without version and extension. */
const stem = (path: string): string =>
  (path.replaceAll('\\', '/').replace(/\/+$/, '').split('/').at(-1) ?? '')
    .replace(/(.)@.*$/, '$1')
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|exe|cmd|sh)$/, '');
