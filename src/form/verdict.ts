import type { Path } from '../json/path.ts';
import { checkValue, type Verdict } from './check.ts';
import { type Draft, jsonError } from './draft.ts';
import { structured } from './draft-text.ts';
import type { Branch, Field } from './field.ts';
import { fieldOf } from './field-of.ts';
import { argumentsValue, type Form } from './form.ts';
import { formatFault } from './format.ts';
import { namedIn } from './named.ts';
import { childOf, isGroup, placeAt } from './place.ts';
import type { Problem } from './problem.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField, variantOf } from './variant.ts';

const verdicts = new WeakMap<Form, Verdict>();

/** Everything wrong with a form as it stands; kept with the form, so that asking again costs nothing. */
export function verdictOf(form: Form): Verdict {
  const known = verdicts.get(form);
  if (known !== undefined) return known;
  const { document, draft } = form;
  const choose = (path: Path, level: number) => pickedBranch(form, path, level);
  const checked = checkValue(document, document.root, argumentsValue(form), choose);
  const root = fieldOf(document, document.root);
  const own = unfinished(document, root, draft, []);
  const unpicked = editedField(document, root, draft).kind === 'union' && checked.problems.length > 0;
  const verdict = { ...checked, problems: unpicked ? [needsVariant(root)] : [...own, ...checked.problems] };
  verdicts.set(form, verdict);
  return verdict;
}

function pickedBranch(form: Form, path: Path, level: number): Branch | undefined {
  const { field, draft } = placeAt(form, path);
  if (!('variants' in field)) return undefined;
  return field.variants[variantOf(form.document, field, draft) ?? -1]?.route[level];
}

/** What no validator sees: rows without a value, half-typed JSON, a text that is no date where one is asked for. */
function unfinished(document: SchemaDocument, field: Field, draft: Draft, path: Path): readonly Problem[] {
  if (draft.is === 'json') {
    const error = jsonError(draft.text);
    return error === undefined ? [] : [{ path, sentence: error }];
  }
  const held = structured(draft);
  const edited = editedField(document, field, draft);
  const problems: Problem[] = [];
  const look = (step: string | number, inner: Draft, isFree: boolean) => {
    if (inner.is === 'text') problems.push(...misshapen(document, edited, inner, [...path, step]));
    if (inner.is === 'absent' && !isFree) problems.push(needsValue([...path, step]));
    if (inner.is === 'json' || inner.is === 'list' || inner.is === 'object')
      problems.push(...inside(document, edited, inner, [...path, step]));
  };
  if (held.is === 'list') for (const [i, item] of held.items.entries()) look(i, item, false);
  const declared = isGroup(edited) ? namedIn(edited) : undefined;
  if (held.is === 'object')
    for (const { name, draft: member } of held.members) look(name, member, declared?.has(name) === true);
  return problems;
}

function inside(document: SchemaDocument, edited: Field, draft: Draft, path: Path): readonly Problem[] {
  return unfinished(document, childOf(document, edited, path.at(-1) ?? '').field, draft, path);
}

/** A text that is not of the format that its field asks for, where there is no doubt about it. */
function misshapen(
  document: SchemaDocument,
  edited: Field,
  draft: Extract<Draft, { is: 'text' }>,
  path: Path,
): readonly Problem[] {
  const { schema } = editedField(document, childOf(document, edited, path.at(-1) ?? '').field, draft);
  const { formatHint } = schema;
  const sentence = formatHint && formatFault(document.patterns, formatHint, draft.text);
  return sentence === undefined || sentence === '' ? [] : [{ path, sentence }];
}

function needsValue(path: Path): Problem {
  return { path, sentence: 'needs a value' };
}

function needsVariant(field: Field): Problem {
  const labels = 'variants' in field ? field.variants.map(({ label }) => label) : [];
  return { path: [], sentence: `needs a choice of ${labels.join(' or ')}` };
}
