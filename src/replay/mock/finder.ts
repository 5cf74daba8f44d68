import { equal } from '../../json/equal.ts';
import { hasHidden } from '../hidden.ts';
import { differencesOf, type MockCall } from './call.ts';
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

/** @param otherwise told where an input is given that is not the recorded one, with the difference */
export function createFinder(
  recorded: Recorded,
  repeat: 'last' | 'never',
  otherwise: (script: Script, difference: string) => void,
): Finder {
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
        if (goesOn === undefined) return { miss: missOf(call, [], 'does not go on so in the recording') };
        if (goesOn.difference !== undefined) otherwise(goesOn.script, goesOn.difference);
        return asked(call, goesOn.script);
      }
      const same = recorded.calls.get(call.key) ?? fitting(recorded, call);
      if (same !== undefined) return next(call, same);
      return { miss: missOf(call, recorded.byMethod.get(call.method) ?? []) };
    },
  };
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Recorded calls in which the redaction has replaced what is anything. */
const fitting = ({ hidden }: Recorded, call: MockCall): readonly MockScript[] | undefined =>
  hidden.find(([first]) => {
    if (first === undefined || first.call.method !== call.method) return false;
    return differencesOf(first.call.params, call.params, '').length === 0;
  });

/** The recorded round that goes on with a call as this one does: what the client was asked for last, if possible. */
function further(
  { rounds }: Recorded,
  { key, round = {} }: MockCall,
  asked: readonly Script[],
): { readonly script: Script; readonly difference?: string } | undefined {
  const seqs = new Set<number | undefined>(asked.map(({ request }) => request.line.seq));
  const same = rounds.filter(({ call }) => call.key === key && isState(call.round?.state, round.state));
  const near = same.filter(({ script }) => seqs.has(script.request.from));
  let first: { readonly script: Script; readonly difference: string } | undefined;
  for (const { script, call } of [...near, ...same]) {
    const difference = differenceIn(
      call.round?.responses ?? '{}',
      round.responses ?? '{}',
      '/params/inputResponses',
    );
    if (difference === undefined) return { script };
    first ??= { script, difference };
  }
  return first;
}

function isState(recorded: string | undefined, given: string | undefined): boolean {
  if (recorded === undefined || given === undefined) return recorded === given;
  return hasHidden(recorded) || equal(recorded, given);
}
