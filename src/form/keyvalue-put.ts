import type { Form } from './form.ts';
import { jsonValue, typedValue, untypedValue, type ValueWord } from './keyvalue-value.ts';
import type { KeyValueWord } from './keyvalue-word.ts';
import { changeAt, isDeclared } from './place.ts';

/** A form with a word put into it, and the value that was made of it; no value where the place takes none. */
export function put(
  form: Form,
  { path, json, text }: KeyValueWord,
): { readonly value: ValueWord | undefined; readonly next: Form } {
  let value: ValueWord | undefined;
  const draft = changeAt(form, path, ({ field }) => {
    if (json) value = jsonValue(text);
    else value = isDeclared(form, path) ? typedValue(form.document, field, text) : untypedValue(text);
    return value.draft;
  });
  return { value, next: { ...form, draft } };
}
