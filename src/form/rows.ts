import { type Path, pointerOf } from '../json/path.ts';
import { absent, type Draft, isPresent, textOf } from './draft.ts';
import { structured } from './draft-text.ts';
import { type Field, type FieldKind, type GroupField, isScalar, type Property } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import { formatProblem } from './format.ts';
import { namedIn } from './named.ts';
import { childOf, isGroup, memberDrafts, type Place } from './place.ts';
import { constantOf } from './preset.ts';
import type { Problem } from './problem.ts';
import { isImpossible, type SchemaDocument } from './schema.ts';
import { editedField, holds, variantOf } from './variant.ts';
import { verdictOf } from './verdict.ts';
import { typeWord } from './words.ts';

/** One line of a form. */
export interface FieldRow {
  /** Different for every row of a form; the same as long as the row is the same place. */
  readonly key: string;
  readonly path: Path;
  /** `add` is the line after the rows of a list or map that offers one more; its path is that of the list or map. */
  readonly role: 'field' | 'item' | 'member' | 'add';
  /** How deep it is inside of groups; 0 for the parameters. */
  readonly depth: number;
  /** The name as sent, or `1.`, `2.` … for items. */
  readonly name: string;
  readonly title?: string;
  readonly required: boolean;
  /** What the schema says, and the field that is edited: of a union the variant's. */
  readonly field: Field;
  readonly edited: Field;
  /** The editor to show; `json` when the value does not fit the field. */
  readonly kind: FieldKind;
  /** The type in a word or two. */
  readonly word: string;
  readonly state: 'absent' | 'null' | 'set';
  readonly by?: 'constant' | 'default' | 'past';
  /** The whole text of what can be typed; else the value as JSON. Cut it before drawing: it can be long. */
  readonly text: string;
  /** For a union: the label of its variant, when there is one. */
  readonly variant?: string;
  /** Whether it is unfolded; absent for what cannot be. */
  readonly open?: boolean;
  /** What is wrong here, or how much is wrong inside while it is folded. */
  readonly problem?: string;
  /** What is probably wrong: formats are hints. */
  readonly hint?: string;
}

const cache = new WeakMap<Form, readonly FieldRow[]>();

/**
 * The rows of a form from the top, those inside of folded groups left out. The order never changes while a form is
 * open: required, then remembered, then as the schema has them. Kept with the form; some 200 rows take less than a
 * millisecond.
 */
export function visibleFields(form: Form): readonly FieldRow[] {
  const known = cache.get(form);
  if (known !== undefined) return known;
  const { document, draft } = form;
  const { problems } = verdictOf(form);
  const walk: Walk = { document, remembered: form.remembered, rows: [], told: toldAt(problems) };
  const field = fieldOf(document, document.root);
  const rootIsGroup = isGroup(field) && (draft.is === 'absent' || draft.is === 'object');
  if (rootIsGroup) addMembers(walk, field, draft, [], 0);
  else addPlace(walk, { field, draft, required: true }, [], 'field', 0);
  cache.set(form, walk.rows);
  return walk.rows;
}

/** The problems of the form as a whole, for its top: those that belong to no parameter. */
export function formProblems(form: Form): readonly string[] {
  return verdictOf(form)
    .problems.filter(({ path }) => path.length === 0)
    .map(({ sentence }) => sentence);
}

interface Walk {
  readonly document: SchemaDocument;
  readonly remembered: readonly string[];
  readonly rows: FieldRow[];
  /** By the pointer of a place, what is wrong there and inside. */
  readonly told: ReadonlyMap<string, Told>;
}

/** What is wrong at a place and inside of it. */
interface Told {
  /** The first at the very place, and the first of all. */
  here?: string;
  readonly first: string;
  count: number;
}

function toldAt(problems: readonly Problem[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { path, sentence } of problems) {
    for (let length = 0; length <= path.length; length += 1) {
      const pointer = pointerOf(path.slice(0, length));
      const known = told.get(pointer) ?? { first: sentence, count: 0 };
      known.count += 1;
      if (length === path.length) known.here ??= sentence;
      told.set(pointer, known);
    }
  }
  return told;
}

