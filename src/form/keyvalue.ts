import { pointerOf } from '../json/path.ts';
import { type FileEncoding, fileEncoding } from './file-content.ts';
import { argumentsText, type Form, openForm } from './form.ts';
import { jsonValue, typedValue, untypedValue, type ValueWord } from './keyvalue-value.ts';
import { type KeyValueWord, parseWord } from './keyvalue-word.ts';
import { pathText } from './path.ts';
import { changeAt, isDeclared, placeAt } from './place.ts';
import { strangerHints } from './stranger.ts';
import { toldProblems } from './told-problems.ts';
import { editedField } from './variant.ts';

/** Arguments from the command line. */
export interface KeyValueArguments {
  /** Their exact JSON text, also when there are problems: they can be sent all the same. */
  readonly text: string;
  /** What is wrong with the words, then with the values; each a sentence that names its place. */
  readonly problems: readonly string[];
  /** What may be a slip although it can be sent: names that the schema allows but does not have. */
  readonly hints: readonly string[];
}

/**
 * Arguments from words: `key=value` with the type the schema asks for, `key:=json` as typed, `key=@file` the content of
 * a file in the encoding that the schema asks for, `key=\@x` the text `@x`; `a.b=1` and `a[0].c=x` nest; `\=`, `\:`,
 * `\.`, `\[` are literal in a key. A key that is a parameter's exact name is that parameter, and none is given twice.
 * Rejects only as `readFile` does.
 */
export async function keyValueArguments(
  schema: unknown,
  words: readonly string[],
  readFile: (path: string, encoding: FileEncoding) => string | Promise<string>,
): Promise<KeyValueArguments> {
  let form = openForm(schema);
  const problems: string[] = [];
  const told = new Set<string>();
  const given = new Set<string>();
  for (const word of words) {
    const parsed = parseWord(word, (name) => isDeclared(form, [name]));
    if ('problem' in parsed) {
      problems.push(parsed.problem);
      continue;
    }
    const pointer = pointerOf(parsed.path);
    if (given.has(pointer)) problems.push(`${pathText(parsed.path)} is given twice`);
    given.add(pointer);
    const text =
      parsed.file === undefined ? parsed.text : await readFile(parsed.file, encodingAt(form, parsed.path));
    const { value, next } = put(form, { ...parsed, text });
    form = next;
    if (value?.problem === undefined) continue;
    told.add(pointer);
    problems.push(`${pathText(parsed.path)}: ${value.problem}`);
  }
  const text = argumentsText(form);
  return { text, problems: [...problems, ...toldProblems(form, told)], hints: strangerHints(form, text) };
}

function encodingAt(form: Form, path: KeyValueWord['path']): FileEncoding {
  const { field, draft } = placeAt(form, path);
  return fileEncoding(editedField(form.document, field, draft).schema);
}

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
