import type { Host } from '../../../host/host.ts';
import { type Entry, type FrameEntry, type InvalidEntry, lifeLines } from '../../../session/frame.ts';
import type { Log } from '../../../session/log/log.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { errorOf, summaryOf } from '../../../session/summary.ts';
import { bytes, clockAt, duration, yoursIn } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { memoOf } from '../../../time/memo.ts';
import { type LogLines, linesAt } from '../../kit/log/state.ts';
import { exchangeKey, exchangeSections } from '../../kit/sheet/exchange.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { findingSections } from '../../kit/sheet/finding.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { jsonSection, textSection } from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import type { Secrets } from '../../world/secrets.ts';

/** The lines, when they began, and what hides the secrets in them. */
type Lines = Pick<Host, 'log' | 'started' | 'mask' | 'now' | 'store'>;

/** How a line is shown. */
interface Look {
  /** The text as it crossed the wire, and not a value a row. */
  readonly raw: boolean;
  readonly revealed: boolean;
  /** What ended a request is shown below it. */
  readonly exchanges?: boolean;
}

/** The sheet of a line, as its session has it. */
export function lineSheet(all: LogLines, line: number, look: Look): Sheet | undefined {
  const { lines, seq, part } = linesAt(all, line);
  const sheet = frameSheet(lines, seq, look);
  return part === undefined ? sheet : sheet && amongAll(sheet, line - seq);
}

/** The same sheet where it leads to lines among those of all sessions, whose numbers begin there for its own. */
const amongAll = memoOf((sheet: Sheet, base: number): Sheet => {
  const sections = sheet.sections.map((section) =>
    section.kind === 'text' && section.seq !== undefined ? { ...section, seq: base + section.seq } : section,
  );
  return { ...sheet, key: `${base} ${sheet.key}`, sections };
});

/** One line of the traffic with all that is known of it; nothing beyond the log. */
export function frameSheet(lines: Lines, seq: number, look: Look): Sheet | undefined {
  const { log } = lines;
  const row = log.row(seq);
  if (row === undefined) return undefined;
  // What is known changes when the answer comes, when something is found, and with all that comes to its request.
  const known = [
    row.answer,
    row.finding,
    noteKey(lines, seq),
    keyOf(lines, seq),
    togetherWith(log, seq).join(' '),
  ];
  return logSheet(lines, {
    key: `frame ${seq} ${look.raw} ${look.exchanges === true}`,
    changes: known.join(' '),
    revealed: look.revealed,
    groups: (secrets) => [
      [textSection('facts', [factsOf(lines, row)], { meaning: 'dim' })],
      noteSections(lines, row),
      findingSections(log, seq, secrets.mask),
      ...contentOf(lines, row, secrets, look.raw),
      ...(look.exchanges === true ? endSections(lines, row, secrets, look.raw) : []),
      togetherSections(lines, seq, secrets.mask),
      ...exchangeOf(lines, row, secrets),
    ],
    whole: () => log.text(seq) ?? '',
    file: fileName('message', seq),
  });
}

/** What ended a request, below it. */
function endSections(
  lines: Lines,
  { kind, answer }: LogRow,
  secrets: Secrets,
  raw: boolean,
): readonly (readonly Section[])[] {
  const row = kind === 'request' && answer !== undefined ? lines.log.row(answer) : undefined;
  if (row === undefined) return [];
  const groups = [
    [textSection('head', [lineOf(lines.log, row.seq, secrets.mask)], { meaning: 'strong', seq: row.seq })],
    findingSections(lines.log, row.seq, secrets.mask),
    ...contentOf(lines, row, secrets, raw),
  ];
  return groups.map((sections) => sections.map((section) => ({ ...section, id: `end ${section.id}` })));
}

/** What is known of its exchange. */
function keyOf(lines: Lines, seq: number): string {
  const entry = lines.log.entry(seq);
  return entry !== undefined && 'x' in entry && entry.x !== undefined ? exchangeKey(lines, entry.x) : '';
}

const noteKey = ({ log }: Lines, seq: number): string => JSON.stringify(log.note(seq) ?? '');

