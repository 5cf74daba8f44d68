import { absent, type Draft, deepest, draftOf } from './draft.ts';
import { type Field, type Property, suggestionsFor } from './field.ts';
import { fieldOf } from './field-of.ts';
import { placeholder } from './json-mode.ts';
import { memberIn, missingFrom, possibleFields } from './possibility.ts';
import type { SchemaDocument } from './schema.ts';

/** What is known of the value that the cursor is in. */
export interface JsonMember {
  /** The names and places that lead to it, `planets[0].name`; empty for the whole. */
  readonly name: string;
  readonly field: Field;
  readonly required: boolean;
}

/** A text and a place in it. */
interface Spot {
  readonly text: string;
  readonly cursor: number;
}

/** An object or an array that is open at the cursor. */
interface Level {
  readonly kind: '{' | '[';
  /** What is in it, also behind the cursor: by name, or by index in an array; nothing where no value stands yet. */
  readonly members: Map<string | number, Typed>;
  name?: string | undefined;
  index: number;
  /** What comes next in it; a value of an array is one, too. */
  next: 'name' | 'value' | 'comma';
}

/** A value in the text: what is open or was, or the text of anything else. */
type Typed = Level | string | undefined;

/** Where the cursor is: in a piece of the text that has a part to play in what is open around it. */
interface JsonPlace {
  readonly levels: readonly Level[];
  readonly next: Level['next'];
  readonly from: number;
  readonly to: number;
}

const PIECE = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Reads the text, which need not be JSON yet, and notes what surrounds the cursor. */
function placeOf({ text, cursor }: Spot): { readonly place: JsonPlace; readonly outer: Level | undefined } {
  let place: JsonPlace | undefined;
  const levels: Level[] = [];
  let outer: Level | undefined;
  const note = (from: number, to: number): void => {
    const next = levels.at(-1)?.next ?? 'comma';
    // What is counted on later is copied; the names are of the whole object.
    place ??= { levels: levels.map((level) => ({ ...level })), next, from, to };
  };
  for (const found of text.matchAll(PIECE)) {
    const [piece] = found;
    const end = found.index + piece.length;
    const isWord = !/^[{}[\],:]/.test(piece);
    if (found.index >= cursor && !(isWord && found.index === cursor)) note(cursor, cursor);
    // A string without its end takes the rest of the line, which was not meant.
    else if (isWord && cursor <= end) note(found.index, /^"(?:.*[^"])?$/.test(piece) ? cursor : end);
    const opened = read(levels, piece);
    outer ??= opened;
  }
  note(cursor, cursor);
  return { place: place as JsonPlace, outer };
}

/** Takes a piece of the text; gives the outermost object when it begins one. */
function read(levels: Level[], piece: string): Level | undefined {
  const level = levels.at(-1);
  if (piece === '{' || piece === '[') {
    const next = piece === '{' ? 'name' : 'value';
    const opened: Level = { kind: piece, members: new Map(), index: 0, next };
    if (level !== undefined) takeValue(level, opened);
    levels.push(opened);
    return levels.length === 1 && piece === '{' ? opened : undefined;
  }
  if (piece === '}' || piece === ']') levels.pop();
  else if (level === undefined) return undefined;
  else if (piece === ',') {
    level.index += 1;
    level.name = undefined;
    level.next = level.kind === '{' ? 'name' : 'value';
  } else if (piece === ':') level.next = 'value';
  else if (level.next === 'name') {
    level.name = nameOf(piece);
    level.members.set(level.name, undefined);
    level.next = 'comma';
  } else takeValue(level, level.next === 'value' ? piece : undefined);
  return undefined;
}

function takeValue(level: Level, value: Typed): void {
  const step = stepOf(level);
  if (step !== undefined && value !== undefined) level.members.set(step, value);
  level.next = 'comma';
}

const stepOf = ({ kind, name, index }: Level): string | number | undefined => (kind === '[' ? index : name);

