import { equal } from '../../json/equal.ts';
import { memberText } from '../../json/parts.ts';
import { hasHidden } from '../hidden.ts';
import { differencesOf, isModern, type MockCall } from './call.ts';
import { type Miss, type MockReaction, missOf } from './misses.ts';
import { differenceIn } from './play.ts';
import type { Reaction } from './reactions.ts';
import type { Recorded } from './recorded.ts';

/** What a call is answered with: what the same call got then, or why there is nothing. */
export type MockFound = { readonly reaction: Reaction } | { readonly miss: Miss };

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
  const made = new Map<readonly MockReaction[], number>();
  /** What the client was asked for input with, and has not given yet, by the call. */
  const due = new Map<string, readonly Reaction[]>();
  const goingOn = new Set(recorded.rounds.map(({ reaction }) => reaction.request.from));

  const asked = (call: MockCall, reaction: Reaction): MockFound => {
    const before = due.get(call.key) ?? [];
    if (goingOn.has(reaction.request.line.seq) && !before.includes(reaction))
      due.set(call.key, [...before, reaction]);
    return { reaction };
  };

  const next = (call: MockCall, same: readonly MockReaction[]): MockFound => {
    const times = made.get(same) ?? 0;
    made.set(same, times + 1);
    const one = same[times] ?? (repeat === 'last' ? same.at(-1) : undefined);
    if (one === undefined)
      return {
        miss: missOf(call, same, `was made ${timesOf(same.length)} in the recording, and is made once more`),
      };
    return asked(call, one.reaction);
  };

  return {
    find(call) {
      if (call.round !== undefined) {
        const goesOn = further(recorded, call, due.get(call.key) ?? []);
        if ('why' in goesOn) return { miss: missOf(call, [], goesOn.why) };
        return asked(call, goesOn.reaction);
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
const fitting = ({ hidden }: Recorded, call: MockCall): readonly (readonly MockReaction[])[] =>
  hidden.filter(([first]) => {
    if (first?.call.method !== call.method || isModern(first.call) !== isModern(call)) return false;
    return differencesOf(first.call.params, call.params, '').length === 0;
  });

/** Whether it is the same which of them is meant. */
function areAnsweredAlike([first, ...others]: readonly MockReaction[]): boolean {
  const answer = first && answerTo(first);
  return others.every((other) => {
    const its = answerTo(other);
    return its === answer || (its !== undefined && answer !== undefined && equal(its, answer));
  });
}

const answerTo = ({ reaction: { request } }: MockReaction): string | undefined => {
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
  asked: readonly Reaction[],
): { readonly reaction: Reaction } | { readonly why: string } {
  const seqs = new Set<number | undefined>(asked.map(({ request }) => request.line.seq));
  const ofCall = recorded.rounds.filter(({ call }) => call.key === key);
  const recordedHere = ofCall.filter(({ call }) => isState(call.round?.state, round.state));
  const same = recordedHere.length > 0 ? recordedHere : insteadOf(recorded, key, ofCall, round.state);
  const near = same.filter(({ reaction }) => seqs.has(reaction.request.from));
  let first: string | undefined;
  for (const { reaction, call } of [...near, ...same]) {
    const [was, is] = [call.round?.responses ?? '{}', round.responses ?? '{}'];
    const difference = differenceIn(was, is, '/params/inputResponses');
    if (difference === undefined) return { reaction };
    first ??= `is given another input than in the recording: ${difference} (#${reaction.request.line.seq})`;
  }
  return { why: first ?? whyNoRound(recorded, key) };
}

/** Where the client of the recording gave up an answer that asks for input, what went on with another one goes on with it. */
function insteadOf(
  { calls }: Recorded,
  key: string,
  ofCall: readonly MockReaction[],
  state: string | undefined,
): readonly MockReaction[] {
  const givenUp = [...(calls.get(key) ?? []), ...ofCall].find(({ reaction }) =>
    isState(stateOf(reaction), state),
  );
  if (state === undefined || givenUp === undefined) return [];
  const further = new Set<number | undefined>(ofCall.map(({ reaction }) => reaction.request.line.seq));
  const isFirst = givenUp.call.round === undefined;
  return ofCall.filter(({ reaction }) => further.has(reaction.request.from) !== isFirst);
}

/** What a recorded answer has the client send with its input. */
function stateOf({ request: { end } }: Reaction): string | undefined {
  const result = end.kind === 'answered' ? memberText(end.line.msg, 'result') : undefined;
  return result === undefined ? undefined : memberText(result, 'requestState');
}

function isState(recorded: string | undefined, given: string | undefined): boolean {
  if (recorded === undefined || given === undefined) return recorded === given;
  return hasHidden(recorded) || equal(recorded, given);
}
