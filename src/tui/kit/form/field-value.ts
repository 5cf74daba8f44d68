import { hasSuggestions } from '../../../form/field.ts';
import type { FieldRow } from '../../../form/rows.ts';
import { defaultText } from '../../../form/words.ts';
import { compact } from '../../../json/compact.ts';
import { visible } from '../../../text/visible.ts';
import type { Theme } from '../../world/theme.ts';
import { hasChoices, hasKinds, kindLabels } from './pick.ts';
import { isTyped } from './state.ts';

/**
 * What a field holds, on one line and in visible text. Nothing there, null, the empty text and a value look different
 * also without colour: a text that could be taken for something else has quotes.
 */
export function shownValue(field: FieldRow, cells: number): string {
  if (field.role === 'add') return '';
  if (field.state === 'null') return 'null';
  if (field.state === 'absent') return field.hint ?? defaultWords(field);
  const variant = field.variant === undefined ? '' : `${visible(field.variant)}: `;
  if (field.open === true) return openValue(field);
  const isJson = !SCALARS.has(field.kind);
  return `${variant}${isJson ? visible(compact(field.text, cells)) : oneLine(field, cells)}`;
}

const SCALARS = new Set<FieldRow['kind']>(['text', 'number', 'integer', 'boolean', 'choice']);

/** What would hold without a value: the default, which is not sent. */
function defaultWords(field: FieldRow): string {
  const { edited } = field;
  // Nobody could say anything else, but whether to say it.
  if (edited.kind === 'choice' && edited.options.length === 1)
    return `only: ${visible(edited.options[0]?.label ?? '')}`;
  const byDefault = defaultOf(field);
  return byDefault === undefined ? '' : `default: ${visible(byDefault)}`;
}

/** What stands inside is seen below; only that it is empty on purpose is not. */
function openValue({ variant, text }: FieldRow): string {
  if (text === '[]' || text === '{}') return text;
  return variant === undefined ? '' : visible(variant);
}

function oneLine({ text, kind }: FieldRow, cells: number): string {
  if (kind !== 'number' && kind !== 'integer' && kind !== 'boolean' && AMBIGUOUS.test(text))
    return visible(JSON.stringify(text.slice(0, cells * 2)));
  const end = text.indexOf('\n');
  if (end < 0) return visible(text.slice(0, cells * 2));
  const more = text.split('\n').length - 1;
  return `${visible(text.slice(0, Math.min(end, cells * 2)))} … ${more} more ${more === 1 ? 'line' : 'lines'}`;
}

/** Empty, in quotes or with space around it, or like our own words for what is no text. */
const AMBIGUOUS = /^$|^null$|^not set$|^default: |^only: |^"|^[^\S\n]|[^\S\n]$/;

/** The value painted: dim what would hold without one, null as the word it is. */
export function paintedValue(field: FieldRow, value: string, theme: Theme): string {
  if (field.state === 'null') return theme.paint('word', value);
  return field.state === 'set' || field.role === 'add' ? value : theme.paint('dim', value);
}

/** The default of what is edited, else of the union that it is a variant of. */
export const defaultOf = ({ edited, field }: FieldRow): string | undefined =>
  defaultText(edited.schema) ?? defaultText(field.schema);

/** What stands in a focused field while nothing is typed into it. */
export function emptyWords(field: FieldRow): string {
  if (field.state === 'null') return 'null';
  if (field.state === 'set') return '"" (the empty text)';
  return defaultWords(field) || 'not set';
}

/** What can be done with the focused field beyond typing, by the usual keys. */
export function keysFor(field: FieldRow, path: string | undefined): string {
  const { role, field: asked, state } = field;
  return [
    path === undefined ? '' : `ctrl+space: the content of ${visible(path)}`,
    path === undefined && hasSuggestions(field.edited) ? 'ctrl+space: suggestions' : '',
    hasKinds(field) && !hasChoicesOfKinds(field) ? `alt+t: ${kindWords(field)}` : '',
    field.edited.kind === 'choice' && hasChoices(field) ? '← →: change' : '',
    originWords(field),
    role === 'member' ? 'alt+n: rename' : '',
    role === 'item' ? 'alt+↑ alt+↓: move' : '',
    role === 'item' || role === 'member' ? 'ctrl+x: remove' : '',
    asked.nullable && state !== 'null' && role !== 'add' ? 'ctrl+n: null' : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Where a value comes from that nobody has entered, and that what is typed first takes its place. */
function originWords(field: FieldRow): string {
  const origin = { constant: '', default: 'the default', past: 'from last time' }[field.by ?? 'constant'];
  return origin !== '' && isTyped(field) ? `${origin}: typing replaces it` : origin;
}

/** Kinds that are named. */
const NAMED = 4;

/** Which kinds of values there can be. */
function kindWords(field: FieldRow): string {
  const kinds = kindLabels(field);
  if (kinds.length > NAMED) return `another kind of ${kinds.length}`;
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
}

/** A union that enter asks for its kind. */
const hasChoicesOfKinds = (field: FieldRow): boolean =>
  (field.kind === 'union' || field.kind === 'any') && hasChoices(field);
