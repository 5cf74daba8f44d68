import { TREATMENTS, type Treatment } from '../../clients/client.ts';
import { CLIENTS } from '../../clients/clients.ts';
import { nameInSentence } from '../../clients/crossing-words.ts';
import type { Severity } from '../../spec/rule.ts';
import { SEVERITIES } from '../../spec/rule.ts';
import { cutMiddle } from '../../text/cut.ts';
import { firstOf } from '../../text/few.ts';
import { counted, thousands } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { wrap } from '../../text/wrap.ts';
import { belowItem } from '../sentence.ts';
import type { ToldFinding } from '../verdict.ts';
import { type CheckReport, countWords } from './report.ts';

/**
 * The report for people: item by item, the worst first. What many items share, and what is only worth knowing, is a line a rule
 * behind them. Lines are safe to show, and at most so many columns wide where that is possible.
 */
export function textReport(report: CheckReport, columns: number): readonly string[] {
  const write = writer(columns);
  const { apart, shared, notes } = sorted(report.findings);
  const lines = report.checked.flatMap(({ name, facts, label }) =>
    write(
      0,
      [label === undefined ? '' : `${label}:`, name, facts === '' ? '' : `(${facts})`]
        .filter(Boolean)
        .join(' '),
    ),
  );
  for (const [, findings] of byItem(apart, report.checked.length > 1))
    lines.push('', ...itemLines(findings, write, report.checked.length > 1));
  if (shared.size > 0) lines.push('', ...write(0, 'In many items'));
  for (const findings of shared.values()) lines.push(...sharedLines(findings, write, true));
  if (notes.size > 0) lines.push('', ...write(0, NOTES));
  for (const findings of notes.values()) lines.push(...sharedLines(findings, write, false));
  const { suppressed } = report;
  if (suppressed.length > 0) lines.push('', ...write(0, 'Suppressed in .mcp-loupe.json'));
  lines.push(...suppressedLines(suppressed, write));
  const isEmpty = report.checked.length > 0 && report.checked.every(({ hasNothing }) => hasNothing);
  const nothing = isEmpty ? 'nothing to check: no list of the server is in it' : 'nothing found';
  const left = suppressed.length === 0 ? nothing : `nothing left: ${suppressed.length} suppressed`;
  const isMerged = shared.size + notes.size + groupsIn(apart) < report.findings.length;
  const many = isMerged ? ` (${report.findings.length} findings, some told in one line)` : '';
  return [...lines, ...(report.findings.length === 0 ? ['', left] : ['']), countWords(report) + many];
}

/** What is accepted, item by item, and why: once for what one rule says of an item. */
function suppressedLines(suppressed: CheckReport['suppressed'], write: Write): readonly string[] {
  const items = new Map<string, Map<string, number>>();
  for (const { of, rule, item, reason } of suppressed) {
    const name = of === undefined ? item : `${of}: ${item}`;
    const rows = items.get(name) ?? new Map<string, number>();
    const row = JSON.stringify([rule, reason]);
    items.set(name, rows.set(row, (rows.get(row) ?? 0) + 1));
  }
  return [...items].flatMap(([name, rows]) => [
    ...write(2, name),
    ...[...rows].flatMap(([row, times]) => {
      const [rule, reason] = JSON.parse(row);
      return write(4, `${rule}${times === 1 ? '' : ` (${times} findings)`}: ${reason}`);
    }),
  ]);
}

/** How many rules are told of items. */
const groupsIn = (findings: readonly ToldFinding[]): number =>
  new Set(findings.map(({ of, item, rule }) => JSON.stringify([of, item, rule]))).size;

const NOTES = "Notes (in full: --report json, or --rule 'ID=warning')";

/** What one rule says of more items than this is told together. */
const MANY = 5;

interface Sorted {
  /** What is told item by item. */
  readonly apart: readonly ToldFinding[];
  /** What is told rule by rule. */
  readonly shared: ReadonlyMap<string, readonly ToldFinding[]>;
  readonly notes: ReadonlyMap<string, readonly ToldFinding[]>;
}

