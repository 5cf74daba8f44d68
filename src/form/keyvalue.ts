import { type Path, pointerOf } from '../json/path.ts';
import { isObject } from '../json/shape.ts';
import { cut } from '../text/cut.ts';
import { closest } from '../text/suggest.ts';
import { type Draft, draftOf, inPlaceOf, isJsonNumber, isPresent, jsonError, structured } from './draft.ts';
import { type Field, namedIn, type UnionField } from './field.ts';
import { fieldOf } from './field-of.ts';
import { type FileEncoding, fileEncoding } from './file-content.ts';
import { argumentsText, type Form, openForm } from './form.ts';
import { extraNode } from './group.ts';
import { changeAt, constantOf, isDeclared, isGroup, placeAt } from './place.ts';
import { pathText } from './problem.ts';
import { isImpossible, type SchemaDocument, type TypeName } from './schema.ts';
import { isInstead, notJson, typeSentence, UNKNOWN } from './sentence.ts';
import { editedField, holds } from './variant.ts';
import { toldProblems, uncheckedNotes } from './verdict.ts';

/** Arguments from the command line. */
export interface KeyValueArguments {
  /** Their exact JSON text, also when there are problems: they can be sent anyway. */
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
      nulls.push(`${name} is the string "null"; write ${name}:=null for null`);
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

/** The place whose value a word would replace: the one it names, or one on the way to it that cannot hold it. */
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

/** The most levels a key may lead down, and the last item it may name: all before it have to exist as well. */
const deepest = 100;
const farthest = 9_999;

/** One word of the command line, taken apart. */
export interface KeyValueWord {
  readonly path: Path;
  /** Written with `:=`. */
  readonly json: boolean;
  /** The value as written; empty when it is in a file. */
  readonly text: string;
  /** Written as `key=@file`. */
  readonly file?: string;
}

/**
 * Takes `key=value` apart at the first `=` or `:=` that has no backslash before it. `isParameter` tells whether a whole
 * key is the exact name of a parameter; then `.` and `[` in it mean nothing.
 */
export function parseWord(
  word: string,
  isParameter: (name: string) => boolean,
): KeyValueWord | { readonly problem: string } {
  const equals = unescapedEquals(word);
  if (equals < 0) return { problem: `${word}: write key=value, or key:=json` };
  const json = word[equals - 1] === ':' && word[equals - 2] !== '\\';
  const key = word.slice(0, json ? equals - 1 : equals);
  const value = word.slice(equals + 1);
  const name = literal(key);
  const path = isParameter(name) ? [name] : parseKey(key);
  if (path === undefined) return { problem: `${word}: “${key}” is not a key; write a.b or a[0].c` };
  if (path.length > deepest || path.some((step) => typeof step === 'number' && step > farthest)) {
    return {
      problem: `${cut(word, 40)}: reaches too deep or too far into an array; write what is around it as JSON, with :=`,
    };
  }
  if (json) return { path, json, text: value };
  if (value.startsWith('@')) return { path, json, text: '', file: value.slice(1) };
  return { path, json, text: value.startsWith('\\@') ? value.slice(1) : value };
}

function unescapedEquals(word: string): number {
  let at = word.indexOf('=');
  while (at > 0 && word[at - 1] === '\\') at = word.indexOf('=', at + 1);
  return at;
}

/** A key with its escapes resolved. */
function literal(key: string): string {
  return key.replaceAll(/\\([=:.[\]])/g, '$1');
}

/** `a.b[0].c` as a path; undefined when it is malformed. */
function parseKey(key: string): Path | undefined {
  const [first = ''] = /^(?:\\[=:.[\]]|[^.[])*/.exec(key) ?? [];
  const path: (string | number)[] = [literal(first)];
  const step = /\.((?:\\[=:.[\]]|[^.[])+)|\[(\d+)\]/y;
  step.lastIndex = first.length;
  while (step.lastIndex < key.length) {
    const [, name, index] = step.exec(key) ?? [];
    if (name === undefined && index === undefined) return undefined;
    path.push(name === undefined ? Number(index) : literal(name));
  }
  return path;
}

/** A form with a word put into it, and the value that was made of it; no value where the place takes none. */
export function put(
  form: Form,
  { path, json, text }: KeyValueWord,
): { readonly value: ValueWord | undefined; readonly next: Form } {
  let value: ValueWord | undefined;
  const draft = changeAt(form, path, ({ field }) => {
    if (json) value = asJson(text);
    else value = isDeclared(form, path) ? typedValue(form.document, field, text) : untypedValue(text);
    return value.draft;
  });
  return { value, next: { ...form, draft } };
}

/** A value from the command line; with a problem it is a string, for those who send it anyway. */
interface ValueWord {
  readonly draft: Draft;
  /** Completes “key: …”. */
  readonly problem?: string;
}

/** A value with the type that its field asks for. */
function typedValue(document: SchemaDocument, field: Field, text: string): ValueWord {
  if (text === 'null' && field.nullable && !takesText(document, field)) return { draft: { is: 'null' } };
  switch (field.kind) {
    case 'text':
      return { draft: { is: 'text', text } };
    case 'number':
    case 'integer':
      return isJsonNumber(text) ? { draft: { is: 'number', text } } : wrong(text, [field.kind]);
    case 'boolean':
      if (text === 'true' || text === 'false') return { draft: { is: 'boolean', value: text === 'true' } };
      return wrong(text, ['boolean']);
    case 'choice':
      return chosen(field, text);
    case 'multi-choice':
    case 'list':
      return asJson(text, ['array']);
    case 'group':
    case 'map':
      return asJson(text, ['object']);
    case 'any':
    case 'json':
      return asJson(text);
    case 'union':
      return ofVariants(document, field, text);
  }
}

/** A value for a name that the schema does not know: JSON where it is JSON, else text. */
function untypedValue(text: string): ValueWord {
  return { draft: jsonError(text) === undefined ? draftOf(text) : { is: 'text', text } };
}

function wrong(text: string, types: readonly TypeName[]): ValueWord {
  return { draft: { is: 'text', text }, problem: isInstead(typeSentence(types), text) };
}

/** A value written as JSON, of these types where only they are right. */
function asJson(text: string, types: readonly TypeName[] = []): ValueWord {
  const error = jsonError(text);
  if (error === undefined) return { draft: draftOf(text) };
  const wanted = types.length === 0 ? 'must be JSON' : `${typeSentence(types)} in JSON`;
  return { draft: { is: 'text', text }, problem: notJson(wanted, text, error) };
}

/** One of the choices; anything else is a number where all of them are numbers. */
function chosen({ options }: Extract<Field, { kind: 'choice' }>, text: string): ValueWord {
  const option =
    options.find(({ value }) => value === text) ??
    options.find((one) => one.text === text) ??
    options.find(({ label }) => label === text);
  if (option !== undefined) return { draft: draftOf(option.text) };
  const numbers =
    isJsonNumber(text) && options.every(({ value }) => typeof value === 'number' || value === null);
  return { draft: { is: numbers ? 'number' : 'text', text } };
}

function takesText(document: SchemaDocument, field: Field): boolean {
  if (field.kind === 'union')
    return field.variants.some(({ node }) => takesText(document, fieldOf(document, node)));
  if (field.kind === 'choice') return field.options.some(({ value }) => value === 'null');
  return field.kind === 'text';
}

/**
 * JSON arrays and objects go to the variant that takes them; anything else is a string where a variant takes strings, else
 * what the first variant makes of it that understands it.
 */
function ofVariants(document: SchemaDocument, union: UnionField, text: string): ValueWord {
  const fields = union.variants.map(({ node }) => fieldOf(document, node));
  if (/^\s*[[{]/.test(text) && jsonError(text) === undefined) {
    const draft = draftOf(text);
    if (fields.some((field) => field.kind !== 'text' && holds(document, field, draft))) return { draft };
  }
  const typed = fields.map((field) => typedValue(document, field, text));
  const texts = fields.findIndex((field) => field.kind === 'text');
  const choice = typed.find(
    ({ draft }, i) => fields[i]?.kind === 'choice' && holds(document, fields[i] as Field, draft),
  );
  return (
    choice ?? typed[texts] ?? typed.find(({ problem }) => problem === undefined) ?? (typed[0] as ValueWord)
  );
}

/**
 * A form in which each union that words reach into has the variant that they mean, whatever their order: the one that
 * has their names and takes their values. Without one, a value would not have the type that its variant asks for.
 */
export function pickVariants(form: Form, words: readonly KeyValueWord[]): Form {
  const places = new Map<string, Path>();
  for (const { path } of words) {
    for (let length = 0; length < path.length; length += 1) {
      const place = path.slice(0, length);
      places.set(pointerOf(place), place);
    }
  }
  const outermostFirst = [...places.values()].sort((one, other) => one.length - other.length);
  return outermostFirst.reduce((now, place) => pickAt(now, place, wordsInside(words, place)), form);
}

/**
 * Whether a whole key is the name of one of a form's parameters, also when only a variant has it. Of a name that only
 * `additionalProperties` or a pattern takes it is not where the key leads into a property.
 */
export function isParameter(form: Form, name: string): boolean {
  const { field, draft } = placeAt(form, []);
  if (field.kind === 'union' && draft.variant === undefined) {
    return field.variants.some((_, variant) => isParameter(withVariant(form, [], variant), name));
  }
  const edited = editedField(form.document, field, draft);
  const names = isGroup(edited) ? edited.properties.map((property) => property.name) : [];
  const [first = ''] = /^[^.[]*/.exec(name) ?? [];
  return names.includes(name) || (!names.includes(first) && isDeclared(form, [name]));
}

function wordsInside(words: readonly KeyValueWord[], place: Path): readonly KeyValueWord[] {
  return words.filter(({ path }) => path.length > place.length && place.every((step, i) => step === path[i]));
}

function pickAt(form: Form, place: Path, words: readonly KeyValueWord[]): Form {
  const { field } = placeAt(form, place);
  if (field.kind !== 'union') return form;
  const fits = field.variants.map((_, variant) => fitOf(withVariant(form, place, variant), place, words));
  const best = Math.max(...fits);
  if (best <= 0) return form;
  const picked = withVariant(form, place, fits.indexOf(best));
  const alike = fits.filter((fit) => Math.round(fit) === Math.round(best));
  return alike.length === 1 ? picked : withoutConstants(picked, place);
}

/** Where the words fit several variants alike, what tells these apart is for the person to give. */
function withoutConstants(form: Form, place: Path): Form {
  const draft = changeAt(form, place, ({ field, draft: held }) => {
    const isObject = held.is === 'absent' && isGroup(editedField(form.document, field, held));
    return isObject ? inPlaceOf(held, { is: 'object', members: [], given: false }) : held;
  });
  return { ...form, draft };
}

function withVariant(form: Form, place: Path, variant: number): Form {
  return { ...form, draft: changeAt(form, place, ({ draft }) => ({ ...draft, variant })) };
}

/** How well the picked variant of a place takes words: names weigh most, then values, then what would be missing. */
function fitOf(form: Form, place: Path, words: readonly KeyValueWord[]): number {
  const names = new Set<string | number>();
  let fit = 0;
  for (const word of words) {
    const path = word.path.slice(0, place.length + 1);
    const step = path.at(-1) ?? '';
    if (!isDeclared(form, path)) continue;
    names.add(step);
    fit += 10;
    if (word.path.length === path.length && word.file === undefined) fit += valueFit(form, word);
  }
  return fit === 0 ? 0 : fit - Math.min(missing(form, place, names), 40) / 100;
}

function valueFit(form: Form, word: KeyValueWord): number {
  const { field } = placeAt(form, word.path);
  const { value } = put(form, word);
  if (value === undefined || value.problem !== undefined) return 0;
  if (holds(form.document, field, value.draft)) return 10;
  return constantOf(field) === undefined ? 0 : -1000;
}

/** How many required names of a picked variant are not among those given. */
function missing(form: Form, place: Path, given: ReadonlySet<string | number>): number {
  const { field, draft } = placeAt(form, place);
  const edited = editedField(form.document, field, draft);
  if (!isGroup(edited)) return 0;
  return edited.properties.filter(
    ({ name, node, required }) =>
      required && !given.has(name) && constantOf(fieldOf(form.document, node)) === undefined,
  ).length;
}

/**
 * Names among the arguments that the schema does not have, a sentence each: most often a slip of the finger, although a
 * schema that does not forbid them lets them through. Where it forbids them, that is a problem already and only the
 * name that was meant is named; where it invites them, only a name close to one of its own is reported.
 *
 * @param text the arguments, a JSON object
 */
function strangerHints(form: Form, text: string): readonly string[] {
  const { field, draft } = placeAt(form, []);
  const edited = editedField(form.document, field, draft);
  const value: unknown = JSON.parse(text);
  if (!isGroup(edited) || !isObject(value)) return [];
  const { properties, extra } = edited;
  const named = namedIn(form.document, edited);
  const free = [...named.keys()].filter((name) => !Object.hasOwn(value, name));
  return Object.keys(value).flatMap((name) => {
    if (named.has(name) || extra.patterns.some(({ matches }) => matches(name))) return [];
    const near = closest(name, free);
    const isForbidden = isImpossible(extraNode(extra, name));
    if (near === undefined) {
      return properties.length === 0 || extra.invited || isForbidden ? [] : [`${name} ${UNKNOWN}`];
    }
    return [isForbidden ? `did you mean ${near}?` : `${name} ${UNKNOWN}; did you mean ${near}?`];
  });
}

/** The same for a schema without an open form, and what could not be checked. */
export function hintsOf(schema: unknown, text: string): readonly string[] {
  const filled: Form = { ...openForm(schema, { initial: text }), typed: text };
  return [...strangerHints(openForm(schema), text), ...uncheckedNotes(filled)];
}
