import { parse } from '../json/parse.ts';
import { memberTexts } from '../json/parts.ts';
import type { Path } from '../json/path.ts';
import { isObject } from '../json/shape.ts';
import { act, listOf, typed, withDraft } from './act.ts';
import { absent, draftOf, inPlaceOf } from './draft.ts';
import { type Field, isScalar } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import { changeAt, childOf, type FormPlace, isGroup, placeAt, withMembers } from './place.ts';
import type { SchemaDocument } from './schema.ts';
import { editedField } from './variant.ts';

/**
 * The form after a paste at a focused field; undefined when the paste is text for the field's editor.
 *
 * A JSON object whose names are all parameters sets those and leaves the others. Else JSON becomes the value of a
 * focused object, list, map or any-JSON field. Several lines in a list of scalars become a row each.
 */
export function pasteInto(form: Form, path: Path, text: string): Form | undefined {
  const value = parse(text);
  if (isObject(value) && areParameters(form, Object.keys(value))) {
    const members = (memberTexts(text) ?? []).map(([name, member]) => ({ name, draft: draftOf(member) }));
    return withDraft(form, withMembers(form, members));
  }
  const place = placeAt(form, path);
  if (value !== undefined && takesJson(form.document, place, value)) {
    return act(form, { do: 'set', path, text });
  }
  return pasteLines(form, path, text);
}

function areParameters({ document, draft }: Form, names: readonly string[]): boolean {
  const root = fieldOf(document, document.root);
  const known = parametersOf(document, editedField(document, root, draft));
  return names.length > 0 && names.every((name) => known.has(name));
}

function parametersOf(document: SchemaDocument, field: Field): ReadonlySet<string> {
  if ('variants' in field) {
    return new Set(
      field.variants.flatMap(({ node }) => [...parametersOf(document, fieldOf(document, node))]),
    );
  }
  return new Set(isGroup(field) ? field.properties.map(({ name }) => name) : []);
}

/** Lists take lists, objects objects, any-JSON fields take both; a scalar is text in all of them. */
function takesJson(document: SchemaDocument, { field, draft }: FormPlace, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const kinds = kindsOf(document, editedField(document, field, draft)).concat(kindsOf(document, field));
  if (kinds.includes('any') || kinds.includes('json')) return true;
  if (Array.isArray(value)) return kinds.includes('list') || kinds.includes('multi-choice');
  return kinds.includes('group') || kinds.includes('map');
}

function kindsOf(document: SchemaDocument, field: Field): readonly Field['kind'][] {
  if (field.kind !== 'union') return [field.kind];
  return field.variants.map(({ node }) => fieldOf(document, node).kind);
}

/** Rows from lines, empty ones left out; at an item they begin in its place. */
function pasteLines(form: Form, path: Path, text: string): Form | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const last = path.at(-1);
  const inItem = typeof last === 'number';
  const listPath = inItem ? path.slice(0, -1) : path;
  const { field, draft } = placeAt(form, listPath);
  const edited = editedField(form.document, field, draft);
  if (lines.length < 2 || edited.kind !== 'list') return undefined;
  if (!isScalar(fieldOf(form.document, edited.rest).kind)) return undefined;
  const changed = changeAt(form, listPath, (place) => {
    const { items, given } = listOf(place.draft);
    const from = inItem ? last : items.length;
    const rows = lines.map((line, i) => {
      const { field } = childOf(form.document, edited, from + i);
      const before = (inItem && i === 0 ? items[from] : undefined) ?? absent;
      return typed(form.document, { field, draft: before, required: true }, line);
    });
    const after = items.slice(inItem ? from + 1 : from);
    return {
      ...inPlaceOf(place.draft, { is: 'list', items: [...items.slice(0, from), ...rows, ...after], given }),
      open: true,
    };
  });
  return withDraft(form, changed);
}
