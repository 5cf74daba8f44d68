import { isObject, type JsonObject } from '../json/shape.ts';
import { errorSentence } from '../session/negotiation.ts';
import type { SessionState, Task } from '../session/state.ts';
import { isOver } from '../spec/task.ts';
import type { Clock } from '../time/clock.ts';
import { createSpacing, REQUESTS } from '../time/spacing.ts';
import { type Answer, wordOf } from './answer.ts';
import type { Call, Outcome, RequestOptions } from './call.ts';
import type { Life } from './calls.ts';

/** What following a task needs of its connection. */
export interface TaskWire extends Clock {
  readonly state: () => SessionState;
  readonly life: Life;
  /** One exchange of ours by itself. */
  readonly ask: (method: string, params: unknown, how: How) => Call;
  /** Gets an input that the frame with this seq asks for under a key; the clocks stand still meanwhile. */
  readonly input: (seq: number, key: string, request: JsonObject) => Promise<Answer>;
  /** Nobody waits any more for what the frame with this seq asks for. */
  readonly forget: (seq: number) => void;
}

/** How an exchange is made; `max` is its upper bound in ms. */
export type How = RequestOptions & { readonly max?: number };

/** A task that is followed. */
export interface TaskRun {
  /** How it ended, for the call that it runs. */
  readonly end: Promise<Outcome>;
  /** It has another status, says the server: what changes what is done next does not wait for the interval. */
  told(status: string): void;
  /** It is followed no more. */
  stop(): void;
}

/** A server that names no interval is asked so often, and none more often than this; in ms. */
const USUAL = 1_000;
const LEAST = 200;

/**
 * Follows a task to its end; `kept` is the call that it runs, `what` that call in words.
 *
 *   ( interval ─▶ tasks/get )… ─▶ over ─▶ tasks/result (2025-11-25); else the result is in the task
 *             └ input_required: tasks/result brings the requests (2025-11-25)
 *                               tasks/update takes the inputs (2026-07-28)
 */
export function followTask(wire: TaskWire, { id, seq, call = 0 }: Task, kept: Call, what: string): TaskRun {
  const { state, later, life, ask } = wire;
  const name = { taskId: id };
  const isLegacy = state().era !== 'modern';
  const asked = new Set<string>();
  const frames = new Set<number>();
  let stopped = false;
  let seen = '';
  let isNews = false;
  let wake: (after?: number) => void = () => {};
  /** The answer to `tasks/result` is awaited from the moment that input is required: it brings the requests. */
  let fetched: Call | undefined;

  const known = (): Pick<Task, 'status' | 'interval' | 'message'> =>
    state().tasks.find((task) => task.id === id) ?? { status: 'working' };

  const spacing = createSpacing(wire, REQUESTS, (loop) =>
    life({
      event: 'throttled',
      detail: `the server announces a change of the task of ${what} whenever tasks/get is sent: ${loop}`,
    }),
  );

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        isNews = false;
        resolve();
      };
      let off = later(ms, over);
      wake = (after = 0) => {
        off();
        if (after === 0) over();
        else off = later(after, over);
      };
      if (stopped) wake();
      else if (isNews) wake(spacing.wait());
    });

  const fetch = (how: How): Promise<Outcome> => {
    fetched ??= ask('tasks/result', name, how);
    return fetched.done;
  };

  const failed = (outcome: Exclude<Outcome, { readonly kind: 'result' }>): Outcome => {
    if (stopped || outcome.kind === 'closed') return outcome;
    const why = outcome.kind === 'error' ? errorSentence(outcome.error) : outcome.why;
    life({
      event: 'lost',
      re: call,
      answer: seq,
      detail: `${what}: its task can no longer be followed: ${why}`,
    });
    return outcome;
  };

  const cancelled = (): Outcome => {
    const { message } = known();
    const why = message === undefined ? '' : `: ${message}`;
    return { kind: 'cancelled', why: `the server cancelled the task of ${what}${why}` };
  };

  /** Gets what the task asks for and has not asked for before; it goes on when all of it is given. */
  const collect = (seq: number, result: unknown): void => {
    const isAsking = isObject(result) && result['status'] === 'input_required';
    const requests = isAsking ? result['inputRequests'] : undefined;
    const fresh = Object.entries(isObject(requests) ? requests : {}).filter(
      (one): one is [string, JsonObject] => isObject(one[1]) && !asked.has(one[0]),
    );
    if (fresh.length === 0) return;
    for (const [key] of fresh) asked.add(key);
    frames.add(seq);
    void inputs(seq, fresh).then((given) => {
      if (stopped) return;
      if (typeof given === 'string') kept.cancel(given);
      else void ask('tasks/update', { ...name, inputResponses: given }, {}).done.then(() => wake());
    });
  };

  /** The inputs by their keys, or a sentence as soon as one is refused. */
  const inputs = (
    seq: number,
    fresh: readonly (readonly [string, JsonObject])[],
  ): Promise<JsonObject | string> =>
    new Promise((resolve) => {
      const given = fresh.map(async ([key, request]) => {
        const answer = await wire.input(seq, key, request);
        if ('error' in answer) resolve(`${wordOf(request['method'])} refused`);
        return [key, 'result' in answer ? answer.result : undefined] as const;
      });
      void Promise.all(given).then((all) => resolve(Object.fromEntries(all)));
    });

  const end = async (): Promise<Outcome> => {
    let onEarly: (outcome: Outcome) => void = () => {};
    const early = new Promise<Outcome>((resolve) => {
      onEarly = resolve;
    });
    return Promise.race([poll((outcome) => onEarly(outcome)), early]);
  };

  const poll = async (onEarly: (outcome: Outcome) => void): Promise<Outcome> => {
    for (;;) {
      const { status, interval = USUAL } = known();
      seen = status;
      // A task that was cancelled has no result.
      if (isLegacy && isOver(status) && status !== 'cancelled') return fetch({});
      if (isLegacy && status === 'input_required') void fetch({ timeout: 0, max: 0 }).then(onEarly);
      await pause(Math.max(LEAST, interval));
      if (stopped) return cancelled();
      if (isLegacy && known().status !== status) continue;
      const outcome = await ask('tasks/get', name, {}).done;
      spacing.done();
      if (outcome.kind !== 'result') return failed(outcome);
      const over = endOf(outcome, isLegacy, cancelled);
      if (over !== undefined) return over;
      if (!isLegacy) collect(outcome.seq, outcome.result);
    }
  };

  return {
    end: end(),
    told(status) {
      if (status === seen || status === 'working' || isNews) return;
      isNews = true;
      wake(spacing.wait());
    },
    stop() {
      if (stopped) return;
      stopped = true;
      fetched?.cancel('the task is abandoned');
      wake();
      for (const seq of frames) wire.forget(seq);
    },
  };
}

/**
 * How a task ended, when its own answer says all of it: that it was cancelled, and since 2026-07-28 its result or its
 * error as well.
 */
function endOf(
  { seq, ms, result }: Extract<Outcome, { readonly kind: 'result' }>,
  isLegacy: boolean,
  cancelled: () => Outcome,
): Outcome | undefined {
  const task = isObject(result) ? result : {};
  if (task['status'] === 'cancelled') return cancelled();
  if (isLegacy) return undefined;
  if (task['status'] === 'completed')
    return { kind: 'result', seq, ms, result: task['result'] ?? null, inTask: true };
  if (task['status'] !== 'failed') return undefined;
  return { kind: 'error', seq, ms, error: isObject(task['error']) ? task['error'] : {}, inTask: true };
}
