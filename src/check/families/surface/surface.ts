import { unmasked } from '../../excerpt.ts';
import type { CheckRules, Family } from '../../finding.ts';
import { type FamilyFinding, ofFamily } from '../../finding.ts';
import { schemasOf } from '../../schema-nodes.ts';
import type { Subject } from '../../subject.ts';
import { toolsOf } from '../../tool.ts';
import { namesForClients, namesTwice } from './listed-names.ts';
import { outputsUnmet } from './outputs.ts';
import { refsToNowhere } from './refs.ts';
import { requiredUnknown } from './required.ts';
import { templateFindings } from './templates.ts';
import { valuesRefused } from './values.ts';

/** A rule of this family. */
export type SurfaceRule =
  | 'name-twice'
  | 'same-name'
  | 'required-unknown'
  | 'ref-to-nowhere'
  | 'default-refused'
  | 'example-refused'
  | 'choice-refused'
  | 'output-unmet'
  | 'template-syntax'
  | 'template-without-variable';

const RULES: CheckRules<SurfaceRule> = {
  'name-twice': {
    level: 'error',
    says: 'Two items of one list have the same name.',
    fix: 'Give each its own name.',
  },
  'same-name': {
    level: 'error',
    says: 'A client cuts or replaces the names of two tools so that they become the same.',
    fix: 'Use letters, digits and _, and let the names differ in their first characters.',
  },
  'required-unknown': {
    level: 'warning',
    says: 'A required parameter that no property describes; an error where no other properties are allowed.',
    fix: 'Describe it in properties, or take it out of required.',
  },
  'ref-to-nowhere': {
    level: 'error',
    says: 'A $ref that leads nowhere; a warning where it leads out of the schema, which clients do not fetch.',
    fix: 'Put what it refers to into $defs of the same schema, or write it in place.',
  },
  'default-refused': {
    level: 'warning',
    says: 'A default that its own schema refuses.',
    fix: 'Write a default that fits, or allow it in the schema.',
  },
  'example-refused': {
    level: 'warning',
    says: 'An example that its own schema refuses.',
    fix: 'Write an example that fits, or allow it in the schema.',
  },
  'choice-refused': {
    level: 'warning',
    says: 'A member of an enum that the schema around it refuses.',
    fix: 'Give it the type of the others, or allow it in the schema.',
  },
  'output-unmet': {
    level: 'error',
    says: 'No result so far has met the outputSchema, and clients that check it refuse such results.',
    fix: 'Send structuredContent as the outputSchema says, or let the schema say what is sent.',
  },
  'template-syntax': {
    level: 'error',
    says: 'A URI template that is not one by RFC 6570, so that nothing can expand it.',
    fix: 'Write variables as {name}, with letters, digits and _ and at most one operator (RFC 6570).',
  },
  'template-without-variable': {
    level: 'warning',
    says: 'A URI template without a variable.',
    fix: 'Write what varies as {name}, or list it as a resource.',
  },
};

/** What is wrong with what is offered, whoever uses it: `surface/*`. */
export const SURFACE: Family = {
  name: 'surface',
  about: 'What is wrong with what is offered, whoever uses it.',
  rules: RULES,
  find: (subject) =>
    ofFamily('surface', RULES, [
      ...namesTwice(subject),
      ...namesForClients(subject),
      ...schemaFindings(subject),
      ...outputsUnmet(subject),
      ...templateFindings(subject),
    ]),
};

/** What is wrong within the schemas of tools, rule by rule. */
function schemaFindings({ surface, mask = unmasked }: Subject): readonly FamilyFinding<SurfaceRule>[] {
  const required: FamilyFinding<SurfaceRule>[] = [];
  const refs: FamilyFinding<SurfaceRule>[] = [];
  const values: FamilyFinding<SurfaceRule>[] = [];
  for (const tool of toolsOf(surface))
    for (const schema of schemasOf(tool)) {
      required.push(...requiredUnknown(schema));
      refs.push(...refsToNowhere(schema, mask));
      values.push(...valuesRefused(schema, mask));
    }
  return [...required, ...refs, ...values];
}
