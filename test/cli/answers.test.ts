import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseAnswers } from '../../src/cli/answers.ts';
import { parseJsonc } from '../../src/json/jsonc.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../docs/answers.schema.json', import.meta.url), 'utf8'));
const fitsSchema = new Ajv2020({ strictRequired: false }).compile(SCHEMA);

/** What is JSON: whether it is rules, by the schema that is published. */
const verdict = (text: string): boolean | undefined => {
  const parsed = parseJsonc(text);
  return 'value' in parsed ? fitsSchema(parsed.value) : undefined;
};

describe('parseAnswers', () => {
  it('reads rules, comments and patterns', () => {
    const text = `{
      "$schema": "https://unpkg.com/mcp-loupe/docs/answers.schema.json",
      // first rule that matches
      "elicitation": [
        { "match": "name", "action": "accept", "content": { "n": 1 } },
        { "match": "/colou?r/i", "action": "decline" },
        { "action": "cancel" },
      ],
      "sampling": [{ "text": "hello" }, { "match": "x", "result": { "role": "assistant" } }],
      "roots": ["/a", "file:///b"],
    }`;
    expect(verdict(text)).toBe(true);
    const answers = parseAnswers(text, 'a.json', () => {});
    expect(answers).toEqual({
      elicitation: [
        { match: { text: 'name' }, action: 'accept', content: expect.any(Function) },
        { match: { pattern: expect.anything() }, action: 'decline' },
        { match: undefined, action: 'cancel' },
      ],
      sampling: [
        { match: undefined, answer: { text: 'hello' } },
        { match: { text: 'x' }, answer: { result: { role: 'assistant' } } },
      ],
      roots: ['/a', 'file:///b'],
    });
    const schema = { type: 'object', properties: { n: { default: 2 }, on: { default: true } } };
    expect([schema, undefined].map((one) => answers.elicitation[0]?.content?.(one))).toEqual([
      { n: 1, on: true },
      { n: 1 },
    ]);
  });

  it('needs none of its members', () => {
    expect(parseAnswers('{}', 'a.json', () => {})).toEqual({ elicitation: [], sampling: [], roots: [] });
  });

  it.each([
    ['', 'a.json:1:1: not JSON'],
    ['{\n  "roots" [] }', 'a.json:2:11: not JSON: colon expected'],
    ['[]', 'a.json: the file is an array; it must be an object'],
    [
      '{"samplings":[]}',
      'a.json: the file has the unknown property "samplings"; allowed: $schema, elicitation, sampling, roots',
    ],
    ['{"roots":"x"}', 'a.json: roots is a string; it must be an array'],
    ['{"roots":[1]}', 'a.json: roots[0] is a number; it must be a string'],
    [
      '{"elicitation":[{"action":"yes"}]}',
      'a.json: elicitation[0].action must be "accept", "decline" or "cancel"',
    ],
    [
      '{"elicitation":[{"action":"accept","contents":{}}]}',
      'elicitation[0] has the unknown property "contents"',
    ],
    ['{"elicitation":[{"action":"accept","content":[]}]}', 'elicitation[0].content is an array'],
    ['{"sampling":[{}]}', 'sampling[0] needs either "text" or "result"'],
    ['{"sampling":[{"text":"a","result":{}}]}', 'sampling[0] needs either "text" or "result"'],
    ['{"sampling":[{"text":"a","match":"/(/"}]}', 'sampling[0].match is not a valid regular expression'],
  ])('%s', (text, message) => {
    expect(() => parseAnswers(text, 'a.json', () => {})).toThrow(message);
    // That a pattern can be read no schema can tell.
    if (!message.includes('regular expression')) expect(verdict(text) ?? false).toBe(false);
  });
});

it('leaves out defaults that their own schema forbids, and says what of a rule does not fit', () => {
  const told: string[] = [];
  const text = '{"elicitation": [{"action": "accept", "content": {"level": "high", "size": "big"}}]}';
  const { elicitation } = parseAnswers(text, 'a.json', (sentence) => told.push(sentence));
  const properties = {
    level: { type: 'string' },
    size: { type: 'number' },
    n: { type: 'number', default: '5' },
  };
  expect(elicitation[0]?.content?.({ type: 'object', properties })).toEqual({ level: 'high', size: 'big' });
  expect(told).toEqual([
    'a.json: elicitation[0].content: the default of n does not match its own schema and is left out',
    'a.json: elicitation[0].content: size: must be a number; sent anyway',
  ]);
});
