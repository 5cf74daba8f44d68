import type { Path } from '../json/path.ts';
import { absent, type Draft, inPlaceOf } from './draft.ts';
import { draftOf } from './draft-text.ts';
import type { Form } from './form.ts';
import { picked } from './pick.ts';
import { changeAt, opened, type Place } from './place.ts';
import { emptyOf } from './preset.ts';
import { addItem, addMember, moved, removed, renamed, toggledOption } from './row.ts';
import type { SchemaDocument } from './schema.ts';
import { typed, typedJson } from './typed.ts';
import { editedField } from './variant.ts';

/** What can be done to a form; each is one key or one command. */
export type Action =
  /** The whole text in the field's editor, after a change. */
  | { readonly do: 'text'; readonly path: Path; readonly text: string }
  /** JSON in the field's place, as typed. */
  | { readonly do: 'json'; readonly path: Path; readonly text: string }
  /** A value as JSON text that is valid: pasted, remembered. */
  | { readonly do: 'set'; readonly path: Path; readonly text: string }
  /** An option of a pick list. */
  | { readonly do: 'choose'; readonly path: Path; readonly option: number }
  /** A boolean: absent, true, false and round (a required one is never absent again); or an option of a multi-choice. */
  | { readonly do: 'toggle'; readonly path: Path; readonly option?: number }
  | { readonly do: 'null'; readonly path: Path }
  | { readonly do: 'unset'; readonly path: Path }
  /** Empty on purpose: `""`, `[]`, `{}`. */
  | { readonly do: 'empty'; readonly path: Path }
  | { readonly do: 'open'; readonly path: Path; readonly open: boolean }
  | { readonly do: 'pick'; readonly path: Path; readonly variant: number }
  /** One more row of a list, at a place or at the end; a member of a map, which needs a name not yet there. */
  | { readonly do: 'add'; readonly path: Path; readonly at?: number; readonly name?: string }
  | { readonly do: 'remove'; readonly path: Path }
  | { readonly do: 'move'; readonly path: Path; readonly by: -1 | 1 }
  | { readonly do: 'rename'; readonly path: Path; readonly name: string };

/** The form after an action; the same form when the action changes nothing. */
export function act(form: Form, action: Action): Form {
  return withDraft(form, changed(form, action));
}

/** The form with another draft, which is what is sent from now on; the same form where it is the same. */
export function withDraft(form: Form, draft: Draft): Form {
  if (draft === form.draft) return form;
  const { typed: _, ...rest } = form;
  return { ...rest, draft };
}

function changed(form: Form, action: Action): Draft {
  const { document } = form;
  const { path } = action;
  switch (action.do) {
    case 'text':
      return changeAt(form, path, (place) => typed(document, place, action.text));
    case 'json':
      return changeAt(form, path, ({ draft }) => inPlaceOf(draft, typedJson(action.text)));
    case 'set':
      return changeAt(form, path, ({ draft }) => opened(draft, draftOf(action.text)));
    case 'choose':
      return changeAt(form, path, (place) => chosen(document, place, action.option));
    case 'toggle':
      return changeAt(form, path, (place) => toggled(document, place, action.option));
    case 'null':
      return changeAt(form, path, ({ draft }) => opened(draft, { is: 'null' }));
    case 'unset':
      return changeAt(form, path, ({ draft }) => opened(draft, absent));
    case 'empty':
      return changeAt(form, path, (place) => emptied(document, place));
    case 'open':
      return changeAt(form, path, ({ draft }) => ({ ...draft, open: action.open }));
    case 'pick':
      return changeAt(form, path, (place) => picked(document, place, action.variant));
    case 'add':
      return action.name === undefined
        ? changeAt(form, path, (place) => addItem(document, place, action.at))
        : addMember(form, path, action.name);
    case 'remove':
      return changeAt(form, path.slice(0, -1), (place) => removed(place, path.at(-1)));
    case 'move':
      return changeAt(form, path.slice(0, -1), (place) => moved(place, path.at(-1), action.by));
    case 'rename':
      return changeAt(form, path.slice(0, -1), (place) => renamed(place, path.at(-1), action.name));
  }
}

function chosen(document: SchemaDocument, { field, draft }: Place, index: number): Draft {
  const edited = editedField(document, field, draft);
  const option = edited.kind === 'choice' ? edited.options[index] : undefined;
  return option === undefined ? draft : inPlaceOf(draft, draftOf(option.text));
}

function toggled(document: SchemaDocument, place: Place, option: number | undefined): Draft {
  const { field, draft, required } = place;
  const edited = editedField(document, field, draft);
  if (edited.kind === 'multi-choice' && option !== undefined) return toggledOption(edited, place, option);
  if (edited.kind !== 'boolean') return draft;
  if (draft.is !== 'boolean') return inPlaceOf(draft, { is: 'boolean', value: true });
  if (!draft.value && !required) return inPlaceOf(draft, absent);
  return inPlaceOf(draft, { is: 'boolean', value: !draft.value });
}

function emptied(document: SchemaDocument, { field, draft }: Place): Draft {
  const edited = editedField(document, field, draft);
  const discriminator = 'variants' in field ? field.discriminator : undefined;
  const empty = emptyOf(document, edited, discriminator);
  return empty === undefined ? draft : inPlaceOf(draft, empty);
}
