import { memberTexts } from '../json/parts.ts';
import { safeJson } from '../json/safe.ts';
import { isObject } from '../json/shape.ts';
import { visible } from '../text/visible.ts';
import { jsonError, memberOf, textOf } from './draft.ts';
import { draftOf } from './draft-text.ts';
import { argumentsText, type Form, openForm } from './form.ts';
import { put } from './keyvalue.ts';
import { parseWord } from './keyvalue-word.ts';
import { isDeclared } from './place.ts';
import { verdictOf } from './verdict.ts';

/** A member of arguments as a word of the command line: `key` and `value`, one after the other. */
export interface WrittenWord {
  readonly name: string;
  /** With its escapes and its `=` or `:=`. */
  readonly key: string;
  readonly value: string;
}

/**
 * Arguments as words that `keyValueArguments` reads back as the same by this schema: `key=value` where the schema
 * gives it the type, else `key:=json`. Undefined where no words say the same: what does not fit the schema, a name
 * that cannot be written or is given twice.
 *
 * @param text the JSON text of the arguments
 */
export function keyValueWords(schema: unknown, text: string): readonly WrittenWord[] | undefined {
  if (jsonError(text) !== undefined || !isObject(JSON.parse(text))) return undefined;
  let form = openForm(schema);
  const words: WrittenWord[] = [];
  for (const [name, value] of memberTexts(text) ?? []) {
    const written = writeMember(form, name, value);
    if (written === undefined) return undefined;
    words.push(written.word);
    form = written.form;
  }
  const isRead = verdictOf(form).problems.length === 0 && membersOf(argumentsText(form)) === membersOf(text);
  return isRead ? words : undefined;
}

/** The first way to write a member that is read back as the same, and the form with it. */
function writeMember(
  form: Form,
  name: string,
  json: string,
): { readonly word: WrittenWord; readonly form: Form } | undefined {
  const key = name.replace(isDeclared(form, [name]) ? /=|:$/g : /[=.[]|:$/g, '\\$&');
  const plain = plainText(json);
  const ways: readonly WrittenWord[] = [
    ...(plain === undefined ? [] : [{ name, key: `${key}=`, value: plain }]),
    { name, key: `${key}:=`, value: safeJson(json) },
  ];
  for (const word of ways) {
    const next = readBack(form, word);
    if (next !== undefined && textOf(memberOf(next.draft, name)) === textOf(draftOf(json)))
      return { word, form: next };
  }
  return undefined;
}

/** The form with a word as the command line would read it; undefined where that is another word, or has a problem. */
function readBack(form: Form, { name, key, value }: WrittenWord): Form | undefined {
  if (key.startsWith('-') || visible(key) !== key) return undefined; // an option; nothing to paste
  const parsed = parseWord(key + value, (one) => isDeclared(form, [one]));
  if ('problem' in parsed || parsed.file !== undefined) return undefined;
  if (parsed.path.length !== 1 || parsed.path[0] !== name) return undefined;
  const { value: read, next } = put(form, parsed);
  return read?.problem === undefined ? next : undefined;
}

/** What stands after `=`: a text as it is, a number, a word; nothing for what is only to be read as JSON. */
function plainText(json: string): string | undefined {
  if (!json.startsWith('"')) return /^[[{]/.test(json) ? undefined : json;
  const text = JSON.parse(json) as string;
  if (text.split('\n').some((line) => visible(line) !== line)) return undefined;
  return text.startsWith('@') ? `\\${text}` : text;
}

/** The members of an object whatever their order and the space between tokens, to compare. */
function membersOf(text: string): string {
  const members = (memberTexts(text) ?? []).map(([name, json]) => [name, textOf(draftOf(json))]);
  return JSON.stringify(members.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}
