import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../connection/call.ts';
import type { Host } from '../host/host.ts';
import { memberText, withMember } from '../json/parts.ts';
import { valueAt } from '../json/path.ts';
import { compareAnswers } from './compare.ts';
import { createGate, type Gate, type NotSent } from './gate.ts';
import { type CallQuestions, type RecordedAnswers, whyNotAnswered } from './questions.ts';
import { type ReplayedCall, resultIn, statusAt, taskIn, taskNamed } from './replayed-call.ts';
import { paramsOf, type SteppedServer, whyGone } from './runner.ts';
import { withSecrets } from './secrets.ts';
import { LONGEST } from './step.ts';
import { endSaid, type ToldOfTask } from './task-end.ts';
import type { VerifyOptions } from './verifiable.ts';

/** One time that a call was made. */
export interface Sent {
  readonly outcome: Outcome;
  /** The whole messages: of the answer in the end, and of one before it that created a task. */
  readonly answer?: string;
  readonly creation?: string;
  /** Of an answer of HTTP that held no message. */
  readonly status?: number;
  readonly ms: number;
  readonly questions: CallQuestions;
  /** What was said of its task when that was over. */
  readonly taskSaid?: string;
  /** It was given up because the program is to end. */
  readonly isInterrupted: boolean;
}

/** What became of a call: it was made, once or twice, or it was not. */
export type Replayed =
  | { readonly kind: 'sent'; readonly params: unknown; readonly first: Sent; readonly second?: Sent }
  /** A tool that answered when it was recorded and that the server does not list now. */
  | { readonly kind: 'unlisted' | 'error'; readonly why: string }
  /** Whether it may have changed what later calls answer. */
  | { readonly kind: 'skipped'; readonly why: string; readonly mayChange: boolean };

/** What calls are made again with. */
export interface Replay {
  readonly server: SteppedServer;
  readonly options: VerifyOptions;
  readonly answers: RecordedAnswers;
  /** How the recording calls what the server names now: ids of tasks, by those of now. */
  readonly names: Map<string, string>;
  /** When the recording ends, in ms. */
  readonly end: number;
}

/**
 * Makes the calls of a recording again, in their order: one that was made when another had ended waits for the end of that,
 * one that was made beside others is made beside them. To measure the noise, those that were made beside each other are made so
 * once more.
 */
export async function replayed(calls: readonly ReplayedCall[], replay: Replay): Promise<readonly Replayed[]> {
  const found: Replayed[] = [];
  const gate = replay.options.all ? undefined : createGate(replay.server);
  for (const together of groupsOf(calls)) {
    const first = await inTurn(together, replay, (call) => make(call, replay, gate), gate);
    if (!replay.options.twice) {
      found.push(...first);
      continue;
    }
    if (together.some((call, place) => tellsTime(call, first[place]))) await pause(NEXT_SECOND);
    const again = await inTurn(together, replay, (call, place) => repeat(call, first[place], replay));
    found.push(...first.map((one, place) => withSecond(one, again[place])));
  }
  return found;
}

const withSecond = (one: Replayed, second: Sent | undefined): Replayed =>
  one.kind === 'sent' && second !== undefined ? { ...one, second } : one;

/** Calls that were made while others had not ended, each with those. */
function groupsOf(calls: readonly ReplayedCall[]): readonly (readonly ReplayedCall[])[] {
  const groups: ReplayedCall[][] = [];
  let open: readonly ReplayedCall[] = [];
  for (const call of calls) {
    open = open.filter((one) => !isOver(one, call));
    if (open.length === 0) groups.push([]);
    groups.at(-1)?.push(call);
    open = [...open, call];
  }
  return groups;
}

