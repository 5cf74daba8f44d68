import { jsonOf } from '../json/json-of.ts';
import { createReader } from '../json/reader.ts';
import { absent, type Draft, jsonError, type Member } from './draft.ts';

/** Lists and objects nested deeper than this stay JSON text, so that nothing that walks drafts overflows. */
const deepest = 200;

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

const opened = new WeakMap<Draft, Draft>();

/** A draft with typed JSON opened into lists and objects, where it is valid. */
export function structured(draft: Draft): Draft {
  if (draft.is !== 'json') return draft;
  const known = opened.get(draft);
  if (known !== undefined) return known;
  const open = jsonError(draft.text) === undefined ? draftOf(draft.text) : draft;
  opened.set(draft, open);
  return open;
}

/** The first name that an object of a JSON text has twice, and where its second stands. */
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
