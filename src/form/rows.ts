import { type Path, pointerOf } from '../json/path.ts';
import { memo } from '../time/memo.ts';
import { absent, type Draft, isPresent, structured, textOf } from './draft.ts';
import { type Field, type FieldKind, type GroupField, isScalar, namedIn, type Property } from './field.ts';
import { fieldOf } from './field-of.ts';
import type { Form } from './form.ts';
import { childOf, constantOf, type FormPlace, isGroup } from './place.ts';
import type { Problem } from './problem.ts';
import { type Derive, isImpossible, type SchemaDocument } from './schema.ts';
import { DIGITS_HINT, insideSentence, typeWord } from './sentence.ts';
import { editedField, holds, variantOf } from './variant.ts';
import { formatFault, formatProblem, verdictOf } from './verdict.ts';

/** One line of a form. */
export interface FieldRow {
  /** Different for every row of a form; the same as long as the row is the same place. */
  readonly key: string;
  readonly path: Path;
  /** `add` is the line after the rows of a list or map that offers one more; its path is that of the list or map. */
  readonly role: 'field' | 'item' | 'member' | 'add';
  /** How deep it is inside of groups; 0 for the parameters. */
  readonly depth: number;
  /** The name as sent, or `1.`, `2.` … for items. */
  readonly name: string;
  readonly title?: string;
  readonly required: boolean;
  /** What the schema says, and the field that is edited: of a union the variant's. */
  readonly field: Field;
  readonly edited: Field;
  /** The editor to show; `json` when the value does not fit the field. */
  readonly kind: FieldKind;
  /** The type in a word or two. */
  readonly word: string;
  readonly state: 'absent' | 'null' | 'set';
  readonly by?: 'constant' | 'default' | 'past';
  /** The whole text of what can be typed; else the value as JSON. Cut it before drawing: it can be long. */
  readonly text: string;
  /** For a union: the label of its variant, when there is one. */
  readonly variant?: string;
  /** Whether it is unfolded; absent for what cannot be. */
  readonly open?: boolean;
  /** What is wrong here, or how much is wrong inside while it is folded. */
  readonly problem?: string;
  /** What is probably wrong: formats are hints. */
  readonly hint?: string;
}

/**
 * The rows of a form from the top, those inside of folded groups left out. The order never changes while a form is
 * open: required, then remembered, then as the schema has them. The newest are kept; some 200 rows take less than a
 * millisecond.
 */
export const visibleFields = memo((form: Form): readonly FieldRow[] => {
  const { document, draft } = form;
  const { problems } = verdictOf(form);
  const walk: Walk = { document, remembered: form.remembered, rows: [], told: toldAt(problems) };
  const field = fieldOf(document, document.root);
  const rootIsGroup = isGroup(field) && (draft.is === 'absent' || draft.is === 'object');
  if (rootIsGroup) addMembers(walk, field, draft, [], 0);
  else addPlace(walk, { field, draft, required: true }, [], 'field', 0);
  return walk.rows;
});

/** The problems of the form as a whole, for its top: those that belong to no parameter. */
export function formProblems(form: Form): readonly string[] {
  return verdictOf(form)
    .problems.filter(({ path }) => path.length === 0)
    .map(({ sentence }) => sentence);
}

interface Walk {
  readonly document: SchemaDocument;
  readonly remembered: readonly string[];
  readonly rows: FieldRow[];
  /** By the pointer of a place, what is wrong there and inside. */
  readonly told: ReadonlyMap<string, Told>;
}

/** What is wrong at a place and inside of it. */
interface Told {
  /** The first at the very place, and the first of all. */
  here?: string;
  readonly first: string;
  count: number;
}

function toldAt(problems: readonly Problem[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const { path, sentence } of problems) {
    for (let length = 0; length <= path.length; length += 1) {
      const pointer = pointerOf(path.slice(0, length));
      const known = told.get(pointer) ?? { first: sentence, count: 0 };
      known.count += 1;
      if (length === path.length) known.here ??= sentence;
      told.set(pointer, known);
    }
  }
  return told;
}

function addPlace(walk: Walk, place: FormPlace, path: Path, role: FieldRow['role'], depth: number): void {
  const row = rowOf(walk, place, path, role, depth);
  walk.rows.push(row);
  if (row.open !== true) return;
  const held = structured(place.draft, walk.document.derive);
  if (isGroup(row.edited)) addMembers(walk, row.edited, held, path, depth + 1);
  else addItems(walk, row, held, depth + 1);
}

