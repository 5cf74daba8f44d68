import type { JsonObject } from '../json/shape.ts';
import type { Accepted } from '../session/intake.ts';
import type { Running, SessionState } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { ListName } from '../spec/methods.ts';
import type { Loss } from '../transport/transport.ts';
import type { Answer } from './answer.ts';
import type { RequestOptions } from './call.ts';
import type { LifeNews, Opened, SentLine } from './ports.ts';
import type { ConnectionState, EndedCall, HoldReason, ServerQuestion } from './state.ts';

/** What happens to a connection. A `ticket` is what the end is handed over by: see the effect `resolve`. */
export type ConnectionEvent = ConnectionWish | Report;

/** What a front end wants of it. */
export type ConnectionWish =
  | { readonly type: 'connect'; readonly ticket: number; readonly lists: readonly ListName[] }
  | { readonly type: 'restart'; readonly ticket: number; readonly clean: boolean | undefined }
  | { readonly type: 'close'; readonly ticket: number }
  | {
      readonly type: 'request';
      readonly ticket: number;
      readonly method: string;
      readonly params: unknown;
      readonly how: RequestOptions;
    }
  | { readonly type: 'cancel'; readonly key: number; readonly reason: string }
  | { readonly type: 'extend'; readonly key: number; readonly ms: number }
  | { readonly type: 'leave'; readonly running: Running }
  | { readonly type: 'list'; readonly ticket: number; readonly name: ListName; readonly how: RequestOptions }
  | { readonly type: 'answer'; readonly seq: number; readonly key: string; readonly answer: Answer }
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly ticket: number; readonly uri: string }
  | { readonly type: 'log level'; readonly level: LogLevel | undefined }
  | { readonly type: 'hold'; readonly what: HoldReason; readonly held: boolean };

/** What came of an effect, or by itself. */
export type Report =
  | { readonly type: 'accepted'; readonly accepted: Accepted }
  | { readonly type: 'lost'; readonly loss: Loss }
  | { readonly type: 'stray'; readonly sentence: string }
  /** A request was written: the seq of its frame, or 0 and why not. */
  | { readonly type: 'sent'; readonly id: number; readonly seq: number; readonly why?: string | undefined }
  /** What the roots or a rule answer; without an answer it is left to a person. */
  | { readonly type: 'ruled'; readonly question: ServerQuestion; readonly answer: Answer | undefined }
  | { readonly type: 'timer'; readonly timer: Timer }
  /** `none`: there is no other transport to change to. */
  | {
      readonly type: 'opened';
      readonly attempt: number;
      readonly how: 'open' | 'change' | 'respawn';
      readonly opened: Opened | 'none';
    }
  | { readonly type: 'prepared' | 'delivered'; readonly attempt: number }
  | { readonly type: 'closed'; readonly close: Close; readonly wasOpen: boolean };

/** What is to be done. */
export type Effect =
  /** Writes a message; that of a request is reported as `sent`. */
  | { readonly type: 'send'; readonly message: unknown; readonly sent: SentLine; readonly request?: number }
  /** Gives a request up, with `notifications/cancelled` where that is legal and the transport has no other way. */
  | { readonly type: 'cancel'; readonly id: number; readonly reason: string; readonly mayTell: boolean }
  | { readonly type: 'life'; readonly entry: LifeNews }
  | { readonly type: 'start timer'; readonly timer: Timer; readonly ms: number }
  | { readonly type: 'stop timer'; readonly timer: Timer }
  /** A call of a front end has its first request. */
  | { readonly type: 'begun'; readonly ticket: number; readonly id: number; readonly seq: number }
  /** Hands over what somebody waits for. */
  | { readonly type: 'resolve'; readonly ticket: number; readonly value: unknown }
  /** Asks the roots and the rules. */
  | { readonly type: 'rule'; readonly question: ServerQuestion }
  | { readonly type: 'open' | 'respawn'; readonly attempt: number; readonly clean: boolean }
  | { readonly type: 'change'; readonly attempt: number; readonly news: LifeNews }
  | { readonly type: 'prepare' | 'deliver'; readonly attempt: number }
  | { readonly type: 'close'; readonly close: Close }
  /** Leaves the transport for another one, in a new session. */
  | { readonly type: 'leave' | 'new session' }
  | { readonly type: 'revision'; readonly revision: string };

/** A close, and what follows on it. */
export interface Close {
  readonly attempt: number;
  readonly next: 'idle' | 'failed' | 'restart';
  readonly ticket?: number;
}

/** An alarm by its name: one that is started again is put off. */
export interface Timer {
  readonly of:
    | ('call' | 'assume' | 'task' | 'stream' | 'agreement' | 'lists' | 'reads')
    | ('answers' | 'probe' | 'silence' | 'renewal' | 'first pages');
  readonly id?: number | string;
}

/** What is known at a moment beside the state of the connection. */
export interface Moment {
  /** ms, on a clock that never goes back. */
  readonly now: number;
  readonly session: SessionState;
  /** Exactly what is served to the server. */
  readonly capabilities: () => JsonObject;
  /** There is a transport. */
  readonly isLinked: boolean;
}

/** A step while it is taken: what is to be done, and which calls have ended, in order. */
export interface StepTurn extends Moment {
  readonly state: ConnectionState;
  readonly effects: Effect[];
  readonly ended: EndedCall[];
}

/** Hands over what somebody waits for, who may be nobody. */
export function resolveTicket({ effects }: StepTurn, ticket: number | undefined, value?: unknown): void {
  if (ticket !== undefined) effects.push({ type: 'resolve', ticket, value });
}

/** Tells of something beside the messages. */
export const tellLife = ({ effects }: StepTurn, entry: LifeNews): void =>
  void effects.push({ type: 'life', entry });
