import { clientFindings } from './families/client.ts';
import { SURFACE } from './families/surface.ts';
import type { CheckFinding, Family } from './finding.ts';
import type { Subject } from './subject.ts';

/** The families of rules, in the order in which they are told of one item. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'client',
    about: 'What a client that is asked about cuts, leaves out, replaces or refuses.',
    // Theirs are in the files of the clients.
    rules: {},
    find: clientFindings,
  },
  SURFACE,
];

/** Everything that is to be said of what a server offers, family by family; the same input gives the same findings. */
export const findingsOf = (subject: Subject): readonly CheckFinding[] =>
  FAMILIES.flatMap(({ find }) => find(subject));
