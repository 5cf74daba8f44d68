import { expect, it } from 'vitest';
import { itemIds } from '../../src/check/subject.ts';
import { listDifference } from '../../src/surface/difference.ts';
import { idsIn } from '../../src/surface/item-id.ts';
import { reportedChange } from '../../src/surface/words.ts';
import { subjectOf } from '../support/check-subject.ts';

const skill = (folder: string, name: string, description = 'Refunds.') => ({
  uri: `skill://${folder}/SKILL.md`,
  frontmatter: { name, description },
});
const idsOf = (...skills: readonly object[]) => itemIds(subjectOf({ skills }).surface).map(([id]) => id);
const listOf = (...skills: readonly object[]) => subjectOf({ skills }).surface.lists.skills ?? [];

it('names a skill by its own name, and by its URI where two have the same', () => {
  const [one, two] = [skill('a', 'refunds'), skill('b', 'refunds')];
  expect(idsOf(one, skill('c', 'orders'))).toEqual(['skill:refunds', 'skill:orders']);
  expect(idsOf(one, two)).toEqual(['skill:skill://a/SKILL.md', 'skill:skill://b/SKILL.md']);
  expect(idsIn('skills', listOf(one))('skill://b/SKILL.md')).toBe('skill:skill://b/SKILL.md');
  expect(idsIn('tools')('find')).toBe('tool:find');
});

it('names it so in a difference, what is gone by what it was called', () => {
  const changes = listDifference(
    'skills',
    listOf(skill('a', 'refunds'), skill('b', 'orders')),
    listOf(skill('a', 'refunds', 'Refunds and more.')),
  );
  const items = changes.map((one) => reportedChange(one).item);
  expect(new Set(items)).toEqual(new Set(['skill:orders', 'skill:refunds']));
});
