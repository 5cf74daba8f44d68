import { isObject } from '../json/shape.ts';
import { closest } from '../text/suggest.ts';
import { type Form, openForm } from './form.ts';
import { extraNode } from './group.ts';
import { namedIn } from './named.ts';
import { isGroup, placeAt } from './place.ts';
import { isImpossible } from './schema.ts';
import { uncheckedNotes } from './told-problems.ts';
import { editedField } from './variant.ts';

/**
 * Names among the arguments that the schema does not have, a sentence each: most often a slip of the finger, although a
 * schema that does not forbid them lets them through. Where it forbids them, that is a problem already and only the
 * name that was meant is told; where it invites them, only a name that is close to one of its own is.
 *
 * @param text the arguments, a JSON object
 */
export function strangerHints(form: Form, text: string): readonly string[] {
  const { field, draft } = placeAt(form, []);
  const edited = editedField(form.document, field, draft);
  const value: unknown = JSON.parse(text);
  if (!isGroup(edited) || !isObject(value)) return [];
  const { properties, extra } = edited;
  const named = namedIn(edited);
  const free = [...named.keys()].filter((name) => !Object.hasOwn(value, name));
  return Object.keys(value).flatMap((name) => {
    if (named.has(name) || extra.patterns.some(({ matches }) => matches(name))) return [];
    const near = closest(name, free);
    const isForbidden = isImpossible(extraNode(extra, name));
    if (near === undefined) {
      return properties.length === 0 || extra.invited || isForbidden ? [] : [`${name} is no parameter`];
    }
    return [isForbidden ? `did you mean ${near}?` : `${name} is no parameter; did you mean ${near}?`];
  });
}

/** The same for a schema of which there is no form yet, and what could not be checked. */
export function hintsOf(schema: unknown, text: string): readonly string[] {
  const filled: Form = { ...openForm(schema, { initial: text }), typed: text };
  return [...strangerHints(openForm(schema), text), ...uncheckedNotes(filled)];
}