function addMembers(walk: Walk, group: GroupField, draft: Draft, path: Path, depth: number): void {
  const { document } = walk;
  const members = draft.is === 'object' ? draft.members : [];
  const drafts = new Map(members.map(({ name, draft: member }) => [name, member]));
  const named = namedIn(document, group);
  const late = lateRows(document, group, named.size + drafts.size, path, depth);
  const add = (name: string, role: FieldRow['role'], isLate: boolean, member: Draft = absent) => {
    if (isLate && addLate(walk, late, name, role, member)) return;
    addPlace(walk, { ...childOf(document, group, name), draft: member }, [...path, name], role, depth);
  };
  for (const name of orderOf(document, group, path.length > 0 ? NONE : walk.remembered)) {
    const { node, required } = named.get(name)!.property;
    // One that must be there is unfolded from the start, where it can be.
    add(name, 'field', !required || isScalar(fieldOf(document, node).kind), drafts.get(name));
  }
  for (const [name, member] of drafts) if (!named.has(name)) add(name, 'member', true, member);
  // A schema that says nothing at all has no arguments: they are not a map to be filled in.
  const { asked, invited } = group.extra;
  if (path.length === 0 ? asked : invited) walk.rows.push(addRow(group, path, depth, 'add a property'));
}

const NONE: readonly string[] = [];
/** The names in the order of the form: the required ones, those remembered, the others. */
const orderOf = (
  { derive }: SchemaDocument,
  group: GroupField,
  remembered: readonly string[],
): readonly string[] =>
  derive(remembered, group, () => {
    const before = new Set(remembered);
    const rank = ({ name, required }: Property) => (required ? 0 : before.has(name) ? 1 : 2);
    const ranks = [0, 1, 2].map((one) => group.properties.filter((property) => rank(property) === one));
    return ranks.flat().map(({ name }) => name);
  });

function addItems(walk: Walk, { edited, path }: FieldRow, draft: Draft, depth: number): void {
  const items = draft.is === 'list' ? draft.items : [];
  const late = lateRows(walk.document, edited, items.length, path, depth);
  items.forEach((item, i) => {
    if (addLate(walk, late, i, 'item', item)) return;
    addPlace(walk, { ...childOf(walk.document, edited, i), draft: item }, [...path, i], 'item', depth);
  });
  const { maxItems = Number.POSITIVE_INFINITY } = edited.schema;
  const next = edited.kind === 'list' ? (edited.prefix[items.length] ?? edited.rest) : {};
  if (items.length < maxItems && !isImpossible(next))
    walk.rows.push(addRow(edited, path, depth, 'add an item'));
}

/** What is larger than this is drawn from rows that are made when they are seen. */
const LARGE = 200;

/** The rows of a large group or list where it was last, by the names or places of what is in it. */
interface LateRows {
  readonly document: SchemaDocument;
  readonly around: Field;
  readonly path: Path;
  readonly pointer: string;
  readonly depth: number;
  readonly rows: Map<string | number, LateRow>;
}

/** Kept beside the field, since a key changes one row of a hundred thousand; undefined for what is not large. */
function lateRows(
  document: SchemaDocument,
  around: Field,
  size: number,
  path: Path,
  depth: number,
): LateRows | undefined {
  if (size <= LARGE) return undefined;
  const pointer = pointerOf(path);
  const newest = document.derive(lateRows, around, (): { late?: LateRows } => ({}));
  if (newest.late?.pointer !== pointer || newest.late.depth !== depth)
    newest.late = { document, around, path, pointer, depth, rows: new Map() };
  return newest.late;
}

/** Adds a late row, where it is one row whatever it holds and nothing is wrong with it. */
function addLate(
  walk: Walk,
  late: LateRows | undefined,
  step: string | number,
  role: FieldRow['role'],
  draft: Draft,
): boolean {
  if (late === undefined || draft.open === true) return false;
  if (draft.is === 'list' || draft.is === 'object' || draft.is === 'json') return false;
  let row = late.rows.get(step);
  if (row?.draft !== draft || row.role !== role) {
    row = new LateRow(late, step, role, draft);
    late.rows.set(step, row);
  }
  if (walk.told.has(row.key)) return false;
  walk.rows.push(row as unknown as FieldRow);
  return true;
}

/** A row with its place, of which everything else is found out when it is looked at. */
class LateRow {
  readonly late: LateRows;
  readonly step: string | number;
  readonly role: FieldRow['role'];
  readonly draft: Draft;
  readonly key: string;
  readonly depth: number;
  readonly name: string;
  made: FieldRow | undefined;

  constructor(late: LateRows, step: string | number, role: FieldRow['role'], draft: Draft) {
    this.late = late;
    this.step = step;
    this.role = role;
    this.draft = draft;
    this.key = `${late.pointer}${pointerOf([step])}`;
    this.depth = late.depth;
    this.name = typeof step === 'number' ? `${step + 1}.` : step;
  }

  get required(): boolean {
    const { around, document } = this.late;
    const property = isGroup(around) ? namedIn(document, around).get(this.name)?.property : undefined;
    return this.role !== 'field' || property?.required === true;
  }

  get field(): Field {
    return childOf(this.late.document, this.late.around, this.step).field;
  }

