import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { argumentsText, openForm } from '../../src/form/form.ts';
import {
  samplingSchema,
  samplingStart,
  samplingText,
  samplingWith,
  textOfSampling,
} from '../../src/form/sampling.ts';
import { verdictOf } from '../../src/form/verdict.ts';

const problems = (schema: unknown, initial: string) =>
  verdictOf(openForm(schema, { initial })).problems.map(({ path }) => path.join('.'));

const text = { type: 'text', text: 'yes' };
const answer = (content: unknown) =>
  JSON.stringify({ role: 'assistant', content, model: 'm', stopReason: 'endTurn' });
const uses = [text, { type: 'tool_use', id: 'u1', name: 'weather', input: { city: 'Rome' } }];

describe('the answer to a sampling request', () => {
  it('begins with all but its text', () => {
    const form = openForm(samplingSchema([]), { initial: samplingStart });
    expect(argumentsText(form)).toBe(samplingStart);
    expect(problems(samplingSchema([]), samplingStart)).toEqual(['content.text']);
  });

  it.each([
    ['a text', [], answer(text), []],
    ['a picture', [], answer({ type: 'image', data: 'AAAA', mimeType: 'image/png' }), []],
    ['a tool that is offered', ['weather'], answer(uses), []],
    ['a tool that is not', ['news'], answer(uses), ['content.1.name']],
    ['several blocks where no tool is offered', [], answer(uses), ['content']],
    ['nobody', [], JSON.stringify({ content: text, model: 'm' }), ['role']],
  ])('%s', (_, tools, initial, expected) => {
    expect(problems(samplingSchema(tools), initial)).toEqual(expected);
  });
});

describe('an answer that is nothing but a text', () => {
  const said = samplingStart.replace('"text"}', '"text","text":"a\\nb"}');

  it.each([
    ['{"text":"a\\nb"}', said],
    ['{}', samplingStart],
  ])('%s is made whole, and taken out again', (entered, whole) => {
    expect(samplingWith(entered)).toBe(whole);
    expect(textOfSampling(whole)).toBe(entered);
  });

  it('needs its text', () => {
    expect(problems(samplingText, '{}')).toEqual(['text']);
  });

  it.each(['{"text":"a","more":1}', '["a"]', '{"text'])('%s is something else', (entered) => {
    expect(samplingWith(entered)).toBeUndefined();
  });

  it.each([
    said.replace('endTurn', 'maxTokens'),
    said.replace('"type":"text"', '"type":"image"'),
    said.replace('"a\\nb"', '1'),
    '[]',
    '{',
  ])('%s says more', (whole) => {
    expect(textOfSampling(whole)).toBeUndefined();
  });
});

const SPEC = fileURLToPath(new URL('../../../shared/spec/', import.meta.url));
const here = existsSync(SPEC);
if (!here) console.warn('skipped: the schemas of the specification are not beside this checkout');

describe.skipIf(!here)('the specification', () => {
  it.each(['2025-11-25', '2026-07-28'])('of %s takes what the form takes', (revision) => {
    const schema = JSON.parse(readFileSync(`${SPEC}${revision}.json`, 'utf8'));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const takes = ajv.compile({ ...schema, $ref: '#/$defs/CreateMessageResult' });
    for (const content of [text, uses, { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }])
      expect(takes({ resultType: 'complete', ...JSON.parse(answer(content)) }), `${content}`).toBe(true);
  });
});
