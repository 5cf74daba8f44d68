import { describe, expect, test } from 'vitest';
import { hintsOf, keyValueArguments } from '../../src/form/keyvalue.ts';
import { promptSchema } from '../../src/form/prompt.ts';
import { templateSchema } from '../../src/form/template.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    flag: { type: 'boolean' },
    size: { type: 'integer', enum: [1, 2, 3] },
    level: {
      oneOf: [
        { const: 1, title: 'Low' },
        { const: 2, title: 'High' },
      ],
    },
    tags: { type: 'array', items: { type: 'string' } },
    some: { type: 'array', items: { enum: ['x', 'y'] } },
    nested: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'object', properties: { c: { type: 'string' } } } },
    },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { c: { type: 'string' }, n: { type: 'number' } } },
    },
    anything: {},
    maybe: { type: ['number', 'null'] },
    nullable: { enum: ['null', 'none', null] },
    word: { type: ['string', 'null'] },
    either: { type: ['string', 'array'], items: { type: 'string' } },
    mixed: { type: ['number', 'string'] },
    figure: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    'a.b[0]': { type: 'string' },
    'x=y': { type: 'string' },
    'p:': { type: 'string' },
  },
};

const files: Record<string, string> = { 'note.txt': 'first\nsecond\n', 'list.json': '["a", "b"]', empty: '' };

const told = (words: readonly string[], of: unknown) =>
  keyValueArguments(of, words, (path) => files[path] ?? Promise.reject(new Error(`no such file: ${path}`)));

const argumentsOf = async (words: readonly string[], of: unknown = schema) => {
  const { text, problems } = await told(words, of);
  return { text, problems };
};

describe('a value takes the type of its parameter', () => {
  test.each([
    ['text=007', '{"text":"007"}'],
    ['text=', '{"text":""}'],
    ['text=true', '{"text":"true"}'],
    ['text=a=b:=c', '{"text":"a=b:=c"}'],
    ['text=\\@x', '{"text":"@x"}'],
    ['text=@note.txt', '{"text":"first\\nsecond\\n"}'],
    ['text=@empty', '{"text":""}'],
    ['text:="x"', '{"text":"x"}'],
    ['count=9007199254740993', '{"count":9007199254740993}'],
    ['count=1.0', '{"count":1.0}'],
    ['count=-1e3', '{"count":-1e3}'],
    ['count:=12345678901234567890', '{"count":12345678901234567890}'],
    ['ratio=1.50', '{"ratio":1.50}'],
    ['flag=false', '{"flag":false}'],
    ['size=2', '{"size":2}'],
    ['size=2.0', '{"size":2.0}'],
    ['level=1', '{"level":1}'],
    ['level=High', '{"level":2}'],
    ['tags=["a", "b"]', '{"tags":["a","b"]}'],
    ['tags=@list.json', '{"tags":["a","b"]}'],
    ['tags[0]=1', '{"tags":["1"]}'],
    ['some=["x"]', '{"some":["x"]}'],
    ['nested={"a": 1.0}', '{"nested":{"a":1.0}}'],
    ['nested.a=1', '{"nested":{"a":1}}'],
    ['nested.b.c=x', '{"nested":{"b":{"c":"x"}}}'],
    ['rows[0].c=7', '{"rows":[{"c":"7"}]}'],
    ['rows[0].n=7', '{"rows":[{"n":7}]}'],
    ['anything=42', '{"anything":42}'],
    ['anything="42"', '{"anything":"42"}'],
    ['maybe=null', '{"maybe":null}'],
    ['nullable=null', '{"nullable":"null"}'],
    ['word=null', '{"word":"null"}'],
    ['word:=null', '{"word":null}'],
    ['either=a', '{"either":"a"}'],
    ['either=["a"]', '{"either":["a"]}'],
    ['either={"a":1}', '{"either":"{\\"a\\":1}"}'],
    ['mixed=42', '{"mixed":"42"}'],
    ['mixed:=42', '{"mixed":42}'],
    ['figure=42', '{"figure":42}'],
    ['figure=true', '{"figure":true}'],
    ['map.a=1', '{"map":{"a":1}}'],
    ['a.b[0]=whole', '{"a.b[0]":"whole"}'],
    ['a\\.b\\[0]=whole', '{"a.b[0]":"whole"}'],
    ['x\\=y=z', '{"x=y":"z"}'],
    ['p\\:=z', '{"p:":"z"}'],
  ])('%s', async (word, text) => {
    expect(await argumentsOf([word])).toEqual({ text, problems: [] });
  });

  test.each([
    ['a number', 'nothing=5', '{"nothing":5}'],
    ['text', 'nothing=five', '{"nothing":"five"}'],
    ['a place inside', 'nothing.a=x', '{"nothing":{"a":"x"}}'],
    ['a name that every object has', '__proto__=1', '{"__proto__":1}'],
  ])('%s that no parameter takes is JSON, else text', async (_, word, text) => {
    expect(await argumentsOf([word])).toEqual({ text, problems: [] });
  });

  test('words add up in any order', async () => {
    const { text, problems } = await argumentsOf([
      'rows[1].c=b',
      'rows[0].c=a',
      'nested.a=1',
      'nested.b.c=x',
      'text=new',
    ]);
    expect(JSON.parse(text)).toEqual({
      text: 'new',
      nested: { a: 1, b: { c: 'x' } },
      rows: [{ c: 'a' }, { c: 'b' }],
    });
    expect(problems).toEqual([]);
  });

  test('a constant that is required is filled in', async () => {
    const constant = {
      type: 'object',
      properties: { kind: { const: 'a' }, b: { type: 'string' } },
      required: ['kind'],
    };
    expect(await argumentsOf(['b=x'], constant)).toEqual({ text: '{"kind":"a","b":"x"}', problems: [] });
  });
});

