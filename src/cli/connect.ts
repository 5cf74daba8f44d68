import type { Connection } from '../connection/connection.ts';
import type { Host } from '../host/host.ts';
import { addressOf, type LiveTarget, type Target } from '../session/target.ts';
import { announces, type ListName, opensConnection, serverCapabilityOf } from '../spec/methods.ts';
import { REVISIONS } from '../spec/revision.ts';
import { quoteShell } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import { failureJson } from './ending.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import type { NamedTarget } from './named-target.ts';
import { type StderrNotes, tellFindings, tellStderr } from './notes.ts';
import { DEFAULTS, openServer, readAnswers } from './open-server.ts';
import { authorizationFor, targetOf, targetsOf } from './target-of.ts';

/** A connected server, and where to tell what concerns the user about it. */
export interface ConnectedServer {
  readonly host: Host;
  readonly connection: Connection;
  /** Writes a line to stderr, made safe and without secrets. */
  readonly tell: (line: string) => void;
}

/**
 * Connects, does the work and ends the server, whatever happens. A connection that fails ends here, with its reasons
 * on stderr; when the job is asked to stop, the running requests are cancelled and the server is ended, so that the
 * work comes to its end by itself.
 *
 * @param lists what to ask for while connecting, all when undefined; a script mostly asks for itself
 * @param lost reports what is known of a server that answered the handshake, and was lost before it was ready
 */
export async function withServer(
  job: Job,
  lists: readonly ListName[] | undefined,
  work: (server: ConnectedServer) => Promise<ExitCode>,
  lost?: (server: ConnectedServer) => Promise<void>,
): Promise<ExitCode> {
  const target = await targetOf(job);
  return target === undefined ? exit.done : withTarget(job, target, lists, work, lost);
}

/** What is done beside the work with several servers. */
interface BesidesWork {
  /** Reports what is known of one that answered the handshake, and was lost before it was ready. */
  readonly lost?: (server: ConnectedServer, job: Job) => Promise<void>;
  /** Throws a UsageError where the work cannot be done with so many, before any of them is started. */
  readonly insist?: (count: number) => void;
}

/**
 * The same with all servers that a job names, side by side. What is printed of each is told under its name, in the order in which
 * they are named; the exit code is the worst. One that fails costs the others nothing.
 *
 * @param work is given the job of the server as well, through which its result is printed, and the server's name
 */
export async function withServers(
  job: Job,
  lists: readonly ListName[] | undefined,
  work: (server: ConnectedServer, job: Job, name: string) => Promise<ExitCode>,
  { lost, insist }: BesidesWork = {},
): Promise<ExitCode> {
  const targets = await targetsOf(job);
  if (targets === undefined) return exit.done;
  insist?.(targets.length);
  const one = ({ job: own, target, name }: NamedTarget): Promise<ExitCode> => {
    const tellLost = lost && ((server: ConnectedServer) => lost(server, own));
    return withTarget(own, target, lists, (server) => work(server, own, name), tellLost);
  };
  const [first] = targets;
  if (targets.length === 1 && first !== undefined && 'target' in first) return one(first);
  return (await import('./side-by-side.ts')).printSideBySide(job, targets, one);
}

