import { canonicalNumber } from '../json/canonical.ts';
import { compareNumbers, equal, exactly } from '../json/equal.ts';
import { jsonIn, textAt } from '../json/inner.ts';
import { tooDeepAt } from '../json/parse.ts';
import { elementTexts, memberTexts } from '../json/parts.ts';
import { pointerStep } from '../json/path.ts';
import { typeOfText } from '../json/shape.ts';
import type { CheckAgainst } from '../spec/check/result.ts';
import { counted } from '../text/measure.ts';
import { fleetingKindIn } from './fleeting.ts';
import { schemaNoun, wantedBy } from './test-words.ts';
import type { TypeWord, ValueTest } from './value-test.ts';
import { filledIn, type ValueOf } from './variables.ts';
import type { AnswerDifference } from './verification.ts';

/** What a test may need beside the value. */
export interface Judging {
  readonly given: ValueOf;
  /** Of the tool that was called; undefined where it has none. */
  readonly outputSchema?: unknown;
  readonly check: CheckAgainst;
  /** Takes the differences of tests of which nobody can say whether they hold: what is said by `$not` is not so, either. */
  readonly unsure?: Set<AnswerDifference>;
}

type Differences = readonly AnswerDifference[];

/** Problems with a schema that are told of one value. */
const MOST = 20;

/** What is not as it should be in the value at a pointer, from its exact text; undefined is no value at all. */
export function judged(
  test: ValueTest,
  text: string | undefined,
  pointer: string,
  how: Judging,
): Differences {
  switch (test.kind) {
    case 'all':
      return test.tests.flatMap((one) => judged(one, text, pointer, how));
    case 'any':
      return either(
        test.tests.map((one) => stateOf(one, text, how, pointer)),
        test,
        text,
        pointer,
        how,
      );
    case 'not': {
      const state = stateOf(test.test, text, how, pointer);
      if (state === 'holds') return failed(test, text, pointer, how);
      return state === 'fails' ? [] : unsure([{ ...state, wanted: `anything but ${state.wanted}` }], how);
    }
    case 'type':
      return typesOf(text).some((type) => test.types.includes(type)) ? [] : failed(test, text, pointer, how);
    case 'value':
    case 'object':
    case 'array':
      return text === undefined
        ? [{ pointer, kind: 'missing', was: exactly(filledIn(test.text, how.given)) }]
        : compared(test, text, pointer, how);
    case 'match':
    case 'min':
    case 'max':
    case 'length':
    case 'has':
      return either(text === undefined ? [] : [passes(test, text, how)].flat(), test, text, pointer, how);
    case 'schema':
      return text === undefined ? failed(test, text, pointer, how) : fitted(test, text, pointer, how);
  }
}

/** Whether a test holds; what cannot be said about it. */
type State = 'holds' | 'fails' | AnswerDifference;

function stateOf(test: ValueTest, text: string | undefined, how: Judging, pointer = ''): State {
  const doubts = new Set<AnswerDifference>();
  const found = judged(test, text, pointer, { ...how, unsure: doubts });
  return found.find((one) => !doubts.has(one)) === undefined ? (found[0] ?? 'holds') : 'fails';
}

const stateIf = (does: boolean): State => (does ? 'holds' : 'fails');

function unsure(differences: Differences, how: Judging): Differences {
  for (const one of differences) how.unsure?.add(one);
  return differences;
}

/** What is not as it should be where one of these has to hold. */
function either(
  states: readonly State[],
  test: ValueTest,
  text: string | undefined,
  pointer: string,
  how: Judging,
): Differences {
  if (states.includes('holds')) return [];
  const found = failed(test, text, pointer, how);
  return states.every((state) => state === 'fails') ? found : unsure(found, how);
}

function failed(test: ValueTest, text: string | undefined, pointer: string, { given }: Judging): Differences {
  const wanted = wantedBy(test, given);
  const length = test.kind === 'length' && text !== undefined ? lengthOf(text) : undefined;
  if (test.kind === 'length' && text !== undefined && length !== undefined) {
    const noun = text.startsWith('"') ? 'character' : text.startsWith('[') ? 'element' : 'member';
    const lengths = wantedBy(test.test, given);
    const words = `${lengths} ${/(?:^|\D)1$/.test(lengths) ? noun : `${noun}s`}`;
    return [{ pointer, kind: 'value', wanted: words, is: exactly(text), got: counted(length, noun) }];
  }
  if (text === undefined) return [{ pointer, kind: 'missing', wanted }];
  return [{ pointer, kind: test.kind === 'type' ? 'type' : 'value', wanted, is: exactly(text) }];
}

/** A value with another, part by part. */
function compared(
  test: Extract<ValueTest, { readonly kind: 'value' | 'object' | 'array' }>,
  text: string,
  pointer: string,
  how: Judging,
): Differences {
  const differs = (kind: AnswerDifference['kind'], was: string): Differences => [
    { pointer, kind, was: exactly(was), is: exactly(text) },
  ];
  if (test.kind === 'value') {
    const wanted = filledIn(test.text, how.given);
    if (equal(wanted, text)) return [];
    const inside = comparedInside(wanted, text, pointer, how);
    if (inside.length > 0) return inside;
    return differs(typesOf(wanted)[0] === typesOf(text)[0] ? 'value' : 'type', wanted);
  }
  // The text of a content is how a tool without structured content answers with a value.
  const value = pointer.endsWith('/text') ? (jsonIn(text) ?? text) : text;
  const below = (step: string | number): string => `${pointer}/${pointerStep(String(step))}`;
  const added = (step: string | number, one: string): AnswerDifference => ({
    pointer: below(step),
    kind: 'added',
    is: exactly(one),
  });
  if (test.kind === 'object') {
    const members = memberTexts(value);
    if (members === undefined) return differs('type', filledIn(test.text, how.given));
    const now = new Map(members);
    const found = test.members.flatMap(([name, one]) => judged(one, now.get(name), below(name), how));
    if (test.open) return found;
    for (const [name] of test.members) now.delete(name);
    return [...found, ...[...now].map(([name, one]) => added(name, one))];
  }
  const items = elementTexts(value);
  if (items === undefined) return differs('type', filledIn(test.text, how.given));
  const found = test.items.flatMap((one, at) => judged(one, items[at], below(at), how));
  const further = test.open ? [] : items.slice(test.items.length);
  return [...found, ...further.map((one, at) => added(test.items.length + at, one))];
}

