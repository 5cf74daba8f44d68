import { jsonOf } from '../json/json-of.ts';
import type { List, SessionState } from '../session/state.ts';
import { LIST_NAMES, type ListName } from '../spec/methods.ts';
import { listDifference } from '../surface/difference.ts';
import { byKind, changeWords } from '../surface/words.ts';
import { pad } from '../text/cut.ts';
import { visible } from '../text/visible.ts';
import { width } from '../text/width.ts';
import { headingOf } from './item.ts';

/** A server as it was met in each era; absent where it could not be opened so. */
interface Eras {
  readonly legacy?: SessionState;
  readonly modern?: SessionState;
}

/** A fact of both, side by side. */
type Row = readonly [label: string, legacy: string, modern: string];

/** What a server offers in each era, side by side, and how its lists differ. Lines are safe to show. */
export function comparedLines({ legacy, modern }: Eras): readonly string[] {
  return [
    ...table([['', 'legacy', 'modern'], ...identity(legacy, modern)]),
    '',
    'Server capabilities',
    ...table(capabilities(legacy, modern)),
    ...LIST_NAMES.filter(
      (name) => name !== 'skills' || [legacy, modern].some((one) => one?.lists[name].state === 'done'),
    ).flatMap((name) => ['', ...listLines(name, legacy?.lists[name], modern?.lists[name])]),
    '',
    'Findings',
    ...table(findings(legacy, modern)),
  ];
}

/** Said of the era, and of each of its lists. */
const NOT_OPENED = 'could not be opened';

function identity(legacy: SessionState | undefined, modern: SessionState | undefined): readonly Row[] {
  const row = (label: string, of: (state: SessionState) => string | undefined, otherwise = 'none'): Row => [
    label,
    legacy === undefined ? '' : (of(legacy) ?? otherwise),
    modern === undefined ? '' : (of(modern) ?? otherwise),
  ];
  const opened = (state: SessionState | undefined, how: string): string =>
    state === undefined ? NOT_OPENED : how;
  return [
    ['opened', opened(legacy, 'with initialize'), opened(modern, 'with server/discover')],
    row('server', ({ server }) =>
      [server?.name, server?.version].filter((word) => word !== undefined).join(' '),
    ),
    row('title', ({ server }) => server?.title),
    row('protocol', ({ negotiated }) => negotiated),
    row('supports', ({ offered }) => offered?.join(', '), 'not stated'),
    row('instructions', ({ instructions }) =>
      instructions === undefined ? undefined : told(instructions, legacy?.instructions, modern?.instructions),
    ),
  ];
}

/** Instructions are long: their size tells them apart, where they are not the same. */
function told(own: string, legacy: string | undefined, modern: string | undefined): string {
  return legacy === modern ? 'the same' : `${own.length} characters`;
}

/** Each capability with the members it was announced with. */
function capabilities(legacy: SessionState | undefined, modern: SessionState | undefined): readonly Row[] {
  const of = (state: SessionState | undefined) => state?.capabilities.server ?? {};
  const names = new Set([...Object.keys(of(legacy)), ...Object.keys(of(modern))]);
  const word = (state: SessionState | undefined, name: string): string => {
    if (state === undefined) return '';
    return name in of(state) ? jsonOf(of(state)[name]) : 'not supported';
  };
  return [...names].map((name): Row => [name, word(legacy, name), word(modern, name)]);
}

/** What the modern era has more, less and otherwise than the legacy one. */
function listLines(name: ListName, legacy: List | undefined, modern: List | undefined): readonly string[] {
  const [before, now] = [stateOf(legacy), stateOf(modern)];
  const heading = headingOf(name);
  const head = before === now ? `${heading}: ${now}` : `${heading}: legacy ${before}, modern ${now}`;
  if (legacy?.state !== 'done' || modern?.state !== 'done') return [head];
  const changes = listDifference(name, legacy.items, modern.items);
  if (changes.length === 0) return [`${head}, the same`];
  const { added, removed, changed } = byKind(changes);
  return [
    head,
    ...removed.map((gone) => `  legacy only  ${visible(gone.name)}`),
    ...added.map((come) => `  modern only  ${visible(come.name)}`),
    ...[...changed].map(
      ([item, inner]) => `  modern       ${visible(`${item}: ${inner.map(changeWords).join('; ')}`)}`,
    ),
  ];
}

function stateOf(list: List | undefined): string {
  if (list === undefined) return NOT_OPENED;
  if (list.state === 'done') return String(list.items.length);
  if (list.state === 'failed') return visible(`failed: ${list.why}`);
  return list.state === 'not announced' ? 'not supported' : 'not loaded';
}

/** How often each rule was broken. */
function findings(legacy: SessionState | undefined, modern: SessionState | undefined): readonly Row[] {
  const of = (state: SessionState | undefined) =>
    new Map(state?.findings.map(({ rule, count }) => [rule, count]));
  const [old, now] = [of(legacy), of(modern)];
  const rows = [...new Set([...old.keys(), ...now.keys()])].map(
    (rule): Row => [rule, count(legacy, old.get(rule)), count(modern, now.get(rule))],
  );
  return rows.length > 0 ? rows : [['none', '', '']];
}

const count = (state: SessionState | undefined, found = 0): string =>
  state === undefined ? '' : String(found);

/** The rows in columns as wide as they need to be. */
function table(rows: readonly Row[]): readonly string[] {
  const shown = rows.map((row) => row.map(visible));
  const cells = [0, 1].map((column) => Math.max(...shown.map((row) => width(row[column] ?? ''))));
  return shown.map(([label = '', legacy = '', modern = '']) =>
    `  ${pad(label, cells[0] ?? 0)}  ${pad(legacy, cells[1] ?? 0)}  ${modern}`.trimEnd(),
  );
}
