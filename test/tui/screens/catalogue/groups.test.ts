import { describe, expect, it } from 'vitest';
import { beginsCollapsed, groupsOf } from '../../../../src/tui/screens/catalogue/groups.ts';
import { hasCorpus, toolNames } from '../../../form/corpus.ts';

const told = (names: readonly string[]): readonly string[] =>
  groupsOf(names).map(({ prefix, from, to }) => `${prefix} ${to - from} from ${from}`);

/** So many names that no group is in. */
const others = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `other${at}`);

describe('groupsOf', () => {
  it.each([
    ['three that begin alike', ['API-get', 'API-post', 'API-put', ...others(20)], ['API- 3 from 0']],
    ['two', ['API-get', 'API-post', ...others(20)], []],
    ['in a short list', ['API-get', 'API-post', 'API-put', ...others(17)], []],
    ['that stand apart', ['a_1', 'b1', 'a_2', 'b2', 'a_3', 'a_4', 'a_5', ...others(20)], []],
    ['in the middle', ['one', 'db.get', 'db.set', 'db.del', ...others(20)], ['db. 3 from 1']],
    [
      'of two kinds',
      ['a/1', 'a/2', 'a/3', 'b__1', 'b__2', 'b__3', ...others(20)],
      ['a/ 3 from 0', 'b__ 3 from 3'],
    ],
    [
      'behind what all begin with',
      [...['x_get_a', 'x_get_b', 'x_get_c'], ...others(20).map((name) => `x_${name}`)],
      ['x_get_ 3 from 0'],
    ],
    ['that begin with what parts names', ['_a', '_b', '_c', ...others(20)], []],
    ['without a name', Array.from({ length: 30 }, () => ''), []],
  ])('finds %s', (_, names, groups) => expect(told(names)).toEqual(groups));

  it.skipIf(!hasCorpus).each([
    ['everything.json', []],
    ['kubernetes-containers.json', ['helm_ 3', 'nodes_ 3', 'pods_ 8', 'resources_ 5']],
  ])('finds those of %s', (file, groups) => {
    expect(groupsOf(toolNames(file)).map(({ prefix, from, to }) => `${prefix} ${to - from}`)).toEqual(groups);
  });

  it('takes no time for thousands', () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `${'part_'.repeat(20)}${at % 7}_${at}`);
    const began = performance.now();
    groupsOf(names);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('begins collapsed where no window shows the list as a whole', () => {
    expect([30, 41].map(beginsCollapsed)).toEqual([false, true]);
  });
});
