import { type CheckRules, type Family, ofFamily } from '../../finding.ts';
import { choicesInWords } from './choices.ts';
import { descriptionFindings } from './descriptions.ts';
import { errorsSayNothing } from './errors.ts';
import { namesInTwoStyles } from './name-styles.ts';
import { parameterFindings } from './parameters.ts';
import { twoNames } from './two-names.ts';

/** A rule of this family. */
export type AdviceRule =
  | 'no-description'
  | 'repeats-name'
  | 'same-description'
  | 'short-description'
  | 'one-letter'
  | 'parameter-undescribed'
  | 'no-bounds'
  | 'no-default'
  | 'choices-in-words'
  | 'name-style'
  | 'two-names'
  | 'error-says-nothing';

const RULES: CheckRules<AdviceRule> = {
  'no-description': {
    level: 'warning',
    says: 'A tool without a description, so that a model knows only its name; a note for a prompt.',
    fix: 'Write what it does, when to use it, and what it answers.',
  },
  'repeats-name': {
    level: 'warning',
    says: 'A description that says no more than the name.',
    fix: 'Write what the name does not say: what comes back, in which order, how much of it, when to use it.',
  },
  'same-description': {
    level: 'warning',
    says: 'Tools with the same description, between which a model can only guess.',
    fix: 'Write into each description what sets it apart from the other.',
  },
  'short-description': {
    level: 'note',
    says: 'A description too short to tell a tool apart from one with a similar name.',
    fix: 'Write when to use which of the two.',
  },
  'one-letter': {
    level: 'note',
    says: 'A parameter of one letter, coordinates aside.',
    fix: 'Give it a name that says what it is.',
  },
  'parameter-undescribed': {
    level: 'note',
    says: 'Parameters without a description.',
    fix: 'Describe each: what it is, in which form, what happens without it.',
  },
  'no-bounds': {
    level: 'note',
    says: 'A number without bounds whose name says that it has some, such as limit, page and timeout.',
    fix: 'Write minimum and maximum into the schema.',
  },
  'no-default': {
    level: 'note',
    says: 'An optional choice without a default, so that a model cannot know what happens without it.',
    fix: 'Write the default into the schema, or say in the description what happens without it.',
  },
  'choices-in-words': {
    level: 'warning',
    says: 'A parameter of any text whose description lists the choices.',
    fix: 'Write the choices as an enum, so that clients offer them and validators know them.',
  },
  'name-style': {
    level: 'note',
    says: 'Names of tools in two styles, such as verb_noun and nounVerb.',
    fix: 'Name all tools in one style.',
  },
  'two-names': {
    level: 'note',
    says: 'The same thing under two names in one server, such as id and userId.',
    fix: 'Use one name for it everywhere.',
  },
  'error-says-nothing': {
    level: 'warning',
    says: 'An error result that names neither a parameter nor a limit, so that a model cannot do better.',
    fix: 'Say in the error which parameter is wrong, and what it may be.',
  },
};

/** What makes a model use a server well: `advice/*`. */
export const ADVICE: Family = {
  name: 'advice',
  about: 'What helps a model to choose the right tool and to call it well.',
  rules: RULES,
  find: (subject) =>
    ofFamily('advice', RULES, [
      ...descriptionFindings(subject),
      ...parameterFindings(subject),
      ...choicesInWords(subject),
      ...namesInTwoStyles(subject),
      ...twoNames(subject),
      ...errorsSayNothing(subject),
    ]),
};
