import { type CheckRules, type Family, ofFamily } from '../../finding.ts';
import { hintFindings } from './hints.ts';
import { secretDefaults } from './secrets.ts';
import { textFindings } from './texts.ts';

/** A rule of this family. */
export type SafetyRule =
  | 'hidden-characters'
  | 'words-to-model'
  | 'encoded-text'
  | 'secret'
  | 'read-only-deletes'
  | 'read-only-destructive'
  | 'name-of-another';

const RULES: CheckRules<SafetyRule> = {
  'hidden-characters': {
    level: 'warning',
    says: 'Characters that no screen shows and a model reads; an error for those that can hold or reorder text.',
    fix: 'Write the text again without them.',
  },
  'words-to-model': {
    level: 'warning',
    says: 'Words that give orders to a model, such as <IMPORTANT> or "ignore previous instructions".',
    fix: 'Describe what the tool does, and leave to the model and its user what they do with it.',
  },
  'encoded-text': {
    level: 'warning',
    says: 'A long encoded text, which a model may decode and a person does not read.',
    fix: 'Write it in the clear, or leave it out.',
  },
  secret: {
    level: 'error',
    says: 'A token, a key or a password, which everybody who lists the server reads.',
    fix: 'Revoke it, and read it from the environment of the server.',
  },
  'read-only-deletes': {
    level: 'warning',
    says: 'A tool that says it is read-only, by a name that says it deletes: clients call it without asking.',
    fix: 'Set readOnlyHint to false and destructiveHint to true, or name it after what it does.',
  },
  'read-only-destructive': {
    level: 'warning',
    says: 'A tool that says it is read-only and destructive at once.',
    fix: 'Set one of readOnlyHint and destructiveHint to false.',
  },
  'name-of-another': {
    level: 'warning',
    says: 'A tool whose name begins as those of another server do before a model.',
    fix: 'Leave the name of the server out of the names of its tools.',
  },
};

/** What may deceive a person or a model: `safety/*`. */
export const SAFETY: Family = {
  name: 'safety',
  about: 'What may deceive a model, or the person who allows a call.',
  rules: RULES,
  find: (subject) =>
    ofFamily('safety', RULES, [
      ...textFindings(subject),
      ...secretDefaults(subject),
      ...hintFindings(subject),
    ]),
};
