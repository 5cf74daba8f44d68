import { exitDetail } from '../session/error-line.ts';
import type { Capture } from '../session/frame.ts';
import { createEcho } from '../transport/echo.ts';
import { createFraming, type Framing } from '../transport/framing.ts';
import { createIdleTimer } from '../transport/idle-timer.ts';
import { nearJson } from '../transport/near-json.ts';
import { createJunk } from '../transport/rejects.ts';
import type { End, RelayedStream } from '../transport/relay.ts';
import { inPieces } from '../transport/sluice.ts';
import { createStderrLines } from '../transport/stderr-lines.ts';
import type { TapTranscript } from './tap-queue.ts';
import { openTapped, type Tapped, type TappedOptions } from './tapped.ts';

/** A stream of the server as messages, which go into the transcript. */
export interface TappedLines {
  /** Takes the next bytes. */
  add(bytes: Buffer): void;
  /** Looks at a few of them; false when nothing is left. */
  step(): boolean;
  /** Nothing comes for now. */
  rest(): void;
  /** Nothing more comes. */
  end(): void;
}

/** What lines are recorded from: a stream of the server, or what we ourselves have said to one of the two. */
export type TappedStream = RelayedStream | 'toServer' | 'toClient';

/** A transcript with what reads the streams. */
export interface TappedStreams extends TapTranscript {
  readonly lines: Readonly<Record<TappedStream, TappedLines>>;
  /** The process was started, and has ended. */
  spawned(pid: number): void;
  exited(end: End): void;
  /** The client has ended its side, or we end the process ourselves. */
  closed(side?: 'client'): void;
}

/** Lines of stderr that are kept to find the reason of an exit. */
const LAST_LINES = 500;

/** What is done later must not reach the session, either. */
type Guard = (task: () => void) => void;

/** Begins a transcript of the streams of a server. Rejects like `openTapped`. */
export async function openStreams(options: TappedOptions, guard: Guard): Promise<TappedStreams> {
  const tapped = await openTapped(options);
  let isThere = false;
  let isClosed = false;
  const lastStderr: string[] = [];
  const stderr = createStderrLines((text) => {
    lastStderr.push(text);
    if (lastStderr.length > 2 * LAST_LINES) lastStderr.splice(0, LAST_LINES);
    tapped.accept({ type: 'stderr', text });
  });
  return {
    lines: {
      ...messages(tapped, options.lineLimit, guard),
      stderr: linesOf(inPieces(stderr.push), stderr, guard),
    },
    spawned(pid) {
      isThere = true;
      isClosed = false;
      tapped.life('spawn', { pid });
    },
    exited(end) {
      if (!isThere) return;
      isThere = false;
      // What it printed tells why it failed, if it has.
      const detail = exitDetail(
        'signal' in end ? end : {},
        'code' in end && end.code === 0 ? [] : lastStderr,
      );
      tapped.life('exit', { ...end, ...(detail === undefined ? {} : { detail }) });
    },
    closed(side) {
      if (!isThere || isClosed) return;
      isClosed = true;
      tapped.life('close', side === undefined ? {} : { side });
    },
    unrecorded: tapped.unrecorded,
    close: tapped.close,
  };
}

/** The two streams of messages. */
function messages(tapped: Tapped, limit: number, guard: Guard) {
  const accept = (capture: Capture): void => tapped.accept(capture);
  const own = (capture: Capture): void => tapped.accept(capture, 1, { by: 'auto' });
  const echo = createEcho();
  const sent = (capture: Capture): void => {
    if (capture.type === 'frame') echo.sent(capture.msg);
    accept(capture);
  };
  const received = (capture: Capture): void =>
    accept((capture.type === 'frame' ? echo.of(capture) : undefined) ?? capture);
  const near = { read: nearJson, onMalformed: () => {} };
  return {
    stdin: framed(sent, (emit) => createFraming('c2s', emit, limit, undefined, true), guard),
    stdout: framed(received, (emit) => createFraming('s2c', emit, limit, near, true), guard),
    toServer: framed(own, (emit) => createFraming('c2s', emit, limit, undefined, true), guard),
    toClient: framed(own, (emit) => createFraming('s2c', emit, limit, undefined, true), guard),
  };
}

/** Of long runs of lines without a message many are one entry. */
function framed(
  accept: (capture: Capture) => void,
  make: (emit: (capture: Capture) => void) => Framing,
  guard: Guard,
): TappedLines {
  const junk = createJunk(accept);
  const framing = make(junk.emit);
  const flushed = (work: () => void) => () => {
    work();
    junk.flush();
  };
  const { waiting, settle, giveUp, end } = framing;
  const lines = linesOf(
    framing,
    { waiting, settle: flushed(settle), giveUp: flushed(giveUp), end: flushed(end) },
    guard,
  );
  return { ...lines, rest: flushed(lines.rest) };
}

/** What is split into lines, and what has begun without its end, which is taken as one when nothing comes for a while. */
function linesOf(
  { add, step }: Pick<TappedLines, 'add' | 'step'>,
  rest: { waiting(): boolean; settle?(): void; giveUp(): void; end(): void },
  guard: Guard,
): TappedLines {
  const idle = createIdleTimer({
    waiting: rest.waiting,
    settle: () => guard(() => rest.settle?.()),
    giveUp: () => guard(rest.giveUp),
  });
  return {
    add(bytes) {
      idle.stop();
      add(bytes);
    },
    step,
    rest: idle.heard,
    end() {
      idle.stop();
      rest.end();
    },
  };
}
