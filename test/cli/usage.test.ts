import { describe, expect, it } from 'vitest';
import { parseAnswers } from '../../src/cli/answers.ts';
import { ANSWERS_FORMAT, STEP_FORMAT } from '../../src/cli/help.ts';
import { optionRows, spelled } from '../../src/cli/options.ts';
import { usage, verbUsage } from '../../src/cli/usage.ts';
import { VERB_NAMES, VERBS } from '../../src/cli/verbs.ts';
import { parseStep } from '../../src/replay/step.ts';

describe('usage', () => {
  it('names every verb, and every option where it belongs', () => {
    const texts = [usage(), ...VERB_NAMES.map(verbUsage)].join('\n');
    for (const [key] of optionRows()) expect(texts).toContain(`--${spelled(key)}`);
    for (const verb of VERB_NAMES) expect(usage()).toContain(`  ${verb}`);
  });

  it('fits a terminal of 120 columns', () => {
    for (const text of [usage(), ...VERB_NAMES.map(verbUsage)]) {
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    }
  });

  it.each(VERB_NAMES)('%s shows exactly its own options', (name) => {
    const shown = [...verbUsage(name).matchAll(/^ {2}(?:-\w, | {4})--([a-z-]+)/gm)].map(
      ([, option]) => option,
    );
    expect(new Set(shown)).toEqual(new Set(VERBS[name].options.map(spelled)));
  });

  it.each(STEP_FORMAT.rows)('has a step that can be read: %s', (line) => {
    expect(parseStep(line)).toHaveProperty('kind');
    expect(verbUsage('run')).toContain(line);
  });

  it.each(ANSWERS_FORMAT.rows)('has answers that can be read: %s', (line) => {
    expect(Object.values(parseAnswers(`{${line}}`, 'a.json', () => {})).flat()).not.toEqual([]);
    for (const verb of ['run', 'call'] as const) expect(verbUsage(verb)).toContain(line);
  });

  it('is a snapshot people can read', () => {
    expect(usage()).toMatchSnapshot();
    expect(verbUsage('call')).toMatchSnapshot();
    expect(verbUsage('run')).toMatchSnapshot();
  });
});