function sorted(findings: readonly ToldFinding[]): Sorted {
  const rules = new Map<string, ToldFinding[]>();
  for (const finding of findings)
    put(rules, `${finding.rule}${finding.level === 'note' ? ' note' : ''}`, finding);
  const parts = { apart: [] as ToldFinding[], shared: new Map(), notes: new Map() };
  for (const [key, alike] of rules) {
    const items = new Set(alike.map(({ item, of }) => `${of} ${item}`)).size;
    if (alike[0]?.level === 'note') parts.notes.set(key, alike);
    else if (items > MANY) parts.shared.set(key, alike);
    else parts.apart.push(...alike);
  }
  return parts;
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The findings of each item, the item with the most of the worst first. */
function byItem(findings: readonly ToldFinding[], areSeveral: boolean) {
  const items = new Map<string, ToldFinding[]>();
  for (const finding of findings)
    put(items, areSeveral ? `${finding.of} ${finding.item}` : finding.item, finding);
  const weight = (alike: readonly ToldFinding[], level: Severity) =>
    alike.filter((one) => one.level === level).length;
  return [...items].sort(
    ([, one], [, other]) =>
      weight(other, 'error') - weight(one, 'error') || weight(other, 'warning') - weight(one, 'warning'),
  );
}

/** Writes a text as lines behind so many spaces. */
type Write = (indent: number, text: string) => string[];

function writer(columns: number): Write {
  return (indent, text) => {
    const space = ' '.repeat(indent);
    return wrap(visible(text), Math.max(20, columns - indent)).map((line) => `${space}${line}`);
  };
}

function itemLines(findings: readonly ToldFinding[], write: Write, areSeveral: boolean): readonly string[] {
  const [{ item = '', of = '' } = {}] = findings;
  const lines = write(0, areSeveral && of !== '' ? `${of}: ${item}` : item);
  const groups = new Map<string, ToldFinding[]>();
  for (const level of SEVERITIES)
    for (const one of findings.filter((other) => other.level === level).sort(byEffect))
      put(groups, one.rule, one);
  const told = new Map<string, string>();
  for (const [rule, alike] of groups) {
    const fix = alike[0]?.fix ?? '';
    lines.push(...groupLines(alike, write, told.get(fix)));
    if (rule.startsWith('client/') && !told.has(fix)) told.set(fix, rule);
  }
  return lines;
}

/** Columns of a level. */
const LEVEL = 9;

/** The most sentences of one rule at one item; of more the first alone, as the fix is mostly the same. */
const SENTENCES = 2;

/** What breaks comes before what is left out; what is no matter of clients keeps its place behind. */
const byEffect = (one: ToldFinding, other: ToldFinding): number => rankOf(one) - rankOf(other);

const rankOf = ({ effect }: ToldFinding): number =>
  effect === undefined ? TREATMENTS.length : TREATMENTS.indexOf(effect);

/**
 * What one rule says of one item, the worst first.
 *
 * @param same a rule that is told before with the same fix
 */
function groupLines(alike: readonly ToldFinding[], write: Write, same?: string): readonly string[] {
  const [{ level, rule, fix, path } = { level: 'note', rule: '', fix: '', path: '' }] = alike;
  const isOnePlace = path !== '' && alike.every((one) => one.path === path);
  const sentences = new Map<string, ToldFinding>();
  for (const one of alike) sentences.set(sentenceOf(one, isOnePlace), one);
  const told = [...sentences.keys()].slice(0, sentences.size > SENTENCES ? 1 : SENTENCES);
  return [
    ...write(2, `${level.padEnd(LEVEL)}${rule}${isOnePlace ? `  ${path}` : ''}`),
    ...told.flatMap((sentence) => write(2 + LEVEL, sentence)),
    ...restWords([...sentences.values()], told.length).flatMap((words) => write(2 + LEVEL, words)),
    ...(fix === '' ? [] : write(2 + LEVEL, `→ ${same === undefined ? fix : `The same as for ${same}.`}`)),
  ];
}

/** What is not told in full: the clients that it concerns as well, or how many places. */
function restWords(alike: readonly ToldFinding[], told: number): readonly string[] {
  const clients = clientWords(alike, told);
  const left = alike.length - told;
  return clients.length > 0 || left <= 0 ? clients : [`and ${left} more`];
}

/** The clients behind the first that are told, by what they do: a line for each. */
function clientWords(alike: readonly ToldFinding[], told: number): readonly string[] {
  const [first] = alike;
  const known = new Set(alike.slice(0, told).map(({ client }) => client));
  const lines = new Map<string, string[]>();
  for (const one of alike.slice(told).sort(byEffect)) {
    if (one.client === undefined || known.has(one.client)) continue;
    known.add(one.client);
    const level = one.level === first?.level ? '' : ` (${one.level})`;
    put(lines, `${one.effect === undefined ? 'also' : EFFECTS[one.effect]}${level}`, clientName(one));
  }
  return [...lines].map(([effect, clients]) => `${effect}: ${clients.join(', ')}`);
}

const EFFECTS: Readonly<Record<Treatment, string>> = {
  refused: 'every request fails',
  'left out': 'left out',
  cut: 'cut',
  replaced: 'replaced',
  ignored: 'ignored',
  deferred: 'put off',
  wanted: 'asked for by',
};

/** `Cursor (60, reported 2025-09)`: a client with its limit, and with the month of what is only reported. */
function clientName({ client, limit, reported }: ToldFinding): string {
  const name = CLIENTS.find(({ id }) => id === client)?.name ?? client ?? '';
  const facts = [
    limit === undefined ? undefined : thousands(limit),
    reported && `reported ${reported}`,
  ].filter(Boolean);
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

/**
 * The sentence below the name of its item, which it need not repeat, with the place that is not told above. Where a limit is known
 * from is told only of what is merely reported.
 */
function sentenceOf({ message, item, path, seq }: ToldFinding, isPlaceTold: boolean): string {
  const bare = message.replace(/ \((?:documented|in its code): [^()]*\)$/, '');
  const where = isPlaceTold || path === '' || message.includes(path) ? '' : ` at ${path}`;
  return `${belowItem(bare, item)}${where}${seq === undefined ? '' : ` (#${seq})`}`;
}

function split(item: string): readonly [noun: string, name: string] {
  const at = item.indexOf(':');
  return at < 0 ? [item, ''] : [item.slice(0, at), item.slice(at + 1)];
}

/** What one rule says of many items: how many, which, and the first sentence. */
function sharedLines(alike: readonly ToldFinding[], write: Write, withFix: boolean): readonly string[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { level, rule, fix, message, item } = first;
  const names = [...new Set(alike.map((one) => shortName(one.item)))];
  const name = visible(split(item)[1]);
  const called = [name, nameInSentence(split(item)[1])].find((one) => message.includes(one));
  const said =
    called === undefined || name.length < 4 ? message : message.split(called).join(shortName(item));
  const start = `${withFix ? level.padEnd(LEVEL) : ''}${rule}`;
  const isNamed = item === 'server' || said.includes(shortName(item));
  if (alike.length === 1) return write(2, `${start}  ${isNamed ? '' : `${shortName(item)}: `}${said}`);
  const indent = withFix ? 2 + LEVEL : 4;
  return [
    ...write(2, `${start} in ${counted(names.length, 'item')}: ${firstOf(names, 4)}`),
    ...write(indent, `such as: ${said}`),
    ...(first.client === undefined ? [] : clientWords(alike, 1)).flatMap((words) => write(indent, words)),
    ...(withFix && fix !== '' ? write(2 + LEVEL, `→ ${fix}`) : []),
  ];
}

const shortName = (item: string): string => cutMiddle(visible(split(item)[1] || item), 32);
