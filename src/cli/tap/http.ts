import { createHeldClock, systemClock } from '../../host/clock.ts';
import { openTapped } from '../../host/tapped.ts';
import { createHttpRecorder } from '../../host/tapped-http.ts';
import type { HttpTarget } from '../../session/target.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { openReverseProxy, type ReverseProxy } from '../../transport/reverse-proxy.ts';
import { TargetError } from '../../transport/shell.ts';
import { parseTarget } from '../../transport/target.ts';
import { exit, UsageError } from '../exit.ts';
import { shellOf } from '../io.ts';
import type { Job } from '../job.ts';
import { openTapWith } from './recording.ts';

/** ms for exchanges under way when it is asked to end. */
const GRACE = 2_000;

/**
 * Stands before a remote server at a port of this machine, until it is asked to end: then exchanges under way have a moment, at the
 * second time none.
 */
export async function tapHttp(job: Job, port: number, release: () => void): Promise<number> {
  const target = remoteOf(job);
  const { client, server, record, force, noRedact } = job.options;
  const how = { client, server: server[0], record, force, redact: !noRedact };
  const clock = createHeldClock(systemClock);
  const at = clock.now();
  let unmark = (): void => {};
  let proxy: ReverseProxy | undefined;
  const recorder = createHttpRecorder({
    ...{ clock, target },
    url: () => proxy?.url ?? '',
    onStop: (why) => say(`not recorded from here on, the session goes on: ${why}`),
    async open(guard) {
      const opened = await openTapWith({ ...how, target }, { clock, at, guard }, openTapped);
      unmark = opened.unmark;
      say(`recording ${opened.streams.path}`);
      return opened.streams;
    },
  });
  try {
    proxy = await openReverseProxy({ target, port, lookOn: recorder.lookOn, failed: recorder.stop });
  } catch (error) {
    await recorder.finish('it could not listen');
    unmark();
    throw new UsageError(whyNot(error, port));
  }
  release();
  // A mistake of ours is no reason to end somebody else's session.
  process.on('uncaughtException', recorder.stop);
  process.on('unhandledRejection', recorder.stop);
  process.stdout.write(`${proxy.url}\n`);
  await ended(proxy);
  await recorder.finish('the tap was ended');
  unmark();
  return exit.done;
}

function remoteOf({ target, options, io }: Job): HttpTarget {
  try {
    return parseTarget(target, options, shellOf(io)) as HttpTarget;
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

const say = (text: string): void => void process.stderr.write(`mcp-loupe: ${visible(text)}\n`);

function whyNot(error: unknown, port: number): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} of this machine is taken; choose another, or 0 for any`;
  if (code === 'EACCES') return `port ${port} needs rights that this user has not; choose one above 1023`;
  return `cannot listen at port ${port}: ${reason(error)}`;
}

/** Resolves when all is over after the signal that asks for it. */
function ended(proxy: ReverseProxy): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) proxy.kill();
      isAsked = true;
      void proxy.end().then(resolve);
      setTimeout(proxy.kill, GRACE).unref();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask);
  });
}
