import type { Path } from '../json/path.ts';
import { absent, type Draft, inPlaceOf, type ListDraft } from './draft.ts';
import { draftOf, structured } from './draft-text.ts';
import type { Field } from './field.ts';
import type { Form } from './form.ts';
import { changeAt, childOf, isGroup, type Place, placeAt } from './place.ts';
import { constantOf, emptyOf } from './preset.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField, optionIndex } from './variant.ts';

type Step = string | number | undefined;

/** A list with one more row; the row is absent, a problem until set, unless it is a group or can be one value only. */
export function addItem(document: SchemaDocument, place: Place, at: number | undefined): Draft {
  const { items, given } = listOf(place.draft);
  const index = Math.min(at ?? items.length, items.length);
  const { field } = childOf(document, editedField(document, place.field, place.draft), index);
  const added = [...items.slice(0, index), fresh(document, field), ...items.slice(index)];
  return { ...inPlaceOf(place.draft, { is: 'list', items: added, given }), open: true };
}

/** A group with one more member of a name; the same draft when the name is there already. */
export function addMember(form: Form, path: Path, name: string): Draft {
  const { draft } = placeAt(form, path);
  const held = structured(draft);
  const taken = held.is === 'object' && held.members.some((member) => member.name === name);
  if (taken) return form.draft;
  return changeAt(form, [...path, name], ({ field }) => fresh(form.document, field));
}

function fresh(document: SchemaDocument, field: Field): Draft {
  const constant = constantOf(field);
  if (constant !== undefined) return constant;
  const group = isGroup(field) ? emptyOf(document, field) : undefined;
  return group === undefined ? { ...absent } : { ...group, open: true };
}

/** A list without an item, an object without a member. */
export function removed(place: Place, step: Step): Draft {
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
export function moved(place: Place, step: Step, by: -1 | 1): Draft {
  const held = structured(place.draft);
  if (held.is !== 'list' || typeof step !== 'number') return place.draft;
  const item = held.items[step];
  const to = step + by;
  if (item === undefined || to < 0 || to >= held.items.length) return place.draft;
  const items = held.items.filter((_, i) => i !== step);
  return { ...held, items: [...items.slice(0, to), item, ...items.slice(to)] };
}

/** A map with a member under another name, in the same place; unchanged when that name is taken. */
export function renamed(place: Place, step: Step, name: string): Draft {
  const held = structured(place.draft);
  if (held.is !== 'object' || held.members.some((member) => member.name === name)) return place.draft;
  return {
    ...held,
    members: held.members.map((member) => (member.name === step ? { ...member, name } : member)),
  };
}

/** A multi-choice with an option taken in or out. */
export function toggledOption(
  field: Extract<Field, { kind: 'multi-choice' }>,
  place: Place,
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
function withItems({ draft, required }: Place, held: ListDraft, items: readonly Draft[]): Draft {
  const given = items.length === 0 ? required : held.given;
  return inPlaceOf(draft, { is: 'list', items, given });
}

/** The list that a draft is; an empty one where it is none. */
export function listOf(draft: Draft): ListDraft {
  const held = structured(draft);
  return held.is === 'list' ? held : { is: 'list', items: [], given: false };
}