/** What the person says of it. */
function noteSections({ log }: Lines, { seq }: LogRow): readonly Section[] {
  const note = log.note(seq);
  if (note === undefined) return [];
  const said = [note.mark ? 'marked' : '', note.text].filter((text) => text !== '').join('; ');
  return [textSection('note', [said], { meaning: 'accent' })];
}

/** Number, time, what it belongs to, how large it is and where it came from, in one line. */
function factsOf({ log, started, store }: Lines, row: LogRow): string {
  const entry = log.entry(row.seq);
  const request = log.requestOf(row.seq);
  const isOwn = request === undefined || request === row.seq || request === row.re;
  const from = { c2s: 'client to server', s2c: 'server to client' };
  const told = [
    clockAt(started, row.t),
    row.dir === undefined ? nounOf(row, entry) : from[row.dir],
    row.size > 0 ? bytes(row.size) : '',
    ...placeOf(entry),
    causeOf(row, store.state().uses === undefined),
    row.re === undefined
      ? ''
      : `answers #${row.re}${row.ms === undefined ? '' : ` after ${duration(row.ms)}`}`,
    yoursIn(row),
    row.answer === undefined ? '' : `${row.ended} by #${row.answer}`,
    isOwn ? '' : `belongs to #${request}`,
  ];
  return told.filter((text) => text !== '').join(', ');
}

/** What lines that are no messages are called. */
const NOUNS: Readonly<Record<string, string>> = { life: 'connection event' };

/** What a line that is no message is called; one of another program by its name. */
const nounOf = ({ type }: LogRow, entry: Entry | undefined): string =>
  visible((entry?.type === 'stderr' ? entry.from : undefined) ?? NOUNS[type] ?? type);

/** Who caused it. We send only messages, so anything else was typed by a person, unless another client drives the session. */
function causeOf({ by, type, dir }: LogRow, isOurs: boolean): string {
  if (by === 'auto') return 'sent automatically';
  return by === 'user' || (isOurs && type === 'invalid' && dir === 'c2s') ? 'sent by you' : '';
}

/** Where on the wire it stood. */
function placeOf(entry: Entry | undefined): readonly string[] {
  if (entry?.type !== 'frame' && entry?.type !== 'invalid') return [];
  const { line } = entry;
  const part = entry.type === 'frame' ? entry.part : undefined;
  const lines = entry.type === 'frame' ? entry.lines : undefined;
  return [
    line === undefined ? '' : `stream line ${line}`,
    part === undefined ? '' : `message ${part[0]} of ${part[1]} on it`,
    lines === undefined ? '' : `over ${lines} lines`,
  ];
}

function contentOf(
  lines: Lines,
  { seq }: LogRow,
  secrets: Secrets,
  raw: boolean,
): readonly (readonly Section[])[] {
  const { mask } = secrets;
  const entry = lines.log.entry(seq);
  switch (entry?.type) {
    case 'frame':
      return frameContent(entry, mask, raw);
    case 'invalid':
      return invalidContent(entry, mask);
    case 'life':
      return [[textSection('life', lifeLines(entry).map(mask))]];
    case 'stderr':
      return [[wire(entry.from ?? 'stderr', entry.text, mask)]];
    case 'http':
      return exchangeSections(lines, entry.x, secrets);
    case 'finding':
    case 'note':
    case undefined:
      return [[textSection('gone', ['Its text was dropped, as this session is not recorded.'])]];
  }
}

/** The exchange in which a message came over HTTP, below it. */
function exchangeOf(lines: Lines, { seq }: LogRow, secrets: Secrets): readonly (readonly Section[])[] {
  const entry = lines.log.entry(seq);
  if ((entry?.type !== 'frame' && entry?.type !== 'invalid') || entry.x === undefined) return [];
  const title = textSection('exchange', [`HTTP exchange ${entry.x}`], { meaning: 'strong' });
  return [[title], ...exchangeSections(lines, entry.x, secrets)];
}

/** A text of the wire, exact to be copied. */
const wire = (id: string, text: string, mask: (text: string) => string, path?: string): Section =>
  textSection(id, mask(text), {
    content: { kind: 'text', text },
    ...(path === undefined ? {} : { path }),
  });

