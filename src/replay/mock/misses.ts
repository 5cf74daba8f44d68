import { memberText } from '../../json/parts.ts';
import type { Differing, MockCall } from './call.ts';
import { calledOf, differencesOf, shortText } from './call.ts';
import type { Reaction } from './reactions.ts';

/** A recorded request as it can be held against another one. */
export interface MockReaction {
  readonly reaction: Reaction;
  readonly call: MockCall;
}

/** What was asked for that the recording has no answer to. */
export interface Miss {
  readonly code: number;
  /** The call with the reason, in a sentence without its full stop. */
  readonly message: string;
  /** The same in parts, as JSON. */
  readonly data: string;
  /** How the call is named. */
  readonly called: string;
  /** The rest of the sentence. */
  readonly why: string;
}

const INVALID_PARAMS = -32602;
/** Of many recorded calls so many are looked at, those of the same subject first. */
const LOOKED_AT = 500;
/** Pointers that are named. */
const NAMED = 3;

/**
 * Says what a call that the recording does not have comes closest to.
 *
 * @param reason why there is no answer, where it is not that
 */
export function missOf(call: MockCall, recorded: readonly MockReaction[], reason?: string): Miss {
  const called = calledOf(call);
  const { closest, differences } = closestTo(call, recorded) ?? {};
  const why =
    reason ??
    (closest === undefined ? `is not in the recording, nor is any other ${call.method}` : undefined);
  const sentence = why ?? `is not in the recording; ${closestSentence(closest, differences)}`;
  const isNamed = closest !== undefined && reason === undefined;
  const near = isNamed ? `,"closest":${nearJson(closest, differences)}` : '';
  return {
    code: INVALID_PARAMS,
    message: `${called} ${sentence}`,
    data: `{"miss":{"method":${JSON.stringify(call.method)},"params":${call.params}${near}}}`,
    called,
    why: sentence,
  };
}

/** The closest call in parts, its values as they stand in the texts. */
function nearJson({ reaction, call }: MockReaction, differences: readonly Differing[] = []): string {
  const told = differences.map(({ pointer, was, is }) => {
    const values = `${was === undefined ? '' : `,"recorded":${was}`}${is === undefined ? '' : `,"asked":${is}`}`;
    return `{"pointer":${JSON.stringify(pointer)}${values}}`;
  });
  const head = `"seq":${reaction.request.line.seq},"call":${JSON.stringify(calledOf(call))}`;
  return `{${head},"differences":[${told.join(',')}]}`;
}

function closestSentence(
  closest: MockReaction | undefined,
  differences: readonly Differing[] | undefined = [],
): string {
  if (closest === undefined) return '';
  const name = `#${closest.reaction.request.line.seq} ${calledOf(closest.call)}`;
  const [first] = differences;
  if (first === undefined) return `the closest is ${name}, in the other era`;
  const told = differences.slice(0, NAMED).map(toldOf);
  const more = differences.length > NAMED ? `, ${differences.length - NAMED} more differ` : '';
  return `the closest is ${name}: ${told.join(', ')}${more}`;
}

const toldOf = ({ pointer, was }: Differing): string =>
  was === undefined ? `${pointer} is not there` : `${pointer} is ${shortText(was)} there`;

/** The recorded call with the fewest differences; one about the same thing comes before all others. */
function closestTo(call: MockCall, recorded: readonly MockReaction[]) {
  const subject = subjectOf(call);
  const near = recorded.filter((one) => subjectOf(one.call) === subject);
  const looked = [...near, ...(near.length > 0 ? [] : recorded)].slice(0, LOOKED_AT);
  let found: { readonly closest: MockReaction; readonly differences: readonly Differing[] } | undefined;
  for (const closest of looked) {
    const differences = differencesOf(closest.call.params, call.params, '/params');
    if (found === undefined || differences.length < found.differences.length)
      found = { closest, differences };
  }
  return found;
}

const subjectOf = ({ params }: MockCall): string | undefined =>
  memberText(params, 'name') ?? memberText(params, 'uri') ?? memberText(params, 'ref');
