import { randomUUID } from 'node:crypto';
import { type Bridge, openBridge } from '../../host/bridge.ts';
import { browse } from '../../host/browser.ts';
import { type HostClock, systemClock } from '../../host/clock.ts';
import { openTapped, type Tapped } from '../../host/tapped.ts';
import type { HeaderLine } from '../../session/frame.ts';
import type { Redactor } from '../../session/redaction/redaction.ts';
import { createRedactor, redactorFor } from '../../session/redaction/redactor.ts';
import { shortName } from '../../session/short-name.ts';
import type { HttpTarget } from '../../session/target.ts';
import { markTap, tapsFolder } from '../../tap/taps.ts';
import { HEADER_VARIABLE } from '../../tap/wrap.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { placeFor } from '../../transcript/place.ts';
import { TargetError } from '../../transport/shell.ts';
import { parseTarget } from '../../transport/target.ts';
import { version } from '../../version.ts';
import { authorizationOf } from '../authorization.ts';
import { exit, UsageError } from '../exit.ts';
import { shellOf } from '../io.ts';
import type { Job } from '../job.ts';
import { DEFAULTS } from '../open-server.ts';

/** ms that a person has to log in. */
const CONSENT = 300_000;
/** Bytes of the longest line that is taken whole. */
const LINE_LIMIT = 4 * 1024 * 1024;

/**
 * Stands between a client that started it as a process, and a remote server: what an installed entry of a remote server
 * runs. Headers come in variables, as a command line is seen by all.
 */
export async function tapReached(job: Job): Promise<number> {
  const { io, options } = job;
  const [word = ''] = job.target;
  if (process.stdin.isTTY)
    throw new UsageError(
      `a client starts this; by hand, tap at a port of this machine: mcp-loupe tap --http 4321 -- ${visible(word)}`,
    );
  const target = targetOf(job);
  const redactor = options.noRedact ? createRedactor() : redactorFor(target);
  const recording = createRecording();
  await recording.begin(job, target, redactor);
  let end = (_: number): void => {};
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const bridge = await openBridge({
    target,
    clock: systemClock,
    authorization: authorizationOf(job, CONSENT),
    connectTimeout: DEFAULTS.connectTimeout,
    learn: redactor.learn,
    file: recording.file,
    out: (line) => void process.stdout.write(`${line}\n`),
    say,
    visit: (url) => void visit(job, url),
    onEnd: () => end(exit.connection),
  });
  io.stop.addEventListener('abort', () => end(exit.failed), { once: true });
  if (io.stop.aborted) end(exit.failed);
  readLines(bridge, () => end(exit.done));
  const code = await ended;
  await bridge.close(code !== exit.done);
  recording.end();
  return code;
}

const say = (sentence: string): void => void process.stderr.write(`mcp-loupe: ${visible(sentence)}\n`);

/** The client shows at most its log: with `--browser`, as it was installed, the page is opened as well. */
async function visit({ options, io }: Job, url: string): Promise<void> {
  say(`the server requires authorization; open this page: ${url}`);
  if (!options.browser) return;
  const failure = await browse(url, { env: io.env, platform: process.platform });
  if (failure !== undefined) say(`could not open a browser: ${failure}`);
}

function targetOf({ options, io, target }: Job): HttpTarget {
  const given = Object.entries(io.env)
    .filter(([name, text]) => name.startsWith(HEADER_VARIABLE) && text !== undefined)
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  const header = given.map(([name, text = '']): HeaderLine => {
    const [, key, value] = /^([!#$%&'*+.^`|~\w-]+): *([\t\x20-\x7e\x80-\xff]*)$/.exec(text.trim()) ?? [];
    if (key === undefined || value === undefined) throw new UsageError(`${name} is not "Name: value"`);
    return [key, value];
  });
  try {
    // Only what has a scheme of HTTP or WebSocket comes here.
    return parseTarget(
      target,
      { ...options, header: [...options.header, ...header] },
      shellOf(io),
    ) as HttpTarget;
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

/** What the client says, line by line, until it has said all. */
function readLines(bridge: Bridge, done: () => void): void {
  let rest: Buffer[] = [];
  const take = (line: Buffer): void => {
    const text = line.toString('utf8').replace(/\r$/, '');
    if (text.trim() !== '') bridge.take(text);
  };
  process.stdin.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      take(Buffer.concat([...rest, chunk.subarray(from, at)]));
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  });
  const end = (): void => {
    take(Buffer.concat(rest));
    rest = [];
    done();
  };
  process.stdin.once('end', end).once('error', end);
}

/** The transcript of the tap: whatever goes wrong with it, the session goes on. */
function createRecording() {
  let tapped: Tapped | undefined;
  let unmark = (): void => {};
  const stop = (error: unknown): void => {
    if (tapped === undefined) return;
    tapped = undefined;
    say(
      `not recorded from here on, the session goes on: ${typeof error === 'string' ? error : reason(error)}`,
    );
  };
  const guard = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      stop(error);
    }
  };
  const clock: HostClock = {
    ...systemClock,
    soon: (task) => systemClock.soon(() => guard(task)),
    later: (ms, task) => systemClock.later(ms, () => guard(task)),
  };
  return {
    async begin({ options }: Job, target: HttpTarget, redactor: Redactor): Promise<void> {
      const { client, record, force, noRedact } = options;
      const [server = shortName(target)] = options.server;
      const started = new Date(clock.wall());
      const folder = tapsFolder();
      try {
        const path = placeFor(record ?? `${folder}/`, target, started, server);
        tapped = await openTapped({
          ...{ target, path, clock, redactor, id: randomUUID(), lineLimit: LINE_LIMIT },
          ...{ client: client ?? 'unknown', overwrite: force, redact: !noRedact, onStop: stop },
          tool: { name: 'mcp-loupe', version },
        });
        const mark = { pid: process.pid, path, server, started: started.toISOString() };
        unmark = markTap(folder, client === undefined ? mark : { ...mark, client });
      } catch (error) {
        say(`not recorded, the session goes on: ${reason(error)}`);
      }
    },
    file: (capture: Parameters<Tapped['accept']>[0]) => guard(() => tapped?.accept(capture)),
    end() {
      guard(() => tapped?.close());
      guard(unmark);
    },
  };
}