describe('a value inside a union takes the type that its variant asks for, in any order', () => {
  const object = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    properties,
    required,
  });
  const operation = {
    oneOf: [
      object({ kind: { const: 'named' }, of: { type: 'string' } }, ['kind', 'of']),
      object({ kind: { const: 'counted' }, of: { type: 'integer' }, at: { type: 'string' } }, ['kind', 'of']),
    ],
  };
  const either = {
    anyOf: [object({ name: { type: 'string' } }, ['name']), object({ id: { type: 'string' } }, ['id'])],
  };
  const tagged = { ...object({ note: { type: 'string' } }), ...operation };
  const inside = object({
    operation,
    rows: { type: 'array', items: operation },
    texts: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    detail: { anyOf: [{ type: 'string' }, object({ code: { type: 'string' } })] },
    deep: { anyOf: [{ type: 'null' }, object({ x: either, y: { type: 'number' } })] },
  });

  test.each<[string, object, readonly string[], string]>([
    ['the only one with the name', either, ['name=1'], '{"name":"1"}'],
    ['the other one', either, ['id=1'], '{"id":"1"}'],
    [
      'the discriminator last',
      tagged,
      ['of=7', 'note=8', 'kind=named'],
      '{"kind":"named","of":"7","note":"8"}',
    ],
    ['another discriminator', tagged, ['of=7', 'kind=counted'], '{"kind":"counted","of":7}'],
    [
      'a place inside',
      inside,
      ['operation.of=7', 'operation.kind=named'],
      '{"operation":{"kind":"named","of":"7"}}',
    ],
    [
      'a name that only one has',
      inside,
      ['operation.of=7', 'operation.at=1'],
      '{"operation":{"kind":"counted","of":7,"at":"1"}}',
    ],
    ['a value that only one takes', inside, ['operation.of=x'], '{"operation":{"kind":"named","of":"x"}}'],
    [
      'items',
      inside,
      ['rows[1].of=2', 'rows[0].of=1', 'rows[0].kind=named', 'rows[1].kind=counted'],
      '{"rows":[{"kind":"named","of":"1"},{"kind":"counted","of":2}]}',
    ],
    ['a text or a list of texts', inside, ['texts[0]=7'], '{"texts":["7"]}'],
    ['a text or an object', inside, ['detail.code=7'], '{"detail":{"code":"7"}}'],
    ['a union in a union', inside, ['deep.x.id=7', 'deep.y=1'], '{"deep":{"x":{"id":"7"},"y":1}}'],
    [
      'the whole of it',
      inside,
      ['operation={"kind":"counted","of":1}'],
      '{"operation":{"kind":"counted","of":1}}',
    ],
  ])('%s', async (_, of, words, text) => {
    expect(await told(words, of)).toEqual({ text, problems: [], hints: [] });
  });

  test.each<[string, object, readonly string[], string, string]>([
    ['several', inside, ['operation.of=7'], '{"operation":{"of":"7"}}', 'operation.kind: is required'],
    ['several at the top', tagged, ['note=x'], '{"note":"x"}', 'kind: is required'],
  ])('a discriminator is not made up where the words fit %s', async (_, of, words, text, problem) => {
    const read = await argumentsOf(words, of);
    expect(read.text).toBe(text);
    expect(read.problems).toContain(problem);
  });

  test('a name with a dot that only a variant has', async () => {
    const dotted = { anyOf: [object({ a: {} }, ['a']), object({ 'a.b': { type: 'string' } }, ['a.b'])] };
    expect(await argumentsOf(['a.b=1'], dotted)).toEqual({ text: '{"a.b":"1"}', problems: [] });
  });
});

