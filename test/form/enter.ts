import { act } from '../../src/form/act.ts';
import { draftOfValue, memberOf } from '../../src/form/draft.ts';
import type { Field } from '../../src/form/field.ts';
import type { Form } from '../../src/form/form.ts';
import { isGroup, placeAt } from '../../src/form/place.ts';
import { editedField, optionIndex, variantOf } from '../../src/form/variant.ts';
import type { Path } from '../../src/json/path.ts';

/** Where a value had to be entered as JSON although its schema is not free-form. */
export interface Fallback {
  readonly path: Path;
  readonly why: string;
}

/**
 * Enters a value the way a person does, one field after the other, with the actions that the keys trigger.
 * `fallbacks` collects what could only be entered as JSON.
 */
export function enter(form: Form, path: Path, value: unknown, fallbacks: Fallback[]): Form {
  if (value === null) return act(form, { do: 'null', path });
  const { field } = placeAt(form, path);
  const picked = 'variants' in field ? pickFor(form, path, field, value) : form;
  const place = placeAt(picked, path);
  const edited = editedField(picked.document, place.field, place.draft);
  return enterInto(picked, path, edited, value, fallbacks);
}

function pickFor(
  form: Form,
  path: Path,
  field: Extract<Field, { kind: 'union' | 'any' }>,
  value: unknown,
): Form {
  const variant = variantOf(form.document, field, draftOfValue(value));
  return variant === undefined ? form : act(form, { do: 'pick', path, variant });
}

function enterInto(form: Form, path: Path, edited: Field, value: unknown, fallbacks: Fallback[]): Form {
  if (edited.kind === 'text' && typeof value === 'string') {
    return value === '' ? act(form, { do: 'empty', path }) : act(form, { do: 'text', path, text: value });
  }
  if ((edited.kind === 'number' || edited.kind === 'integer') && typeof value === 'number') {
    return act(form, { do: 'text', path, text: String(value) });
  }
  if (edited.kind === 'boolean' && typeof value === 'boolean') {
    const once = act(form, { do: 'toggle', path });
    return value ? once : act(once, { do: 'toggle', path });
  }
  if (edited.kind === 'choice') {
    const option = optionIndex(edited.options, draftOfValue(value));
    if (option >= 0) return act(form, { do: 'choose', path, option });
  }
  if (Array.isArray(value)) return enterList(form, path, edited, value, fallbacks);
  if (isGroup(edited) && typeof value === 'object' && value !== null) {
    return enterGroup(form, path, edited, Object.entries(value), fallbacks);
  }
  fallbacks.push({
    path,
    why: `${edited.kind} ${JSON.stringify(value).slice(0, 80)} ${JSON.stringify(edited.schema).slice(0, 300)}`,
  });
  return act(form, { do: 'json', path, text: JSON.stringify(value) });
}

function enterList(
  form: Form,
  path: Path,
  edited: Field,
  values: readonly unknown[],
  fallbacks: Fallback[],
): Form {
  if (values.length === 0) return act(form, { do: 'empty', path });
  if (edited.kind === 'multi-choice') {
    return values.reduce<Form>((now, value) => {
      const option = optionIndex(edited.options, draftOfValue(value));
      return act(now, { do: 'toggle', path, option });
    }, form);
  }
  if (edited.kind === 'list') {
    return values.reduce<Form>((now, value, i) => {
      const added = act(now, { do: 'add', path });
      return enter(added, [...path, i], value, fallbacks);
    }, form);
  }
  fallbacks.push({
    path,
    why: `${edited.kind} ${JSON.stringify(values)} ${JSON.stringify(edited.schema).slice(0, 300)}`,
  });
  return act(form, { do: 'json', path, text: JSON.stringify(values) });
}

function enterGroup(
  form: Form,
  path: Path,
  edited: Extract<Field, { kind: 'group' | 'map' }>,
  members: readonly (readonly [string, unknown])[],
  fallbacks: Fallback[],
): Form {
  const before = placeAt(form, path).draft.is === 'object' ? form : act(form, { do: 'empty', path });
  const entered = members.reduce<Form>(
    (now, [name, value]) => {
      const declared = edited.properties.some((property) => property.name === name);
      const added = declared ? now : act(now, { do: 'add', path, name });
      return enter(added, [...path, name], value, fallbacks);
    },
    members.length === 0 || path.length > 0 ? before : form,
  );
  const names = members.map(([name]) => name);
  const surplus = edited.properties.filter(
    ({ name }) => !names.includes(name) && memberOf(placeAt(entered, path).draft, name).is !== 'absent',
  );
  return surplus.reduce<Form>((now, { name }) => act(now, { do: 'unset', path: [...path, name] }), entered);
}
