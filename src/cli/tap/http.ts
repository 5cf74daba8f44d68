import { createHeldClock, systemClock } from '../../host/clock.ts';
import { createHttpRecorder } from '../../host/tapped-http.ts';
import type { HttpTarget } from '../../session/target.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { openReverseProxy, type ReverseProxy } from '../../transport/reverse-proxy.ts';
import { TargetError } from '../../transport/shell.ts';
import { parseTarget, type TargetOptions } from '../../transport/target.ts';
import { exit } from '../exit.ts';
import { shellOf } from '../io.ts';
import { stayFrugal } from './frugal.ts';
import { type Told, unrecorded } from './told.ts';

/** ms for exchanges under way when it is asked to end. */
const GRACE = 2_000;
/** ms that whoever waits for us has, before what records is loaded. */
const FIRST = 150;

/** What stands before a remote server at a port of this machine. */
export interface HttpTap extends Told {
  readonly target: HttpTarget;
  /** 0 = any that is free. */
  readonly port: number;
}

/** The target that words and options name; none where something is wrong with them. */
export function targetFor(words: readonly string[], options: TargetOptions): HttpTarget | undefined {
  try {
    const shell = shellOf({ env: process.env, cwd: process.cwd() });
    return parseTarget(words, options, shell) as HttpTarget;
  } catch (error) {
    if (error instanceof TargetError) return undefined;
    throw error;
  }
}

/**
 * Stands there until it is asked to end: then exchanges under way have a moment, at the second time none. What records is loaded
 * while clients may be served.
 */
export async function tapHttp({ port, ...tap }: HttpTap): Promise<number> {
  const { target } = tap;
  stayFrugal();
  const clock = createHeldClock(systemClock);
  const at = clock.now();
  let isBegun = false;
  let leave = async (): Promise<void> => {};
  let proxy: ReverseProxy;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const recorder = createHttpRecorder({
    ...{ clock, target },
    url: () => proxy.url,
    reader: async () => (await import('./recording.ts')).exchangeReader(),
    onStop: (why) => say(unrecorded(why, isBegun)),
    async open(guard) {
      await begun;
      const { openTapOfUrl } = await import('./recording.ts');
      const opened = await openTapOfUrl(tap, { clock, at, guard, say });
      leave = opened.leave;
      isBegun = true;
      say(`recording ${opened.streams.path}`);
      return opened.streams;
    },
  });
  try {
    proxy = await openReverseProxy({
      ...{ target, port, lookOn: recorder.lookOn, failed: recorder.stop },
      onTrouble: (error) => say(`a client could not connect: ${reason(error)}`),
    });
  } catch (error) {
    say(whyNot(error, port));
    return exit.usage;
  }
  // A mistake of ours is no reason to end somebody else's session.
  process.on('uncaughtException', recorder.stop);
  process.on('unhandledRejection', recorder.stop);
  process.stdout.write(`${proxy.url}\n`);
  // The first exchange does not wait for what records it.
  setTimeout(begin, FIRST).unref();
  await ended(proxy);
  begin();
  await recorder.finish('the tap was ended');
  await leave();
  if (tap.record === undefined) await (await import('./recording.ts')).pruneTaps();
  return exit.done;
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
