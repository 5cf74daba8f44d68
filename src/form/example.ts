import { isObject, type JsonObject } from '../json/shape.ts';

/**
 * A value as plain as a schema allows, to begin a trial with: what the schema itself names, else the smallest. It does not look
 * behind references and conditions: whoever uses it checks it against the schema.
 */
export function exampleOf(schema: unknown, levels = 8): unknown {
  if (!isObject(schema) || levels === 0) return 'x';
  const { default: usual, examples, enum: choices, const: only } = schema;
  if (usual !== undefined) return usual;
  if (only !== undefined) return only;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  const [variant] = [schema['anyOf'], schema['oneOf']].flatMap((one) => (Array.isArray(one) ? one : []));
  if (schema['type'] === undefined && variant !== undefined) return exampleOf(variant, levels - 1);
  switch ([schema['type']].flat().find((name) => name !== 'null')) {
    case 'integer':
    case 'number':
      return numberFor(schema);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: most(schema['minItems'], 0) }, () =>
        exampleOf(schema['items'], levels - 1),
      );
    case 'object':
      return objectFor(schema, levels);
    default:
      return isObject(schema['properties']) ? objectFor(schema, levels) : textFor(schema);
  }
}

const most = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? Math.min(value, 1_000) : otherwise;

function numberFor({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonObject): number {
  if (typeof multipleOf === 'number' && typeof minimum !== 'number') return multipleOf;
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

function textFor({ format, minLength }: JsonObject): string {
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return known ?? 'x'.repeat(Math.max(1, most(minLength, 1)));
}

function objectFor({ properties, required }: JsonObject, levels: number): JsonObject {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(isObject(properties) ? properties[name] : undefined, levels - 1)]),
  );
}
