import type { FieldRow } from '../../../form/rows.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { fuzzy } from '../../../text/fuzzy.ts';

/** What a list offers: the values of the field, or the kinds of value it can be. */
export type PickSource = 'choices' | 'kinds';

/** An open list of choices: those that match what was typed, and which one the cursor is on. */
export interface Pick {
  readonly offer: PickSource;
  readonly filter: string;
  /** The place of the cursor among those shown. */
  readonly at: number;
  /** What is done with a choice. */
  readonly does: 'choose' | 'toggle' | 'pick';
  readonly shown: readonly PickChoice[];
}

/** One choice; `index` is its place in the schema. */
export interface PickChoice {
  readonly index: number;
  readonly label: string;
  /** Of a multi-choice: it is taken. */
  readonly taken?: boolean;
}

/** The list for a row; nothing for a row that offers none. */
export function pickFor(row: FieldRow, offer: PickSource, filter: string, at = 0): Pick | undefined {
  const choices =
    row.role === 'add' ? undefined : offer === 'kinds' ? kindsOf(row) : (choicesOf(row) ?? unpicked(row));
  if (choices === undefined) return undefined;
  const { does, all } = choices;
  const shown = filter === '' ? all : matching(all, filter);
  return { offer, filter, at: Math.max(0, Math.min(shown.length - 1, at)), does, shown };
}

/** The list with its cursor so many further on, round and round. */
export function movedPick(pick: Pick, by: number): Pick {
  const count = pick.shown.length;
  return count === 0 ? pick : { ...pick, at: (pick.at + by + count) % count };
}

/** Does the row offer choices? */
export const hasChoices = (row: FieldRow): boolean =>
  row.role !== 'add' && (hasOptions(row) || unpicked(row) !== undefined);

/** Has it values to choose from? The only value there can be is there. */
const hasOptions = ({ kind, edited, by }: FieldRow): boolean =>
  by !== 'constant' && kind === edited.kind && (kind === 'choice' || kind === 'multi-choice');

/** Can the row's value be of several kinds? */
export const hasKinds = (row: FieldRow): boolean => pickFor(row, 'kinds', '') !== undefined;

/** The kinds that the row's value can be of. */
export const kindLabels = (row: FieldRow): readonly string[] =>
  kindsOf(row)?.all.map(({ label }) => label) ?? [];

type Choices = { readonly does: Pick['does']; readonly all: readonly PickChoice[] } | undefined;

function choicesOf(row: FieldRow): Choices {
  const { edited, text } = row;
  if (!hasOptions(row)) return undefined;
  if (edited.kind === 'choice') {
    return { does: 'choose', all: edited.options.map(({ label }, index) => ({ index, label })) };
  }
  if (edited.kind !== 'multi-choice') return undefined;
  const taken = takenTexts(text);
  const all = edited.options.map((option, index) => ({
    index,
    label: option.label,
    taken: taken.has(option.text),
  }));
  return { does: 'toggle', all };
}

/** A union is asked for its kind first. */
const unpicked = (row: FieldRow): Choices =>
  row.kind === 'union' || row.kind === 'any' ? kindsOf(row) : undefined;

function kindsOf({ field }: FieldRow): Choices {
  if (!('variants' in field)) return undefined;
  return { does: 'pick', all: field.variants.map(({ label }, index) => ({ index, label })) };
}

/** The values in the text of a list, as JSON texts. */
function takenTexts(text: string): ReadonlySet<string> {
  if (text === '') return new Set();
  const value: unknown = JSON.parse(text);
  return new Set(Array.isArray(value) ? value.map((item) => jsonOf(item)) : []);
}

function matching(all: readonly PickChoice[], filter: string): readonly PickChoice[] {
  return all
    .flatMap((choice) => {
      const match = fuzzy(filter, choice.label);
      return match === undefined ? [] : [{ choice, score: match.score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ choice }) => choice);
}
