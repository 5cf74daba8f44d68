import { suggestionsFor } from '../../../form/field.ts';
import { fileEncoding } from '../../../form/file-content.ts';
import type { FieldRow } from '../../../form/rows.ts';
import { offer } from '../../kit/form/completing.ts';
import { changeForm, formInView } from '../../kit/form/in-view.ts';
import { type FormUi, filePathIn, focusedRow, type } from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { completeByServer, whyNotByServer } from './completing-commands.ts';

/**
 * Offers something for the text in the focused field: the content of the file when it is `@path`, else what the schema
 * suggests, else what the server completes.
 */
export function offerNow(context: Context): void {
  const form = formInView(context);
  const row = form && focusedRow(form);
  if (form === undefined || row === undefined) return;
  const path = filePathIn(form);
  const texts = suggested(context, form);
  if (path !== undefined) takeFile(context, row, path);
  else if (texts.length > 0) changeForm(context, (one) => offer(one, { values: texts, at: 0, note: '' }));
  else completeByServer(context);
}

/** Why nothing can be offered for the focused field. */
export function whyNoOffer(situation: Situation): string | undefined {
  const form = formInView(situation);
  if (form?.editor === undefined) return 'The focus is in no text that can be completed.';
  if (filePathIn(form) !== undefined || suggested(situation, form).length > 0) return undefined;
  return whyNotByServer(situation);
}

/** The suggestions that have what stands there; all of them when none has, or when one stands there already. */
function suggested({ host }: Situation, form: FormUi): readonly string[] {
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
  void context.terminal.read(path, fileEncoding(edited.schema)).then((content) => {
    const now = formInView(context);
    if (content.kind === 'failed') return warn(context, content.why);
    if (now?.focus !== before?.focus || now?.editor?.text !== before?.editor?.text) return undefined;
    changeForm(context, (form) => type(form, { type: 'replace', text: content.text }));
    return tell(context, `the content of ${path} stands in the field`);
  });
}
