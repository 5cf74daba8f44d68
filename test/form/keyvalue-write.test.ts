import { describe, expect, it } from 'vitest';
import { keyValueArguments } from '../../src/form/keyvalue.ts';
import { keyValueWords } from '../../src/form/keyvalue-write.ts';
import { portion } from '../support/portion.ts';
import { hasCorpus, samples } from './corpus.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    flag: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    maybe: { type: ['number', 'null'] },
    mixed: { type: ['number', 'string'] },
    'a.b[0]': { type: 'string' },
    'x=y': { type: 'string' },
    'p:': { type: 'string' },
    '-o': { type: 'string' },
  },
};

const words = (text: string, by: unknown = schema) =>
  keyValueWords(by, text)?.map(({ key, value }) => key + value);

const nothing = () => {
  throw new Error('no file is read');
};

describe('keyValueWords', () => {
  it.each([
    ['{}', []],
    ['{"text":"a b","count":12345678901234567890}', ['text=a b', 'count=12345678901234567890']],
    ['{"flag":false,"text":""}', ['flag=false', 'text=']],
    ['{"text":"7"}', ['text=7']],
    ['{"mixed":7}', ['mixed:=7']],
    ['{"mixed":"7"}', ['mixed=7']],
    ['{"maybe":null}', ['maybe=null']],
    ['{"text":"null"}', ['text=null']],
    ['{"text":"@home"}', ['text=\\@home']],
    ['{"text":"\\\\@home"}', ['text:="\\\\@home"']],
    ['{"text":"two\\nlines"}', ['text=two\nlines']],
    ['{"text":"a\\tb\\u001b[2J"}', ['text:="a\\tb\\u001b[2J"']],
    ['{"text":"\u202e\u009b"}', ['text:="\\u202e\\u009b"']],
    ['{"text":"\\ud800"}', ['text:="\\ud800"']],
    ['{"tags":["a", "b"]}', ['tags:=["a", "b"]']],
    ['{"tags":[]}', ['tags:=[]']],
    ['{"a.b[0]":"x","x=y":"z","p:":"q"}', ['a.b[0]=x', 'x\\=y=z', 'p\\:=q']],
    ['{"new":"x","other":1,"one":"1","more":{"a":[1]}}', ['new=x', 'other=1', 'one:="1"', 'more:={"a":[1]}']],
    ['{"not.declared":true,"no[0]":false}', ['not\\.declared=true', 'no\\[0]=false']],
    ['{"__proto__":1,"toString":"x"}', ['__proto__=1', 'toString=x']],
  ])('writes %s', async (text, wanted) => {
    const written = words(text);
    expect(written).toEqual(wanted);
    const read = await keyValueArguments(schema, written ?? [], nothing);
    expect(read.problems).toEqual([]);
    expect(JSON.parse(read.text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['what the schema refuses', '{"count":"four"}'],
    ['a name like an option', '{"-o":"x"}'],
    ['a name with a control character', '{"a\\u001b":1}'],
    ['a name that ends in a backslash', '{"a\\\\":1}'],
    ['a name given twice', '{"text":"a","text":"b"}'],
    ['no object', '[1]'],
    ['no JSON', '{"text":'],
  ])('has no words for %s', (_, text) => expect(words(text)).toBeUndefined());

  it('gives a value the type of its variant', async () => {
    const named = {
      properties: { kind: { const: 'named' }, of: { type: 'string' } },
      required: ['kind', 'of'],
    };
    const counted = {
      properties: { kind: { const: 'counted' }, of: { type: 'integer' } },
      required: ['kind', 'of'],
    };
    const union = { type: 'object', oneOf: [named, counted] };
    for (const [text, wanted] of [
      ['{"of":"7","kind":"named"}', ['of=7', 'kind=named']],
      ['{"of":7,"kind":"counted"}', ['of=7', 'kind=counted']],
    ] as const) {
      expect(words(text, union)).toEqual(wanted);
      const read = await keyValueArguments(union, wanted, nothing);
      expect([read.problems, JSON.parse(read.text)]).toEqual([[], JSON.parse(text)]);
    }
  });

  it('has none where a constant would be added', () => {
    const constant = { properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['kind'] };
    expect(words('{"kind":"a","n":1}', constant)).toEqual(['kind=a', 'n=1']);
    expect(words('{"n":1}', constant)).toBeUndefined();
  });

  it.skipIf(!hasCorpus)(
    'is read back as the same for the tools of the corpus',
    { timeout: 120_000 },
    async () => {
      for (const { name, schema: by, valid } of portion(samples())) {
        for (const [label, value] of valid) {
          const found = words(JSON.stringify(value), by);
          const read = await keyValueArguments(by, found ?? ['no words'], nothing);
          expect([read.problems, JSON.parse(read.text)], `${name} ${label}`).toEqual([[], value]);
        }
      }
    },
  );
});