describe('what is wrong is said and sent all the same', () => {
  test.each([
    ['count=four', '{"count":"four"}', 'count: must be an integer, is “four”'],
    ['count=', '{"count":""}', 'count: must be an integer, is empty'],
    ['count=1.5', '{"count":1.5}', 'count: must be an integer'],
    ['flag=yes', '{"flag":"yes"}', 'flag: must be true or false, is “yes”'],
    ['size=4', '{"size":4}', 'size: must be one of: 1, 2, 3'],
    [
      'tags[10000]=a',
      '{}',
      'tags[10000]=a: reaches too deep or too far into an array; write what is around it as JSON, with :=',
    ],
    [
      `free${'.a'.repeat(100)}=1`,
      '{}',
      'free.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.…: reaches too deep or too far into an array; write what is around it as JSON, with :=',
    ],
    [
      'tags=a',
      '{"tags":"a"}',
      'tags: must be an array in JSON, is “a”: a needs double quotes (line 1, column 1)',
    ],
    [
      'anything=hello',
      '{"anything":"hello"}',
      'anything: must be JSON, is “hello”: hello needs double quotes (line 1, column 1)',
    ],
    [
      'text:={bad',
      '{"text":"{bad"}',
      'text: must be JSON, is “{bad”: bad needs double quotes (line 1, column 2)',
    ],
    ['text:=', '{"text":""}', 'text: must be JSON, is empty'],
    ['rows[1].c=x', '{"rows":[{"c":"x"}]}', 'rows[0]: needs a value'],
    ['text', '{}', 'text: write key=value, or key:=json'],
    ['tags[x]=1', '{}', 'tags[x]=1: “tags[x]” is not a key; write a.b or a[0].c'],
  ])('%s', async (word, text, problem) => {
    const found = await argumentsOf([word]);
    expect(found.text).toBe(text);
    expect(found.problems).toContain(problem);
  });

  test('a parameter that is given twice: the last counts', async () => {
    expect(await argumentsOf(['text=a', 'tags[0]=x', 'tags[0]=y', 'text:="b"'])).toEqual({
      text: '{"text":"b","tags":["y"]}',
      problems: ['tags[0] is given twice', 'text is given twice'],
    });
  });

  test.each([
    [
      'a place inside, then the whole',
      ['nested.a=1', 'nested={"a":2}'],
      '{"nested":{"a":2}}',
      'nested is given twice',
    ],
    [
      'the whole, then a place inside',
      ['nested={"a":2}', 'nested.a=1'],
      '{"nested":{"a":1}}',
      'nested.a is given twice',
    ],
    [
      'a value, then a place inside',
      ['anything=5', 'anything.a=1'],
      '{"anything":{"a":1}}',
      'anything is given twice',
    ],
    ['a list, then a member', ['free=[1]', 'free.a=1'], '{"free":{"a":1}}', 'free is given twice'],
  ])('%s that takes its place', async (_, words, text, problem) => {
    expect(await argumentsOf(words)).toEqual({ text, problems: [problem] });
  });

  test('a whole and more of it are one', async () => {
    expect(await argumentsOf(['nested={"b":{"c":"x"}}', 'nested.a=1', 'tags=["a"]', 'tags[1]=b'])).toEqual({
      text: '{"tags":["a","b"],"nested":{"a":1,"b":{"c":"x"}}}',
      problems: [],
    });
  });

  test('a required parameter that is not given', async () => {
    const { problems } = await argumentsOf([], {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
    expect(problems).toEqual(['a: is required']);
  });

  test('a file that cannot be read', async () => {
    await expect(argumentsOf(['text=@gone'])).rejects.toThrow('no such file: gone');
  });

  test.each([[undefined], [null], [true], [{}], ['nonsense']])(
    'without a schema (%s) names are taken as they come',
    async (of) => {
      expect(await argumentsOf(['a=1', 'b=x'], of)).toMatchObject({ text: '{"a":1,"b":"x"}' });
    },
  );
});

describe('a name that is not a known property', () => {
  const taking = (rest: object) => ({
    type: 'object',
    properties: { message: { type: 'string' }, count: { type: 'integer' } },
    ...rest,
  });

  test.each<[string, object, readonly string[], readonly string[]]>([
    ['close to one', {}, ['messge=x'], ['messge is not a known property; did you mean message?']],
    ['close to none', {}, ['zzz=x'], ['zzz is not a known property']],
    ['close to one that is given', {}, ['message=x', 'messages=x'], ['messages is not a known property']],
    [
      'invited, close to one',
      { additionalProperties: true },
      ['cuont=1'],
      ['cuont is not a known property; did you mean count?'],
    ],
    ['invited, close to none', { additionalProperties: { type: 'string' } }, ['zzz=x'], []],
    ['of a pattern', { patternProperties: { '^mess': {} } }, ['messge=x'], []],
    ['forbidden, close to one', { additionalProperties: false }, ['messge=x'], ['did you mean message?']],
    ['forbidden, close to none', { additionalProperties: false }, ['zzz=x'], []],
    ['where there are none', { properties: {} }, ['zzz=x'], []],
  ])('%s', async (_, rest, words, hints) => {
    expect((await told(words, taking(rest))).hints).toEqual(hints);
  });

  test('is told of whole arguments, too', () => {
    expect(hintsOf(taking({}), '{"mesage": 1}')).toEqual([
      'mesage is not a known property; did you mean message?',
    ]);
  });
});

test('says what the word null is in a text that may be null', async () => {
  const schema = { properties: { note: { type: ['string', 'null'] }, name: { type: 'string' } } };
  const given = await keyValueArguments(schema, ['note=null', 'name=null'], () => '');
  expect(given.text).toBe('{"note":"null","name":"null"}');
  expect(given.hints).toEqual(['note is the string "null"; write note:=null for null']);
});

test('takes brackets with a backslash for those of a name', async () => {
  const given = await keyValueArguments({}, ['filter\\[search\\]=a', 'x\\.y.z\\[=b'], () => '');
  expect(given.text).toBe('{"filter[search]":"a","x.y":{"z[":"b"}}');
});

describe('where other names are allowed', () => {
  const open = {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'string' } }, 'rows[1]': { type: 'string' } },
    additionalProperties: { type: 'string' },
  };
  test.each([
    ['a property is led into', 'rows[0]=1', '{"rows":["1"]}'],
    ['unless the whole is one', 'rows[1]=1', '{"rows[1]":"1"}'],
    ['or is written so', 'rows\\[0]=1', '{"rows[0]":"1"}'],
    ['another name is a whole', 'log.level[0]=1', '{"log.level[0]":"1"}'],
  ])('%s', async (_, word, text) => {
    expect(await argumentsOf([word], open)).toEqual({ text, problems: [] });
  });
});

