import type { Path } from '../json/path.ts';
import {
  absent,
  type Draft,
  draftOf,
  inPlaceOf,
  type ListDraft,
  type Member,
  structured,
  textOf,
} from './draft.ts';
import type { Field, GroupField, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import {
  changeAt,
  childOf,
  constantOf,
  constantsOf,
  emptyOf,
  type FormPlace,
  isGroup,
  opened,
  placeAt,
} from './place.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField, holds, optionIndex, variantOf } from './variant.ts';

/** What can be done to a form; each is one key or one command. */
export type Action =
  /** The whole text in the field's editor, after a change. */
  | { readonly do: 'text'; readonly path: Path; readonly text: string }
  /** JSON in the field's place, as typed. */
  | { readonly do: 'json'; readonly path: Path; readonly text: string }
  /** A value as JSON text that is valid: pasted, remembered. */
  | { readonly do: 'set'; readonly path: Path; readonly text: string }
  /** An option of a pick list. */
  | { readonly do: 'choose'; readonly path: Path; readonly option: number }
  /** A boolean: absent, true, false and round (a required one is never absent again); or an option of a multi-choice. */
  | { readonly do: 'toggle'; readonly path: Path; readonly option?: number }
  | { readonly do: 'null'; readonly path: Path }
  | { readonly do: 'unset'; readonly path: Path }
  /** Empty on purpose: `""`, `[]`, `{}`. */
  | { readonly do: 'empty'; readonly path: Path }
  | { readonly do: 'open'; readonly path: Path; readonly open: boolean }
  | { readonly do: 'pick'; readonly path: Path; readonly variant: number }
  /** One more row of a list, at a place or at the end; a member of a map, which needs a name not yet there. */
  | { readonly do: 'add'; readonly path: Path; readonly at?: number; readonly name?: string }
  | { readonly do: 'remove'; readonly path: Path }
  | { readonly do: 'move'; readonly path: Path; readonly by: -1 | 1 }
  | { readonly do: 'rename'; readonly path: Path; readonly name: string };

/** The form after an action; the same form when the action changes nothing. */
export function act(form: Form, action: Action): Form {
  return withDraft(form, changed(form, action));
}

/** The form with another draft, which is what is sent from now on; the same form where it is the same. */
export function withDraft(form: Form, draft: Draft): Form {
  if (draft === form.draft) return form;
  const { typed: _, ...rest } = form;
  return { ...rest, draft };
}

function changed(form: Form, action: Action): Draft {
  const { document } = form;
  const { path } = action;
  switch (action.do) {
    case 'text':
      return changeAt(form, path, (place) => typed(document, place, action.text));
    case 'json':
      return changeAt(form, path, ({ draft }) => inPlaceOf(draft, typedJson(action.text)));
    case 'set':
      return changeAt(form, path, ({ draft }) => opened(draft, draftOf(action.text)));
    case 'choose':
      return changeAt(form, path, (place) => chosen(document, place, action.option));
    case 'toggle':
      return changeAt(form, path, (place) => toggled(document, place, action.option));
    case 'null':
      return changeAt(form, path, ({ draft }) => opened(draft, { is: 'null' }));
    case 'unset':
      return changeAt(form, path, ({ draft }) => opened(draft, absent));
    case 'empty':
      return changeAt(form, path, (place) => emptied(document, place));
    case 'open':
      return changeAt(form, path, ({ draft }) => ({ ...draft, open: action.open }));
    case 'pick':
      return changeAt(form, path, (place) => picked(document, place, action.variant));
    case 'add':
      return action.name === undefined
        ? changeAt(form, path, (place) => addItem(document, place, action.at))
        : addMember(form, path, action.name);
    case 'remove':
      return changeAt(form, path.slice(0, -1), (place) => removed(place, path.at(-1)));
    case 'move':
      return changeAt(form, path.slice(0, -1), (place) => moved(place, path.at(-1), action.by));
    case 'rename':
      return changeAt(form, path.slice(0, -1), (place) => renamed(place, path.at(-1), action.name));
  }
}

function chosen(document: SchemaDocument, { field, draft }: FormPlace, index: number): Draft {
  const edited = editedField(document, field, draft);
  const option = edited.kind === 'choice' ? edited.options[index] : undefined;
  return option === undefined ? draft : inPlaceOf(draft, draftOf(option.text));
}

function toggled(document: SchemaDocument, place: FormPlace, option: number | undefined): Draft {
  const { field, draft, required } = place;
  const edited = editedField(document, field, draft);
  if (edited.kind === 'multi-choice' && option !== undefined) return toggledOption(edited, place, option);
  if (edited.kind !== 'boolean') return draft;
  if (draft.is !== 'boolean') return inPlaceOf(draft, { is: 'boolean', value: true });
  if (!draft.value && !required) return inPlaceOf(draft, absent);
  return inPlaceOf(draft, { is: 'boolean', value: !draft.value });
}

function emptied(document: SchemaDocument, { field, draft }: FormPlace): Draft {
  const edited = editedField(document, field, draft);
  const discriminator = 'variants' in field ? field.discriminator : undefined;
  const empty = emptyOf(document, edited, discriminator);
  return empty === undefined ? draft : inPlaceOf(draft, empty);
}

/**
 * The draft after the text in a place's editor was changed. Where the editor knows no text (a group, a value that the
 * field cannot hold) the text is JSON.
 *
 * An optional field that is cleared is absent; a required text that is cleared is the empty text, which is how that is
 * sent.
 */
export function typed(document: SchemaDocument, place: FormPlace, text: string): Draft {
  const { field, draft } = place;
  const variant = 'variants' in field ? variantOf(document, field, draft) : undefined;
  const marked = variant === undefined ? draft : { ...draft, variant };
  return inPlaceOf(marked, typedInto(document, editedField(document, field, draft), place, text));
}

function typedInto(
  document: SchemaDocument,
  edited: Field,
  { draft, required }: FormPlace,
  text: string,
): Draft {
  const compound = draft.is === 'list' || draft.is === 'object' || draft.is === 'json';
  if (compound && !holds(document, edited, draft)) return typedJson(text);
  switch (edited.kind) {
    case 'text':
      return text === '' && !required ? absent : { is: 'text', text };
    case 'number':
    case 'integer':
      return text === '' ? absent : { is: 'number', text };
    case 'boolean':
      return typedBoolean(text);
    case 'choice': {
      const { options } = edited;
      const option = options.find(({ label }) => label === text) ?? options.find((one) => one.text === text);
      if (option !== undefined) return draftOf(option.text);
      return text === '' ? absent : { is: 'text', text };
    }
    case 'multi-choice':
    case 'list':
    case 'group':
    case 'map':
    case 'union':
    case 'any':
    case 'json':
      return typedJson(text);
  }
}

function typedBoolean(text: string): Draft {
  if (text === 'true' || text === 'false') return { is: 'boolean', value: text === 'true' };
  return text === '' ? absent : { is: 'text', text };
}

/** JSON as typed, finished or not. */
function typedJson(text: string): Draft {
  return text === '' ? absent : { is: 'json', text };
}

/** The draft of a place once another variant is picked: members that both variants have are kept, the rest is dropped. */
function picked(document: SchemaDocument, { field, draft }: FormPlace, index: number): Draft {
  const variant = 'variants' in field ? field.variants[index] : undefined;
  if (variant === undefined || !('variants' in field)) return draft;
  const next = fieldOf(document, variant.node);
  return { ...converted(document, field, next, draft), variant: index, open: true };
}

function converted(document: SchemaDocument, union: UnionField, next: Field, draft: Draft): Draft {
  const constant = constantOf(next);
  if (constant !== undefined) return constant;
  if (isGroup(next)) return group(document, union, next, draft);
  if (next.kind === 'json') return draft.is === 'absent' ? absent : { is: 'json', text: textOf(draft) ?? '' };
  const held = structured(draft);
  if (held.is === 'absent' || held.is === 'null') return absent;
  if (holds(document, next, held)) return held;
  if (next.kind === 'text' && (held.is === 'number' || held.is === 'boolean')) {
    return { is: 'text', text: textOf(held) ?? '' };
  }
  if ((next.kind === 'number' || next.kind === 'integer') && held.is === 'text') {
    return { is: 'number', text: held.text };
  }
  return absent;
}

/** A group comes into being with its constants and keeps what stands beside the union for all variants. */
function group(document: SchemaDocument, union: UnionField, next: GroupField, draft: Draft): Draft {
  const constants = constantsOf(document, next, union.discriminator);
  const held = structured(draft);
  const before = editedField(document, union, draft);
  const kept = held.is === 'object' ? held.members.filter((one) => keeps(before, next, one)) : [];
  const names = new Set(constants.map(({ name }) => name));
  const members = [...constants, ...kept.filter(({ name }) => !names.has(name))];
  const order = next.properties.map(({ name }) => name);
  members.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return { is: 'object', members, given: true };
}

/** Whether a member means the same in both variants. */
function keeps(before: Field, next: GroupField, { name, draft }: Member): boolean {
  if (draft.by === 'constant') return false;
  if (before === next || (next.kind === 'map' && !isGroup(before))) return true;
  if (!isGroup(before)) return false;
  const old = before.properties.find((property) => property.name === name);
  return old !== undefined && next.properties.some((one) => one.name === name && one.node === old.node);
}

type Step = string | number | undefined;

/** A list with one more row; the row is absent, a problem until set, unless it is a group or can be one value only. */
function addItem(document: SchemaDocument, place: FormPlace, at: number | undefined): Draft {
  const { items, given } = listOf(place.draft);
  const index = Math.min(at ?? items.length, items.length);
  const { field } = childOf(document, editedField(document, place.field, place.draft), index);
  const added = [...items.slice(0, index), fresh(document, field), ...items.slice(index)];
  return { ...inPlaceOf(place.draft, { is: 'list', items: added, given }), open: true };
}

/** A group with one more member of a name, unfolded as a list is; the same draft when the name is there already. */
function addMember(form: Form, path: Path, name: string): Draft {
  const { draft } = placeAt(form, path);
  const held = structured(draft);
  const taken = held.is === 'object' && held.members.some((member) => member.name === name);
  if (taken) return form.draft;
  const added = changeAt(form, [...path, name], ({ field }) => fresh(form.document, field));
  if (added === form.draft) return added;
  return changeAt({ ...form, draft: added }, path, (group) => ({ ...group.draft, open: true }));
}

function fresh(document: SchemaDocument, field: Field): Draft {
  const constant = constantOf(field);
  if (constant !== undefined) return constant;
  const group = isGroup(field) ? emptyOf(document, field) : undefined;
  return group === undefined ? { ...absent } : { ...group, open: true };
}

/** A list without an item, an object without a member. */
function removed(place: FormPlace, step: Step): Draft {
  const held = structured(place.draft);
  if (held.is === 'list')
    return withItems(
      place,
      held,
      held.items.filter((_, i) => i !== step),
    );
  if (held.is !== 'object') return place.draft;
  return inPlaceOf(held, { ...held, members: held.members.filter(({ name }) => name !== step) });
}

/** A list with an item one place further up or down. */
function moved(place: FormPlace, step: Step, by: -1 | 1): Draft {
  const held = structured(place.draft);
  if (held.is !== 'list' || typeof step !== 'number') return place.draft;
  const item = held.items[step];
  const to = step + by;
  if (item === undefined || to < 0 || to >= held.items.length) return place.draft;
  const items = held.items.filter((_, i) => i !== step);
  return { ...held, items: [...items.slice(0, to), item, ...items.slice(to)] };
}

/** A map with a member under another name, in the same place; unchanged when that name is taken. */
function renamed(place: FormPlace, step: Step, name: string): Draft {
  const held = structured(place.draft);
  if (held.is !== 'object' || held.members.some((member) => member.name === name)) return place.draft;
  return {
    ...held,
    members: held.members.map((member) => (member.name === step ? { ...member, name } : member)),
  };
}

/** A multi-choice with an option taken in or out. */
function toggledOption(
  field: Extract<Field, { kind: 'multi-choice' }>,
  place: FormPlace,
  option: number,
): Draft {
  const held = listOf(structured(place.draft));
  const value = field.options[option];
  if (value === undefined) return place.draft;
  const others = held.items.filter((item) => optionIndex(field.options, item) !== option);
  const items = others.length < held.items.length ? others : [...held.items, draftOf(value.text)];
  return withItems(place, held, items);
}

/** A required list that loses its last item is the empty list, an optional one is absent. */
function withItems({ draft, required }: FormPlace, held: ListDraft, items: readonly Draft[]): Draft {
  const given = items.length === 0 ? required : held.given;
  return inPlaceOf(draft, { is: 'list', items, given });
}

/** The list that a draft is; an empty one for any other draft. */
export function listOf(draft: Draft): ListDraft {
  const held = structured(draft);
  return held.is === 'list' ? held : { is: 'list', items: [], given: false };
}
