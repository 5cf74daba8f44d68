import { jsonOf } from '../json/json-of.ts';
import type { Option } from './field.ts';
import { flatten } from './merge.ts';
import type { Schema, SchemaDocument } from './schema.ts';
import { isNull } from './type.ts';

/**
 * The values to pick from when a schema is a list of values: `enum` (with `enumNames`), `const`, or `oneOf`/`anyOf` of
 * such with titles. Undefined when it is anything else.
 */
export function optionsOf(document: SchemaDocument, schema: Schema): readonly Option[] | undefined {
  if (schema.const !== undefined) return [optionOf(schema.const, undefined)];
  if (schema.enum !== undefined) {
    return schema.enum.map((value, i) => optionOf(value, schema.enumNames?.[i]));
  }
  const members = schema.oneOf ?? schema.anyOf;
  return members === undefined ? undefined : optionsOfMembers(document, members);
}

function optionsOfMembers(
  document: SchemaDocument,
  members: readonly Schema[],
): readonly Option[] | undefined {
  const options: Option[] = [];
  for (const member of members) {
    const schema = flatten(document, member);
    const own = isNull(schema) ? [optionOf(null, schema.title)] : optionsOf(document, schema);
    if (own === undefined) return undefined;
    const [only, ...others] = own;
    if (only !== undefined && others.length === 0) options.push(optionOf(only.value, schema.title));
    else options.push(...own);
  }
  const hasValue = options.some(({ value }) => value !== null);
  const distinct = new Map(options.toReversed().map((option) => [option.text, option]));
  return hasValue ? options.filter((option) => distinct.get(option.text) === option) : undefined;
}

function optionOf(value: unknown, title: string | undefined): Option {
  const text = jsonOf(value);
  return { label: title ?? (typeof value === 'string' ? value : text), text, value };
}
