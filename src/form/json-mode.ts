import { jsonOf } from '../json/json-of.ts';
import { pretty } from '../json/pretty.ts';
import { type JsonProblem, locateError, problemAt } from '../json/reader.ts';
import { isObject, typeName } from '../json/shape.ts';
import { type Draft, draftOf, repeatedName, textOf } from './draft.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field-of.ts';
import { argumentsText, type Form } from './form.ts';
import { visibleFields } from './rows.ts';
import type { Derive, SchemaDocument } from './schema.ts';

/**
 * The whole form as JSON to edit: as it was typed there, else over several lines, what is required and missing with a
 * value of its type to be replaced.
 */
export function formToJson(form: Form): string {
  if (form.typed !== undefined) return form.typed;
  const missing = visibleFields(form)
    .filter((row) => row.role === 'field' && row.depth === 0 && row.required && row.state === 'absent')
    .map(({ name, edited }) => `${JSON.stringify(name)}: ${placeholder(form.document, edited)}`);
  const args = argumentsText(form);
  if (missing.length === 0 || !args.startsWith('{')) return pretty(args);
  const given = args.slice(1, args.lastIndexOf('}')).trim();
  return pretty(`{${[given, ...missing].filter((text) => text !== '').join(', ')}}`);
}

/** A value of the kind that a field takes as JSON text, plainly a placeholder. */
export function placeholder(document: SchemaDocument, field: Field): string {
  if (field.schema.default !== undefined) return jsonOf(field.schema.default);
  switch (field.kind) {
    case 'text':
      return '""';
    case 'number':
    case 'integer':
      return '0';
    case 'boolean':
      return 'false';
    case 'choice':
      return field.options[0]?.text ?? 'null';
    case 'multi-choice':
    case 'list':
      return '[]';
    case 'group':
    case 'map':
      return '{}';
    case 'union':
      return placeholder(document, fieldOf(document, field.variants[0]?.node ?? {}));
    case 'any':
    case 'json':
      return 'null';
  }
}

/**
 * The form for a JSON text: what is sent is this text. Names that are not parameters are kept, numbers keep their
 * digits, and what was unfolded stays so. What no form can hold (invalid JSON, another value than an object, a name twice) is a problem with
 * its place, and the text stays in JSON mode.
 */
export function jsonToForm(
  form: Form,
  text: string,
): { readonly form: Form } | { readonly problem: JsonProblem } {
  if (text === formToJson(form)) return { form };
  const error = locateError(text);
  if (error !== undefined) return { problem: error };
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) {
    return { problem: problemAt(text, 0, `arguments must be an object, not ${typeName(value)}`) };
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) {
    return {
      problem: problemAt(
        text,
        repeated.offset,
        `“${repeated.name}” is given twice; a form can hold it only once`,
      ),
    };
  }
  return {
    form: { ...form, draft: standingAs(form.draft, draftOf(text), form.document.derive), typed: text },
  };
}

/** A new draft in the state of the old one: the same object where nothing changed, unfolded where that was. */
function standingAs(old: Draft, draft: Draft, derive: Derive): Draft {
  if (textOf(old, derive) === textOf(draft, derive) && (old.is === draft.is || old.is === 'json')) return old;
  const open = old.open === undefined ? {} : { open: old.open };
  if (old.is === 'list' && draft.is === 'list') {
    const items = draft.items.map((item, i) => standingAs(old.items[i] ?? item, item, derive));
    return { ...draft, items, ...open };
  }
  if (old.is === 'object' && draft.is === 'object') {
    const before = new Map(old.members.map((member) => [member.name, member.draft]));
    const members = draft.members.map((member) => ({
      name: member.name,
      draft: standingAs(before.get(member.name) ?? member.draft, member.draft, derive),
    }));
    return { ...draft, members, ...open };
  }
  return { ...draft, ...open };
}
