import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import type { Origin } from '../session/frame.ts';
import { errorSentence } from '../session/negotiation.ts';
import { type Pending, subjectOf } from '../session/pending.ts';
import type { Id } from '../spec/envelope.ts';
import type { Clock } from '../time/clock.ts';
import { type Call, type Limits, type OpenCall, type Outcome, openCall } from './call.ts';
import type { LifeNews } from './ports.ts';

/** Files what is told about a call beside its messages. */
export type Life = (entry: LifeNews) => void;

/** What the table of calls needs of its connection. */
export interface CallWire {
  readonly clock: Clock;
  readonly life: Life;
  /** Tells the server that a call is given up; for methods where that is legal. */
  readonly cancelled: (call: Call, reason: string) => void;
}

/** A request that was written. */
export interface Written {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  /** The seq of its frame; 0 when it could not be written. */
  readonly seq: number;
  readonly by: Origin;
}

/** Why a request was not written: there is no connection, or it must not be sent. */
export interface Unsent {
  readonly kind: 'closed' | 'cancelled';
  readonly why: string;
}

/** Our own requests without an answer, by the seq of their frame. */
export interface Calls {
  /** Opens a call for a request that was written; one that was not ends at once, as `unsent` says. */
  open(written: Written, limits: Limits, unsent: Unsent): Call;
  /**
   * Opens a call anew for a request that was answered, but is not at its end: it waits for input, or runs as a task.
   * It is left as any other call.
   */
  keep(written: Written, limits: Limits, kept: Kept): Call;
  get(seq: number): Call | undefined;
  settle(seq: number, outcome: Outcome): void;
  /** Progress was reported for a token, which is the id of a call. */
  progress(params: unknown): void;
  /** Stops the clocks of all time-outs for what a person is asked for, or has them go on. */
  hold(what: 'input' | 'authorization', held: boolean): void;
  /**
   * An error without an id came: it ends the call in whose exchange it came, or else the only open one, unless that is
   * answered within a second; at once, where no other answer can come any more.
   */
  assume(seq: number, outcome: Outcome, suspected: Pending | undefined): void;
  /** Something went astray that a time-out should refer to. */
  stray(sentence: string): void;
  /** The call with this id can get no answer any more, for the reason in a sentence; HTTP had this status. */
  lose(id: Id, why: string, status?: number): void;
  /** None of the calls can get an answer any more. */
  loseAll(why: string): void;
  /** Takes calls out of the table, for whoever asks anew. */
  take(which: (request: OpenRequest) => boolean): readonly OpenRequest[];
  /** The server is gone: every call ends; `said` goes on the sentence with what it said of that. */
  end(why: string, said: string): void;
}

/** How a call that was answered is left before its end. */
export interface Kept {
  /** The seq of the answer that is gone on with. */
  readonly answer: number;
  /** How it ended, in a sentence without its full stop. */
  readonly words: (how: 'timeout' | 'cancel', reason: string) => string;
  /** Tells the server, as far as it is told. */
  readonly tell: (reason: string) => void;
  /** A person lets it go on. */
  readonly extend?: (ms: number) => void;
  /** It waits to be let go on. */
  readonly isAtLimit?: () => boolean;
}

/** A call with what was asked. */
export interface OpenRequest {
  readonly call: OpenCall;
  readonly written: Written;
  readonly kept?: Kept;
}

/** An error without an id is taken for the answer to the request in question after this time, in ms. */
const ASSUME = 1_000;
/** Of what went astray, so much is remembered. */
const STRAYS = 3;

