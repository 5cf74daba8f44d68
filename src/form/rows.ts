import { type Path, pointerOf } from '../json/path.ts';
import { type Draft, isPresent, textOf } from './draft.ts';
import { structured } from './draft-text.ts';
import { type Field, type FieldKind, type GroupField, isScalar } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import { formatProblem } from './format.ts';
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
  const walk: Walk = { document, remembered: form.remembered, rows: [], problems: verdictOf(form).problems };
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
  readonly problems: readonly Problem[];
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
  const names = group.properties.map(({ name }) => name);
  const ordered = path.length > 0 ? names : rememberedFirst(group, walk.remembered);
  const extra = [...drafts.keys()].filter((name) => !names.includes(name));
  for (const [name, role] of [
    ...ordered.map((one) => [one, 'field'] as const),
    ...extra.map((one) => [one, 'member'] as const),
  ]) {
    const child = childOf(walk.document, group, name);
    addPlace(walk, { ...child, draft: drafts.get(name) ?? { is: 'absent' } }, [...path, name], role, depth);
  }
  if (group.extra.invited) walk.rows.push(addRow(group, path, depth, 'add a member'));
}

function rememberedFirst({ properties }: GroupField, remembered: readonly string[]): readonly string[] {
  const rank = (name: string, required: boolean) => (required ? 0 : remembered.includes(name) ? 1 : 2);
  return properties
    .map(({ name, required }) => ({ name, rank: rank(name, required) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
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
  const problem = problemAt(walk.problems, path, open);
  const hint = hintOf(walk.document, edited, draft);
  return {
    key: pointerOf(path),
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
function problemAt(problems: readonly Problem[], path: Path, open: boolean | undefined): string | undefined {
  const below = problems.filter((problem) => path.every((step, i) => problem.path[i] === step));
  const here =
    below.find((problem) => problem.path.length === path.length) ??
    (open === undefined ? below[0] : undefined);
  if (here !== undefined) return here.sentence;
  if (open !== false || below.length === 0) return undefined;
  return below.length === 1 ? '1 problem inside' : `${below.length} problems inside`;
}
