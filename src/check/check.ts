import { clientFindings } from './families/client.ts';
import { surfaceFindings } from './families/surface.ts';
import type { CheckFinding } from './finding.ts';
import type { Subject } from './subject.ts';

/** The families of rules, in the order in which they are told of one item. */
const FAMILIES: readonly ((subject: Subject) => readonly CheckFinding[])[] = [
  clientFindings,
  surfaceFindings,
];

/** Everything that is to be said of what a server offers, family by family; the same input gives the same findings. */
export const findingsOf = (subject: Subject): readonly CheckFinding[] =>
  FAMILIES.flatMap((family) => family(subject));
