import { jsonOf } from '../json/json-of.ts';
import { act } from './act.ts';
import { textOf } from './draft.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field-of.ts';
import { argumentsText, type Form } from './form.ts';
import { isGroup, placeAt } from './place.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField } from './variant.ts';

/** A call at the edge of what a schema allows, or just beyond. */
export interface BoundaryCall {
  /** What is odd about it: `limit: below the minimum`. */
  readonly label: string;
  /** The whole arguments as JSON text. */
  readonly text: string;
}

/**
 * Calls to see what a server does at the edges of its own schema: the arguments of the form, with one
 * parameter missing, null, empty, of another type, too small or too large in each.
 */
export function boundaryCalls(form: Form): readonly BoundaryCall[] {
  const { document, draft } = form;
  const root = editedField(document, fieldOf(document, document.root), draft);
  if (!isGroup(root)) return [];
  return root.properties.flatMap(({ name, node, required }) => {
    const path = [name];
    const given = textOf(placeAt(form, path).draft);
    const calls = edges(document, fieldOf(document, node), given).map(({ label, text }) => ({
      label: `${name}: ${label}`,
      text: argumentsText(act(form, { do: 'set', path, text })),
    }));
    if (!required) return calls;
    return [{ label: `${name}: missing`, text: argumentsText(act(form, { do: 'unset', path })) }, ...calls];
  });
}

function edges(document: SchemaDocument, field: Field, given: string | undefined): readonly BoundaryCall[] {
  const own = 'variants' in field ? [] : ofKind(field, given);
  const label = field.kind === 'choice' ? 'not one of the choices' : 'a string instead';
  const wrong = takesText(document, field) ? [] : [{ label, text: JSON.stringify(textBeside(field)) }];
  const number = field.kind === 'text' ? [{ label: 'a number instead', text: '1' }] : [];
  const none = field.nullable ? [] : [{ label: 'null', text: 'null' }];
  return [...none, ...wrong, ...number, ...own];
}

/** A string that is not one of the choices. */
function textBeside(field: Field): string {
  let text = 'text';
  while (field.kind === 'choice' && field.options.some(({ value }) => value === text)) text += '?';
  return text;
}

function takesText(document: SchemaDocument, field: Field): boolean {
  if (field.kind === 'any' || field.kind === 'json' || field.kind === 'text') return true;
  return (
    field.kind === 'union' && field.variants.some(({ node }) => takesText(document, fieldOf(document, node)))
  );
}

function ofKind(field: Field, given: string | undefined): readonly BoundaryCall[] {
  switch (field.kind) {
    case 'text':
      return texts(field);
    case 'number':
    case 'integer':
      return numbers(field);
    case 'list':
    case 'multi-choice':
      return lists(field, given);
    case 'group':
    case 'map':
      return [{ label: 'empty object', text: '{}' }];
    case 'choice':
    case 'boolean':
    case 'union':
    case 'any':
    case 'json':
      return [];
  }
}

function texts({ schema: { minLength = 0, maxLength } }: Field): readonly BoundaryCall[] {
  const long = (label: string, length: number) => ({ label, text: JSON.stringify('x'.repeat(length)) });
  return [
    long('empty string', 0),
    ...(minLength > 1 ? [long('one character too short', minLength - 1)] : []),
    ...(maxLength === undefined || maxLength > 1e6 ? [] : [long('one character too long', maxLength + 1)]),
  ];
}

function numbers({ kind, schema }: Field): readonly BoundaryCall[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const at = (label: string, value: number | undefined) =>
    value === undefined ? [] : [{ label, text: jsonOf(value) }];
  return [
    ...at('below the minimum', exclusiveMinimum ?? (minimum === undefined ? undefined : minimum - 1)),
    ...at('above the maximum', exclusiveMaximum ?? (maximum === undefined ? undefined : maximum + 1)),
    ...(kind === 'integer' ? at('a fraction', 0.5) : []),
    { label: 'beyond 2^53', text: '9007199254740993' },
  ];
}

/** A list that is too long repeats what is there already, so that length is all that is wrong. */
function lists({ schema: { maxItems } }: Field, given: string | undefined): readonly BoundaryCall[] {
  const items: unknown = JSON.parse(given ?? '[]');
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  const empty = { label: 'empty array', text: '[]' };
  if (maxItems === undefined || maxItems > 1000 || first === undefined) return [empty];
  return [empty, { label: 'one item too many', text: JSON.stringify(Array(maxItems + 1).fill(first)) }];
}
