import type { JsonObject } from '../json/shape.ts';
import type { Accepted } from '../session/intake.ts';
import type { Running, SessionState } from '../session/state.ts';
import type { LogLevel } from '../spec/log-level.ts';
import type { ListName } from '../spec/methods.ts';
import type { Loss } from '../transport/transport.ts';
import type { Answer } from './answerer.ts';
import type { RequestOptions } from './call.ts';
import type { LifeNews, Opened, SentLine } from './ports.ts';
import type { ConnectionState, EndedCall, HoldReason, OpenServerRequest } from './state.ts';

/** What happens to a connection. A `ticket` identifies the caller: see the effect `resolve`. */
export type ConnectionEvent = ConnectionCommand | Report;

/** What a front end requests. */
export type ConnectionCommand =
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

/** What an effect led to, or what happened by itself. */
export type Report =
  | { readonly type: 'accepted'; readonly accepted: Accepted }
  | { readonly type: 'lost'; readonly loss: Loss }
  | { readonly type: 'stray'; readonly sentence: string }
  /** A request was written: the seq of its frame, or 0 and why not. */
  | { readonly type: 'sent'; readonly id: number; readonly seq: number; readonly why?: string | undefined }
  /** The answer of the roots or a rule; without one it is left to a person. */
  | { readonly type: 'ruled'; readonly question: OpenServerRequest; readonly answer: Answer | undefined }
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

/** What the driver is to do. */
export type Effect =
  /** Writes a message; a request is reported as `sent`. */
  | { readonly type: 'send'; readonly message: unknown; readonly sent: SentLine; readonly request?: number }
  /** Cancels a request, with `notifications/cancelled` if that is legal and the transport has no other way. */
  | { readonly type: 'cancel'; readonly id: number; readonly reason: string; readonly mayNotify: boolean }
  | { readonly type: 'life'; readonly entry: LifeNews }
  | { readonly type: 'start timer'; readonly timer: Timer; readonly ms: number }
  | { readonly type: 'stop timer'; readonly timer: Timer }
  /** The first request of a call was written. */
  | { readonly type: 'begun'; readonly ticket: number; readonly id: number; readonly seq: number }
  /** Returns a value to the caller. */
  | { readonly type: 'resolve'; readonly ticket: number; readonly value: unknown }
  /** Looks for an answer in the roots and the rules. */
  | { readonly type: 'rule'; readonly question: OpenServerRequest }
  | { readonly type: 'open' | 'respawn'; readonly attempt: number; readonly clean: boolean }
  | { readonly type: 'change'; readonly attempt: number; readonly news: LifeNews }
  | { readonly type: 'prepare' | 'deliver'; readonly attempt: number }
  | { readonly type: 'close'; readonly close: Close }
  /** Abandons the transport; begins a new session. */
  | { readonly type: 'leave' | 'new session' }
  | { readonly type: 'revision'; readonly revision: string };

/** A close, and what follows it. */
export interface Close {
  readonly attempt: number;
  readonly next: 'idle' | 'failed' | 'restart';
  readonly ticket?: number;
}

/** A timer by its name: starting it again puts it off. */
export interface Timer {
  readonly of:
    | ('call' | 'assume' | 'task' | 'stream' | 'agreement' | 'lists' | 'reads')
    | ('answers' | 'probe' | 'silence' | 'renewal' | 'first pages');
  readonly id?: number | string;
}

/** What a step knows beside the state of the connection. */
export interface Moment {
  /** ms, on a clock that never goes back. */
  readonly now: number;
  readonly session: SessionState;
  /** Exactly what is served to the server. */
  readonly capabilities: () => JsonObject;
  /** A transport is open. */
  readonly isLinked: boolean;
}

/** A step in progress: its effects, and which calls have ended, in order. */
export interface StepTurn extends Moment {
  readonly state: ConnectionState;
  readonly effects: Effect[];
  readonly ended: EndedCall[];
}

/** Returns a value to the caller, if there is one. */
export function resolveTicket({ effects }: StepTurn, ticket: number | undefined, value?: unknown): void {
  if (ticket !== undefined) effects.push({ type: 'resolve', ticket, value });
}

/** Records an event of the connection itself. */
export const reportLife = ({ effects }: StepTurn, entry: LifeNews): void =>
  void effects.push({ type: 'life', entry });
