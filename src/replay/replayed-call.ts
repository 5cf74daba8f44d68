import { memberText } from '../json/parts.ts';
import { needsInput } from '../session/input-required.ts';
import type { Log } from '../session/log/log.ts';
import { subjectOf } from '../session/pending.ts';
import { LISTS, methodNamed, opensConnection } from '../spec/methods.ts';
import { createdIn, readTask } from '../spec/task.ts';
import type { Conversation, RecordedEnd, RecordedLine, RecordedRequest } from './conversation.ts';
import { questionsAmong, questionsGiven, type RecordedQuestion } from './questions.ts';
import { endSaid } from './task-end.ts';

/** A request of a recording that is to be sent again, with all that followed on it. */
export interface ReplayedCall {
  /** Among those that are sent again, from 0. */
  readonly index: number;
  readonly method: string;
  readonly subject: string;
  /** The exact JSON text. */
  readonly params?: string;
  /** When it was sent, in ms since the start of the recording, and its place there. */
  readonly t: number;
  readonly seq: number;
  /** How it ended, further rounds of input and its task included. */
  readonly end: RecordedEnd;
  /** The task it ran as was created by this answer. */
  readonly creation?: string;
  /** Whether it was followed to its end: input was given, or the result of its task was fetched. */
  readonly isFollowed: boolean;
  /** The method that was answered in the end: that of the result of a task. */
  readonly answered: string;
  /** Of an answer of HTTP that held no message. */
  readonly status?: number;
  /** What was said of its task when that was over, beside its result. */
  readonly taskSaid?: string;
  /** The call before it was lost with the connection. */
  readonly isAfterLoss: boolean;
  /** What the server asked meanwhile. */
  readonly questions: readonly RecordedQuestion[];
}

/**
 * The requests of a recording that are sent again: those of the person, of another client all. The handshake and lists are
 * not among them, nor what goes on with another request.
 */
export function replayedCalls({ requests, loose }: Conversation, log: Log): readonly ReplayedCall[] {
  const isOurs = requests.some(({ by }) => by !== undefined);
  const next = new Map(requests.flatMap((one) => (one.from === undefined ? [] : [[one.from, one] as const])));
  const about = requestsByTask(requests);
  const told = [...loose, ...requests.flatMap(({ within, end }) => [...within, ...lineOf(end)])];
  const created = new Set(requests.flatMap((one) => taskIn(answerOf(one)) ?? []));
  const isSent = ({ by, from, line: { method }, params }: RecordedRequest): boolean => {
    if (from !== undefined || opensConnection(method) || LIST_METHODS.has(method)) return false;
    if (methodNamed(method)?.staysOpen) return false;
    if (isOurs) return by === 'user';
    return method !== 'ping' && !(method.startsWith('tasks/') && created.has(taskNamed(params)));
  };
  return requests.filter(isSent).map((first, index, sent): ReplayedCall => {
    const chain = [first];
    for (let one = next.get(first.line.seq); one !== undefined; one = next.get(one.line.seq)) chain.push(one);
    const last = chain.at(-1) ?? first;
    const creation = chain.map(answerOf).find((answer) => taskIn(answer) !== undefined);
    const task = taskIn(creation);
    const parts = task === undefined ? chain : [...chain, ...(about.get(task) ?? [])];
    const { line, params } = first;
    const taskSaid =
      task === undefined || last.line.method !== 'tasks/result' ? undefined : endSaid(told, task);
    const status = last.end.kind === 'closed' ? statusAt(log, last.line.seq) : undefined;
    return {
      ...{ index, method: line.method, t: line.t, seq: line.seq, end: last.end },
      subject: params === undefined ? '' : subjectOf(JSON.parse(params)),
      ...(params !== undefined && { params }),
      ...(creation !== undefined && creation !== answerOf(last) && { creation }),
      isFollowed: !isUnfinished(answerOf(last)),
      answered: last.line.method === 'tasks/result' ? last.line.method : line.method,
      isAfterLoss: sent[index - 1]?.end.kind === 'closed',
      ...(status !== undefined && { status }),
      ...(taskSaid !== undefined && { taskSaid }),
      questions: questionsIn([...new Set(parts)]),
    };
  });
}

const lineOf = (end: RecordedEnd): readonly RecordedLine[] => (end.kind === 'answered' ? [end.line] : []);

const LIST_METHODS: ReadonlySet<string> = new Set(Object.values(LISTS).map(({ method }) => method));

const answerOf = ({ end }: RecordedRequest): string | undefined =>
  end.kind === 'answered' ? end.line.msg : undefined;

/** The result in an answer; undefined where it is none. */
export const resultIn = (message: string | undefined): unknown => {
  const text = message === undefined ? undefined : memberText(message, 'result');
  return text === undefined ? undefined : JSON.parse(text);
};

/** The id of the task that an answer says was created. */
export const taskIn = (message: string | undefined): string | undefined => {
  const created = createdIn(resultIn(message));
  return created && readTask(created.task)?.id;
};

/** Whether an answer is none yet: a request for input that was not given, a task whose result nobody fetched. */
const isUnfinished = (message: string | undefined): boolean =>
  taskIn(message) !== undefined || needsInput(resultIn(message));

/** The id of the task that a request is about. */
export function taskNamed(params: string | undefined): string {
  const text = params === undefined ? undefined : memberText(params, 'taskId');
  return text === undefined ? '' : String(JSON.parse(text));
}

function requestsByTask(
  requests: readonly RecordedRequest[],
): ReadonlyMap<string, readonly RecordedRequest[]> {
  const found = new Map<string, RecordedRequest[]>();
  for (const one of requests) {
    const id = one.line.method.startsWith('tasks/') ? taskNamed(one.params) : '';
    if (id === '') continue;
    const known = found.get(id);
    if (known === undefined) found.set(id, [one]);
    else known.push(one);
  }
  return found;
}

function questionsIn(parts: readonly RecordedRequest[]): readonly RecordedQuestion[] {
  const sorted = [...parts].sort((a, b) => a.line.seq - b.line.seq);
  const answers: string[] = [];
  return sorted.flatMap((one) => {
    const given = questionsGiven(one, answers);
    answers.push(...(answerOf(one) === undefined ? [] : [answerOf(one) ?? '']));
    return [...given, ...questionsAmong(one.within)];
  });
}

/** The status of the exchange of HTTP that a request was sent in. */
export function statusAt(log: Log, seq: number): number | undefined {
  const request = log.entry(seq);
  const x = request?.type === 'frame' ? request.x : undefined;
  const response = x === undefined ? undefined : log.exchange(x)?.response;
  const entry = response === undefined ? undefined : log.entry(response);
  return entry?.type === 'http' ? entry.status : undefined;
}
