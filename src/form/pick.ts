import { absent, type Draft, type Member, textOf } from './draft.ts';
import { structured } from './draft-text.ts';
import type { Field, GroupField, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import { isGroup, type Place } from './place.ts';
import { constantOf, constantsOf } from './preset.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField, holds } from './variant.ts';

/** What stands at a place once another variant is picked: what that one has as well is kept, the rest is dropped. */
export function picked(document: SchemaDocument, { field, draft }: Place, index: number): Draft {
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
