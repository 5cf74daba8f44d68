import type { RequestOptions } from '../../src/connection/call.ts';
import type { ConnectionEvent, Effect, Timer } from '../../src/connection/event.ts';
import type { ConnectionOptions } from '../../src/connection/ports.ts';
import { initialConnection } from '../../src/connection/state.ts';
import { step } from '../../src/connection/step.ts';
import type { Accepted } from '../../src/session/intake.ts';
import { initialState } from '../../src/session/reduce.ts';
import type { SessionState } from '../../src/session/state.ts';

/** What happens, and what is done about it, each in a few words; see {@link brief}. */
export type Row = readonly [event: ConnectionEvent, ...effects: readonly string[]];

/** A connection without a process, a clock or a promise. */
export interface Playbook {
  /** Has something happen; requests that are sent get the frames 101, 102 … */
  happen(event: ConnectionEvent): readonly Effect[];
  /** What is known of the session from now on. */
  know(session: Partial<SessionState>): void;
  /** Sets the time, in ms. */
  at(now: number): void;
}

const TARGET = { command: 'server', args: [], cwd: '/', env: {}, given: [], beyondClient: [] } as const;

export function playbook(
  options: Partial<ConnectionOptions> = {},
  session: Partial<SessionState> = {},
): Playbook {
  const limits = { timeout: 1_000, maxTimeout: 5_000, connectTimeout: 10_000 };
  const state = initialConnection({
    ...{ client: { name: 'test', version: '0' }, ...limits, rounds: 2, tasks: true },
    ...options,
  });
  let known: SessionState = { ...initialState({ transport: 'stdio', ...TARGET }), ...session };
  let now = 0;
  let seq = 100;
  const happen = (event: ConnectionEvent): readonly Effect[] => {
    const moment = { now, session: known, capabilities: () => ({}), isLinked: true };
    return step(state, event, moment).flatMap((effect) => {
      if (effect.type !== 'send' || effect.request === undefined) return [effect];
      seq += 1;
      return [effect, ...happen({ type: 'sent', id: effect.request, seq })];
    });
  };
  return {
    happen,
    know(more) {
      known = { ...known, ...more };
    },
    at(time) {
      now = time;
    },
  };
}

/** What is done, in a few words; timers that are stopped are left out. */
export const brief = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((effect) => (effect.type === 'stop timer' ? [] : [wordsOf(effect)]));

function wordsOf(effect: Effect): string {
  switch (effect.type) {
    case 'send': {
      const { id, method, params, error } = effect.message as Record<string, unknown>;
      const asked = effect.sent.asked === undefined ? '' : ` after ${effect.sent.asked}`;
      const told = params === undefined || effect.request !== undefined ? '' : ` ${JSON.stringify(params)}`;
      if (method === undefined)
        return `answer ${JSON.stringify(id)}${error === undefined ? '' : ' with an error'}`;
      return `send ${[id, method].filter(Boolean).join(' ')}${told}${asked}`;
    }
    case 'cancel':
      return `give up ${effect.id}: ${effect.reason}`;
    case 'life':
      return `life ${effect.entry.event}: ${effect.entry.detail}`;
    case 'start timer':
      return `${nameOf(effect.timer)} in ${effect.ms}`;
    case 'begun':
      return `begun ${effect.id} at ${effect.seq}`;
    case 'resolve':
      return `resolve ${effect.ticket} ${handedOver(effect.value)}`;
    case 'rule':
      return `rule ${effect.question.method}`;
    default:
      return effect.type;
  }
}

const nameOf = ({ of, id }: Timer): string => [of, id].filter((part) => part !== undefined).join(' ');

function handedOver(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { kind, why = '' } = value as { readonly kind?: string; readonly why?: string };
  return why === '' ? String(kind) : `${kind}: ${why}`;
}

/** A front end makes a request; its ticket is 1. */
export const requestCommand = (
  method: string,
  params: unknown = {},
  how: RequestOptions = {},
): ConnectionEvent => ({
  ...{ type: 'request', ticket: 1, method, params, how },
});

/** A line of the server is filed. */
export const line = (
  envelope: Accepted['envelope'],
  more: Partial<Accepted> & { readonly seq?: number } = {},
): ConnectionEvent => {
  const { seq = 200, ...rest } = more;
  const msg = JSON.stringify(envelope);
  const entry = {
    ...{ seq, t: 0, conn: 1, session: 0, n: msg.length, msg },
    type: 'frame',
    dir: 's2c',
  } as const;
  return {
    type: 'accepted',
    accepted: { entry, findings: [], ...(envelope && { envelope }), ...rest } as Accepted,
  };
};

/** The server answers the request with this id, which was the frame 100 and so many. */
export function answered(
  id: number,
  method: string,
  answer:
    | { readonly result: unknown }
    | { readonly error: { readonly code: number; readonly message: string } },
  seq = 200,
): ConnectionEvent {
  const request = { id, seq: 100 + id, method, subject: '', t: 0, dir: 'c2s' } as const;
  const envelope =
    'result' in answer
      ? { kind: 'result' as const, id, ...answer }
      : { kind: 'error' as const, id, ...answer };
  return line(envelope, { request, seq });
}

export const notification = (method: string, params: unknown = {}): ConnectionEvent =>
  line({ kind: 'notification', method, params });

export const timer = (of: Timer['of'], id?: string | number): ConnectionEvent => ({
  ...{ type: 'timer', timer: { of, ...(id === undefined ? {} : { id }) } },
});
