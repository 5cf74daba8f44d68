import type { Rule } from '../spec/rule.ts';
import { RULES } from '../spec/rules.ts';
import { ADVICE } from './families/advice/advice.ts';
import { APPS } from './families/apps.ts';
import { CARD } from './families/card.ts';
import { CLIENT } from './families/client.ts';
import { COST } from './families/cost.ts';
import { SAFETY } from './families/safety/safety.ts';
import { SKILLS } from './families/skills.ts';
import { SURFACE } from './families/surface/surface.ts';
import type { CheckFinding, CheckRule, Family } from './finding.ts';
import { LOCK } from './lock.ts';
import { PROBE } from './probe.ts';
import type { Subject } from './subject.ts';
import { CHECK } from './verdict.ts';

/** The families of rules, in the order in which they are told of one item. */
export const FAMILIES: readonly Family[] = [
  ...[CLIENT, SURFACE, ADVICE, COST, SAFETY],
  ...[APPS, SKILLS, CARD, LOCK, PROBE, CHECK],
];

/** Everything that is to be said of what a server offers, family by family; the same input gives the same findings. */
export const findingsOf = (subject: Subject): readonly CheckFinding[] =>
  FAMILIES.flatMap(({ find }) => find(subject));

/** Every rule that a finding of `check` can have, by its whole id: those of the families and of the wire. */
export function checkRules(): ReadonlyMap<string, CheckRule> {
  const families = FAMILIES.flatMap(({ name, rules }) =>
    Object.entries(rules).map(([id, row]) => [`${name}/${id}`, row] as const),
  );
  const wire = Object.entries(RULES as Readonly<Record<string, Rule>>).map(
    ([id, { severity, says, next }]) => [id, { level: severity, says, fix: next }] as const,
  );
  return new Map([...families, ...wire]);
}