function addPlace(walk: Walk, place: Place, path: Path, role: FieldRow['role'], depth: number): void {
  const row = rowOf(walk, place, path, role, depth);
  walk.rows.push(row);
  if (row.open !== true) return;
  const held = structured(place.draft);
  if (isGroup(row.edited)) addMembers(walk, row.edited, held, path, depth + 1);
  else addItems(walk, row, held, depth + 1);
}

function addMembers(walk: Walk, group: GroupField, draft: Draft, path: Path, depth: number): void {
  const drafts = memberDrafts(draft);
  const add = (name: string, role: FieldRow['role'], member: Draft = absent) =>
    addPlace(walk, { ...childOf(walk.document, group, name), draft: member }, [...path, name], role, depth);
  const named = namedIn(group);
  const late = named.size > LARGE ? lateRows(walk.document, group, path, depth) : undefined;
  for (const name of orderOf(group, path.length > 0 ? NONE : walk.remembered)) {
    const row = late?.get(name);
    const isTouched = row === undefined || drafts.has(name) || walk.told.has(row.key);
    if (isTouched) add(name, 'field', drafts.get(name));
    else walk.rows.push(row);
  }
  for (const [name, member] of drafts) if (!named.has(name)) add(name, 'member', member);
  if (group.extra.invited) walk.rows.push(addRow(group, path, depth, 'add a property'));
}

/** A group with more members than this is drawn from rows that are made when they are seen. */
const LARGE = 200;

/**
 * The row of a member of which nothing is set and nothing is wrong, and which is not unfolded: one row, of which most is
 * found out when it is looked at.
 */
class LateRow {
  readonly role = 'field';
  readonly key: string;
  readonly depth: number;
  readonly name: string;
  readonly required: boolean;
  readonly make: (name: string) => FieldRow;
  made: FieldRow | undefined;

  constructor(key: string, depth: number, { name, required }: Property, make: (name: string) => FieldRow) {
    this.key = key;
    this.depth = depth;
    this.name = name;
    this.required = required;
    this.make = make;
  }
}

for (const member of 'path title field edited kind word state by text variant open hint'.split(' ')) {
  Object.defineProperty(LateRow.prototype, member, {
    get(this: LateRow): unknown {
      this.made ??= this.make(this.name);
      return this.made[member as keyof FieldRow];
    },
  });
}

interface Late {
  readonly pointer: string;
  readonly depth: number;
  readonly rows: ReadonlyMap<string, FieldRow>;
}

const lateOf = new WeakMap<GroupField, Late>();

/** The late rows of a large group, kept for the place where it was last: a key changes one of a hundred thousand. */
function lateRows(document: SchemaDocument, group: GroupField, path: Path, depth: number): Late['rows'] {
  const pointer = pointerOf(path);
  const known = lateOf.get(group);
  if (known?.pointer === pointer && known.depth === depth) return known.rows;
  const walk: Walk = { document, remembered: NONE, rows: [], told: new Map() };
  const make = (name: string): FieldRow => {
    const place = { ...childOf(document, group, name), draft: absent };
    return rowOf(walk, place, [...path, name], 'field', depth);
  };
  const rows = new Map<string, FieldRow>();
  for (const property of group.properties) {
    const { name, node, required } = property;
    // One that must be there is unfolded from the start, where it can be.
    if (required && !isScalar(fieldOf(document, node).kind)) continue;
    const key = `${pointer}${pointerOf([name])}`;
    rows.set(name, new LateRow(key, depth, property, make) as unknown as FieldRow);
  }
  lateOf.set(group, { pointer, depth, rows });
  return rows;
}

const NONE: readonly string[] = [];
const orders = new WeakMap<
  GroupField,
  { readonly remembered: readonly string[]; readonly names: readonly string[] }
>();

/** The names in the order of the form: the required ones, those remembered, the others. */
function orderOf(group: GroupField, remembered: readonly string[]): readonly string[] {
  const known = orders.get(group);
  if (known?.remembered === remembered) return known.names;
  const before = new Set(remembered);
  const rank = ({ name, required }: Property) => (required ? 0 : before.has(name) ? 1 : 2);
  const ranks = [0, 1, 2].map((one) => group.properties.filter((property) => rank(property) === one));
  const names = ranks.flat().map(({ name }) => name);
  orders.set(group, { remembered, names });
  return names;
}

