import { describe, expect, it } from 'vitest';
import { isRemark } from '../../src/spec/check/shape-faults.ts';
import { checkShapes } from '../../src/spec/check/shapes.ts';
import { REVISIONS } from '../../src/spec/revision.ts';
import { portion } from '../support/portion.ts';
import { changes, samplesOf } from './samples.ts';
import { forgotten, isHere, type Message, type MessageType, readSpecification } from './specification.ts';

if (!isHere) console.warn('skipped: the schemas of the specification are not beside this checkout');

describe.skipIf(!isHere)('the table says what the schema says', () => {
  it.each(REVISIONS)('of %s', { timeout: 120_000 }, (revision) => {
    const specification = readSpecification(revision);
    expect(forgotten(specification)).toEqual([]);
    const count = { samples: 0, accepted: 0, refused: 0 };
    const differences: string[] = [];

    const compare = (type: MessageType, message: Message, what: string): void => {
      const expected = type.accepts(message);
      count[expected ? 'accepted' : 'refused'] += 1;
      const [found] = checkShapes(message, { ...type, revision }).filter((finding) => !isRemark(finding));
      if ((found === undefined) === expected) return;
      differences.push(`${type.name}: ${what}: ${found?.message ?? 'passes here'}`);
    };

    for (const type of specification.types) {
      for (const { value, fresh } of samplesOf(type.name, specification.definitions)) {
        const inner = type.at === '' ? (value as Message) : { result: value };
        const message = structuredClone({ ...type.envelope, ...inner });
        expect(type.accepts(message), `${type.name}: ${JSON.stringify(message)}`).toBe(true);
        count.samples += 1;
        compare(type, message, 'as it should be');
        for (const { what, make } of portion([
          ...changes(message, fresh === '' ? '' : `${type.at}${fresh}`),
        ])) {
          const undo = make();
          compare(type, message, what);
          undo();
        }
      }
    }
    const { samples, accepted, refused } = count;
    console.log(
      `${revision}: ${specification.types.length} types, ${samples} samples; of these and their changes ${accepted} ` +
        `accepted and ${refused} refused by the schema, ${differences.length} otherwise here`,
    );
    expect(differences).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
  });
});