export function createCalls({ clock, life, cancelled }: CallWire): Calls {
  const calls = new Map<number, OpenRequest>();
  let strays: readonly string[] = [];
  const holds = new Set<string>();
  /** Takes an error without an id for the answer to a call. */
  const suspicions = new WeakMap<OpenRequest, () => void>();

  /** Those whose answer is due; a subscription is open for as long as it lasts. */
  const awaited = (): readonly OpenRequest[] =>
    [...calls.values()].filter(
      ({ written, kept }) => written.method !== 'subscriptions/listen' && kept === undefined,
    );

  const onlyOne = (): OpenRequest | undefined => {
    const [only, ...others] = awaited();
    return others.length > 0 ? undefined : only;
  };

  const settle = (seq: number, outcome: Outcome): void => {
    const open = calls.get(seq);
    calls.delete(seq);
    open?.call.settle(outcome);
  };

  /** Ends a call from our side. */
  const stop = (call: OpenCall, how: 'timeout' | 'cancel', reason: string, params: unknown): void => {
    const what = nameOf(call.method, params);
    const meanwhile = strays.length === 0 ? '' : `; meanwhile: ${strays.join('; ')}`;
    const why =
      how === 'timeout'
        ? `no answer to ${what} ${reason}${meanwhile}`
        : `${what} was cancelled${reason === '' ? '' : `: ${reason}`}`;
    life({ event: how, re: call.seq, detail: why });
    cancelled(call, how === 'timeout' ? `timed out ${reason}` : reason || 'cancelled by the user');
    calls.delete(call.seq);
    call.settle({ kind: how === 'timeout' ? 'timeout' : 'cancelled', why });
  };

  /** Ends a call that was answered from our side. */
  const leave = (call: OpenCall, kept: Kept, how: 'timeout' | 'cancel', reason: string): void => {
    const why = kept.words(how, reason);
    life({ event: how, re: call.seq, answer: kept.answer, detail: why });
    calls.delete(call.seq);
    kept.tell(reason);
    call.settle({ kind: how === 'timeout' ? 'timeout' : 'cancelled', why });
  };

  const lose = (open: OpenRequest, why: string, status?: number): void => {
    const suspicion = suspicions.get(open);
    if (suspicion !== undefined) {
      suspicion();
      return;
    }
    const { written } = open;
    const detail = `${nameOf(written.method, written.params)}: ${why}`;
    life({ event: 'lost', re: written.seq, detail });
    settle(written.seq, { kind: 'closed', why: detail, ...(status === undefined ? {} : { status }) });
  };

  return {
    open(written, limits, { kind, why }) {
      if (awaited().length === 0) strays = [];
      const call = openCall(written, limits, clock, (how, reason) => stop(call, how, reason, written.params));
      call.hold(holds.size > 0);
      if (written.seq === 0) call.settle({ kind, why: `${call.method} was not sent: ${why}` });
      else calls.set(written.seq, { call, written });
      return call;
    },
    keep(written, limits, kept) {
      const opened = openCall(written, limits, clock, (how, reason) => leave(opened, kept, how, reason));
      const { extend = opened.extend, isAtLimit } = kept;
      const call: OpenCall = { ...opened, extend, ...(isAtLimit && { isAtLimit }) };
      call.hold(holds.size > 0);
      calls.set(written.seq, { call, written, kept });
      return call;
    },
    get: (seq) => calls.get(seq)?.call,
    settle,
    progress(params) {
      const token = isObject(params) ? params['progressToken'] : undefined;
      for (const { call } of calls.values()) if (call.id === token) call.touch();
    },
    hold(what, held) {
      if (held) holds.add(what);
      else holds.delete(what);
      for (const { call } of calls.values()) call.hold(holds.size > 0);
    },
    assume(seq, outcome, suspected) {
      const open = suspected === undefined ? onlyOne() : calls.get(suspected.seq);
      if (open === undefined) return;
      const whose =
        suspected === undefined ? 'the only open request' : 'the request in whose exchange it came';
      const take = (): void => {
        const { seq: asked } = open.written;
        if (calls.get(asked) !== open) return;
        const said = outcome.kind === 'error' ? `: ${errorSentence(outcome.error)}` : '';
        const detail = `an error without an id, taken for the answer to ${whose}${said}`;
        life({ event: 'assumed', re: asked, answer: seq, detail });
        settle(asked, outcome);
      };
      suspicions.set(open, take);
      clock.later(ASSUME, take);
    },
    stray(sentence) {
      strays = [...strays.slice(1 - STRAYS), sentence];
    },
    lose(id, why, status) {
      for (const open of calls.values()) if (open.written.id === id) lose(open, why, status);
    },
    loseAll(why) {
      for (const open of calls.values()) lose(open, why);
    },
    take(which) {
      // What was answered was begun.
      const taken = [...calls.values()].filter((one) => one.kept === undefined && which(one));
      for (const { written } of taken) calls.delete(written.seq);
      return taken;
    },
    end(why, said) {
      for (const { call } of calls.values()) {
        call.settle({ kind: 'closed', why: `${why} while ${call.method} was running${said}` });
      }
      calls.clear();
    },
  };
}

/** The tool, prompt, URI or task that is asked for, also in params, or members of them, that go out verbatim. */
export function subjectIn(params: unknown): string {
  const members = read(params);
  if (!isObject(members)) return '';
  const { name, uri, taskId, ref } = members;
  return subjectOf({ name: read(name), uri: read(uri), taskId: read(taskId), ref: read(ref) });
}

const read = (value: unknown): unknown => (value instanceof JsonText ? parse(value.text) : value);

/** A method with the tool, prompt or URI that is asked for. */
export function nameOf(method: string, params: unknown): string {
  const subject = subjectIn(params);
  return subject === '' ? method : `${method} ${subject}`;
}
