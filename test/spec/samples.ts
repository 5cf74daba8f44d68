import type { Schema } from './specification.ts';

/** A value that a schema allows, and the pointer to what no sample before it had. */
export interface Sample {
  readonly value: unknown;
  readonly fresh: string;
}

/** What the text `resultType` says is told in prose: only an `InputRequiredResult` asks for input. */
const RESULT_TYPES: Readonly<Record<string, string>> = { InputRequiredResult: 'input_required' };

/** Samples of a definition, so many that each alternative at each place is in one of them. */
export function samplesOf(name: string, definitions: Readonly<Record<string, Schema>>): readonly Sample[] {
  const whole = (value: unknown): Sample => ({ value, fresh: '' });

  const named = (reference: string, trail: readonly string[]): readonly Sample[] => {
    const name = reference.split('/').at(-1) ?? '';
    // A value inside a value of the same type can be left out.
    return trail.includes(name) ? [] : of(definitions[name] ?? {}, [...trail, name]);
  };

  const of = (schema: Schema, trail: readonly string[]): readonly Sample[] => {
    if (schema.$ref !== undefined) return named(schema.$ref, trail);
    if ('const' in schema) return [whole(schema.const)];
    if (schema.enum !== undefined) return schema.enum.map(whole);
    if (schema.allOf !== undefined) return object(merged(schema.allOf), trail);
    if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => of(one, trail));
    if (Array.isArray(schema.type)) return schema.type.flatMap((type) => of({ ...schema, type }, trail));
    switch (schema.type) {
      case 'array':
        return [whole(of(schema.items ?? {}, trail).map(({ value }) => value))];
      case 'string':
        return [whole(FORMATTED[schema.format ?? ''] ?? 'text')];
      case 'integer':
        return [whole(1)];
      case 'number':
        return [whole(0.5)];
      case 'boolean':
        return [whole(true)];
      case 'null':
        return [whole(null)];
      case 'object':
        return object(schema, trail);
      default:
        return schema.properties === undefined ? [whole('anything')] : object(schema, trail);
    }
  };

  /** First all members together, then the other values of each member by turns. */
  const object = (schema: Schema, trail: readonly string[]): readonly Sample[] => {
    const members = membersOf(schema, trail).filter(([, values]) => values.length > 0);
    const full = Object.fromEntries(members.map(([name, [first]]) => [name, first?.value]));
    const others = members.flatMap(([name, [, ...rest]]) =>
      rest.map(({ value, fresh }) => ({ value: { ...full, [name]: value }, fresh: `/${name}${fresh}` })),
    );
    return [whole(full), ...others];
  };

  const membersOf = (
    schema: Schema,
    trail: readonly string[],
  ): readonly (readonly [string, readonly Sample[]])[] => {
    const { properties = {}, additionalProperties: rest } = schema;
    const members = Object.entries(properties).map(([name, one]): readonly [string, readonly Sample[]] => [
      name,
      name === 'resultType' ? [whole(RESULT_TYPES[trail.at(-1) ?? ''] ?? 'complete')] : of(one, trail),
    ]);
    const isTyped = typeof rest === 'object' && Object.keys(rest).length > 0;
    return isTyped ? [...members, ['any name', of(rest, trail)]] : members;
  };

  const merged = (parts: readonly Schema[]): Schema => {
    const schemas = parts.map((part) =>
      part.$ref === undefined ? part : (definitions[part.$ref.split('/').at(-1) ?? ''] ?? {}),
    );
    return {
      type: 'object',
      properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    };
  };

  return named(name, []);
}

const FORMATTED: Readonly<Record<string, string>> = {
  uri: 'https://example.com/a',
  'uri-template': 'file:///{path}',
  byte: 'aGk=',
};

/** What is put in the place of everything, and of which some fits nearly everywhere and some nowhere. */
const STRANGERS: readonly unknown[] = [
  null,
  true,
  -1,
  7,
  1.5,
  'text',
  '***',
  [],
  {},
  ['text'],
  [null],
  { any: 'text' },
  { any: null },
];

/** A change of one place of a value. */
export interface Change {
  readonly what: string;
  /** Makes the change; returns the way back. */
  readonly make: () => () => void;
}

/** Every change below a pointer: each member left out, and each place taken by each stranger. The root stays. */
export function* changes(value: unknown, below: string, pointer = ''): Generator<Change> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(holder)) {
    const at = `${pointer}/${name}`;
    const isBelow = `${at}/`.startsWith(`${below}/`);
    if (isBelow || below.startsWith(`${at}/`)) yield* changes(inner, below, at);
    if (!isBelow) continue;
    const restore = (): void => {
      holder[name] = inner;
    };
    for (const stranger of STRANGERS) {
      yield {
        what: `${at} = ${JSON.stringify(stranger)}`,
        make() {
          holder[name] = stranger;
          return restore;
        },
      };
    }
    if (Array.isArray(value)) continue;
    yield {
      what: `${at} left out`,
      make() {
        delete holder[name];
        return restore;
      },
    };
  }
}