function frameContent(
  { msg, pre, post, raw: original }: FrameEntry,
  mask: (text: string) => string,
  raw: boolean,
): readonly (readonly Section[])[] {
  const beside = (id: string, what: string, text: string | undefined): readonly Section[] =>
    text === undefined || text === ''
      ? []
      : [textSection(`${id} head`, what, { meaning: 'finding' }), textSection(id, [mask(text)])];
  const message = raw ? undefined : jsonSection('message', msg, '');
  return [
    beside('pre', 'before the message on the line', pre),
    [message ?? wire('message', msg, mask, '')],
    beside('post', 'after the message on the line', post),
    beside('original', 'the bytes of the line, in base64', original),
  ];
}

function invalidContent(
  { why, text, base64 }: InvalidEntry,
  mask: (text: string) => string,
): readonly (readonly Section[])[] {
  return [
    [textSection('why', [mask(why)], { meaning: 'error' })],
    text === undefined ? [] : [wire('text', text, mask)],
    base64 === undefined
      ? []
      : [
          textSection('bytes head', ['the bytes, in base64'], { meaning: 'dim' }),
          textSection('bytes', base64),
        ],
  ];
}

/** How many of the first lines are shown, the request among them. */
const FIRST = 5;

/** How much of a text a line looks at. */
const HEAD = 2048;

/**
 * What stands for all that belongs to the request of a line: the first lines, this one and the next, and the last once
 * the request is answered or ended otherwise; undefined in the place of those between. Nothing of a request that has no
 * more than its answer.
 */
function togetherWith(log: Log, seq: number): readonly (number | undefined)[] {
  const request = log.requestOf(seq);
  const first = request === undefined ? undefined : log.nextWith(request);
  if (request === undefined || first === undefined) return [];
  const { answer, ended } = log.row(request) ?? {};
  if (first === answer && log.nextWith(first) === undefined) return [];
  const shown = new Set<number>();
  for (let at: number | undefined = request; at !== undefined && shown.size < FIRST; at = log.nextWith(at))
    shown.add(at);
  shown.add(seq);
  shown.add(log.nextWith(seq) ?? seq);
  if (ended !== undefined) shown.add(log.lastWith(request));
  const ordered = [...shown].sort((one, other) => one - other);
  return ordered.flatMap((at, place) => (log.nextWith(at) === ordered[place + 1] ? [at] : [at, undefined]));
}

/** The lines that belong to the request of a line, each to go to; the line itself is marked. */
function togetherSections(
  lines: Pick<Host, 'log' | 'mask'>,
  seq: number,
  mask: (text: string) => string,
): readonly Section[] {
  const shown = togetherWith(lines.log, seq);
  if (shown.length === 0) return [];
  const title = textSection('together', [`exchange of #${shown[0]}`], { meaning: 'strong' });
  const rows = shown.map((at, place) =>
    at === undefined
      ? textSection(`together gap ${place}`, ['  …'], { meaning: 'dim' })
      : textSection(`together ${at}`, [`${at === seq ? '*' : ' '} ${lineOf(lines.log, at, mask)}`], {
          seq: at,
        }),
  );
  return [title, ...rows];
}

function lineOf(log: Log, seq: number, mask: (text: string) => string): string {
  const row = log.row(seq);
  const { type, kind, method = '', ms, failed } = row ?? {};
  const after = ms === undefined ? '' : [duration(ms), yoursIn(row ?? {})].filter(Boolean).join(', ');
  const head = mask(log.head(seq, HEAD));
  const told = (words: readonly string[]): string =>
    [`#${seq}`, ...words].filter((word) => word !== '').join('  ');
  if (type === 'life') {
    const entry = log.entry(seq);
    return told(entry?.type === 'life' ? [entry.event, mask(entry.detail ?? '')] : []);
  }
  if (kind === 'request' || kind === 'notification') return told([method, summaryOf(method, head)]);
  if (kind === 'result') return told([failed ? 'tool error' : 'result', after]);
  if (kind === 'error') return told(['error', errorOf(head), after]);
  return told([type === 'http' ? 'HTTP' : 'not a message', mask(log.findings(seq)[0]?.message ?? '')]);
}
