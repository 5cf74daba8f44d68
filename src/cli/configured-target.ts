import { resolve } from 'node:path';
import { type ConfigFile, type ConfigServer, parseConfig } from '../clients/config-file.ts';
import { hasBareVariables, workspaceOf } from '../clients/config-places.ts';
import { configTarget, questionsOf } from '../clients/config-target.ts';
import type { ConfigInput } from '../clients/variables.ts';
import { MOST } from '../disk/file.ts';
import { quoteShell } from '../text/quote.ts';
import { closest } from '../text/suggest.ts';
import { visible } from '../text/visible.ts';
import { readNamedFile, type Shell } from '../transport/shell.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import type { PossibleTarget } from './named-target.ts';

/** Has a person choose one or several of the servers of a file; nothing when they leave. */
export type Choose = (file: ConfigFile) => Promise<readonly ConfigServer[] | undefined>;

/** Stands for all servers of a file that are not disabled. */
const ALL = '*';

/**
 * The targets that a file of `--config` has under the names of `--server`, or the one that it has alone. Nothing when the person
 * who was asked went away; throws a UsageError or a TargetError that names the place.
 *
 * @param path as the user wrote it
 */
export async function configuredTargets(
  job: Job,
  path: string,
  shell: Shell,
  home: string,
  choose: Choose | undefined,
): Promise<readonly PossibleTarget[] | undefined> {
  const { options, io } = job;
  const folder = workspaceOf(resolve(shell.cwd, path), { home, platform: shell.platform, cwd: shell.cwd });
  const file = parseConfig(readNamedFile(path, shell, MOST.config), path, folder);
  const servers = await chosen(file, options.server, choose);
  if (servers === undefined) return undefined;
  const tell = (remarks: readonly string[]): void => {
    if (!options.quiet) for (const remark of remarks) io.err(`mcp-loupe: ${visible(remark)}`);
  };
  tell(file.remarks);
  tell(leftOut(file, options.server, servers));
  return servers.map((server): PossibleTarget => {
    const { name, entry } = server;
    return {
      ...{ job, name, words: name },
      isLocal: 'problems' in entry || entry.by === 'stdio',
      ...(servers.length > 1 && !options.server.includes(name) ? { isOptional: true } : {}),
      async make(own) {
        tell(remarksOn(server));
        const inputs = await answers(questionsOf(server, file), server, io);
        if (inputs === undefined) return undefined;
        return configTarget(server, own, shell, { folder, home, inputs, bare: hasBareVariables(path) });
      },
    };
  });
}

async function chosen(
  file: ConfigFile,
  names: readonly string[],
  choose: Choose | undefined,
): Promise<readonly ConfigServer[] | undefined> {
  const { servers, path } = file;
  // What of the file is not used may be what is looked for.
  const remarks = file.remarks.map((remark) => `\n${remark}`).join('');
  const enabled = servers.filter(({ disabled }) => !disabled);
  if (names.length > 0) {
    const named = new Set(
      names.flatMap((name) => (meansAll(name, file) ? enabled : [serverNamed(file, name)])),
    );
    if (named.size > 0) return [...named];
    throw new UsageError(`${path} has no server that is not disabled; ${listed(servers)}${remarks}`);
  }
  if (servers.length === 0) {
    throw new UsageError(`${path} has no servers under mcpServers, servers or context_servers${remarks}`);
  }
  const [only = servers[0], ...others] = enabled.length === 0 ? servers : enabled;
  if (others.length === 0) return only && [only];
  if (choose !== undefined) return choose(file);
  throw new UsageError(
    `${path} has several servers; choose with --server NAME, or all with --server '*'; ${listed(servers)}`,
  );
}

/** A server may have that name. */
const meansAll = (name: string, { servers }: ConfigFile): boolean =>
  name === ALL && !servers.some((server) => server.name === ALL);

function serverNamed({ servers, path, remarks }: ConfigFile, name: string): ConfigServer {
  // A terminal and an editor may write the same ü in two ways.
  const found =
    servers.find((server) => server.name === name) ??
    servers.find((server) => server.name.normalize() === name.normalize());
  if (found !== undefined) return found;
  const near = closest(
    name,
    servers.map((server) => server.name),
  );
  const hint = near === undefined ? listed(servers) : `did you mean ${quoteShell([near])}?`;
  const unused = remarks.map((remark) => `\n${remark}`).join('');
  throw new UsageError(`${path} has no server named ${name}; ${hint}${unused}`);
}

/** Which servers `*` does not stand for, and why. */
const leftOut = (
  file: ConfigFile,
  names: readonly string[],
  taken: readonly ConfigServer[],
): readonly string[] =>
  names.some((name) => meansAll(name, file))
    ? file.servers
        .filter((server) => !taken.includes(server))
        .map(({ place }) => `${place([])}: left out: disabled in the file`)
    : [];

function listed(servers: readonly ConfigServer[]): string {
  if (servers.length === 0) return 'it has no servers';
  const names = servers.map(({ name, disabled }) => `${quoteShell([name])}${disabled ? ' (disabled)' : ''}`);
  return `available: ${names.join(', ')}`;
}

function remarksOn({ disabled, unused, place, entry }: ConfigServer): string[] {
  const args = 'by' in entry && entry.by === 'stdio' ? entry.args : [];
  const tildes = args.flatMap((arg, at) =>
    /^~[/\\]/.test(arg)
      ? [`${place(['args', at])}: ~ is expanded only by a shell; the server gets ${arg} unchanged`]
      : [],
  );
  return [
    ...tildes,
    ...(disabled ? [`${place([])}: disabled in the file`] : []),
    ...(unused.length > 0 ? [`${place([])}: not used here: ${unused.join(', ')}`] : []),
  ];
}

/** What was answered to the questions, by id; nothing when the program is asked to stop meanwhile. */
async function answers(
  questions: readonly ConfigInput[],
  { place }: ConfigServer,
  { ask, stop }: Io,
): Promise<ReadonlyMap<string, string> | undefined> {
  const given = new Map<string, string>();
  for (const question of questions) {
    const { id, password, default: otherwise } = question;
    if (ask === undefined && otherwise === undefined) {
      throw new UsageError(`${place([])}: \${input:${id}} needs an answer, but there is no terminal to ask`);
    }
    const typed = await ask?.(`${visible(wordOf(question))}: `, password);
    if (stop.aborted) return undefined;
    const answer = typed || otherwise;
    if (answer === undefined) throw new UsageError(`${place([])}: \${input:${id}} has no value`);
    if (question.options?.includes(answer) === false) {
      throw new UsageError(`${place([])}: \${input:${id}} must be one of ${question.options.join(', ')}`);
    }
    given.set(id, answer);
  }
  return given;
}

function wordOf({ id, description, options, default: otherwise }: ConfigInput): string {
  const choice = options === undefined ? '' : ` (${options.join(', ')})`;
  return `${description ?? id}${choice}${otherwise === undefined ? '' : ` [${otherwise}]`}`;
}
