import type { Outcome } from '../connection/call.ts';
import { parse } from '../json/parse.ts';
import { memberText } from '../json/parts.ts';
import { valueAt } from '../json/path.ts';
import { isObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import { type AnswerComparison, type CompareHow, compareAnswers, noiseBetween } from './compare.ts';
import { coveredBy } from './pointers.ts';
import { unasked } from './questions.ts';
import type { Replayed, Sent } from './replay.ts';
import { type ReplayedCall, resultIn, taskIn } from './replayed-call.ts';
import type { VerifyOptions } from './verifiable.ts';
import type { AnswerDifference, VerifiedStep } from './verification.ts';

/** What a call is judged by. */
export interface JudgedBy extends Pick<VerifyOptions, 'level' | 'ignore'> {
  /** How the recording calls what the server names now. */
  readonly names: ReadonlyMap<string, string>;
  /** A call before it was not made that may change something, so that the server may be in another state than it was. */
  readonly isAfterSkipped: boolean;
}

/** What became of a call, held against what had become of it when it was recorded. */
export function judgedCall(call: ReplayedCall, made: Replayed, judging: JudgedBy): VerifiedStep {
  if (made.kind === 'unlisted') return unlistedCall(call, made.why, judging);
  if (made.kind !== 'sent') return { ...headOf(call), status: made.kind, why: made.why };
  const { first, second } = made;
  const { why, isUndone, ...found } = resultOf(call, first, second, judging);
  const isIgnored = coveredBy(judging.ignore);
  const asked = [...first.questions.differences, ...unasked(first.questions)];
  const differences = [...found.differences, ...asked].filter(({ pointer }) => !isIgnored(pointer));
  const status = isUndone
    ? 'error'
    : differences.length > 0
      ? 'different'
      : found.noise.length > 0
        ? 'noise'
        : 'same';
  const reason = why ?? (status === 'different' && judging.isAfterSkipped ? SKIPPED : undefined);
  return {
    ...{ ...headOf(call), ...found, differences, status, ms: first.ms },
    ...(reason !== undefined && { why: reason }),
  };
}

/** A call that could not be made, with the reason. */
export const failedCall = (call: ReplayedCall, why: string): VerifiedStep => ({
  ...headOf(call),
  status: 'error',
  why,
});

function unlistedCall(call: ReplayedCall, why: string, { ignore }: JudgedBy): VerifiedStep {
  const differences: readonly AnswerDifference[] = [
    {
      pointer: '/result',
      kind: 'missing',
      was: call.end.kind === 'answered' ? resultIn(call.end.line.msg) : null,
    },
  ];
  return coveredBy(ignore)('/result')
    ? { ...headOf(call), status: 'skipped', why }
    : { ...headOf(call), status: 'different', differences, why };
}

const SKIPPED = 'a call before it was skipped, which may be why: --all makes it';

/** The answer to a task is that to `tasks/result`, where there is such a request. */
const headOf = ({ index, answered, subject }: ReplayedCall) => ({
  ...{ index, method: answered, subject },
  ...{ ms: 0, differences: [], noise: [], kinds: [] },
});

/** What was found of one call, and whether it could be made at all. */
interface Found extends AnswerComparison {
  readonly why?: string;
  readonly isUndone?: boolean;
}

const NOTHING: AnswerComparison = { differences: [], kinds: [], noise: [] };

const statusDiffers = (
  pointer: string,
  sides: Pick<AnswerDifference, 'was' | 'is' | 'wanted'>,
): AnswerComparison => ({
  ...NOTHING,
  differences: [{ pointer, kind: 'status', ...sides }],
});

function resultOf(call: ReplayedCall, first: Sent, second: Sent | undefined, judging: JudgedBy): Found {
  const { end } = call;
  const { outcome } = first;
  if (first.isInterrupted) return undone(outcome);
  switch (end.kind) {
    case 'answered':
      return first.answer === undefined || !isAnswered(outcome)
        ? unanswered(end.line.msg, first)
        : compared(call, end.line.msg, first, second, judging);
    case 'cancelled':
      if (isAnswered(outcome)) return { ...NOTHING, why: 'answered before it was cancelled' };
      return outcome.kind === 'cancelled' ? NOTHING : undone(outcome);
    case 'timeout':
    case 'unanswered':
    case 'closed':
      return stillUnanswered(call, first);
  }
}

const isAnswered = ({ kind }: Outcome): boolean => kind === 'result' || kind === 'error';

const whyOf = (outcome: Outcome): string =>
  'why' in outcome ? outcome.why : outcome.kind === 'error' ? errorSentence(outcome.error) : '';

const undone = (outcome: Outcome): Found => ({ ...NOTHING, isUndone: true, why: whyOf(outcome) });

/** There was an answer when it was recorded, and now there is none. */
function unanswered(was: string, { outcome, status }: Sent): Found {
  const isHttp = status !== undefined;
  if (!isHttp && outcome.kind !== 'cancelled') return undone(outcome);
  const is = isHttp ? { is: `HTTP ${status}` } : {};
  const [name, text] = answerIn(was);
  return { ...statusDiffers(`/${name}`, { was: JSON.parse(text), ...is }), why: whyOf(outcome) };
}

/** There was no answer when it was recorded. */
function stillUnanswered({ end, status: was }: ReplayedCall, { outcome, answer, status: is }: Sent): Found {
  const how =
    was !== undefined
      ? `answered with HTTP ${was}`
      : end.kind === 'closed'
        ? 'the connection was lost'
        : 'not answered';
  if (answer !== undefined && isAnswered(outcome)) {
    const [name, text] = answerIn(answer);
    if (end.kind === 'closed' && isToldOfHttp(parse(text), was))
      return { ...NOTHING, why: `${how} when it was recorded, and is told so now` };
    return {
      ...statusDiffers(`/${name}`, {
        wanted: was === undefined ? 'no answer' : `HTTP ${was}`,
        is: JSON.parse(text),
      }),
      why: `${how} when it was recorded`,
    };
  }
  if (was !== is)
    return {
      ...statusDiffers('/status', { was: was ?? null, is: is ?? null }),
      why: `${how} when it was recorded`,
    };
  return { ...NOTHING, why: `${how}, as when it was recorded` };
}

/** Whether an error is what a mock over stdio says where HTTP had no message. */
function isToldOfHttp(error: unknown, status: number | undefined): boolean {
  const http = valueAt(error, '/data/http');
  return isObject(http) && http['status'] === status;
}

function answerIn(message: string): readonly [name: string, text: string] {
  const error = memberText(message, 'error');
  return error === undefined ? ['result', memberText(message, 'result') ?? 'null'] : ['error', error];
}

/** What a task was when it was created depends on how fast it is. */
const OF_TASK = ['/result/task/status', '/result/status'];

function compared(
  call: ReplayedCall,
  was: string,
  first: Sent,
  second: Sent | undefined,
  judging: JudgedBy,
): AnswerComparison {
  const { level, ignore, names } = judging;
  const [task, other] = [taskOf(first), taskOf(second)];
  const own = new Map(task === undefined || other === undefined ? [] : [[other, task]]);
  const both = (before: string, now: string, again: string | undefined, left: readonly string[]) => {
    const how: CompareHow = { level, ignore: [...ignore, ...left], names };
    const noise = again === undefined ? undefined : noiseBetween(now, again, { ...how, names: own });
    const found = compareAnswers(before, now, { ...how, noise });
    return { ...found, noise: [...new Set([...(noise?.pointers ?? []), ...found.noise])] };
  };
  const last = both(was, first.answer ?? '', second?.answer, []);
  if (call.creation === undefined || first.creation === undefined) return last;
  const created = both(call.creation, first.creation, second?.creation, OF_TASK);
  const said = [call.taskSaid, first.taskSaid, second?.taskSaid].map(asEnd);
  const ended = said[0] && said[1] ? both(said[0], said[1], said[2], []) : NOTHING;
  const parts = [created, atTask(ended), last];
  return {
    differences: parts.flatMap(({ differences }) => differences),
    kinds: parts.flatMap(({ kinds }) => kinds),
    noise: parts.flatMap(({ noise }) => noise),
  };
}

/** What was said of a task that was over, as an answer; of that nothing else can differ but how it is called. */
const asEnd = (said: string | undefined): string | undefined =>
  said === undefined ? undefined : JSON.stringify({ result: { statusMessage: said } });

/** What was found in it, with pointers of its own: it is in no answer that is compared. */
function atTask({ differences, kinds, noise }: AnswerComparison): AnswerComparison {
  const moved = (pointer: string): string => pointer.replace('/result', '/task');
  return {
    differences: differences.map((one) => ({ ...one, pointer: moved(one.pointer) })),
    kinds: kinds.map((one) => ({ ...one, pointer: moved(one.pointer) })),
    noise: noise.map(moved),
  };
}

const taskOf = (sent: Sent | undefined): string | undefined => taskIn(sent?.creation ?? sent?.answer);
