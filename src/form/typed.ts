import { absent, type Draft, inPlaceOf } from './draft.ts';
import { draftOf } from './draft-text.ts';
import type { Field } from './field.ts';
import type { Place } from './place.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField, holds, variantOf } from './variant.ts';

/**
 * The draft after the text in a place's editor was changed. Where the editor knows no text (a group, a value that the
 * field cannot hold) the text is JSON.
 *
 * An optional field that is cleared is absent; a required text that is cleared is the empty text, which is how that is
 * sent.
 */
export function typed(document: SchemaDocument, place: Place, text: string): Draft {
  const { field, draft } = place;
  const variant = 'variants' in field ? variantOf(document, field, draft) : undefined;
  const marked = variant === undefined ? draft : { ...draft, variant };
  return inPlaceOf(marked, typedInto(document, editedField(document, field, draft), place, text));
}

function typedInto(document: SchemaDocument, edited: Field, { draft, required }: Place, text: string): Draft {
  const compound = draft.is === 'list' || draft.is === 'object' || draft.is === 'json';
  if (compound && !holds(document, edited, draft)) return typedJson(text);
  switch (edited.kind) {
    case 'text':
      return text === '' && !required ? absent : { is: 'text', text };
    case 'number':
    case 'integer':
      return text === '' ? absent : { is: 'number', text };
    case 'boolean':
      return typedBoolean(text);
    case 'choice': {
      const { options } = edited;
      const option = options.find(({ label }) => label === text) ?? options.find((one) => one.text === text);
      if (option !== undefined) return draftOf(option.text);
      return text === '' ? absent : { is: 'text', text };
    }
    case 'multi-choice':
    case 'list':
    case 'group':
    case 'map':
    case 'union':
    case 'any':
    case 'json':
      return typedJson(text);
  }
}

function typedBoolean(text: string): Draft {
  if (text === 'true' || text === 'false') return { is: 'boolean', value: text === 'true' };
  return text === '' ? absent : { is: 'text', text };
}

/** JSON as it stands, finished or not. */
export function typedJson(text: string): Draft {
  return text === '' ? absent : { is: 'json', text };
}