function addItems(walk: Walk, { edited, path }: FieldRow, draft: Draft, depth: number): void {
  const items = draft.is === 'list' ? draft.items : [];
  items.forEach((item, i) => {
    addPlace(walk, { ...childOf(walk.document, edited, i), draft: item }, [...path, i], 'item', depth);
  });
  const { maxItems = Number.POSITIVE_INFINITY } = edited.schema;
  const next = edited.kind === 'list' ? (edited.prefix[items.length] ?? edited.rest) : {};
  if (items.length < maxItems && !isImpossible(next))
    walk.rows.push(addRow(edited, path, depth, 'add an item'));
}

function addRow(field: Field, path: Path, depth: number, name: string): FieldRow {
  const place = { path, depth, name, field, edited: field, kind: field.kind };
  return {
    ...place,
    // No pointer holds a `~` before a plus sign.
    key: `${pointerOf(path)}~+`,
    role: 'add',
    required: false,
    word: '',
    state: 'absent',
    text: '',
  };
}

function rowOf(walk: Walk, place: Place, path: Path, role: FieldRow['role'], depth: number): FieldRow {
  const { field, draft, required } = place;
  const edited = editedField(walk.document, field, draft);
  const fits = holds(walk.document, edited, structured(draft)) || isTyped(edited, draft);
  const { title } = edited.schema;
  const step = path.at(-1);
  const open = fits ? openness(edited, draft, required && role === 'field' && depth < 3) : undefined;
  const variant =
    'variants' in field ? field.variants[variantOf(walk.document, field, draft) ?? -1] : undefined;
  const text = textOfRow(edited, draft, fits);
  const key = pointerOf(path);
  const problem = problemAt(walk.told.get(key), open);
  const hint = hintOf(walk.document, edited, draft);
  return {
    key,
    path,
    role,
    depth,
    name: typeof step === 'number' ? `${step + 1}.` : (step ?? 'arguments'),
    required,
    field,
    edited,
    kind: fits ? edited.kind : 'json',
    word: typeWord(walk.document, field),
    state: isPresent(draft) ? (draft.is === 'null' ? 'null' : 'set') : 'absent',
    text,
    ...(title === undefined ? {} : { title }),
    ...(draft.by === undefined ? {} : { by: draft.by }),
    ...(variant === undefined ? {} : { variant: variant.label }),
    ...(open === undefined ? {} : { open }),
    ...(problem === undefined ? {} : { problem }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A wrong scalar is still edited as what it should be: `four` in a number. */
function isTyped(edited: Field, draft: Draft): boolean {
  return isScalar(edited.kind) && (draft.is === 'text' || draft.is === 'number' || draft.is === 'boolean');
}

/** Parameters that must be there are open from the start, three levels down, unless they are long lists. */
function openness(edited: Field, draft: Draft, from: boolean): boolean | undefined {
  if (!isGroup(edited) && edited.kind !== 'list') return undefined;
  return draft.open ?? (from && !(draft.is === 'list' && draft.items.length > 20));
}

function textOfRow(edited: Field, draft: Draft, fits: boolean): string {
  if (draft.is === 'absent' && constantOf(edited) !== undefined) return '';
  if (fits && edited.kind === 'choice')
    return edited.options.find(({ text }) => text === textOf(draft))?.label ?? rawText(draft);
  return rawText(draft);
}

function rawText(draft: Draft): string {
  return draft.is === 'text' || draft.is === 'number' || draft.is === 'json'
    ? draft.text
    : (textOf(draft) ?? '');
}

function hintOf(document: SchemaDocument, { kind, schema }: Field, draft: Draft): string | undefined {
  if (draft.is === 'number' && /^-?\d+$/.test(draft.text) && !Number.isSafeInteger(Number(draft.text))) {
    return 'is sent as typed; many programs round numbers beyond 2^53';
  }
  if (kind !== 'text' || draft.is !== 'text' || schema.formatHint === undefined) return undefined;
  return formatProblem(document.patterns, schema.formatHint, draft.text);
}

/** The problem at a row; a row that shows nothing below itself speaks for what is below. */
function problemAt(told: Told | undefined, open: boolean | undefined): string | undefined {
  if (told === undefined) return undefined;
  const here = told.here ?? (open === undefined ? told.first : undefined);
  if (here !== undefined || open === true) return here;
  return told.count === 1 ? '1 problem inside' : `${told.count} problems inside`;
}
