import { pointerOf } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject, namesOf } from '../json/shape.ts';
import type { Inner, Whereabouts } from './change.ts';

/** What differs between two schemas of a tool. */
export function schemaDifference(member: string, before: JsonObject, after: JsonObject): readonly Inner[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  const of = member === 'inputSchema' ? 'parameter' : 'output';
  const found = namesOf(old, now).flatMap((name): readonly Inner[] => {
    const path = pointerOf([member, 'properties', name]);
    const [was, is] = [old[name], now[name]];
    const at = (keyword: string): Whereabouts => ({ of, name, keyword });
    const isRequired = requires(after, name);
    if (!(name in old))
      return [{ path, kind: 'added', group: isRequired ? 'breaking' : 'safe', after: is, at: at('') }];
    if (!(name in now)) return [{ path, kind: 'removed', group: 'breaking', before: was, at: at('') }];
    const facts = ['type', 'enum'].flatMap((fact): readonly Inner[] => {
      const [one, other] = [was, is].map((schema) => (isObject(schema) ? schema[fact] : undefined));
      if (same(one, other)) return [];
      return [
        {
          path: `${path}/${fact}`,
          kind: 'changed',
          group: 'breaking',
          before: one,
          after: other,
          at: at(fact),
        },
      ];
    });
    if (requires(before, name) === isRequired) return facts;
    const required = pointerOf([member, 'required']);
    return [
      ...facts,
      {
        path: required,
        kind: isRequired ? 'added' : 'removed',
        group: isRequired ? 'breaking' : 'safe',
        [isRequired ? 'after' : 'before']: name,
        at: at('required'),
      },
    ];
  });
  if (found.length > 0) return found;
  return [{ path: pointerOf([member]), kind: 'changed', group: 'review', before, after }];
}

const requires = ({ required }: JsonObject, name: string): boolean =>
  Array.isArray(required) && required.includes(name);

const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema['properties']) ? schema['properties'] : {};