  /** What a search by name looks at in all rows. */
  get title(): string | undefined {
    const { field } = this;
    return 'variants' in field ? this.whole().title : field.schema.title;
  }

  whole(): FieldRow {
    this.made ??= this.make();
    return this.made;
  }

  private make(): FieldRow {
    const { document, around, path, depth } = this.late;
    const walk: Walk = { document, remembered: NONE, rows: [], told: new Map() };
    const place = { ...childOf(document, around, this.step), draft: this.draft };
    return rowOf(walk, place, [...path, this.step], this.role, depth);
  }
}

const LATE = 'path edited kind word state by text variant open hint'.split(' ');
for (const member of LATE) {
  Object.defineProperty(LateRow.prototype, member, {
    get(this: LateRow): unknown {
      return this.whole()[member as keyof FieldRow];
    },
  });
}

function addRow(field: Field, path: Path, depth: number, name: string): FieldRow {
  const place = { path, depth, name, field, edited: field, kind: field.kind };
  return {
    ...place,
    // No pointer holds a `~` before a plus sign.
    key: `${pointerOf(path)}~+`,
    role: 'add',
    required: false,
    word: '',
    state: 'absent',
    text: '',
  };
}

function rowOf(walk: Walk, place: FormPlace, path: Path, role: FieldRow['role'], depth: number): FieldRow {
  const { field, draft, required } = place;
  const { derive } = walk.document;
  const edited = editedField(walk.document, field, draft);
  const fits = holds(walk.document, edited, structured(draft, derive)) || isTyped(edited, draft);
  const { title } = edited.schema;
  const step = path.at(-1);
  const open = fits ? openness(edited, draft, required && role === 'field' && depth < 3) : undefined;
  const variant =
    'variants' in field ? field.variants[variantOf(walk.document, field, draft) ?? -1] : undefined;
  const text = textOfRow(edited, draft, fits, derive);
  const key = pointerOf(path);
  const problem = problemAt(walk.told.get(key), open);
  const hint = hintOf(walk.document, edited, draft);
  return {
    key,
    path,
    role,
    depth,
    name: typeof step === 'number' ? `${step + 1}.` : (step ?? 'arguments'),
    required,
    field,
    edited,
    kind: fits ? edited.kind : 'json',
    word: typeWord(walk.document, field),
    state: isPresent(draft, derive) ? (draft.is === 'null' ? 'null' : 'set') : 'absent',
    text,
    ...(title === undefined ? {} : { title }),
    ...(draft.by === undefined ? {} : { by: draft.by }),
    ...(variant === undefined ? {} : { variant: variant.label }),
    ...(open === undefined ? {} : { open }),
    ...(problem === undefined ? {} : { problem }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A wrong scalar is still edited as what it should be: `four` in a number. */
function isTyped(edited: Field, draft: Draft): boolean {
  return isScalar(edited.kind) && (draft.is === 'text' || draft.is === 'number' || draft.is === 'boolean');
}

/** Parameters that must be there are open from the start, three levels down, unless they are long lists. */
function openness(edited: Field, draft: Draft, from: boolean): boolean | undefined {
  if (!isGroup(edited) && edited.kind !== 'list') return undefined;
  return draft.open ?? (from && !(draft.is === 'list' && draft.items.length > 20));
}

function textOfRow(edited: Field, draft: Draft, fits: boolean, derive: Derive): string {
  if (draft.is === 'absent' && constantOf(edited) !== undefined) return '';
  if (fits && edited.kind === 'choice')
    return edited.options.find(({ text }) => text === textOf(draft, derive))?.label ?? rawText(draft, derive);
  return rawText(draft, derive);
}

function rawText(draft: Draft, derive: Derive): string {
  return draft.is === 'text' || draft.is === 'number' || draft.is === 'json'
    ? draft.text
    : (textOf(draft, derive) ?? '');
}

function hintOf(document: SchemaDocument, { kind, schema }: Field, draft: Draft): string | undefined {
  if (draft.is === 'number' && /^-?\d+$/.test(draft.text) && !Number.isSafeInteger(Number(draft.text))) {
    return DIGITS_HINT;
  }
  if (kind !== 'text' || draft.is !== 'text' || schema.formatHint === undefined) return undefined;
  // What is a mistake for certain is a problem (verdict.ts).
  if (formatFault(document.patterns, schema.formatHint, draft.text) !== undefined) return undefined;
  return formatProblem(document.patterns, schema.formatHint, draft.text);
}

/** The problem at a row; a row that shows nothing below itself speaks for what is below. */
function problemAt(told: Told | undefined, open: boolean | undefined): string | undefined {
  if (told === undefined) return undefined;
  const here = told.here ?? (open === undefined ? told.first : undefined);
  if (here !== undefined || open === true) return here;
  return insideSentence(told.count);
}
