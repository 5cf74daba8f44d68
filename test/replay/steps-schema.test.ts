// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables in steps look like that.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { StepError } from '../../src/replay/step-error.ts';
import { readStep } from '../../src/replay/step-file.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../docs/steps.schema.json', import.meta.url), 'utf8'));

const ajv = new Ajv2020({ strictRequired: false, strictTypes: false, allowUnionTypes: true });
const isFile = ajv.compile(SCHEMA);
const isStep = ajv.compile({ $ref: `${SCHEMA.$id}#/$defs/step` });

const wanting = (expected: string): string => `{"method":"a","expect":${expected}}`;
const of = (wanted: string): string => wanting(`{"/result/a":${wanted}}`);

const VALID = [
  '{"method":"ping"}',
  '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":{"$x":"${id}"}}}',
  '{"method":"a","name":"n","cancelAfter":0,"raw":true,"$comment":["why"]}',
  '{"method":"a","save":{"a_b.c-d":"/result/x~1y/0","E":"/error"}}',
  '{"method":"notifications/x","params":{}}',
  '{"sleep":0.5}',
  '{"together":[]}',
  '{"together":[{"method":"a"},{"sleep":1}],"$comment":1}',
  wanting('{}'),
  wanting('{"ms":{"$max":5,"$min":"${least}"}}'),
  wanting('{"findings":[]}'),
  wanting('{"findings":["id/late"]}'),
  wanting('{"findings":{"$not":{"$has":"id/late"}}}'),
  wanting('{"/error/code":-32602,"/result":null,"/result/":"","/result/~01":[]}'),
  of('{"a":{"$type":"string"},"b":[{"$any":[1,{"$not":{}}]}]}'),
  of('{"$type":["null","missing"],"$len":3}'),
  of('{"$len":{"$min":1}}'),
  of('{"$eq":{"$ref":"x","a":{"$b":1}}}'),
  of('{"$like":{"a":[{"$match":"/x/i"}]}}'),
  of('{"$has":"a","$schema":true}'),
  of('{"$schema":{"type":"object"}}'),
];

const INVALID = [
  '[]',
  '"ping"',
  'null',
  '{}',
  '{"method":""}',
  '{"method":7}',
  '{"method":"a","expct":{}}',
  '{"method":"a","name":""}',
  '{"method":"a","name":1}',
  '{"method":"a","raw":1}',
  '{"method":"a","cancelAfter":-1}',
  '{"method":"a","cancelAfter":"1"}',
  '{"method":"a","save":[]}',
  '{"method":"a","save":{"a b":"/result"}}',
  '{"method":"a","save":{"1a":"/result"}}',
  '{"method":"a","save":{"a":1}}',
  '{"method":"a","save":{"a":"/params"}}',
  '{"method":"notifications/x","expect":{}}',
  '{"method":"notifications/x","save":{}}',
  '{"method":"a","sleep":1}',
  '{"sleep":"1"}',
  '{"sleep":3e9}',
  '{"sleep":-1}',
  '{"sleep":1,"expect":{}}',
  '{"together":{}}',
  '{"together":[1]}',
  '{"together":[{"together":[]}]}',
  '{"together":[{"method":"a","x":1}]}',
  '{"together":[],"name":"a"}',
  wanting('[]'),
  wanting('{"ms":5}'),
  wanting('{"ms":"5"}'),
  wanting('{"ms":{}}'),
  wanting('{"findings":"x"}'),
  wanting('{"findings":[1]}'),
  wanting('{"findings":{"a":1}}'),
  wanting('{"result/a":1}'),
  wanting('{"/results":1}'),
  wanting('{"":1}'),
  wanting('{"/result/~":1}'),
  wanting('{"/result/~2":1}'),
  of('{"$mtch":"x"}'),
  of('{"$match":"x","y":1}'),
  of('[{"a":{"$min":1,"b":2}}]'),
  of('{"$match":1}'),
  of('{"$type":"text"}'),
  of('{"$type":[]}'),
  of('{"$min":"1"}'),
  of('{"$max":"${a} "}'),
  of('{"$len":-1}'),
  of('{"$len":"1"}'),
  of('{"$len":{"a":1}}'),
  of('{"$any":[]}'),
  of('{"$any":{}}'),
  of('{"$any":[{"$x":1}]}'),
  of('{"$not":{"$x":1}}'),
  of('{"$like":{"a":{"$x":1}}}'),
  of('{"$schema":false}'),
];

it.each([...VALID.map((text) => [text, true] as const), ...INVALID.map((text) => [text, false] as const)])(
  '%s: %s, to the schema and to us',
  (text, isValid) => {
    expect(isStep(JSON.parse(text)), JSON.stringify(isStep.errors)).toBe(isValid);
    const step = readStep(text);
    expect(!(step instanceof StepError), step instanceof StepError ? step.message : '').toBe(isValid);
  },
);

it('takes a file that is an array', () => {
  const steps = VALID.map((text) => JSON.parse(text));
  expect(isFile(steps)).toBe(true);
  expect(isFile([...steps, { oops: 1 }])).toBe(false);
});
