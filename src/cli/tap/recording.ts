import { randomUUID } from 'node:crypto';
import type { HeldClock } from '../../host/clock.ts';
import { openTapped, type TappedOptions } from '../../host/tapped.ts';
import { openStreams } from '../../host/tapped-streams.ts';
import type { Traces } from '../../host/traces.ts';
import type { Redactor } from '../../session/redaction/redaction.ts';
import { createRedactor, redactorFor } from '../../session/redaction/redactor.ts';
import { shortName } from '../../session/short-name.ts';
import type { LiveTarget } from '../../session/target.ts';
import { markTap, type TapMark, tapsFolder } from '../../tap/taps.ts';
import { isTaken } from '../../text/reason.ts';
import { placeBeside, placeFor } from '../../transcript/place.ts';
import { version } from '../../version.ts';
import type { Told } from './told.ts';

// All that a tap loads after its server was started is reached through this file.
export { default as spawnAnything } from 'cross-spawn';
export { watchFiles } from '../../disk/watched.ts';
export { createReplaced } from '../../host/replaced.ts';
export { visible } from '../../text/visible.ts';
export { startErrorOf } from '../../transport/start-error.ts';
export { pruneTaps } from './pruning.ts';

/** What is put between a client and its server, and how it is recorded. */
export interface TapOptions extends Told {
  /** The command of the server. */
  readonly words: readonly string[];
  /** The files whose changes put another server in the place of the one that runs; absent if none are watched. */
  readonly watch?: readonly string[] | undefined;
}

/** Bytes of the longest line that a tap keeps whole: it must not need more memory than the session that it looks at. */
const LINE_LIMIT = 4 * 1024 * 1024;

/** How often another name is tried where one was taken meanwhile. */
const TRIES = 10;

/** When the server was started, and how what is done later is guarded. */
interface Beginning {
  readonly clock: HeldClock;
  readonly at: number;
  readonly guard: (task: () => void) => void;
  /** Tells whoever has started the tap. */
  readonly say: (sentence: string) => void;
}

/** Opens a transcript, and what reads that which goes into it. */
type Open<Opened> = (options: TappedOptions, guard: Beginning['guard']) => Promise<Opened>;

/** What is recorded, and how. */
type Recorded = Told & {
  readonly target: LiveTarget;
  /** One of its own unless it is given. */
  readonly redactor?: Redactor;
};

/** Begins the transcript of a tap before a command, and marks the tap as live. Rejects when nothing can be written. */
export const openTap = (options: Recorded, beginning: Beginning) => openWith(options, beginning, openStreams);

/** The same before a remote server. */
export const openTapOfUrl = (options: Recorded, beginning: Beginning) =>
  openWith(options, beginning, openTapped);

/** What reads that which passes a reverse proxy. */
export const exchangeReader = () => import('../../transport/exchange-reader.ts');

async function openWith<Opened>(
  options: Recorded,
  { clock, at, guard, say }: Beginning,
  open: Open<Opened>,
): Promise<{ readonly streams: Opened; readonly leave: () => Promise<void> }> {
  const { target, client = 'unknown', server = shortName(target), record, force, redact } = options;
  const redactor = options.redactor ?? (redact ? redactorFor(target) : createRedactor());
  const folder = tapsFolder();
  let traces: Traces | undefined;
  const { tracesTo } = options.otlp === undefined ? {} : await import('../sessions/traced.ts');
  clock.set(at);
  const started = new Date(clock.wall());
  const guarded = {
    ...clock,
    soon: (task: () => void) => clock.soon(() => guard(task)),
    later: (ms: number, task: () => void) => clock.later(ms, () => guard(task)),
  };
  const begin = (tries: number): Promise<{ readonly streams: Opened; readonly path: string }> => {
    clock.set(at);
    const place = placeFor(record ?? `${folder}/`, target, started, server);
    // A client starts its servers again and again, with the same command line.
    const path = force ? place : placeBeside(place);
    const opening = open(
      {
        ...{ target, client, path, redact, overwrite: force, lineLimit: LINE_LIMIT, id: randomUUID() },
        ...{ clock: guarded, tool: { name: 'mcp-loupe', version } },
        redactor,
        ...(tracesTo && {
          traces: (session) => {
            traces = tracesTo(options.otlp ?? '', process.env, session, say);
            return traces;
          },
        }),
        onStop: (why) => {
          throw new Error(why);
        },
      },
      guard,
    );
    clock.set(undefined);
    return opening.then(
      (streams) => ({ streams, path }),
      (error: unknown) => {
        // A client may start a server twice at once, and both taps find the same name free.
        if (tries === 0 || !(error instanceof Error && isTaken(error.cause))) throw error;
        return begin(tries - 1);
      },
    );
  };
  const { streams, path } = await begin(TRIES);
  const mark = { pid: process.pid, path, server, started: started.toISOString() };
  const named = options.client === undefined ? mark : { ...mark, client: options.client };
  const unmark = marked(folder, named);
  return {
    streams,
    async leave() {
      unmark();
      // The client waits for the end of the tap, and not for long.
      await traces?.end(PATIENCE);
    },
  };
}

/** ms. */
const PATIENCE = 2_000;

/** Marks the tap as live; one that cannot be marked is recorded, and only not found while it is. */
function marked(folder: string, mark: TapMark): () => void {
  try {
    return markTap(folder, mark);
  } catch {
    return () => {};
  }
}
