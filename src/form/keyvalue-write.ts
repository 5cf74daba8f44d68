import { memberTexts } from '../json/parts.ts';
import { safeJson } from '../json/safe.ts';
import { isObject } from '../json/shape.ts';
import { visible } from '../text/visible.ts';
import { draftOf, jsonError, memberOf, textOf } from './draft.ts';
import { argumentsText, type Form, openForm } from './form.ts';
import { isParameter, type KeyValueWord, parseWord, pickVariants, put } from './keyvalue.ts';
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
  const members = memberTexts(text) ?? [];
  const empty = openForm(schema);
  const picked = pickVariants(
    empty,
    members.map(([name, json]) => ({ path: [name], json: true, text: json })),
  );
  const words = members.flatMap(([name, json]) => writeMember(picked, name, json) ?? []);
  if (words.length < members.length) return undefined;
  const read = words.map((word) => readWord(empty, word)).filter((word) => word !== undefined);
  const form = read.reduce((now, word) => put(now, word).next, pickVariants(empty, read));
  const isRead = verdictOf(form).problems.length === 0 && membersOf(argumentsText(form)) === membersOf(text);
  return isRead ? words : undefined;
}

/** The first way to write a member that is read back as the same. */
function writeMember(form: Form, name: string, json: string): WrittenWord | undefined {
  const key = name.replace(isParameter(form, name) ? /=|:$/g : /[=.[]|:$/g, '\\$&');
  const plain = plainText(json);
  const ways: readonly WrittenWord[] = [
    ...(plain === undefined ? [] : [{ name, key: `${key}=`, value: plain }]),
    { name, key: `${key}:=`, value: safeJson(json) },
  ];
  return ways.find((word) => {
    const read = readWord(form, word);
    if (read === undefined) return false;
    const { value, next } = put(form, read);
    return value?.problem === undefined && textOf(memberOf(next.draft, name)) === textOf(draftOf(json));
  });
}

/** A word as the command line would take it apart; undefined where that gives another word. */
function readWord(form: Form, { name, key, value }: WrittenWord): KeyValueWord | undefined {
  if (key.startsWith('-') || visible(key) !== key) return undefined; // an option; nothing to paste
  const parsed = parseWord(key + value, (one) => isParameter(form, one));
  if ('problem' in parsed || parsed.file !== undefined) return undefined;
  return parsed.path.length === 1 && parsed.path[0] === name ? parsed : undefined;
}

/** What follows `=`: a string as is, a number, a word; nothing for what can only be read as JSON. */
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
