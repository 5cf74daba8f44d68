import { type Bridge, openBridge } from '../../host/bridge.ts';
import { browse } from '../../host/browser.ts';
import { createHeldClock, systemClock } from '../../host/clock.ts';
import { createTapQueue } from '../../host/tap-queue.ts';
import type { HeaderLine } from '../../session/frame.ts';
import { createRedactor, redactorFor } from '../../session/redaction/redactor.ts';
import type { HttpTarget } from '../../session/target.ts';
import { createLines } from '../../tap/lines.ts';
import { HEADER_VARIABLE, URL_VARIABLE } from '../../tap/wrap.ts';
import { visible } from '../../text/visible.ts';
import { TargetError } from '../../transport/shell.ts';
import { isAddress, parseTarget } from '../../transport/target.ts';
import { authorizationOf } from '../authorization.ts';
import { exit, UsageError } from '../exit.ts';
import { shellOf } from '../io.ts';
import type { Job } from '../job.ts';
import type { Options } from '../options.ts';
import { processIo } from '../process-io.ts';
import { stayFrugal } from './frugal.ts';
import { toldOf, unrecorded } from './told.ts';

/** ms that a person has to log in. */
const CONSENT = 300_000;
/** ms that a server has for its first answer, before what records it is loaded. */
const FIRST = 500;
/** ms for a server to be reached. */
const CONNECT = 120_000;

/** A command line that is nothing but such a tap. */
type Asked = Pick<Job, 'io' | 'options' | 'target'>;

/** Is one before anything else of this program is read; nothing where something is wrong with what was typed. */
export async function reachAlone(target: readonly string[], options: Options): Promise<number | undefined> {
  const io = processIo();
  try {
    const code = await tapReached({ target, options, io });
    await io.flush();
    process.exit(io.stopped()?.code ?? code);
  } catch (error) {
    io.release();
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Stands between a client that started it as a process, and a remote server: what an installed entry of a remote server
 * runs. Headers come in variables, as a command line is seen by all.
 */
export async function tapReached(job: Asked): Promise<number> {
  const { io, options } = job;
  const [word = ''] = job.target;
  if (process.stdin.isTTY)
    throw new UsageError(
      `a client starts this; by hand, tap at a port of this machine: mcp-loupe tap --http 4321 -- ${visible(word)}`,
    );
  const target = targetOf(job);
  const authorization = authorizationOf(job, CONSENT);
  stayFrugal();
  const redactor = options.noRedact ? createRedactor() : redactorFor(target);
  const clock = createHeldClock(systemClock);
  const at = clock.now();
  let isBegun = false;
  let leave = async (): Promise<void> => {};
  let wake = (): void => {};
  // The first answer does not wait for what records it.
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
    clock.later(FIRST, resolve);
  });
  const recording = createTapQueue({
    clock,
    onStop: (why) => say(unrecorded(why, isBegun)),
    async open(guard) {
      await woken;
      const { openTapOfUrl } = await import('./recording.ts');
      const opened = await openTapOfUrl({ ...toldOf(options), target, redactor }, { clock, at, guard, say });
      leave = opened.leave;
      isBegun = true;
      return opened.streams;
    },
  });
  let end = (_: number): void => {};
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const bridge = await openBridge({
    target,
    clock: systemClock,
    authorization,
    connectTimeout: CONNECT,
    learn: redactor.learn,
    file: (capture, sent) =>
      recording.add((into) => into.accept(capture, 1, sent), 'msg' in capture ? capture.msg.length : 0),
    out(line) {
      process.stdout.write(`${line}\n`);
      setImmediate(wake);
    },
    say,
    visit: (url) => void visit(job, url),
    onEnd: () => end(exit.connection),
  });
  io.stop.addEventListener('abort', () => end(exit.failed), { once: true });
  if (io.stop.aborted) end(exit.failed);
  // A mistake of ours is no reason to end somebody else's session.
  process.on('uncaughtException', recording.stop);
  process.on('unhandledRejection', recording.stop);
  readLines(bridge, () => end(exit.done));
  const code = await ended;
  wake();
  await bridge.close(code !== exit.done);
  await recording.finish();
  await leave();
  if (options.record === undefined) await (await import('./recording.ts')).pruneTaps();
  return code;
}

const say = (sentence: string): void => void process.stderr.write(`mcp-loupe: ${visible(sentence)}\n`);

/** The client shows at most its log: with `--browser`, as it was installed, the page is opened as well. */
async function visit({ options, io }: Asked, url: string): Promise<void> {
  say(`the server requires authorization; open this page: ${url}`);
  if (!options.browser) return;
  const failure = await browse(url, { env: io.env, platform: process.platform });
  if (failure !== undefined) say(`could not open a browser: ${failure}`);
}

function targetOf({ options, io, target }: Asked): HttpTarget {
  const given = Object.entries(io.env)
    .filter(([name, text]) => name.startsWith(HEADER_VARIABLE) && text !== undefined)
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  const header = given.map(([name, text = '']): HeaderLine => {
    const [, key, value] = /^([!#$%&'*+.^`|~\w-]+): *([\t\x20-\x7e\x80-\xff]*)$/.exec(text.trim()) ?? [];
    if (key === undefined || value === undefined) throw new UsageError(`${name} is not "Name: value"`);
    return [key, value];
  });
  // There is more in it than everybody may see; what was typed is only a part of it then.
  const url = io.env[URL_VARIABLE]?.trim();
  if (url !== undefined && !isAddress(url)) throw new UsageError(`${URL_VARIABLE} is not a URL`);
  return reachedBy({
    target: url === undefined ? target : [url],
    io,
    options: { ...options, header: [...options.header, ...header] },
  });
}

/** The remote server that is named. Only what has a scheme of HTTP or WebSocket comes here. */
export function reachedBy({ options, io, target }: Asked): HttpTarget {
  try {
    return parseTarget(target, options, shellOf(io)) as HttpTarget;
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

/** What the client says, line by line, until it has said all. */
function readLines(bridge: Bridge, done: () => void): void {
  const take = (line: Buffer): void => {
    const text = line.toString('utf8').replace(/\r$/, '');
    if (text.trim() !== '') bridge.take(text);
  };
  const lines = createLines(take);
  const end = (): void => {
    take(lines.rest());
    done();
  };
  process.stdin.on('data', lines.push).once('end', end).once('error', end);
}
