import type { Path } from '../json/path.ts';
import {
  absent,
  type Draft,
  draftOf,
  draftOfValue,
  inPlaceOf,
  type Member,
  memberOf,
  structured,
} from './draft.ts';
import { type Field, type GroupField, namedIn } from './field.ts';
import { fieldOf } from './field-of.ts';
import { extraNode } from './group.ts';
import { isImpossible, type Schema, type SchemaDocument } from './schema.ts';
import { editedField } from './variant.ts';

/** One place of a form: what the schema asks for and what was entered there. */
export interface FormPlace {
  readonly field: Field;
  readonly draft: Draft;
  /** Must be there when what surrounds it is; so must each item of a list and each added member. */
  readonly required: boolean;
}

/** A whole form: a schema and what was entered. */
interface Whole {
  readonly document: SchemaDocument;
  readonly draft: Draft;
}

/** The place at a path; absent where nothing was entered. */
export function placeAt({ document, draft }: Whole, path: Path): FormPlace {
  let place = rootPlace(document, draft);
  for (const step of path) {
    const held = structured(place.draft, document.derive);
    const child = childOf(document, editedField(document, place.field, place.draft), step);
    place = { ...child, draft: typeof step === 'string' ? memberOf(held, step) : itemOf(held, step) };
  }
  return place;
}

/** The draft of the whole with one place changed; what surrounds the place comes into being where it is absent. */
export function changeAt(whole: Whole, path: Path, change: (place: FormPlace) => Draft): Draft {
  return changeInside(whole.document, rootPlace(whole.document, whole.draft), path, change);
}

function rootPlace(document: SchemaDocument, draft: Draft): FormPlace {
  return { field: fieldOf(document, document.root), draft, required: true };
}

function changeInside(
  document: SchemaDocument,
  place: FormPlace,
  path: Path,
  change: (place: FormPlace) => Draft,
): Draft {
  const [step, ...rest] = path;
  if (step === undefined) return change(place);
  const held = structured(place.draft, document.derive);
  const edited = editedField(document, place.field, place.draft);
  const before = typeof step === 'string' ? memberOf(held, step) : itemOf(held, step);
  const after = changeInside(document, { ...childOf(document, edited, step), draft: before }, rest, change);
  if (after === before) return place.draft;
  return typeof step === 'string'
    ? withMember(document, edited, held, { name: step, draft: after })
    : withItem(held, step, after);
}

/** The field of a member or item, whether or not it is there. */
export function childOf(
  document: SchemaDocument,
  edited: Field,
  step: string | number,
): Pick<FormPlace, 'field' | 'required'> {
  const declared = edited.kind === 'multi-choice' ? undefined : declaredIn(document, edited, step);
  return { field: fieldOf(document, declared?.node ?? anything), required: declared?.required ?? true };
}

/** What a schema says of a member or an item; `required` only of what it names or counts. */
interface Declared {
  readonly node: Schema;
  readonly required?: boolean;
}

/** What the schema says of a member or an item; nothing where it leaves it open or forbids it. */
export function declaredIn(
  document: SchemaDocument,
  edited: Field,
  step: string | number,
): Declared | undefined {
  if (typeof step === 'number') {
    if (edited.kind === 'list') return { node: edited.prefix[step] ?? edited.rest, required: true };
    return edited.kind === 'multi-choice' ? { node: itemNode(document, edited), required: true } : undefined;
  }
  if (!isGroup(edited)) return undefined;
  const property = namedIn(document, edited).get(step)?.property;
  if (property !== undefined) return property;
  const node = extraNode(edited.extra, step);
  return asks(node) ? { node } : undefined;
}

/** The schema of each value of a list of choices, which the list describes. */
const itemNode = ({ derive }: SchemaDocument, { schema }: Field): Schema =>
  derive(itemNode, schema, () => {
    const { items = {}, description } = schema;
    return description === undefined ? items : { allOf: [items, { description }] };
  });

const anything: Schema = {};

export function isGroup(field: Field): field is GroupField {
  return field.kind === 'group' || field.kind === 'map';
}

function itemOf(draft: Draft, index: number): Draft {
  return draft.is === 'list' ? (draft.items[index] ?? absent) : absent;
}

function withItem(held: Draft, index: number, item: Draft): Draft {
  const items = held.is === 'list' ? [...held.items] : [];
  while (items.length < index) items.push(absent);
  items[index] = item;
  return inPlaceOf(held, { is: 'list', items, given: held.is === 'list' && held.given });
}

/** A new member takes its place in the order of the schema; a declared one that is absent is left out. */
function withMember(document: SchemaDocument, edited: Field, held: Draft, member: Member): Draft {
  const { members, given } =
    held.is === 'object'
      ? held
      : { members: isGroup(edited) ? constantsOf(document, edited) : [], given: false };
  return inPlaceOf(held, { is: 'object', members: put(document, members, member, edited), given });
}

function put(
  document: SchemaDocument,
  members: readonly Member[],
  member: Member,
  edited: Field,
): readonly Member[] {
  const placeOf = rankIn(document, edited);
  const rank = placeOf(member.name);
  const old = members.findIndex(({ name }) => name === member.name);
  if (rank !== undefined && isBare(member.draft)) return old < 0 ? members : members.toSpliced(old, 1);
  if (old >= 0) return members.with(old, member);
  return rank === undefined ? [...members, member] : merged(members, [{ member, rank }], placeOf);
}

