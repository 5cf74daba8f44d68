import type { JsonObject } from '../json/shape.ts';
import type { Origin } from '../session/frame.ts';
import { whyUncallable } from '../session/lists.ts';
import type { SessionState } from '../session/state.ts';
import type { TaskUpdate } from '../session/tasks.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { Clock } from '../time/clock.ts';
import type { Answer } from './answer.ts';
import { createTaskRuns, withTask } from './as-task.ts';
import type { Call, RequestOptions } from './call.ts';
import { type Calls, type Life, subjectIn, type Unsent } from './calls.ts';
import { modernParams, withToken } from './era.ts';
import { inRounds } from './input-required.ts';
import type { Inputs } from './inputs.ts';
import type { ConnectionOptions } from './options.ts';
import { withFreshHeaders } from './stale-headers.ts';

/** What making requests needs of its connection. */
interface RequestWire extends Clock {
  readonly state: () => SessionState;
  readonly text: (seq: number) => string | undefined;
  readonly calls: Calls;
  readonly inputs: Inputs;
  readonly life: Life;
  /** Writes a message; returns the seq of its frame, 0 when it could not be written. */
  readonly send: (message: unknown, by: Origin, asked?: number) => number;
  /** Asks for the tools anew. */
  readonly relist: () => Promise<unknown>;
  /** Why nothing can be written, in a sentence. */
  readonly gone: () => string;
  /** The level of log messages that requests ask for, in the modern era. */
  readonly logLevel: () => LogLevel | undefined;
}

/** How an exchange is made; `max` is its upper bound in ms, `asked` the seq of the answer that it goes on with. */
type Exchange = RequestOptions & { readonly max?: number; readonly asked?: number | undefined };

/** Makes the requests of a connection. */
export interface Requests {
  /** One request with its answer. */
  exchange(method: string, params: unknown, how: Exchange): Call;
  /** A request with all that it takes to come to its end. */
  request(method: string, params?: unknown, how?: Exchange): Call;
  /** What the server asked for with the frame `seq`: answered at once, or by a person. */
  input(
    seq: number,
    key: string,
    asked: { readonly method: string; readonly params: unknown },
    id?: unknown,
  ): Promise<Answer>;
  /** A frame told of tasks. */
  told(tasked: TaskUpdate): void;
}

export function createRequests(wire: RequestWire, options: ConnectionOptions): Requests {
  const { state, text, now, later, calls, inputs, life, send, relist, gone, logLevel } = wire;
  const { client, tasks: withTasks, answerer } = options;
  let nextId = 0;

  /** One exchange. */
  const exchange = (method: string, params: unknown, how: Exchange): Call => {
    nextId += 1;
    const id = nextId;
    const by = how.by ?? 'user';
    const message = { jsonrpc: '2.0', id, method, params: dressed(method, withToken(method, params, id)) };
    const whyNot = method === 'tools/call' ? whyUncallable(state(), subjectIn(params)) : undefined;
    const seq = whyNot === undefined ? send(message, by, how.asked) : 0;
    const limits = { timeout: how.timeout ?? options.timeout, max: how.max ?? options.maxTimeout };
    const unsent: Unsent =
      whyNot === undefined ? { kind: 'closed', why: gone() } : { kind: 'cancelled', why: whyNot };
    return calls.open({ id, method, params, seq, by }, limits, unsent);
  };

  const request = (method: string, params?: unknown, how: Exchange = {}): Call => {
    if (how.oneRound === true) return exchange(method, params, how);
    const asked = withTask(state(), method, params, {
      asTask: how.asTask ?? (options.tasks ? undefined : false),
      ttl: how.max ?? options.maxTimeout,
    });
    const call = state().era === 'modern' ? conversation(method, asked, how) : exchange(method, asked, how);
    return method === 'tools/call' ? tasks.follow(call, asked, how) : call;
  };

  const conversation = (method: string, params: unknown, how: Exchange): Call =>
    inRounds(method, params, {
      ask: (round, asked) => withFreshHeaders(() => exchange(method, round, { ...how, asked }), relist),
      text,
      input: (seq, key, asked) => input(seq, key, asking(asked)),
      keep: (call, asked, limit) =>
        calls.keep(
          { id: Number(call.id), method, params, seq: call.seq, by: how.by ?? 'user' },
          { timeout: 0, max: 0 },
          {
            ...limit,
            answer: asked,
            words: (_, reason) => `not continued: ${reason === '' ? 'you left it' : reason}`,
            tell: () => inputs.forget(asked),
          },
        ),
      release: ({ seq }) => calls.settle(seq, { kind: 'cancelled', why: '' }),
      abandoned(seq, asked, why) {
        inputs.forget(asked);
        life({ event: 'cancel', re: seq, answer: asked, detail: why });
      },
      limit: options.rounds,
      patient: options.patient ?? false,
    });

  const tasks = createTaskRuns({
    ...{ state, now, later, calls, life },
    maxTimeout: options.maxTimeout,
    ask: (method, params, how) => exchange(method, params, { ...how, by: 'auto' }),
    input: (seq, key, asked) => input(seq, key, asking(asked), undefined, true),
    forget: inputs.forget,
  });

  /** What the server asked for with the frame `seq`: answered at once, or by `answer` when a person has. */
  const input = (
    seq: number,
    key: string,
    asked: { readonly method: string; readonly params: unknown },
    id?: unknown,
    holds = key === '',
  ): Promise<Answer> => {
    const answer = answerer.answer(asked.method, asked.params);
    return answer === undefined ? inputs.wait(seq, key, { id, holds }) : Promise.resolve(answer);
  };

  /** What a request of the modern era has to carry. */
  const dressed = (method: string, params: unknown): unknown =>
    state().era === 'modern' || method === 'server/discover'
      ? modernParams(params, {
          client,
          capabilities: answerer.capabilities(),
          tasks: withTasks,
          logLevel: logLevel(),
        })
      : params;

  return { exchange, request, input, told: tasks.told };
}

const asking = ({ method, params }: JsonObject): { readonly method: string; readonly params: unknown } => ({
  method: String(method),
  params,
});
