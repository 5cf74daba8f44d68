import { quoteShell } from '../../text/quote.ts';
import { visible } from '../../text/visible.ts';
import { isAddress } from '../../transport/target.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { isGiven, type OptionKey, spelled } from '../options.ts';
import { VERBS } from '../verbs.ts';

/** What is typed. */
type Typed = Pick<Job, 'options' | 'operands' | 'target'>;

/** What one `tap` is, of the several that there are. */
type Kind = 'install' | 'command' | 'url' | 'alone';

const BEFORE_ANY: readonly OptionKey[] = ['client', 'server', 'record', 'force', 'noRedact', 'otlp'];
const URL_ONLY: readonly OptionKey[] = ['http', 'header', 'ca', 'insecure', 'transport', 'browser'];
const INSTALL: readonly OptionKey[] = ['install', 'uninstall', 'config', 'dryRun', 'yes'];

/** The options that mean something to each; those of the screens, and `--json`, are left for the list of taps. */
const MEANT: Readonly<Record<Exclude<Kind, 'alone'>, readonly OptionKey[]>> = {
  install: [...INSTALL, 'server'],
  command: [...BEFORE_ANY, 'watch'],
  url: [...BEFORE_ANY, ...URL_ONLY],
};

/** Throws a UsageError that says what to type instead, where a part of what was typed would mean nothing. */
export function insistOnMeant(job: Typed): void {
  const kind = kindOf(job);
  insistOnNoOperands(job, kind);
  const { options, target } = job;
  if (kind === 'install' && target.length > 0) {
    const name = options.install === undefined ? '--uninstall' : '--install';
    throw new UsageError(
      `${name} finds the servers in the config of the client; leave out: -- ${typed(target)}`,
    );
  }
  const given = VERBS.tap.options.filter((key) => isGiven(options[key]));
  for (const key of given) {
    const problem = problemOf(key, kind, target);
    if (problem !== undefined) throw new UsageError(problem);
  }
}

function kindOf({ options, target: [word, next = ''] }: Typed): Kind {
  if (options.install !== undefined || options.uninstall !== undefined) return 'install';
  if (word === undefined) return 'alone';
  // The demonstration may be served over a port.
  return isAddress(word) || (word === 'demo' && /^--http\b/.test(next)) ? 'url' : 'command';
}

function insistOnNoOperands({ operands, options }: Typed, kind: Kind): void {
  const [first = ''] = operands;
  if (first === '') return;
  if (kind === 'install')
    throw new UsageError(`name servers of the config by --server: --server ${typed([first])}`);
  if (operands.length === 1 && first === 'help') throw new UsageError('see mcp-loupe tap --help');
  const dashes = operands.indexOf('--');
  if (dashes < 0) throw new UsageError(`put the server's command after --: ${example(operands)}`);
  const quotes = options.watch.length > 0 ? '; put quotes around a pattern of --watch' : '';
  throw new UsageError(
    `before -- only options of the tap are allowed, and ${typed([first])} is none${quotes}`,
  );
}

function problemOf(key: OptionKey, kind: Kind, target: readonly string[]): string | undefined {
  const name = `--${spelled(key)}`;
  const word = visible(target[0] ?? '');
  if (kind === 'alone') {
    if (INSTALL.includes(key)) return `${name} goes with --install CLIENT or --uninstall CLIENT`;
    if (key === 'server')
      return `--server names what is tapped: ${example(['node', 'server.js'], '--server NAME')}, or mcp-loupe tap --install CLIENT --server NAME`;
    if (URL_ONLY.includes(key))
      return `${name} needs a remote server after --: ${example(['https://example.com/mcp'], key === 'http' ? '--http 4300' : `${name} …`)}`;
    if (BEFORE_ANY.includes(key) || key === 'watch')
      return `${name} needs the server's command after --: ${example(['node', 'server.js'], `${name} …`)}`;
    return undefined;
  }
  if (MEANT[kind].includes(key)) return undefined;
  if (kind === 'install') return `${name} cannot be used with --install or --uninstall`;
  if (INSTALL.includes(key)) return `${name} goes with --install or --uninstall, not with a server after --`;
  if (URL_ONLY.includes(key)) return `${name} is for remote servers; ${word} is a command`;
  if (key === 'watch') return `--watch is for commands; ${word} is started by somebody else`;
  return `${name} is for mcp-loupe tap alone, which shows all live taps; leave it out`;
}

const typed = (words: readonly string[]): string => visible(quoteShell(words));

const example = (words: readonly string[], options = ''): string =>
  ['mcp-loupe tap', ...(options === '' ? [] : [options]), '--', typed(words)].join(' ');