describe('the variables of a template', () => {
  test.each([
    ['a text', ['all=a,b'], '{"all":"a,b"}'],
    ['a list', ['all=["a","1"]'], '{"all":["a","1"]}'],
    ['a list item by item', ['all[0]=a', 'all[1]=1'], '{"all":["a","1"]}'],
    ['a map', ['all={"a":"1"}'], '{"all":{"a":"1"}}'],
    ['a map member by member', ['all.a=1', 'all.b=x'], '{"all":{"a":"1","b":"x"}}'],
  ])('%s where it is exploded', async (_, words, text) => {
    expect(await argumentsOf(words, templateSchema('x://{?all*}'))).toEqual({ text, problems: [] });
  });
});

describe('prompt arguments', () => {
  const prompt = promptSchema([
    { name: 'min', description: 'least', required: true },
    { name: 'max' },
    { title: 'no name' },
    'nonsense',
  ]);

  test('are text, whatever they look like, declared or not', async () => {
    expect(await argumentsOf(['min=5', 'max=null', 'other=true'], prompt)).toEqual({
      text: '{"min":"5","max":"null","other":"true"}',
      problems: [],
    });
  });

  test('are missed when required', async () => {
    expect((await argumentsOf([], prompt)).problems).toEqual(['min: is required']);
  });

  test('may be no list at all', async () => {
    expect(await argumentsOf([], promptSchema(undefined))).toEqual({ text: '{}', problems: [] });
  });
});