/** Starts each once all that had ended before it are done. */
async function inTurn<T>(
  calls: readonly ReplayedCall[],
  replay: Replay,
  start: (call: ReplayedCall, place: number) => Promise<T>,
  gate?: Gate,
): Promise<readonly T[]> {
  const done: Promise<T>[] = [];
  let open: readonly (readonly [ReplayedCall, Promise<T>])[] = [];
  for (const [place, call] of calls.entries()) {
    const over = open.filter(([one]) => isOver(one, call));
    if (over.length > 0) open = open.filter(([one]) => !isOver(one, call));
    await Promise.all(over.map(([, one]) => one));
    if (call.isAfterLoss) await openAgain(replay);
    if (call.method === 'tools/call') await gate?.refresh(call.subject);
    const started = start(call, place);
    done.push(started);
    open = [...open, [call, started]];
  }
  return Promise.all(done);
}

/** Whether a call had ended before another was made. */
function isOver({ end }: ReplayedCall, other: ReplayedCall): boolean {
  if (end.kind === 'answered') return end.line.seq < other.seq;
  return end.t !== undefined && end.t <= other.t;
}

/** A server that was lost is started again where it was when the recording was made. */
async function openAgain({ server: { host, connection }, options }: Replay): Promise<void> {
  if (host.store.state().phase !== 'ready' && !options.stop.aborted) await connection.restart();
}

async function make(call: ReplayedCall, replay: Replay, gate: Gate | undefined): Promise<Replayed> {
  const { options, server } = replay;
  const gone = whyGone(server, options.stop);
  if (gone !== undefined) return { kind: 'error', why: gone };
  const refused = cancelsOwnTask(call, replay) ? undefined : gate?.whyNot(call.method, call.subject);
  if (refused !== undefined) return notMade(call, refused);
  const restored = withSecrets(call.params ?? '{}', options.secrets);
  if ('why' in restored) return { kind: 'error', why: restored.why };
  const masked = call.questions.find(({ isRedacted }) => isRedacted);
  if (masked !== undefined) return { kind: 'error', why: whyNotAnswered(masked.method) };
  const params = call.params === undefined ? undefined : paramsOf(named(restored.params, replay), OWN);
  const first = await send(call, params, replay);
  const id = taskIn(first.creation ?? first.answer);
  const known = taskIn(call.creation ?? answerIn(call));
  if (id !== undefined && known !== undefined) replay.names.set(id, known);
  return { kind: 'sent', first, params };
}

/** Whether a call cancels a task that was created in this session. */
const cancelsOwnTask = ({ method, params }: ReplayedCall, { names }: Replay): boolean =>
  method === 'tasks/cancel' && [...names.values()].includes(taskNamed(params));

function notMade(call: ReplayedCall, { kind, why }: NotSent): Replayed {
  if (kind === 'unknown') return { kind: 'error', why };
  if (kind === 'harm') return { kind: 'skipped', why, mayChange: true };
  const result = resultIn(answerIn(call));
  const wasThere = result !== undefined && valueAt(result, '/isError') !== true;
  return wasThere
    ? { kind: 'unlisted', why: `${call.subject} is no longer listed` }
    : { kind: 'skipped', why, mayChange: false };
}

/** Makes a call once more that was answered. */
async function repeat(
  call: ReplayedCall,
  made: Replayed | undefined,
  replay: Replay,
): Promise<Sent | undefined> {
  const isAnswered = made?.kind === 'sent' && made.first.answer !== undefined && call.end.kind === 'answered';
  if (!isAnswered || whyGone(replay.server, replay.options.stop) !== undefined) return undefined;
  return send(call, made.params, replay);
}

/** ms until a time that is told to the second is another one. */
const NEXT_SECOND = 1_050;

/** Whether an answer differs in what may be a time to the second, which is the same in two calls one after the other. */
function tellsTime(call: ReplayedCall, made: Replayed | undefined): boolean {
  const was = answerIn(call);
  if (was === undefined || made?.kind !== 'sent' || made.first.answer === undefined) return false;
  const { differences } = compareAnswers(was, made.first.answer, { level: 'values' });
  return differences.some(({ is }) => [String(is), decoded(is)].some((text) => TO_THE_SECOND.test(text)));
}

