import { resolve } from 'node:path';
import type { ConfigServer } from '../../clients/config-file.ts';
import { CONFIGS, type ConfigPlace, configPlaces } from '../../clients/config-places.ts';
import { type FoundConfig, findConfig } from '../../clients/found.ts';
import { configLine, configSecrets } from '../../clients/line.ts';
import { homeFolder } from '../../disk/place.ts';
import { type TapLine, tapLine } from '../../tap/tap-line.ts';
import { pad } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { shellOf } from '../io.ts';
import type { Job, RunVerb } from '../job.ts';
import { printLines } from '../print.ts';

/** `servers`: the servers in the configs of all clients on this machine, or in that of `--config`. */
export const servers: RunVerb = async (job) => {
  const [extra] = job.operands.concat(job.target);
  if (extra !== undefined)
    throw new UsageError(`unexpected argument ${extra}; to list the servers of a file: --config FILE`);
  const shell = shellOf(job.io);
  const { cwd, platform } = shell;
  const world = { home: homeFolder(), env: shell.env, platform, cwd };
  const { config } = job.options;
  const places =
    config === undefined ? configPlaces(world) : [{ client: 'config', path: resolve(cwd, config) }];
  const found = places.flatMap((place) => findConfig(place, shell, world.home));
  if (config !== undefined) insist(config, found[0]);
  if (job.options.json) return printJson(job, found);
  printLines(
    job,
    found.length > 0
      ? [...found.flatMap(lines), ...advice(found)]
      : ['no configured servers found; looked in:', ...places.map(head)],
  );
  return exit.done;
};

/** A file that was asked for by name must be there, and be read. */
function insist(config: string, found: FoundConfig | undefined): void {
  if (found === undefined) throw new UsageError(`${config} has no servers or does not exist`);
  if ('problem' in found.file) throw new UsageError(found.file.problem);
}

const head = ({ client, path }: ConfigPlace): string => visible(`${client.padEnd(14)}  ${path}`);

function lines(found: FoundConfig): string[] {
  const { file } = found;
  if ('problem' in file) return [head(found), visible(`  ✗ ${file.problem}`)];
  const widest = Math.min(32, Math.max(0, ...file.servers.map(({ name }) => width(visible(name)))));
  const rows = file.servers.map((server) => {
    const name = pad(visible(server.name), widest);
    const marks = [
      ...(server.disabled ? ['disabled'] : []),
      ...(tapOf(server) === undefined ? [] : ['tapped']),
    ];
    return `  ${name}  ${wordsOf(server)}${marks.map((mark) => `  (${mark})`).join('')}`;
  });
  return [head(found), ...rows, ...file.remarks.map((remark) => visible(`  ! ${remark}`))];
}

function wordsOf(server: ConfigServer): string {
  const { entry } = server;
  if ('problems' in entry) return `✗ ${visible(entry.problems.join('; '))}`;
  const [command, ...args] = tapOf(server)?.command ?? [];
  const shown = entry.by === 'stdio' && command !== undefined ? { ...entry, command, args } : entry;
  return visible(configLine(shown));
}

/** How a server is tapped, if it is. */
const tapOf = ({ entry }: ConfigServer): TapLine | undefined =>
  'by' in entry && entry.by === 'stdio' ? tapLine([entry.command, ...entry.args]) : undefined;

/** How taps are taken out again, where there are any. */
function advice(found: readonly FoundConfig[]): string[] {
  const tapped = found.filter(({ file }) => 'servers' in file && file.servers.some((one) => tapOf(one)));
  const ids = tapped.map(({ client }) => CONFIGS.find(({ name }) => name === client)?.id ?? 'CLIENT');
  return [...new Set(ids)].map((id) => `tapped: to undo, mcp-loupe tap --uninstall ${id}`);
}

function printJson(job: Job, found: readonly FoundConfig[]): ExitCode {
  const files = found.map(({ client, path, file }) => ({
    client,
    path,
    ...('problem' in file ? file : { servers: file.servers.map(document), remarks: file.remarks }),
  }));
  job.io.json(JSON.stringify({ files }));
  return exit.done;
}

/** Of variables and headers the names alone. */
function document(server: ConfigServer): object {
  const { name, line, disabled, unused, entry } = server;
  const head = { name, line, disabled, tapped: tapOf(server) !== undefined, unused };
  if ('problems' in entry) return { ...head, problems: entry.problems };
  const hide = configSecrets(entry);
  if (entry.by !== 'stdio') {
    return {
      ...head,
      transport: entry.by,
      url: hide.text(entry.url),
      headers: entry.headers.map(([one]) => one),
    };
  }
  const [command = '', ...args] = hide.words([entry.command, ...entry.args]);
  return { ...head, transport: 'stdio', command, args, env: entry.env.map(([one]) => one) };
}
