import { suggestionsFor } from '../../../form/field.ts';
import { fileContent, fileEncoding } from '../../../form/file-content.ts';
import type { FieldRow } from '../../../form/rows.ts';
import type { Context, Situation } from '../../world/command.ts';
import { live } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { changeForm, formInView, ownerInView } from './in-view.ts';
import { type FormUi, filePathIn, focusedRow, offer, type } from './state.ts';

/**
 * Suggests something for the text in the focused field: the content of the file when it is `@path`, else what the schema
 * suggests, else what the server completes.
 */
export function suggest(context: Context): void {
  const form = formInView(context);
  const row = form && focusedRow(form);
  if (form === undefined || row === undefined) return;
  const path = filePathIn(form);
  const texts = suggestions(context, form);
  if (path !== undefined) takeFile(context, row, path);
  else if (texts.length > 0) changeForm(context, (one) => offer(one, { values: texts, at: 0, note: '' }));
  else ownerInView(context)?.complete?.run(context);
}

/** Why there is nothing to suggest for the focused field. */
export function whyNoSuggestions(situation: Situation): string | undefined {
  const owner = ownerInView(situation);
  if (owner?.form.editor === undefined) return 'This field has no completion.';
  if (filePathIn(owner.form) !== undefined || suggestions(situation, owner.form).length > 0) return undefined;
  const why = live(situation);
  if (why !== undefined) return why;
  return owner.complete === undefined
    ? 'No suggestions: the schema has no examples. Type @ and a path for a file.'
    : owner.complete.disabled(situation);
}

/** The schema's suggestions that contain the typed text; all of them when none does, or when it is one of them. */
function suggestions({ host }: Situation, form: FormUi): readonly string[] {
  const row = focusedRow(form);
  if (row === undefined || row.role === 'add') return [];
  const all = suggestionsFor(row.edited, new Date(host.started + host.now()));
  const typed = form.editor?.text.toLowerCase() ?? '';
  const matching = all.filter((text) => text.toLowerCase().includes(typed));
  return matching.length === 0 || all.includes(form.editor?.text ?? '') ? all : matching;
}

/** Puts the content of a file in the place of its path, unless the text has changed by the time it is read. */
function takeFile(context: Context, { edited }: FieldRow, path: string): void {
  const before = formInView(context);
  void context.terminal.read(path).then((read) => {
    if (read.kind === 'failed') return warn(context, read.why);
    const content = fileContent(read.bytes, fileEncoding(edited.schema));
    if ('problem' in content) return warn(context, `${read.path} ${content.problem}`);
    const now = formInView(context);
    if (now?.focus !== before?.focus || now?.editor?.text !== before?.editor?.text) return undefined;
    changeForm(context, (form) => type(form, { type: 'replace', text: content.text }));
    return tell(context, `the content of ${path} was inserted`);
  });
}
