/**
 * Forms from schemas, without a screen. A form is a value: `act` answers each key with a new one, and everything shown
 * is read from it.
 *
 *   openForm(schema) ─▶ Form ─▶ act(form, action) ─▶ Form ─▶ …          form.ts, act.ts
 *                        ├─▶ visibleFields(form)   rows to draw          rows.ts
 *                        ├─▶ verdictOf(form)       what is wrong         verdict.ts
 *                        ├─▶ argumentsText(form)   what is sent, exactly
 *                        └─▶ formToJson, jsonToForm, pasteInto           json-mode.ts, paste.ts
 *
 * A `Path` names a place (`['tags', 0]`); `placeAt(form, path)` tells its field and draft (place.ts), and sentence.ts says
 * a field's type and constraints in words.
 */
import { compileSchema } from './compile.ts';
import { type Draft, draftOf, jsonError, oneLine, textOf } from './draft.ts';
import { fieldOf } from './field-of.ts';
import { start } from './place.ts';
import type { SchemaDocument } from './schema.ts';

/** A form at one moment. */
export interface Form {
  readonly document: SchemaDocument;
  /** All that was entered. */
  readonly draft: Draft;
  /** What was typed in JSON mode, as long as nothing was done to the form since. */
  readonly typed?: string;
  /** Names to show after the required ones and before the others: what was remembered. */
  readonly remembered: readonly string[];
}

/** How a form opens. */
export interface FormOptions {
  /** JSON text of arguments to begin with; a text that is not JSON is ignored. */
  readonly initial?: string;
  /** The arguments to begin with are those of the time before, and marked as such until they are touched. */
  readonly past?: boolean;
  /** Elicitation: the schema's defaults are filled in and marked. */
  readonly defaults?: boolean;
}

/** Opens a form for a schema as a server sent it, whatever it is; never throws. */
export function openForm(schema: unknown, options: FormOptions = {}): Form {
  const document = objectDocument(compileSchema(schema));
  const { initial, past = false, defaults = false } = options;
  if (initial === undefined || jsonError(initial) !== undefined) {
    return { document, draft: start(document, defaults), remembered: [] };
  }
  const draft = past ? ofBefore(draftOf(initial)) : draftOf(initial);
  const remembered = draft.is === 'object' ? draft.members.map(({ name }) => name) : [];
  return { document, draft, remembered };
}

/** The form after its values were sent: they are those of last time. */
export const asSent = (form: Form): Form => ({ ...form, draft: ofBefore(form.draft) });

/** A draft with all its values marked as previous arguments. */
function ofBefore(draft: Draft): Draft {
  if (draft.is === 'list') return { ...draft, items: draft.items.map(ofBefore) };
  if (draft.is === 'absent' || draft.by === 'constant') return draft;
  if (draft.is !== 'object') return { ...draft, by: 'past' };
  return { ...draft, members: draft.members.map((one) => ({ ...one, draft: ofBefore(one.draft) })) };
}

/** Arguments are an object (server/tools, `inputSchema`), also where a schema says nothing of what they are. */
function objectDocument(document: SchemaDocument): SchemaDocument {
  const { root } = document;
  if (root.finding !== undefined || fieldOf(document, root).kind !== 'any') return document;
  return { ...document, root: { allOf: [root], type: ['object'] } };
}

/** The JSON text that is sent, exactly as typed; `{}` when nothing is set. */
export function argumentsText(form: Form): string {
  return form.typed === undefined ? (textOf(form.draft, form.document.derive) ?? '{}') : oneLine(form.typed);
}

/** The same, parsed: what the validator sees. Digits beyond 2^53 are lost in it. */
export function argumentsValue(form: Form): unknown {
  return JSON.parse(argumentsText(form));
}
