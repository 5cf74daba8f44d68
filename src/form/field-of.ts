import type { Field } from './field.ts';
import { extraOf, propertiesOf } from './group.ts';
import { flatten } from './merge.ts';
import { optionsOf } from './option.ts';
import { isImpossible, type Schema, type SchemaDocument } from './schema.ts';
import { typesOf } from './type.ts';
import { anyVariants, jsonNode, unionOf } from './union.ts';

const fields = new WeakMap<Schema, Field>();

const noValue = 'the schema allows no value here';

/**
 * The field for a schema. Only this one level is looked at, so recursion costs nothing until it is opened; the answer
 * is kept beside the schema.
 */
export function fieldOf(document: SchemaDocument, node: Schema): Field {
  const known = fields.get(node);
  if (known !== undefined) return known;
  const field: Field =
    node === jsonNode
      ? { kind: 'json', schema: node, nullable: true }
      : read(document, flatten(document, node));
  fields.set(node, field);
  return field;
}

type Facts = Pick<Field, 'schema' | 'nullable' | 'finding'>;

function read(document: SchemaDocument, schema: Schema): Field {
  const nullable = schema.type?.includes('null') === true;
  const facts: Facts = {
    schema,
    nullable,
    ...(schema.finding === undefined ? {} : { finding: schema.finding }),
  };
  if (schema.enum?.length === 0) return { ...facts, kind: 'json' };
  const options = optionsOf(document, schema);
  if (options !== undefined) {
    return {
      ...facts,
      kind: 'choice',
      options,
      nullable: nullable || options.some(({ value }) => value === null),
    };
  }
  const union = unionOf(document, schema);
  if (union === undefined) return ofType(document, facts);
  if (!('single' in union)) return { ...facts, ...union };
  const only = fieldOf(document, union.single);
  return union.nullable ? { ...only, nullable: true } : only;
}

function ofType(document: SchemaDocument, facts: Facts): Field {
  const { schema } = facts;
  const [type] = typesOf(schema);
  if (type === undefined || type === 'null') return untyped(facts);
  switch (type) {
    case 'string':
      return { ...facts, kind: 'text', suggestions: suggestionsOf(schema) };
    case 'number':
    case 'integer':
    case 'boolean':
      return { ...facts, kind: type };
    case 'array':
      return ofArray(document, facts);
    case 'object':
      return ofObject(document, facts);
  }
}

function suggestionsOf(schema: Schema): readonly string[] {
  return (schema.examples ?? []).filter((example) => typeof example === 'string');
}

function ofArray(document: SchemaDocument, facts: Facts): Field {
  const { prefixItems = [], items = {} } = facts.schema;
  const options = prefixItems.length > 0 ? undefined : optionsOf(document, flatten(document, items));
  if (options !== undefined && options.length > 1) return { ...facts, kind: 'multi-choice', options };
  return { ...facts, kind: 'list', prefix: prefixItems, rest: items };
}

function ofObject(document: SchemaDocument, facts: Facts): Field {
  const properties = propertiesOf(document, facts.schema);
  const extra = extraOf(document, facts.schema, properties);
  return { ...facts, kind: properties.length === 0 ? 'map' : 'group', properties, extra };
}

/** No type is left: any value when the schema names none, else null alone, else nothing. */
function untyped(facts: Facts): Field {
  const { type } = facts.schema;
  if (facts.nullable) {
    return { ...facts, kind: 'choice', options: [{ label: 'null', text: 'null', value: null }] };
  }
  if (type !== undefined || isImpossible(facts.schema)) {
    return { ...facts, kind: 'json', finding: facts.finding ?? noValue };
  }
  return { ...facts, kind: 'any', nullable: true, variants: anyVariants };
}
