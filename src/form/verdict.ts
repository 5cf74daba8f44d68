import { format } from '@cfworker/json-schema';
import { type Path, pointerOf } from '../json/path.ts';
import { memo } from '../time/memo.ts';
import { checkValue, type Verdict } from './check.ts';
import { type Draft, jsonError, structured } from './draft.ts';
import { type Branch, type Field, namedIn } from './field.ts';
import { fieldOf } from './field-of.ts';
import { argumentsValue, type Form, openForm } from './form.ts';
import type { Patterns } from './patterns.ts';
import { childOf, isGroup, placeAt } from './place.ts';
import { type Problem, pathText } from './problem.ts';
import type { SchemaDocument } from './schema.ts';
import { formatSentence, NEEDS_VALUE, needsVariant } from './sentence.ts';
import { editedField, variantOf } from './variant.ts';

/** Everything that is wrong with a form now; the newest verdict is kept, so that asking again costs nothing. */
export const verdictOf = memo((form: Form): Verdict => {
  const { document, draft } = form;
  const choose = (path: Path, level: number) => pickedBranch(form, path, level);
  const checked = checkValue(document, document.root, argumentsValue(form), choose);
  const root = fieldOf(document, document.root);
  const own = unfinished(document, root, draft, []);
  const unpicked = editedField(document, root, draft).kind === 'union' && checked.problems.length > 0;
  if (!unpicked) return { ...checked, problems: [...own, ...checked.problems] };
  const labels = 'variants' in root ? root.variants.map(({ label }) => label) : [];
  return { ...checked, problems: [{ path: [], sentence: needsVariant(labels) }] };
});

function pickedBranch(form: Form, path: Path, level: number): Branch | undefined {
  const { field, draft } = placeAt(form, path);
  if (!('variants' in field)) return undefined;
  return field.variants[variantOf(form.document, field, draft) ?? -1]?.route[level];
}

/** What no validator sees: rows without a value, half-typed JSON, a string that is not the date its field wants. */
function unfinished(document: SchemaDocument, field: Field, draft: Draft, path: Path): readonly Problem[] {
  if (draft.is === 'json') {
    const error = jsonError(draft.text);
    return error === undefined ? [] : [{ path, sentence: error }];
  }
  const held = structured(draft, document.derive);
  const edited = editedField(document, field, draft);
  const problems: Problem[] = [];
  const look = (step: string | number, inner: Draft, isFree: boolean) => {
    if (inner.is === 'text') problems.push(...misshapen(document, edited, inner, [...path, step]));
    if (inner.is === 'absent' && !isFree) problems.push({ path: [...path, step], sentence: NEEDS_VALUE });
    if (inner.is === 'json' || inner.is === 'list' || inner.is === 'object')
      problems.push(...inside(document, edited, inner, [...path, step]));
  };
  if (held.is === 'list') for (const [i, item] of held.items.entries()) look(i, item, false);
  const declared = isGroup(edited) ? namedIn(document, edited) : undefined;
  if (held.is === 'object')
    for (const { name, draft: member } of held.members) look(name, member, declared?.has(name) === true);
  return problems;
}

function inside(document: SchemaDocument, edited: Field, draft: Draft, path: Path): readonly Problem[] {
  return unfinished(document, childOf(document, edited, path.at(-1) ?? '').field, draft, path);
}

/** A string that certainly does not have the format of its field. */
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

/**
 * The formats with a clear definition, which the libraries of servers check: a string that does not fit one
 * is a mistake. For all others a mismatch is a hint.
 */
const PLAIN = new Set(['date', 'date-time', 'email', 'uuid', 'ipv4', 'ipv6']);

/** What is wrong with a text for certain; undefined when that is only probable, too. */
export const formatFault = (patterns: Patterns, name: string, text: string): string | undefined =>
  PLAIN.has(name) ? formatProblem(patterns, name, text) : undefined;

/**
 * Why a text does not look like its format; undefined when it does, when the format is not known, and when it takes too
 * long: some formats are slow patterns themselves. A hint, no verdict.
 */
export function formatProblem(patterns: Patterns, name: string, text: string): string | undefined {
  const check = Object.hasOwn(format, name) ? format[name] : undefined;
  if (check === undefined || patterns.ask(`format ${name}`, () => check(text)) !== false) return undefined;
  return formatSentence(name);
}

/**
 * The problems of a form, each a sentence that names its place, for where no field is shown.
 *
 * @param told JSON pointers of what has been reported already
 */
export function toldProblems(form: Form, told: ReadonlySet<string> = new Set()): readonly string[] {
  return verdictOf(form)
    .problems.filter(({ path }) => !told.has(pointerOf(path)))
    .map(({ path, sentence }) => (path.length === 0 ? sentence : `${pathText(path)}: ${sentence}`));
}

/** What could not be found out about a form, in a sentence; none when everything was checked. */
export function uncheckedNotes(form: Form): readonly string[] {
  const { unchecked } = verdictOf(form);
  return unchecked === undefined ? [] : [`not checked in full: ${unchecked}`];
}

/** What is wrong with arguments by a schema, the same way. `text` is a JSON object. */
export function problemsOf(schema: unknown, text: string): readonly string[] {
  return toldProblems({ ...openForm(schema, { initial: text }), typed: text });
}
