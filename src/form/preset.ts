import { absent, type Draft, type Member } from './draft.ts';
import { draftOf, draftOfValue } from './draft-text.ts';
import type { Field, GroupField } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { SchemaDocument } from './schema.ts';

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