/** What differs in the JSON that two texts hold; nothing where one holds none, or they differ in their spelling. */
function comparedInside(wanted: string, text: string, pointer: string, how: Judging): Differences {
  const [was, is] = [jsonIn(wanted), jsonIn(text)];
  if (was === undefined || is === undefined || tooDeepAt(was) !== undefined) return [];
  const [before, after] = [was.trim(), is.trim()];
  if (before[0] !== after[0]) return [];
  return judged(literal(before), after, pointer, how);
}

/** A value as a test in which nothing has a meaning of its own. */
function literal(text: string): ValueTest {
  const members = memberTexts(text);
  if (members !== undefined)
    return { kind: 'object', text, open: false, members: members.map(([name, one]) => [name, literal(one)]) };
  const items = elementTexts(text);
  if (items !== undefined) return { kind: 'array', text, open: false, items: items.map(literal) };
  return { kind: 'value', text };
}

/** How it is with each that could make a test hold. */
function passes(
  test: Extract<ValueTest, { readonly kind: 'match' | 'min' | 'max' | 'length' | 'has' }>,
  text: string,
  how: Judging,
): State | readonly State[] {
  const doubt = (): AnswerDifference => ({ pointer: '', kind: 'value', wanted: wantedBy(test, how.given) });
  switch (test.kind) {
    case 'match': {
      const { pattern } = test.filled(how.given);
      if (typeof pattern === 'string') return doubt();
      if (!text.startsWith('"')) return 'fails';
      const isFound = pattern.test(JSON.parse(text));
      return isFound === undefined ? doubt() : stateIf(isFound);
    }
    case 'min':
    case 'max': {
      const bound = filledIn(test.text, how.given);
      if (!isNumber(bound)) return doubt();
      const order = isNumber(text) ? compareNumbers(text, bound) : Number.NaN;
      return stateIf(test.kind === 'min' ? order >= 0 : order <= 0);
    }
    case 'length': {
      const length = lengthOf(text);
      return length === undefined ? 'fails' : stateOf(test.test, String(length), how);
    }
    case 'has':
      return partsIn(text, test.test, how);
  }
}

const isNumber = (text: string): boolean => /^[-\d]/.test(text);

/** Characters of a text, elements of an array, members of an object. */
function lengthOf(text: string): number | undefined {
  if (text.startsWith('"')) return Array.from(JSON.parse(text)).length;
  const members = memberTexts(text);
  return members === undefined ? elementTexts(text)?.length : new Map(members).size;
}

/** Whether this is the name of a member, an element, or a part of a text, for each of them. */
function partsIn(text: string, test: ValueTest, how: Judging): readonly State[] {
  if (text.startsWith('"')) {
    const part = test.kind === 'value' ? filledIn(test.text, how.given) : '';
    return [stateIf(part.startsWith('"') && JSON.parse(text).includes(JSON.parse(part)))];
  }
  const names = memberTexts(text)?.map(([name]) => JSON.stringify(name));
  return (names ?? elementTexts(text) ?? []).map((one) => stateOf(test, one, how));
}

function fitted(
  test: Extract<ValueTest, { readonly kind: 'schema' }>,
  text: string,
  pointer: string,
  how: Judging,
): Differences {
  const schema = test.schema ?? how.outputSchema;
  const is = exactly(text);
  if (schema === undefined)
    return unsure(
      [{ pointer, kind: 'value', wanted: 'a value that fits the outputSchema, and the tool has none', is }],
      how,
    );
  const { unusable, problems } = how.check(schema, JSON.parse(text));
  if (unusable !== undefined)
    return unsure(
      [
        {
          pointer,
          kind: 'value',
          wanted: `a value that fits a schema, which cannot be used: ${unusable}`,
          is,
        },
      ],
      how,
    );
  return problems.slice(0, MOST).map(({ path, message }) => {
    const found = textAt(text, path);
    const wanted =
      message === 'is required'
        ? `a value, which ${schemaNoun(test)} requires`
        : /^must be /.test(message)
          ? `${message.slice('must be '.length)}, as ${schemaNoun(test)} says`
          : `${wantedBy(test, how.given)}: it ${message}`;
    return {
      pointer: pointer + path,
      kind: 'value',
      wanted,
      ...(found !== undefined && { is: exactly(found) }),
    };
  });
}

/** The types that a value is of; that of nothing is `missing`. */
function typesOf(text: string | undefined): readonly TypeWord[] {
  if (text === undefined) return ['missing'];
  const type = typeOfText(text);
  if (type === 'number') return isWhole(text) ? [type, 'integer'] : [type];
  const kind = fleetingKindIn(text);
  return kind === undefined ? [type] : [type, kind];
}

function isWhole(text: string): boolean {
  const [, fraction = '', exponent = '0'] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(canonicalNumber(text)) ?? [];
  return Number(exponent) >= fraction.length;
}
