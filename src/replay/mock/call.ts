import { canonicalText } from '../../json/canonical.ts';
import { equal } from '../../json/equal.ts';
import { jsonIn } from '../../json/inner.ts';
import { LEVELS_COMPARED, parse } from '../../json/parse.ts';
import { elementTexts, memberText, memberTexts } from '../../json/parts.ts';
import { pointerStep, stepsOf } from '../../json/path.ts';
import { shortJson } from '../../json/short-json.ts';
import { methodNamed } from '../../spec/methods.ts';
import { fitsHidden } from '../hidden.ts';

/** A request as it is held against others: by its method and by what its params say, without what is another at each sending. */
export interface MockCall {
  readonly method: string;
  /** The params without what is volatile, ignored, or of a further round; exact texts, in their order. */
  readonly params: string;
  /** The same for all requests that ask for the same. */
  readonly key: string;
  /** Of a further round (2026-07-28). */
  readonly round?: { readonly state?: string; readonly responses?: string };
}

/** What of `_meta` says nothing of what is asked for: who asks, how it is told of progress, where it is traced. */
const VOLATILE: ReadonlySet<string> = new Set([
  ...['progressToken', 'traceparent', 'tracestate', 'baggage', 'claudecode/toolUseId'],
  ...['clientInfo', 'clientCapabilities', 'protocolVersion', 'logLevel', 'related-task'].map(
    (name) => `io.modelcontextprotocol/${name}`,
  ),
]);

/** The member of `_meta` with which every request of the modern era names its revision. */
export const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** The revision that a request of the modern era names; undefined for one of the legacy era. */
export function versionIn(params: string | undefined): string | undefined {
  const meta = params?.includes(VERSION) ? memberText(params, '_meta') : undefined;
  const version = meta === undefined ? undefined : parse(memberText(meta, VERSION) ?? '');
  return typeof version === 'string' ? version : undefined;
}

/** @param ignore pointers into the message: what is there does not count */
export function callOf(method: string, params: string | undefined, ignore: readonly string[]): MockCall {
  let rest = params ?? '{}';
  for (const pointer of ignore) rest = without(rest, stepsOf(pointer)?.slice(1) ?? []);
  const members = memberTexts(rest);
  if (members === undefined) return { method, params: rest, key: keyOf(method, rest) };
  const kept = new Map<string, string>();
  const round: { state?: string; responses?: string } = {};
  for (const [name, text] of members) {
    if (name === 'requestState') round.state = text;
    else if (name === 'inputResponses') round.responses = text;
    else if (name === '_meta') keep(kept, name, withoutVolatile(text));
    else if (name === 'arguments') keep(kept, name, text);
    // For how long a task is kept does not say what it is for.
    else if (name === 'task' && method === 'tools/call') kept.set(name, 'true');
    else kept.set(name, text);
  }
  const whole = objectOf(kept);
  const isFurther = round.state !== undefined || round.responses !== undefined;
  const era = versionIn(params) === undefined ? '' : MODERN;
  const call = { method, params: whole, key: era + keyOf(method, whole) };
  return isFurther ? { ...call, round } : call;
}

/** Before the key of a call of the modern era. */
const MODERN = ' ';

/** Whether a call is one of the modern era. */
export const isModern = ({ key }: MockCall): boolean => key.startsWith(MODERN);

const keyOf = (method: string, params: string): string => `${method} ${canonicalText(params) ?? params}`;

/** Arguments of none and no arguments are the same. */
function keep(kept: Map<string, string>, name: string, text: string): void {
  if (memberTexts(text)?.length !== 0) kept.set(name, text);
}

const objectOf = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

function withoutVolatile(meta: string): string {
  const members = memberTexts(meta);
  return members === undefined ? meta : objectOf(members.filter(([name]) => !VOLATILE.has(name)));
}

/** A text without what a path leads to, into JSON in a string as well; of an array's elements the others keep their places. */
function without(text: string, [step, ...further]: readonly string[]): string {
  if (step === undefined) return text;
  const inner = jsonIn(text);
  if (inner !== undefined) return JSON.stringify(without(inner, [step, ...further]));
  const isLast = further.length === 0;
  const members = memberTexts(text);
  if (members !== undefined) {
    if (!members.some(([name]) => name === step)) return text;
    return objectOf(
      members.flatMap(([name, value]) => {
        if (name !== step) return [[name, value] as const];
        return isLast ? [] : [[name, without(value, further)] as const];
      }),
    );
  }
  const elements = elementTexts(text);
  if (elements?.[Number(step)] === undefined) return text;
  const changed = elements.map((value, at) =>
    String(at) !== step ? value : isLast ? 'null' : without(value, further),
  );
  return `[${changed.join(',')}]`;
}

/** Where two values differ: the pointer to a leaf, with the exact texts of both; undefined where one has none. */
export interface Differing {
  readonly pointer: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/**
 * The leaves in which a value differs from a recorded one, numbers by their values. What the redaction has replaced in the
 * recording is anything.
 */
export function differencesOf(
  was: string,
  is: string,
  pointer: string,
  levels = LEVELS_COMPARED,
): readonly Differing[] {
  if (was === is || fitsHidden(was, is)) return [];
  if (levels === 0) return leafOf(was, is, pointer);
  const [old, now] = [memberTexts(was), memberTexts(is)];
  if (old !== undefined && now !== undefined) {
    const [olds, nows] = [new Map(old), new Map(now)];
    return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((name) =>
      differenceOf(olds.get(name), nows.get(name), `${pointer}/${pointerStep(name)}`, levels - 1),
    );
  }
  const [items, others] = [elementTexts(was), elementTexts(is)];
  if (items !== undefined && others !== undefined)
    return Array.from({ length: Math.max(items.length, others.length) }, (_, at) =>
      differenceOf(items[at], others[at], `${pointer}/${at}`, levels - 1),
    ).flat();
  return leafOf(was, is, pointer);
}

const leafOf = (was: string, is: string, pointer: string): readonly Differing[] =>
  equal(was, is) ? [] : [{ pointer, was, is }];

function differenceOf(
  was: string | undefined,
  is: string | undefined,
  pointer: string,
  levels: number,
): readonly Differing[] {
  if (was === undefined || is === undefined) return [{ pointer, was, is }];
  return differencesOf(was, is, pointer, levels);
}

/** How a request is called in a sentence: `get_order {"id":3}`, `resources/read file:///notes.txt`. */
export function calledOf({ method, params }: Pick<MockCall, 'method' | 'params'>): string {
  const { subject: member = '' } = methodNamed(method) ?? {};
  const subject = parse(memberText(params, member) ?? '');
  if (typeof subject !== 'string') return params === '{}' ? method : `${method} ${shortText(params)}`;
  const given = memberText(params, 'arguments');
  const named = method === 'tools/call' ? subject : `${method} ${subject}`;
  return given === undefined ? named : `${named} ${shortText(given)}`;
}

/** A JSON text for a sentence: as it stands where it is short. */
export const shortText = (text: string): string => (text.length <= SHORT ? text : shortJson(parse(text)));

const SHORT = 80;
