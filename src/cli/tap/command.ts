import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHeldClock, systemClock } from '../../host/clock.ts';
import type { StartedServer } from '../../host/replaced.ts';
import { createStdioRecorder, type StdioRecorder } from '../../host/tapped-stdio.ts';
import type { TappedStreams } from '../../host/tapped-streams.ts';
import type { StdioTarget } from '../../session/target.ts';
import type { Clock } from '../../time/clock.ts';
import {
  endLike,
  type Relay,
  type RelayedServer,
  relayedProcess,
  startRelay,
} from '../../transport/relay.ts';
import { beFast, stayFrugal } from './frugal.ts';
import type { TapOptions } from './recording.ts';
import { unrecorded } from './told.ts';

/** Exit codes as a shell has them. */
const NOT_FOUND = 127;
const NOT_STARTED = 126;

/**
 * Stands in the place of a server: starts it, passes everything on, and ends as it does. What records is loaded while the
 * server starts, and nothing that goes wrong there reaches the two.
 *
 * @returns the exit code, where the server could not be started; else it ends this process
 */
export async function tapCommand(options: TapOptions): Promise<number> {
  // Watched before anything is started, so that no change is missed.
  const changes = options.watch === undefined ? undefined : await watchFor(options.watch);
  const first = await startServer(options.words).catch((error: unknown) => ({ error }));
  if ('error' in first) {
    await changes?.close();
    return notStarted(options, first.error);
  }
  stayFrugal();
  const clock = createHeldClock(systemClock);
  const at = clock.now();
  let isBegun = false;
  let leave = async (): Promise<void> => {};
  let relay: Relay | undefined;
  const say = (sentence: string): void => {
    const line = `mcp-loupe: ${sentence}`;
    if (relay === undefined) process.stderr.write(`${line}\n`);
    else relay.say(line);
  };
  const recorder = createStdioRecorder({
    clock,
    pid: first.pid,
    onStop: (why) => say(unrecorded(why, isBegun)),
    onFlood: beFast,
    async open(guard) {
      const { openTap } = await import('./recording.ts');
      const opened = await openTap({ ...options, target: targetOf(options) }, { clock, at, guard, say });
      leave = opened.leave;
      isBegun = true;
      return opened.streams satisfies TappedStreams;
    },
  });
  relay =
    changes === undefined
      ? startRelay(first.server, recorder)
      : await startReplaced(options.words, first.server, changes, { recorder, clock, say });
  // A mistake of ours is no reason to end somebody else's session.
  process.on('uncaughtException', recorder.stop);
  process.on('unhandledRejection', recorder.stop);
  const end = await relay.ended;
  let isHurried = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      isHurried = true;
    });
  await recorder.finish(end, () => isHurried);
  await leave();
  if (options.record === undefined) await (await import('./recording.ts')).pruneTaps();
  relay.goodbye();
  return endLike(end);
}

/** Changes of files, those before anybody listened as well. */
interface Changes {
  listen(change: (file: string) => void, say: (sentence: string) => void): void;
  close(): Promise<void>;
}

/** Watches files; resolves once every change is noticed. */
async function watchFor(patterns: readonly string[]): Promise<Changes> {
  const { watchFiles } = await import('./recording.ts');
  const early: string[] = [];
  let onChange = (file: string): void => void early.push(file);
  let say = (sentence: string): void => void process.stderr.write(`mcp-loupe: ${sentence}\n`);
  const watching = await watchFiles({
    ...{ patterns, cwd: process.cwd() },
    onChange: (file) => onChange(file),
    onError: (why) => say(`--watch: ${why}`),
  });
  if (watching.count === 0) say(`--watch: no file matches ${patterns.join(' ')} yet`);
  return {
    close: watching.close,
    listen(change, tell) {
      onChange = change;
      say = tell;
      early.splice(0).forEach(change);
    },
  };
}

/** Passes on as the other does, and puts another server in the place of the first when files change. */
async function startReplaced(
  words: readonly string[],
  first: RelayedServer,
  changes: Changes,
  parts: {
    readonly recorder: StdioRecorder;
    readonly clock: Clock;
    readonly say: (sentence: string) => void;
  },
): Promise<Relay> {
  const { createReplaced } = await import('./recording.ts');
  const server = createReplaced({ ...parts, first, start: () => startServer(words) });
  changes.listen(server.change, parts.say);
  void server.ended.then(changes.close);
  const { passed, ended, left } = parts.recorder;
  // What are messages is recorded where it is known whose they are.
  return startRelay(server, {
    passed: (stream, bytes) => (stream === 'stderr' ? passed(stream, bytes) : undefined),
    ...{ ended, left },
  });
}

/** Starts the server with all that we have been given ourselves, at the head of a group of processes. */
async function startServer([command = '', ...args]: readonly string[]): Promise<StartedServer> {
  const isWindows = process.platform === 'win32';
  // There a group would get a window of its own, and scripts are not programs.
  const start = isWindows ? (await import('./recording.ts')).spawnAnything : spawn;
  const child = start(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  }) as ChildProcessWithoutNullStreams;
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  return { server: relayedProcess(child, pid), pid };
}

async function notStarted(options: TapOptions, error: unknown): Promise<number> {
  const { startErrorOf, visible } = await import('./recording.ts');
  process.stderr.write(`mcp-loupe: ${visible(startErrorOf(error, targetOf(options)).message)}\n`);
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? NOT_FOUND : NOT_STARTED;
}

function targetOf({ words: [command = '', ...args] }: TapOptions): StdioTarget {
  const env = process.env as Readonly<Record<string, string>>;
  return { transport: 'stdio', command, args, cwd: process.cwd(), env, given: [], beyondClient: [] };
}
