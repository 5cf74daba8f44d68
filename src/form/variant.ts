import { same } from '../json/same.ts';
import { countErrors } from './check.ts';
import { type Draft, structured, textOf } from './draft.ts';
import type { Field, UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { SchemaDocument } from './schema.ts';

/**
 * The field a person edits: for a union that of its variant. A union without a variant (nothing picked, or a value
 * that no variant takes) stays itself.
 */
export function editedField(document: SchemaDocument, field: Field, draft: Draft): Field {
  if (!('variants' in field)) return field;
  const variant = field.variants[variantOf(document, field, draft) ?? -1];
  return variant === undefined ? field : fieldOf(document, variant.node);
}

/** The index of the variant: as picked, else as the value shows, else the first that can be typed. */
export function variantOf(document: SchemaDocument, field: UnionField, draft: Draft): number | undefined {
  if (draft.variant !== undefined && draft.variant < field.variants.length) return draft.variant;
  if (draft.is === 'absent' || draft.is === 'null') return firstTyped(document, field);
  const { derive } = document;
  return derive(field, draft, () =>
    field.kind === 'any' ? anyVariant(field, draft) : infer(document, field, structured(draft, derive)),
  );
}

function firstTyped(document: SchemaDocument, field: UnionField): number | undefined {
  if (field.kind === 'any') return 0;
  const index = field.variants.findIndex(({ node }) => {
    const { kind } = fieldOf(document, node);
    return kind !== 'group' && kind !== 'map' && kind !== 'list' && kind !== 'json';
  });
  return index < 0 ? undefined : index;
}

function anyVariant(field: UnionField, draft: Draft): number {
  const type = {
    text: 'string',
    number: 'number',
    boolean: 'boolean',
    list: 'array',
    object: 'object',
  } as const;
  if (draft.is === 'json' || draft.is === 'absent' || draft.is === 'null') return 0;
  return field.variants.findIndex((variant) => variant.type === type[draft.is as keyof typeof type]);
}

/** Of the variants that can hold the value, the one that the validator likes best. */
function infer(document: SchemaDocument, field: UnionField, draft: Draft): number | undefined {
  const able = field.variants.flatMap(({ node }, i) =>
    holds(document, fieldOf(document, node), draft) ? [i] : [],
  );
  const [only, ...others] = able;
  if (others.length === 0) return only;
  const value: unknown = JSON.parse(textOf(draft, document.derive) ?? '{}');
  const errors = able.map((i) => countErrors(document, field.variants[i]?.node ?? {}, value));
  return able[errors.indexOf(Math.min(...errors))];
}

/** Whether a field's own editor can show a draft and lose nothing; null and absent fit everywhere. */
export function holds(document: SchemaDocument, field: Field, draft: Draft): boolean {
  if (draft.is === 'absent' || draft.is === 'null') return true;
  switch (field.kind) {
    case 'text':
      return draft.is === 'text';
    case 'number':
    case 'integer':
      return draft.is === 'number';
    case 'boolean':
      return draft.is === 'boolean';
    case 'choice':
      return optionIndex(field.options, draft) >= 0;
    case 'multi-choice':
      return draft.is === 'list' && draft.items.every((item) => optionIndex(field.options, item) >= 0);
    case 'list':
      return draft.is === 'list';
    case 'group':
    case 'map':
      return draft.is === 'object';
    case 'union':
      return field.variants.some(({ node }) => holds(document, fieldOf(document, node), draft));
    case 'any':
    case 'json':
      return true;
  }
}

/** The option whose value a draft is; -1 without one. */
export function optionIndex(
  options: readonly { readonly value: unknown; readonly text: string }[],
  draft: Draft,
): number {
  const text = textOf(draft);
  if (text === undefined) return -1;
  const exact = options.findIndex((option) => option.text === text);
  if (exact >= 0 || draft.is === 'text' || draft.is === 'boolean') return exact;
  const value: unknown = JSON.parse(text);
  return options.findIndex((option) => same(option.value, value));
}