/** What stands in an object or array; without the member that is still being typed, which decides nothing. */
function draftIn({ kind, members }: Level, without?: string | number, depth = 0): Draft {
  const drafts = [...members]
    .filter(([name]) => name !== without)
    .map(([name, value]) => ({ name: String(name), draft: draftOfTyped(value, depth + 1) }));
  return kind === '{'
    ? { is: 'object', members: drafts, given: true }
    : { is: 'list', items: drafts.map(({ draft }) => draft), given: true };
}

function draftOfTyped(value: Typed, depth: number): Draft {
  if (value === undefined || depth > deepest) return absent;
  if (typeof value !== 'string') return draftIn(value, undefined, depth);
  const draft = draftOf(value);
  // What is not JSON yet says nothing.
  return draft.is === 'json' ? absent : draft;
}

/** The name that a piece of the text is, whole or not. */
function nameOf(piece: string): string {
  try {
    const value: unknown = JSON.parse(piece);
    return typeof value === 'string' ? value : piece;
  } catch (error) {
    if (error instanceof SyntaxError) return piece.replace(/^"|"$/g, '');
    throw error;
  }
}

/**
 * What the schema says of the value in the last of these levels; nothing where it says nothing. Where `isOpen`, that value
 * does not count in what it decides itself, so that the others are offered as well.
 */
