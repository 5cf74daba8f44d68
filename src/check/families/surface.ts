import { visible } from '../../text/visible.ts';
import { type Family, type FamilyFinding, ofFamily } from '../finding.ts';
import { itemIds, type Subject } from '../subject.ts';

const RULES = {
  'name-twice': {
    level: 'error',
    says: 'Two items of one list have the same name.',
    fix: 'Give each its own name.',
  },
} as const;

/** What is wrong with what is offered, whoever uses it: `surface/*`. */
export const SURFACE: Family = {
  name: 'surface',
  about: 'What is wrong with what is offered, whoever uses it.',
  rules: RULES,
  find: (subject) => ofFamily('surface', RULES, namesTwice(subject)),
};

function namesTwice({ surface }: Subject): readonly FamilyFinding<'name-twice'>[] {
  const known = new Set<string>();
  return itemIds(surface).flatMap(([id, { name }]) => {
    if (!known.has(id)) {
      known.add(id);
      return [];
    }
    return [{ id: 'name-twice', item: id, path: '/name', message: `${visible(name)} is listed twice` }];
  });
}