/** The same with a target that is known. */
export async function withTarget(
  job: Job,
  target: LiveTarget,
  lists: readonly ListName[] | undefined,
  work: (server: ConnectedServer) => Promise<ExitCode>,
  lost?: (server: ConnectedServer) => Promise<void>,
): Promise<ExitCode> {
  const { io, options } = job;
  const answers = await readAnswers(job);
  const waits = options.connectTimeout ?? DEFAULTS.connectTimeout;
  const authorization = await authorizationFor(job, target, waits);
  const host = await openServer(job, target, options.record, answers, authorization, 'refuse');
  const { connection } = host;
  tellUnknownRevision(job);
  const findings = () => (job.reportsFindings ? [] : [tellFindings(host, io.err, job.about)]);
  const said = options.quiet ? [] : [tellStderr(host, io.err), ...findings()];
  const notes = host.authorization === undefined ? said : [...said, await visiting(job, host)];
  // What the server said before comes before it.
  const tell = (line: string): void => {
    for (const note of notes) note.flush();
    io.err(visible(host.mask(line)));
  };
  const stop = (): void => {
    for (const { seq } of host.store.state().running) connection.call(seq)?.cancel('interrupted');
    void host.close();
  };
  const done = async (): Promise<ExitCode> => {
    if (io.stop.aborted) return exit.failed;
    const connected = await connection.connect(lists);
    for (const note of notes) note.flush();
    if (connected === 'ready') return work({ host, connection, tell });
    if (io.stop.aborted) return exit.failed;
    if (wasOpen(host)) await lost?.({ host, connection, tell });
    return tellFailure(job, host, tell);
  };
  io.stop.addEventListener('abort', stop, { once: true });
  const code = await done().finally(async () => {
    io.stop.removeEventListener('abort', stop);
    await host.close();
    for (const note of notes) note.end();
    tellStopped(host, io);
  });
  return code === exit.done && host.recording()?.stopped !== undefined ? exit.failed : code;
}

/** Whoever asked for a recording needs to know when it is not complete. */
function tellStopped(host: Host, io: Io): void {
  const stopped = host.recording()?.stopped;
  if (stopped !== undefined) io.err(`mcp-loupe: ${visible(stopped)}; the part written so far can be opened`);
}

const visiting = async (job: Job, host: Host): Promise<StderrNotes> =>
  (await import('./visit.ts')).askToAuthorize(job, host);

/** A version that no revision has may be just what is to be tried; a slip of the finger looks the same. */
function tellUnknownRevision({ options, io }: Job): void {
  const { protocolVersion: asked, quiet } = options;
  if (asked === undefined || quiet || REVISIONS.some((revision) => revision === asked)) return;
  io.err(`mcp-loupe: ${visible(asked)} is not a known revision; requesting it anyway`);
}

/** Says on stderr when a method's capability was not declared: a verb sends the request anyway. */
export function tellUnannounced({ host, tell }: ConnectedServer, method: string): void {
  const capability = serverCapabilityOf(method);
  if (capability === undefined || announces(host.store.state().capabilities.server, capability)) return;
  tell(`${capability} is not declared; requesting it anyway`);
}

/** Whether the server has answered the handshake. */
const wasOpen = ({ store }: Host): boolean => store.state().era !== undefined;

/** Reports why it could not connect, or lost the connection. */
function tellFailure(job: Job, host: Host, tell: (line: string) => void): ExitCode {
  const { why, stderr, target } = host.store.state();
  if (job.reportsFindings && !job.options.quiet) tellFindings(host, job.io.err).end();
  if (job.options.quiet) for (const line of stderr.slice(-20)) tell(`server: ${line}`);
  tell(`${wasOpen(host) ? 'lost the connection to' : 'could not connect to'} ${quoteShell(wordsOf(target))}`);
  for (const line of why) tell(`  ${line}`);
  job.unreached?.(why.map(host.mask));
  const kind = timedOut(host) ? 'timeout' : 'connection';
  if (job.options.json) job.io.json(failureJson(kind, host.mask(why.join('; '))));
  return exit[kind];
}

/** A target as words of a command line. */
function wordsOf(target: Target): readonly string[] {
  switch (target.transport) {
    case 'stdio':
      return [target.command, ...target.args];
    case 'recorded':
      return [target.of];
    case 'http':
    case 'sse':
    case 'ws':
      return [addressOf(target)];
  }
}

/** Whether the requests that open a connection ended by their own time limit; an answer may have come since. */
function timedOut({ log }: Host): boolean {
  let isOver = false;
  for (let place = 0; place < log.traffic.length; place += 1) {
    const row = log.row(log.traffic.at(place));
    if (row?.kind !== 'request' || !opensConnection(row.method)) continue;
    if (row.ended === 'answered' && row.late !== true) return false;
    isOver ||= row.ended === 'timeout' || row.late === true;
  }
  return isOver;
}