function memberOf(
  document: SchemaDocument,
  levels: readonly Level[],
  isOpen = false,
): JsonMember | undefined {
  if (levels.length > deepest) return undefined;
  let member: JsonMember = { name: '', field: fieldOf(document, document.root), required: true };
  for (const level of levels) {
    const step = stepOf(level);
    if (step === undefined) return member;
    const isTyped = isOpen && level === levels.at(-1);
    const found = memberIn(document, fieldsIn(document, member.field, level, isTyped), step);
    if (found === undefined) return undefined;
    const { name } = member;
    const path = typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`;
    member = { ...found, name: path };
  }
  return member;
}

/** The fields that what is open may be a value of. */
function fieldsIn(document: SchemaDocument, field: Field, level: Level, isTyped: boolean): readonly Field[] {
  return possibleFields(document, field, () => draftIn(level, isTyped ? stepOf(level) : undefined));
}

const namesIn = ({ members }: Level): ReadonlySet<string> => new Set([...members.keys()].map(String));

/** What is known of the member that the cursor is in; nothing outside of all. */
export function memberAt(document: SchemaDocument, spot: Spot): JsonMember | undefined {
  const { levels, next, from, to } = placeOf(spot).place;
  const level = levels.at(-1);
  if (level !== undefined && next === 'name' && from < to) level.name = nameOf(spot.text.slice(from, to));
  const member = levels.length === 0 ? undefined : memberOf(document, levels);
  return member?.name === '' ? undefined : member;
}

/** The properties that the text does not name, those that are required first. */
export function missingIn(document: SchemaDocument, text: string): readonly Property[] {
  const { outer } = placeOf({ text, cursor: 0 });
  return outer === undefined ? [] : missingFrom(document, fieldsOfWhole(document, outer), namesIn(outer));
}

const fieldsOfWhole = (document: SchemaDocument, outer: Level): readonly Field[] =>
  fieldsIn(document, fieldOf(document, document.root), outer, false);

/**
 * The text with the name or the value at the cursor completed, or with the next member that is missing there; nothing
 * where the schema offers none. Of several values one that is complete gives way to the next.
 */
export function completeJson(document: SchemaDocument, spot: Spot, now: Date): Spot | undefined {
  const { place, outer } = placeOf(spot);
  const level = place.levels.at(-1);
  if (level === undefined) {
    // Behind the end: into the object that ends there.
    const end = spot.text.trimEnd();
    if (outer === undefined || !end.endsWith('}')) return undefined;
    return addMember(document, fieldsOfWhole(document, outer), outer, 1, {
      text: spot.text,
      cursor: end.length - 1,
    });
  }
  if (place.next === 'value') {
    const member = memberOf(document, place.levels, true);
    return member && completeValue(document, member.field, place, spot, now);
  }
  const around = memberOf(document, place.levels.slice(0, -1))?.field;
  if (level.kind === '[' || around === undefined) return undefined;
  const isName = place.next === 'name' && place.from < place.to;
  if (isName) level.name = nameOf(spot.text.slice(place.from, place.to));
  const fields = fieldsIn(document, around, level, isName);
  if (isName) return completeName(document, fields, level, place, spot);
  if (spot.text.slice(spot.cursor).trimStart().startsWith(':')) return undefined;
  return addMember(document, fields, level, place.levels.length, spot);
}

function completeValue(
  document: SchemaDocument,
  field: Field,
  { from, to }: JsonPlace,
  { text, cursor }: Spot,
  now: Date,
): Spot | undefined {
  const typed = text.slice(from, to);
  const kinds = possibleFields(document, field, () => absent);
  const values = [...new Set(kinds.flatMap((one) => valuesOf(one, now)))];
  const at = values.indexOf(typed);
  const begun = text.slice(from, cursor).replace(/"$/, '').toLowerCase();
  const value =
    at === -1
      ? (values.find((one) => one.toLowerCase().startsWith(begun)) ??
        (typed === '' ? placeholder(document, field) : undefined))
      : values[(at + 1) % values.length];
  return value === undefined || value === typed ? undefined : put(text, from, to, value);
}

/** The values that a field offers, as JSON text. */
function valuesOf(field: Field, now: Date): readonly string[] {
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ text }) => text);
    case 'boolean':
      return ['true', 'false'];
    default:
      return suggestionsFor(field, now).map((text) => JSON.stringify(text));
  }
}

function completeName(
  document: SchemaDocument,
  fields: readonly Field[],
  level: Level,
  { from, to }: JsonPlace,
  { text, cursor }: Spot,
): Spot | undefined {
  const begun = text.slice(from, cursor).replaceAll('"', '').toLowerCase();
  const others = new Set([...namesIn(level)].filter((name) => name !== level.name));
  const missing = missingFrom(document, fields, others);
  const property = missing.find(({ name }) => name.toLowerCase().startsWith(begun));
  if (property === undefined) return undefined;
  const name = JSON.stringify(property.name);
  const after = /^\s*(.?)/s.exec(text.slice(to))?.[1];
  if (after === ':') return put(text, from, to, name);
  const value = placeholder(document, fieldOf(document, property.node));
  return put(text, from, to, `${name}: ${value}`, after === '"' ? ',' : '');
}

function addMember(
  document: SchemaDocument,
  fields: readonly Field[],
  level: Level,
  depth: number,
  { text, cursor }: Spot,
): Spot | undefined {
  const [property] = missingFrom(document, fields, namesIn(level));
  if (property === undefined) return undefined;
  const before = text.slice(0, cursor).trimEnd();
  const rest = text.slice(cursor);
  const after = rest.trimStart()[0];
  const indent = (levels: number): string => `\n${'  '.repeat(levels)}`;
  const comma = /[{,]$/.test(before) ? '' : ',';
  const value = placeholder(document, fieldOf(document, property.node));
  const member = `${comma}${indent(depth)}${JSON.stringify(property.name)}: ${value}`;
  if (after === '}')
    return put(text, before.length, text.length - rest.trimStart().length, member, indent(depth - 1));
  return put(text, before.length, cursor, member, after === '"' ? ',' : '');
}

/** Puts a text in the place of another; the cursor goes to its end, into what is empty. */
function put(text: string, from: number, to: number, put: string, then = ''): Spot {
  const cursor = from + put.length - (/(?:""|\[\]|\{\})$/.test(put) ? 1 : 0);
  return { text: `${text.slice(0, from)}${put}${then}${text.slice(to)}`, cursor };
}
