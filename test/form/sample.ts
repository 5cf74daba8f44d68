import { type Action, act } from '../../src/form/act.ts';
import type { Form } from '../../src/form/form.ts';
import { pathText } from '../../src/form/problem.ts';
import { verdictOf } from '../../src/form/verdict.ts';
import type { Path } from '../../src/json/path.ts';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name'],
};

/** A parameter of every kind. */
export const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    must: { type: 'string' },
    count: { type: 'integer', default: 20 },
    flag: { type: 'boolean' },
    sure: { type: 'boolean' },
    size: { enum: [1, 'one', true, null] },
    tags: { type: 'array', items: { type: 'string' } },
    need: { type: 'array', items: { type: 'string' } },
    some: { type: 'array', items: { enum: ['x', 'y', 'z'] } },
    person,
    people: { type: 'array', items: person },
    map: { type: 'object', additionalProperties: { type: 'number' } },
    free: { type: 'object' },
    anything: {},
    maybe: { type: ['number', 'null'] },
    either: { type: ['string', 'number'] },
    pet: {
      oneOf: [
        {
          properties: {
            kind: { const: 'cat' },
            lives: { type: 'integer' },
            toys: { type: 'object', required: ['a'], properties: { a: {} } },
          },
        },
        { properties: { kind: { const: 'dog' }, breed: { type: 'string' } }, required: ['kind'] },
      ],
      properties: { name: { type: 'string' } },
    },
    tree: { $ref: '#/$defs/tree' },
    point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
    kind: { const: 'fixed' },
  },
  $defs: {
    tree: { type: 'object', properties: { value: { type: 'string' }, child: { $ref: '#/$defs/tree' } } },
  },
};

/** What each action takes beside its path. */
const takes: Readonly<Record<Action['do'], string>> = {
  text: 'text',
  json: 'text',
  set: 'text',
  choose: 'option',
  toggle: 'option',
  null: '',
  unset: '',
  empty: '',
  open: 'open',
  pick: 'variant',
  add: 'at',
  remove: '',
  move: 'by',
  rename: 'name',
};

/** An action, briefly: what it does, where, and with what. */
export function go(action: Action['do'], path: Path, value?: unknown): Action {
  const name = action === 'add' && typeof value === 'string' ? 'name' : takes[action];
  return { do: action, path, ...(value === undefined ? {} : { [name]: value }) } as Action;
}

export const done = (form: Form, ...actions: readonly Action[]): Form => actions.reduce(act, form);

/** The problems of a form, each with its place. */
export const said = (form: Form): readonly string[] =>
  verdictOf(form).problems.map(({ path, sentence }) => `${pathText(path)}: ${sentence}`);
