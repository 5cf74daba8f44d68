import { jsonOf } from '../json/json-of.ts';
import { createReader, locateError, problemSentence } from '../json/reader.ts';
import type { Derive } from './schema.ts';

/**
 * What a person has set at one place of a form, independent of any schema. It keeps what a parsed value would lose:
 * the digits of numbers, text that is not a number yet, half-typed JSON, and that a thing is *absent*, which is neither
 * null nor empty.
 *
 * Drafts never change; an action makes new ones along its path. So a document keeps what is derived from one
 * (`Derive`), which the functions here take as their last argument.
 */
export type Draft = DraftMarks &
  (
    | { readonly is: 'absent' }
    | { readonly is: 'null' }
    | { readonly is: 'text'; readonly text: string }
    /** As typed; what is not a JSON number is sent as a string, for the server to reject. */
    | { readonly is: 'number'; readonly text: string }
    | { readonly is: 'boolean'; readonly value: boolean }
    /** Sent when `given` (set to `[]` on purpose) or when one of its items is sent. */
    | { readonly is: 'list'; readonly items: readonly Draft[]; readonly given: boolean }
    /** Sent when `given` or when one of its members is sent that is not merely a constant. */
    | { readonly is: 'object'; readonly members: readonly Member[]; readonly given: boolean }
    /** JSON as typed; invalid JSON is sent as a string. */
    | { readonly is: 'json'; readonly text: string }
  );

/** The state of a draft in its form. */
interface DraftMarks {
  /** Unfolded or folded on purpose. */
  readonly open?: boolean;
  /** The variant of a union that was picked. */
  readonly variant?: number;
  /** Filled in by us: the only value possible, the schema's default, or what was sent the time before. */
  readonly by?: 'constant' | 'default' | 'past';
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly draft: Draft;
}

export type ListDraft = Extract<Draft, { is: 'list' }>;
type ObjectDraft = Extract<Draft, { is: 'object' }>;

/** Nothing set. */
export const absent: Draft = { is: 'absent' };

/** Whether a number is written as JSON allows (RFC 8259 §6). */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** Whether it will be sent. */
export function isPresent(draft: Draft, derive?: Derive): boolean {
  return textOf(draft, derive) !== undefined;
}

/** Used without a document to keep what is derived from a draft. */
const underived: Derive = (_by, _value, make) => make();

/** The exact JSON text that is sent for a draft, on one line; undefined when absent. */
export const textOf = (draft: Draft, derive: Derive = underived): string | undefined =>
  draft.is === 'absent' ? undefined : derive(textOf, draft, () => writeDraft(draft, derive));

function writeDraft(draft: Draft, derive: Derive): string | undefined {
  switch (draft.is) {
    case 'absent':
      return undefined;
    case 'null':
      return 'null';
    case 'text':
      return JSON.stringify(draft.text);
    case 'boolean':
      return String(draft.value);
    case 'number':
      return isJsonNumber(draft.text.trim()) ? draft.text.trim() : JSON.stringify(draft.text);
    case 'json':
      return jsonError(draft.text) === undefined ? oneLine(draft.text) : JSON.stringify(draft.text);
    case 'list': {
      const items = draft.items.map((item) => textOf(item, derive)).filter((item) => item !== undefined);
      return draft.given || items.length > 0 ? `[${items.join(',')}]` : undefined;
    }
    case 'object':
      return writeObject(draft, derive);
  }
}

/** A message is one line (basic/transports#stdio); within JSON a line break can only be space between tokens. */
export function oneLine(json: string): string {
  return json.trim().replace(/[\r\n]+/g, ' ');
}

function writeObject(draft: ObjectDraft, derive: Derive): string | undefined {
  const members: string[] = [];
  let wanted = draft.given;
  for (const { name, draft: member } of draft.members) {
    const text = textOf(member, derive);
    if (text === undefined) continue;
    members.push(`${JSON.stringify(name)}:${text}`);
    if (member.by !== 'constant') wanted = true;
  }
  return wanted ? `{${members.join(',')}}` : undefined;
}

