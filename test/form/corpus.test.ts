import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { checkValue } from '../../src/form/check.ts';
import { compileSchema } from '../../src/form/compile.ts';
import { argumentsText, argumentsValue, type Form, openForm } from '../../src/form/form.ts';
import { flatten } from '../../src/form/merge.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { verdictOf } from '../../src/form/verdict.ts';
import { portion } from '../support/portion.ts';
import { hasCorpus, outputSchemas, type Sample, samples } from './corpus.ts';
import { enter, type Fallback } from './enter.ts';

/** Each test collects what is wrong over all tools, so that one run tells everything. */
describe.skipIf(!hasCorpus)('every tool of the corpus', { timeout: 300_000 }, () => {
  const all = hasCorpus ? samples() : [];

  test('opens', () => {
    const opened = all.map(({ schema }) => visibleFields(openForm(schema)));
    expect(opened.length).toBeGreaterThan(2300);
  });

  test('takes its valid arguments field by field', () => {
    const wrong: string[] = [];
    const fallbacks: string[] = [];
    let entered = 0;
    for (const { name, schema, valid } of all) {
      for (const [label, value] of valid) {
        const fell: Fallback[] = [];
        const form = enter(openForm(schema), [], value, fell);
        entered += 1;
        fallbacks.push(...fell.map(({ path, why }) => `${name} ${JSON.stringify(path)}: ${why}`));
        const { problems, unchecked } = verdictOf(form);
        if (!sends(form, value)) wrong.push(`${name} ${label}: sends ${argumentsText(form)}`);
        if (problems.length > 0 || unchecked !== undefined) {
          wrong.push(`${name} ${label}: ${unchecked ?? JSON.stringify(problems)}`);
        }
      }
    }
    console.log([`entered ${entered}, of which ${fallbacks.length} values as JSON`, ...fallbacks].join('\n'));
    expect(wrong).toEqual([]);
    expect(fallbacks.length / entered).toBeLessThan(0.005);
  });

  test('sends nothing untouched and misses exactly what is required', () => {
    const wrong: string[] = [];
    for (const { name, schema } of all) {
      const form = openForm(schema);
      const sent = Object.keys(argumentsValue(form) as object);
      const { required = [] } = flatten(form.document, form.document.root);
      const missed = new Set(verdictOf(form).problems.flatMap(({ path }) => path.slice(0, 1)));
      const toMiss = required.filter((one) => !sent.includes(one));
      if (sent.some((one) => !required.includes(one))) wrong.push(`${name}: sends ${sent}`);
      if (!sameNames([...missed], toMiss)) wrong.push(`${name}: misses ${[...missed]}, not ${toMiss}`);
    }
    expect(wrong).toEqual([]);
  });

  test('has the verdicts of Ajv', () => {
    const wrong: string[] = [];
    let compared = 0;
    const compare = (name: string, schema: unknown, values: readonly unknown[]) => {
      const ajv = ajvFor(schema);
      const document = compileSchema(schema);
      for (const value of ajv === undefined ? [] : values) {
        compared += 1;
        const { problems } = checkValue(document, document.root, value);
        if ((problems.length === 0) === ajv?.(value)) continue;
        wrong.push(`${name}: ${JSON.stringify(value)}: we say ${JSON.stringify(problems)}`);
      }
    };
    for (const sample of portion(all)) {
      const valid = sample.valid.map(([, value]) => value);
      compare(sample.name, sample.schema, [...valid, ...sample.invalid, ...spoilt(sample)]);
    }
    for (const [name, schema] of portion(outputSchemas()))
      compare(name, schema, [{}, null, [], { result: [{}] }]);
    console.log(`compared ${compared} verdicts`);
    expect(wrong).toEqual([]);
  });
});

function sends(form: Form, value: unknown): boolean {
  try {
    expect(argumentsValue(form)).toEqual(value);
    return true;
  } catch {
    return false;
  }
}

function sameNames(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

const options = { strict: false, validateFormats: false, addUsedSchema: false, logger: false } as const;
const dialects = { old: new Ajv(options), new: new Ajv2020(options) };

/** Ajv's own check, with the draft that the schema names; undefined where Ajv refuses the schema. */
function ajvFor(schema: unknown): ((value: unknown) => boolean) | undefined {
  const old = /draft-0[67]/.test(String((schema as { $schema?: unknown } | null)?.$schema));
  const ajv = old ? dialects.old : dialects.new;
  try {
    return ajv.compile(schema as object);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema as object);
  }
}

/** Wrong neighbours of the fullest right arguments: each member missing, null, of another type. */
function spoilt({ valid }: Sample): readonly unknown[] {
  const [, full] = valid.at(-1) ?? [];
  return Object.entries(full ?? {}).flatMap(([name, old]) => {
    const { [name]: _, ...rest } = full as Record<string, unknown>;
    const others = [null, typeof old === 'number' ? 'x' : 1, [old], {}, '', -1e9];
    return [rest, ...others.map((other) => ({ ...rest, [name]: other }))];
  });
}
