import { type Path, pointerOf } from '../json/path.ts';
import { isPresent } from './draft.ts';
import { structured } from './draft-text.ts';
import { type FileEncoding, fileEncoding } from './file-content.ts';
import { argumentsText, type Form, openForm } from './form.ts';
import { put } from './keyvalue-put.ts';
import { isParameter, pickVariants } from './keyvalue-variant.ts';
import { type KeyValueWord, parseWord } from './keyvalue-word.ts';
import { pathText } from './path.ts';
import { placeAt } from './place.ts';
import { strangerHints } from './stranger.ts';
import { toldProblems, uncheckedNotes } from './told-problems.ts';
import { editedField } from './variant.ts';

/** Arguments from the command line. */
export interface KeyValueArguments {
  /** Their exact JSON text, also when there are problems: they can be sent all the same. */
  readonly text: string;
  /** What is wrong with the words, then with the values; each a sentence that names its place. */
  readonly problems: readonly string[];
  /** What may be a slip although it can be sent: names that the schema allows but does not have, what was not checked. */
  readonly hints: readonly string[];
}

/**
 * Arguments from words: `key=value` with the type the schema asks for, `key:=json` as typed, `key=@file` the content of
 * a file in the encoding that the schema asks for, `key=\@x` the text `@x`; `a.b=1` and `a[0].c=x` nest; `\=`, `\:`,
 * `\.`, `\[`, `\]` are literal in a key. A key that is a parameter's exact name is that parameter, and none is given twice.
 * Rejects only as `readFile` does.
 */
export async function keyValueArguments(
  schema: unknown,
  words: readonly string[],
  readFile: (path: string, encoding: FileEncoding) => string | Promise<string>,
): Promise<KeyValueArguments> {
  const empty = openForm(schema);
  const read = words.map((word) => parseWord(word, (name) => isParameter(empty, name)));
  const problems = read.flatMap((word) => ('problem' in word ? [word.problem] : []));
  const parsedWords = read.filter((word) => 'path' in word);
  let form = pickVariants(empty, parsedWords);
  const told = new Set<string>();
  const nulls: string[] = [];
  for (const parsed of parsedWords) {
    const pointer = pointerOf(parsed.path);
    const twice = replacedBy(form, parsed.path);
    if (twice !== undefined) problems.push(`${pathText(twice)} is given twice`);
    const text =
      parsed.file === undefined ? parsed.text : await readFile(parsed.file, encodingAt(form, parsed.path));
    const { value, next } = put(form, { ...parsed, text });
    form = next;
    if (text === 'null' && value?.draft.is === 'text' && placeAt(form, parsed.path).field.nullable) {
      const name = pathText(parsed.path);
      nulls.push(`${name} is the text "null"; write ${name}:=null for null`);
    }
    if (value?.problem === undefined) continue;
    told.add(pointer);
    problems.push(`${pathText(parsed.path)}: ${value.problem}`);
  }
  const text = argumentsText(form);
  return {
    text,
    problems: [...problems, ...toldProblems(form, told)],
    hints: [...nulls, ...strangerHints(form, text), ...uncheckedNotes(form)],
  };
}

function encodingAt(form: Form, path: KeyValueWord['path']): FileEncoding {
  const { field, draft } = placeAt(form, path);
  return fileEncoding(editedField(form.document, field, draft).schema);
}

/** The place whose value a word would take away: the one it names, or one on the way that has no such members. */
function replacedBy(form: Form, path: Path): Path | undefined {
  for (let length = 1; length <= path.length; length += 1) {
    const place = path.slice(0, length);
    const { draft } = placeAt(form, place);
    const wanted = typeof path[length] === 'number' ? 'list' : 'object';
    const stays = length < path.length && structured(draft).is === wanted;
    if (!stays && draft.by !== 'constant' && isPresent(draft)) return place;
  }
  return undefined;
}
