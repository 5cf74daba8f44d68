import { equal } from '../../json/equal.ts';
import { memberText } from '../../json/parts.ts';
import { hasHidden } from '../hidden.ts';
import { differencesOf, isModern, type MockCall } from './call.ts';
import { type Miss, type MockScript, missOf } from './misses.ts';
import { differenceIn } from './play.ts';
import type { Recorded } from './recorded.ts';
import type { Script } from './script.ts';

/** What a call is answered with: what the same call got then, or why there is nothing. */
export type MockFound = { readonly script: Script } | { readonly miss: Miss };

/** Finds what a client's calls were answered with, who makes them one after the other. */
export interface Finder {
  find(call: MockCall): MockFound;
}

/**
 * @param repeat what a call gets that is made more often than then
 * @param areMixed whether calls that differ only in what the redaction has replaced are taken for the same
 */
export function createFinder(recorded: Recorded, repeat: 'last' | 'never', areMixed: boolean): Finder {
  /** How often a call was made. */
  const made = new Map<readonly MockScript[], number>();
  /** What the client was asked for input with, and has not given yet, by the call. */
  const due = new Map<string, readonly Script[]>();
  const goingOn = new Set(recorded.rounds.map(({ script }) => script.request.from));

  const asked = (call: MockCall, script: Script): MockFound => {
    const before = due.get(call.key) ?? [];
    if (goingOn.has(script.request.line.seq) && !before.includes(script))
      due.set(call.key, [...before, script]);
    return { script };
  };

  const next = (call: MockCall, same: readonly MockScript[]): MockFound => {
    const times = made.get(same) ?? 0;
    made.set(same, times + 1);
    const one = same[times] ?? (repeat === 'last' ? same.at(-1) : undefined);
    if (one === undefined)
      return {
        miss: missOf(call, same, `was made ${timesOf(same.length)} in the recording, and is made once more`),
      };
    return asked(call, one.script);
  };

  return {
    find(call) {
      if (call.round !== undefined) {
        const goesOn = further(recorded, call, due.get(call.key) ?? []);
        if ('why' in goesOn) return { miss: missOf(call, [], goesOn.why) };
        return asked(call, goesOn.script);
      }
      const exact = recorded.calls.get(call.key);
      if (exact !== undefined) return next(call, exact);
      const fit = fitting(recorded, call);
      const [same] = fit;
      if (!areMixed && !areAnsweredAlike(fit.flat())) return { miss: missOf(call, fit.flat(), MIXED) };
      if (same !== undefined) return next(call, same);
      return { miss: missOf(call, recorded.byMethod.get(call.method) ?? []) };
    },
  };
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const MIXED =
  'was answered in several ways in the recording, and what tells them apart is redacted; --allow-redacted takes them in order';

/** Recorded calls in which the redaction has replaced what can be any string. */
const fitting = ({ hidden }: Recorded, call: MockCall): readonly (readonly MockScript[])[] =>
  hidden.filter(([first]) => {
    if (first?.call.method !== call.method || isModern(first.call) !== isModern(call)) return false;
    return differencesOf(first.call.params, call.params, '').length === 0;
  });

/** Whether it is the same which of them is meant. */
function areAnsweredAlike([first, ...others]: readonly MockScript[]): boolean {
  const answer = first && answerTo(first);
  return others.every((other) => {
    const its = answerTo(other);
    return its === answer || (its !== undefined && answer !== undefined && equal(its, answer));
  });
}

const answerTo = ({ script: { request } }: MockScript): string | undefined => {
  if (request.end.kind !== 'answered') return undefined;
  const { msg } = request.end.line;
  return memberText(msg, 'result') ?? memberText(msg, 'error');
};

/** Why a call does not go on as it did then. */
const whyNoRound = ({ rounds }: Recorded, key: string): string =>
  rounds.some(({ call }) => call.key === key)
    ? 'is sent with another requestState than in the recording'
    : 'was given no input in the recording';

/**
 * The recorded round that goes on with a call as this one does, of what the client was asked for last, if possible. One with
 * another input is another call.
 */
function further(
  recorded: Recorded,
  { key, round = {} }: MockCall,
  asked: readonly Script[],
): { readonly script: Script } | { readonly why: string } {
  const seqs = new Set<number | undefined>(asked.map(({ request }) => request.line.seq));
  const ofCall = recorded.rounds.filter(({ call }) => call.key === key);
  const recordedHere = ofCall.filter(({ call }) => isState(call.round?.state, round.state));
  const same = recordedHere.length > 0 ? recordedHere : insteadOf(recorded, key, ofCall, round.state);
  const near = same.filter(({ script }) => seqs.has(script.request.from));
  let first: string | undefined;
  for (const { script, call } of [...near, ...same]) {
    const [was, is] = [call.round?.responses ?? '{}', round.responses ?? '{}'];
    const difference = differenceIn(was, is, '/params/inputResponses');
    if (difference === undefined) return { script };
    first ??= `is given another input than in the recording: ${difference} (#${script.request.line.seq})`;
  }
  return { why: first ?? whyNoRound(recorded, key) };
}

/** Where the client of the recording gave up an answer that asks for input, what went on with another one goes on with it. */
function insteadOf(
  { calls }: Recorded,
  key: string,
  ofCall: readonly MockScript[],
  state: string | undefined,
): readonly MockScript[] {
  const givenUp = [...(calls.get(key) ?? []), ...ofCall].find(({ script }) =>
    isState(stateOf(script), state),
  );
  if (state === undefined || givenUp === undefined) return [];
  const further = new Set<number | undefined>(ofCall.map(({ script }) => script.request.line.seq));
  const isFirst = givenUp.call.round === undefined;
  return ofCall.filter(({ script }) => further.has(script.request.from) !== isFirst);
}

/** What a recorded answer has the client send with its input. */
function stateOf({ request: { end } }: Script): string | undefined {
  const result = end.kind === 'answered' ? memberText(end.line.msg, 'result') : undefined;
  return result === undefined ? undefined : memberText(result, 'requestState');
}

function isState(recorded: string | undefined, given: string | undefined): boolean {
  if (recorded === undefined || given === undefined) return recorded === given;
  return hasHidden(recorded) || equal(recorded, given);
}
