import { type Path, pointerOf } from '../json/path.ts';
import { inPlaceOf } from './draft.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import { put } from './keyvalue-put.ts';
import type { KeyValueWord } from './keyvalue-word.ts';
import { changeAt, isDeclared, isGroup, placeAt } from './place.ts';
import { constantOf } from './preset.ts';
import { editedField, holds } from './variant.ts';

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
