import { resolve } from 'node:path';
import { exported } from '../../host/exported.ts';
import type { Host, HostPart, NamedHost } from '../../host/host.ts';
import { createMergedHost } from '../../host/merged.ts';
import { counted, isClocked } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import type { ExportFormat } from '../../transcript/export/formats.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { openRecordings, openStdin } from '../recordings.ts';
import { chooserFor } from './chosen-lines.ts';
import { insistOnNew, writeOutput } from './output.ts';
import { STDIN } from './stdin.ts';

/** `export FILE… --to FORMAT [--marked | --filter F] [-o OUT]`: the sessions of recordings and logs as one document. */
export async function exportSessions(job: Job, format: ExportFormat): Promise<ExitCode> {
  const { io, options, operands } = job;
  insistOnFiles(job, format);
  const choose = chooserFor(job, format.name === 'md');
  insistOnNew(job);
  const hosts = await (operands.includes(STDIN)
    ? openStdin(job)
    : openRecordings(
        operands.map((file) => resolve(io.cwd, file)),
        options,
      ));
  const close = (): void => void Promise.all(hosts.map(({ host }) => host.close()));
  io.stop.addEventListener('abort', close, { once: true });
  const tell = (line: string): void => void (options.quiet || io.err(visible(line)));
  try {
    const chosen = meant(hosts, options.server);
    for (const { name, host } of chosen) {
      await host.whole;
      for (const remark of host.remarks()) tell(`${name}: ${remark}`);
      if (TIMED.includes(format.name) && !isClocked(host.started))
        tell(`${name}: the log has no times: a file of this format must have some, and has those of 1970`);
    }
    const host = together(chosen);
    const { lines, remark } = await choose(host, io.stop);
    if (io.stop.aborted) return exit.done;
    if (remark !== undefined) tell(remark);
    const mask = options.noRedact ? (text: string) => text : host.mask;
    const isWhole = await writeOutput(job, await exported(format, host, lines, mask));
    if (isWhole && options.output !== undefined)
      tell(`wrote ${options.output}: ${counted(lines.length, 'line')}`);
    return exit.done;
  } finally {
    io.stop.removeEventListener('abort', close);
    close();
  }
}

/** Formats in which nothing can be without a time. */
const TIMED = ['har', 'otlp'];

function insistOnFiles({ operands, target, options }: Job, { name }: ExportFormat): void {
  const isNamed = options.server.length > 0 && operands.length === 0;
  const isLive = target.length > 0 || options.config !== undefined || isNamed;
  if (isLive)
    throw new UsageError(
      `a server itself can be exported --to lock alone: record a session (--record FILE), then export FILE --to ${name}`,
    );
  if (operands.length > 0) return;
  throw new UsageError(`export --to ${name} needs a recording or a log; mcp-loupe open lists the recordings`);
}

type Opened = Awaited<ReturnType<typeof openRecordings>>;

/** Those of the servers that are named; all where none is. */
function meant(hosts: Opened, servers: readonly string[]): Opened {
  if (servers.length === 0) return hosts;
  const found = hosts.filter(({ name, host }) => {
    const { target } = host.store.state();
    const called = target.transport === 'recorded' ? target.log?.server : undefined;
    return servers.includes(name) || (called !== undefined && servers.includes(called));
  });
  if (found.length > 0) return found;
  const names = hosts.map(({ name }) => name).join(', ');
  throw new UsageError(`--server: nothing is of ${servers.join(' or ')}; there is ${names}`);
}

/** A session, or the traffic of several as one; those of the same name are told apart by numbers. */
function together(hosts: readonly NamedHost[]): Host {
  const [first] = hosts;
  if (hosts.length === 1 && first !== undefined) return first.host;
  const names = new Map<string, number>();
  const parts = hosts.map(({ name, host }, at): HostPart => {
    const nth = (names.get(name) ?? 0) + 1;
    names.set(name, nth);
    return { id: at + 1, name: nth === 1 ? name : `${name} ${nth}`, host };
  });
  return createMergedHost(parts);
}
