import { pointerOf } from '../json/path.ts';
import { type Form, openForm } from './form.ts';
import { pathText } from './path.ts';
import { verdictOf } from './verdict.ts';

/**
 * What is wrong with a form, a sentence each that names its place, as there is no field to stand beside.
 *
 * @param told JSON pointers of what has been said already
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