/** The place of a name in the order of the schema; undefined where the schema does not have it. */
function rankIn(document: SchemaDocument, edited: Field): (name: string) => number | undefined {
  if (!isGroup(edited)) return () => undefined;
  const named = namedIn(document, edited);
  return (name) => named.get(name)?.place;
}

/** New members among those that are there, each before the first that follows it in the schema. */
function merged(
  members: readonly Member[],
  added: readonly { readonly member: Member; readonly rank: number }[],
  rankOf: (name: string) => number | undefined,
): readonly Member[] {
  const all: Member[] = [];
  let next = 0;
  for (const member of members) {
    const rank = rankOf(member.name) ?? Number.POSITIVE_INFINITY;
    for (; next < added.length && added[next]!.rank < rank; next += 1) all.push(added[next]!.member);
    all.push(member);
  }
  for (; next < added.length; next += 1) all.push(added[next]!.member);
  return all;
}

/** The draft of the whole with many members of its root set, as one by one would. */
export function withMembers(whole: Whole, given: readonly Member[]): Draft {
  const { document } = whole;
  const { field, draft } = rootPlace(document, whole.draft);
  const edited = editedField(document, field, draft);
  const rankOf = rankIn(document, edited);
  const held = structured(draft);
  const first = held.is === 'object' ? held.members : isGroup(edited) ? constantsOf(document, edited) : [];
  const values = new Map(given.map((member) => [member.name, member]));
  const members = first.map((one) => {
    const value = values.get(one.name);
    values.delete(one.name);
    return value === undefined ? one : { ...value, draft: opened(one.draft, value.draft) };
  });
  const added = [...values.values()].map((member) => ({ member, rank: rankOf(member.name) }));
  const declared = added.flatMap(({ member, rank }) => (rank === undefined ? [] : [{ member, rank }]));
  const others = added.flatMap(({ member, rank }) => (rank === undefined ? [member] : []));
  const all = merged(
    members,
    declared.sort((a, b) => a.rank - b.rank),
    rankOf,
  );
  return inPlaceOf(held, {
    is: 'object',
    members: [...all, ...others],
    given: held.is === 'object' && held.given,
  });
}

/** Only whether it is unfolded outlives a new value; a variant is found from the value. */
export function opened(old: Draft, draft: Draft): Draft {
  return old.open === undefined ? draft : { ...draft, open: old.open };
}

/** Absent and without any marks. */
function isBare({ is, open, variant }: Draft): boolean {
  return is === 'absent' && open === undefined && variant === undefined;
}

/** Whether the schema says something of a place: a property, an item of a list, a member with a schema. */
export function isDeclared(whole: Whole, path: Path): boolean {
  const step = path.at(-1);
  if (step === undefined) return true;
  const { field, draft } = placeAt(whole, path.slice(0, -1));
  return declaredIn(whole.document, editedField(whole.document, field, draft), step) !== undefined;
}

function asks(schema: Schema): boolean {
  return !isImpossible(schema) && Object.keys(schema).length > 0;
}

/**
 * What a form begins with: nothing but the required properties that can have one value only, and, where a form is to
 * open with them (elicitation), the defaults.
 */
export function start(document: SchemaDocument, defaults: boolean): Draft {
  const root = fieldOf(document, document.root);
  if (root.kind !== 'group') return absent;
  const constants = constantsOf(document, root);
  const members = defaults ? withDefaults(document, root, constants) : constants;
  return { is: 'object', members, given: true };
}

/** The required members of a group that can have one value only; `also` names one that tells a variant apart. */
export function constantsOf(document: SchemaDocument, group: GroupField, also?: string): readonly Member[] {
  return group.properties.flatMap(({ name, node, required }) => {
    const constant = required || name === also ? constantOf(fieldOf(document, node)) : undefined;
    return constant === undefined ? [] : [{ name, draft: constant }];
  });
}

/** The draft of the only value a field can have. */
export function constantOf(field: Field): Draft | undefined {
  if (field.kind !== 'choice' || field.nullable) return undefined;
  const [only, ...others] = field.options;
  return only === undefined || others.length > 0 ? undefined : { ...draftOf(only.text), by: 'constant' };
}

function withDefaults(
  document: SchemaDocument,
  group: GroupField,
  constants: readonly Member[],
): readonly Member[] {
  const known = new Map(constants.map((member) => [member.name, member]));
  return group.properties.flatMap(({ name, node }) => {
    const constant = known.get(name);
    const { schema } = fieldOf(document, node);
    if (constant !== undefined) return [constant];
    if (schema.default === undefined) return [];
    return [{ name, draft: { ...draftOfValue(schema.default), by: 'default' as const } }];
  });
}

/** The empty value of a field, set on purpose: `""`, `[]`, `{}` with its constants; undefined when there is none. */
export function emptyOf(document: SchemaDocument, field: Field, discriminator?: string): Draft | undefined {
  switch (field.kind) {
    case 'text':
      return { is: 'text', text: '' };
    case 'list':
    case 'multi-choice':
      return { is: 'list', items: [], given: true };
    case 'group':
    case 'map':
      return { is: 'object', members: constantsOf(document, field, discriminator), given: true };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'choice':
    case 'union':
    case 'any':
    case 'json':
      return undefined;
  }
}