const TO_THE_SECOND = /\d:\d\d:\d\d|^[12]\d{9}$/;

/** What a text holds as Base64, as blobs of resources do. */
const decoded = (value: unknown): string =>
  typeof value === 'string' && value.length < 10_000 ? Buffer.from(value, 'base64').toString('latin1') : '';

const answerIn = ({ end }: ReplayedCall): string | undefined =>
  end.kind === 'answered' ? end.line.msg : undefined;

/** Params about a task with the id that it has now. */
function named(params: string, { names }: Replay): string {
  const task = taskNamed(params);
  const [now] = [...names].find(([, name]) => name === task && task !== '') ?? [];
  return now === undefined ? params : withMember(params, 'taskId', JSON.stringify(now));
}

/** Of `_meta` without what each connection says for itself. */
const OWN = new Set([
  'progressToken',
  ...['protocolVersion', 'clientInfo', 'clientCapabilities'].map((name) => `io.modelcontextprotocol/${name}`),
]);

/** ms that an answer which never came is waited for at least. */
const LEAST = 1_000;

async function send(call: ReplayedCall, params: unknown, replay: Replay): Promise<Sent> {
  const { server, answers, end: last } = replay;
  const { host, connection } = server;
  const { end, t, isFollowed } = call;
  const isAnswered = end.kind === 'answered';
  const most = replay.options.timeout || LONGEST;
  const wait = isAnswered ? 0 : Math.min(most, Math.max(0, (end.t ?? last) - t));
  const questions = answers.begin(call.questions);
  const started = host.now();
  const made = connection.request(call.method, params, {
    oneRound: isAnswered && !isFollowed,
    ...(isAnswered ? {} : { timeout: end.kind === 'cancelled' ? 0 : Math.min(most, Math.max(LEAST, wait)) }),
    // Whether it is run as a task is said by the recorded params.
    ...(call.method === 'tools/call' ? { asTask: false } : {}),
  });
  const timer =
    end.kind === 'cancelled' ? setTimeout(() => made.cancel('as in the recording'), wait) : undefined;
  const outcome = await made.done;
  clearTimeout(timer);
  answers.end();
  const ms = 'ms' in outcome ? outcome.ms : Math.round((host.now() - started) * 1000) / 1000;
  const came = 'seq' in outcome ? answersAlong(host, made.seq) : [];
  const status = outcome.kind === 'closed' ? statusAt(host.log, made.seq) : undefined;
  const creation = came.slice(0, -1).find((answer) => taskIn(answer) !== undefined);
  const answer = came.at(-1);
  const task = taskIn(creation);
  const taskSaid = task === undefined ? undefined : endSaid(linesFrom(host, made.seq), task);
  return {
    outcome,
    ms,
    questions,
    isInterrupted: outcome.kind === 'cancelled' && replay.options.stop.aborted,
    ...(answer !== undefined && { answer }),
    ...(creation !== undefined && { creation }),
    ...(status !== undefined && { status }),
    ...(taskSaid !== undefined && { taskSaid }),
  };
}

/** What the server sent since a line. */
function* linesFrom({ log }: Host, first: number): Iterable<ToldOfTask> {
  for (let seq = first; seq < log.length; seq += 1) {
    const row = log.row(seq);
    if (row?.dir !== 's2c' || row.method === undefined || !/tasks\//.test(row.method)) continue;
    yield { method: row.method, msg: log.text(seq) ?? '{}' };
  }
}

/** The answers to a request and to those that went on with it. */
function answersAlong({ log }: Host, first: number): readonly string[] {
  const texts: string[] = [];
  for (let seq: number | undefined = first; seq !== undefined; seq = log.row(seq)?.next) {
    const answer = log.row(seq)?.answer;
    const text = answer === undefined ? undefined : log.text(answer);
    if (text !== undefined && (memberText(text, 'result') ?? memberText(text, 'error')) !== undefined)
      texts.push(text);
  }
  return texts;
}
