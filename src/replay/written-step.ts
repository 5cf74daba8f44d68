import { jsonIn, textAt } from '../json/inner.ts';
import { edited, type TextEdit } from '../json/jsonc-edit.ts';
import { stepsOf } from '../json/path.ts';
import { createRows, rowAt, valueText } from '../json/rows.ts';
import { typeOfText } from '../json/shape.ts';
import type { CallForStep } from './call-for-step.ts';
import { fleetingKindIn, fleetingPieces } from './fleeting.ts';
import { literalText } from './variables.ts';

/** What of an answer is wanted again: the value as it is, or any of its type. */
export type WantedValue = 'value' | 'type';

/** What a step is to expect of an answer. */
export interface WantedAnswer {
  /** That it is no error; of an error, that it is this one. */
  readonly outcome: boolean;
  /** That the structured content fits the schema of the tool. */
  readonly schema: boolean;
  /** That nothing is found at its messages. */
  readonly findings: boolean;
  /** ms that it may take. */
  readonly ms?: number;
  /** By JSON pointers into the message, which go on in JSON within a text. */
  readonly values: Readonly<Record<string, WantedValue>>;
}

/** Whether a value must not be written down, so that only its type can be wanted; `name` is that of its member. */
export type IsHidden = (json: string, name: string | undefined) => boolean;

/**
 * A step on one line: what is sent, and what is expected. Values are written with all their digits; within an object or array,
 * also one that a text holds, those that are another one each time are wanted by their kind.
 */
export function writtenStep(
  call: CallForStep,
  name: string,
  wanted: WantedAnswer,
  isHidden: IsHidden,
): string {
  const { method, params, answer, kind } = call;
  const expected = new Map<string, string>();
  const expect = (pointer: string, json: string): void => {
    const before = expected.get(pointer);
    expected.set(pointer, before === undefined ? json : both(before, json));
  };
  if (wanted.outcome && kind === 'error')
    expect('/error/code', textAt(answer, '/error/code') ?? '{"$type": "integer"}');
  if (wanted.outcome && kind === 'failed') {
    expect('/result/isError', 'true');
    const said = errorSaid(call, isHidden);
    if (said !== undefined && !(ERROR_TEXT in wanted.values)) expect(ERROR_TEXT, literalText(said));
  }
  if (wanted.outcome && kind === 'result')
    if (method === 'tools/call') expect('/result/isError', '{"$not": true}');
    else expect('/result', '{"$type": "object"}');
  if (wanted.schema) expect('/result/structuredContent', '{"$schema": true}');
  for (const [pointer, want] of Object.entries(wanted.values)) {
    const json = textAt(answer, pointer);
    if (json === undefined) continue;
    expect(pointer, want === 'type' ? typeTest(json) : valueTest(json, pointer, isHidden));
  }
  if (wanted.ms !== undefined) expect('ms', `{"$max": ${wanted.ms}}`);
  if (wanted.findings) expect('findings', '[]');
  const members = [
    `"name": ${JSON.stringify(name)}`,
    `"method": ${JSON.stringify(method)}`,
    ...(params === undefined ? [] : [`"params": ${params}`]),
    ...(expected.size === 0 ? [] : [`"expect": {${membersOf(expected).join(', ')}}`]),
  ];
  return `{${members.join(', ')}}`;
}

const membersOf = (expected: ReadonlyMap<string, string>): readonly string[] =>
  [...expected].map(([pointer, json]) => `${JSON.stringify(pointer)}: ${json}`);

/** What is wanted twice of one value, as one test: a name may stand only once in an object. */
function both(one: string, other: string): string {
  if (one === other) return one;
  const [first, second] = [one, other].map((json) => (json.startsWith('{"$') ? json : `{"$eq": ${json}}`));
  return `${first?.slice(0, -1)}, ${second?.slice(1)}`;
}

const ERROR_TEXT = '/result/content/0/text';

/** The JSON text of what a tool says of its error, where it is short and the same each time. */
export function errorSaid({ kind, answer }: CallForStep, isHidden: IsHidden): string | undefined {
  const said = kind === 'failed' ? textAt(answer, ERROR_TEXT) : undefined;
  if (said === undefined || !said.startsWith('"') || said.length > SHORT || jsonIn(said) !== undefined)
    return undefined;
  return isHidden(said, 'text') || fleetingPieces(JSON.parse(said)).length > 1 ? undefined : said;
}

/** Characters of an error that is wanted again. */
const SHORT = 200;

const typeTest = (json: string): string =>
  `{"$type": ${JSON.stringify(fleetingKindIn(json) ?? typeOf(json))}}`;

/** The type of a JSON text, as `$type` names it. */
function typeOf(json: string): string {
  const type = typeOfText(json);
  return type === 'number' && /^-?\d+$/.test(json) ? 'integer' : type;
}

/** A value as it is wanted: exactly, or but for what passes in it. What reads like a variable or a test is kept from being one. */
function valueTest(json: string, pointer: string, isHidden: IsHidden): string {
  // Who ticks a time alone means that time.
  const name = stepsOf(pointer)?.at(-1);
  if (isFleeting(json) && !isHidden(json, name)) return json;
  const { text, passes, isTest } = wantedIn(json, name, isHidden);
  if (passes) return isTest ? typeTest(json) : text.startsWith('{"$type": ') ? text : `{"$like": ${text}}`;
  return isTest ? `{"$eq": ${text}}` : text;
}

/** How a value is written on one line, and whether something in it is wanted by its type, or would be read as a test. */
interface Written {
  readonly text: string;
  readonly passes: boolean;
  readonly isTest: boolean;
}

/** JSON in the text of a content is written as JSON, since it is compared so. */
function wantedIn(json: string, name: string | undefined, isHidden: IsHidden): Written {
  const inner = name === 'text' && !isHidden(json, name) ? jsonIn(json) : undefined;
  const compact = (inner ?? json).replace(SPACE, '$1');
  const rows = createRows(compact);
  const edits: TextEdit[] = [];
  let passes = false;
  let isTest = false;
  for (let row = 0; rows !== undefined && row < rows.length; row += 1) {
    const { kind, key, role } = rowAt(rows, row);
    if (role !== 'close' && key?.startsWith('"$') === true) isTest = true;
    if (kind !== 'string') continue;
    const text = valueText(rows, row);
    const from = rows.starts[row] ?? 0;
    const one = writtenText(text, key === undefined ? name : JSON.parse(key), isHidden, text !== json);
    passes ||= one.passes;
    isTest ||= one.isTest;
    if (one.text !== text) edits.push({ from, to: from + text.length, text: one.text });
  }
  return { text: edited(compact, edits), passes, isTest };
}

/** Whether a value in what is wanted as it is can only be wanted by its type; `name` is that of its member. */
export const passesWithin = (json: string, name: string | undefined, isHidden: IsHidden): boolean =>
  isFleeting(json) || isHidden(json, name);

/** A string. */
function writtenText(json: string, name: string | undefined, isHidden: IsHidden, mayHold: boolean): Written {
  if (passesWithin(json, name, isHidden)) return { text: typeTest(json), passes: true, isTest: false };
  if (mayHold && name === 'text' && jsonIn(json) !== undefined) return wantedIn(json, name, isHidden);
  return { text: literalText(json), passes: false, isTest: false };
}

/** Space between the parts of a JSON text, and the strings that it may not be taken from. */
const SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g;

/** Whether a JSON text is a string of a kind that is another one each time. */
export const isFleeting = (json: string): boolean => fleetingKindIn(json) !== undefined;