/** Why and where a text is not JSON; undefined when it is JSON. */
export function jsonError(text: string): string | undefined {
  const error = locateError(text);
  return error && problemSentence(error);
}

/** The member of an object draft; absent when there is none. */
export function memberOf(draft: Draft, name: string): Draft {
  if (draft.is !== 'object') return absent;
  return draft.members.find((member) => member.name === name)?.draft ?? absent;
}

/** A new draft in the place of an old one, which keeps how the old one stood. */
export function inPlaceOf(old: Draft, draft: Draft): Draft {
  return {
    ...draft,
    ...(old.open === undefined ? {} : { open: old.open }),
    ...(old.variant === undefined ? {} : { variant: old.variant }),
  };
}

/** Lists and objects nested deeper than this stay JSON text, so that nothing that walks drafts overflows. */
export const deepest = 200;

/**
 * The draft of a JSON text: numbers keep their digits, members their order. The text must be valid JSON; of a name
 * given twice the last one counts, as in JSON.parse.
 */
export function draftOf(text: string): Draft {
  const reader = createReader(text);
  const around: Container[] = [];
  for (;;) {
    const event = reader.next();
    const name = reader.keyStart < 0 ? '' : nameAt(text, reader.keyStart, reader.keyEnd);
    if (event === 'open') around.push({ name, start: reader.start, members: new Map(), items: [] });
    if (event === 'end' || event === 'error') return { is: 'json', text };
    if (event === 'open') continue;
    const closed = event === 'close' ? around.pop() : undefined;
    const draft =
      closed === undefined
        ? scalar(text.slice(reader.start, reader.end))
        : whole(closed, reader.kind, text.slice(closed.start, reader.end), around.length);
    const outer = around.at(-1);
    if (outer === undefined) return draft;
    const own = closed?.name ?? name;
    outer.members.set(own, { name: own, draft });
    outer.items.push(draft);
  }
}

/** A list or object that is still open. */
interface Container {
  readonly name: string;
  readonly start: number;
  readonly members: Map<string, Member>;
  readonly items: Draft[];
}

function nameAt(text: string, start: number, end: number): string {
  return JSON.parse(text.slice(start, end)) as string;
}

function whole({ members, items }: Container, kind: string, text: string, depth: number): Draft {
  if (depth >= deepest) return { is: 'json', text };
  return kind === 'array'
    ? { is: 'list', items, given: true }
    : { is: 'object', members: [...members.values()], given: true };
}

function scalar(text: string): Draft {
  if (text === 'null') return { is: 'null' };
  if (text === 'true' || text === 'false') return { is: 'boolean', value: text === 'true' };
  return text.startsWith('"') ? { is: 'text', text: JSON.parse(text) as string } : { is: 'number', text };
}

/** The draft of a parsed value, for what comes from a schema or a program and not from a person. */
export function draftOfValue(value: unknown): Draft {
  return value === undefined ? absent : draftOf(jsonOf(value));
}

/** A draft with typed JSON opened into lists and objects, where it is valid. */
export function structured(draft: Draft, derive: Derive = underived): Draft {
  if (draft.is !== 'json') return draft;
  return derive(structured, draft, () => (jsonError(draft.text) === undefined ? draftOf(draft.text) : draft));
}

/** The first name that an object of a JSON text has twice, and where the second one is. */
export function repeatedName(text: string): { readonly name: string; readonly offset: number } | undefined {
  const reader = createReader(text);
  const seen: Set<string>[] = [];
  for (;;) {
    const event = reader.next();
    if (event === 'end' || event === 'error') return undefined;
    if (event !== 'close' && reader.keyStart >= 0) {
      const name = nameAt(text, reader.keyStart, reader.keyEnd);
      const names = seen.at(-1);
      if (names?.has(name)) return { name, offset: reader.keyStart };
      names?.add(name);
    }
    if (event === 'open') seen.push(new Set());
    if (event === 'close') seen.pop();
  }
}
