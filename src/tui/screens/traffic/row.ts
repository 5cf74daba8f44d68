import type { Host, HostPart } from '../../../host/host.ts';
import { type Entry, textOf } from '../../../session/frame.ts';
import { isHung, waitingIn } from '../../../session/inbox.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { endingOf, failureWord } from '../../../session/outcome.ts';
import { mark } from '../../../session/redaction/redaction.ts';
import { argumentsOf, ENDED, errorMessageOf, summaryOf } from '../../../session/summary.ts';
import { takesArguments } from '../../../spec/methods.ts';
import { cut, pad, padStart } from '../../../text/cut.ts';
import { bytes, clockAt, delta, duration, isClocked, yoursIn } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { type LogLines, linesAt } from '../../kit/log/state.ts';
import { MASKED } from '../../world/secrets.ts';
import type { Meaning, Theme } from '../../world/theme.ts';

/** What a row of the traffic list says, before it is cut into columns. All of it is visible text. */
interface TrafficLine {
  /** The number of the message, `#15`. */
  readonly number: string;
  /** Cells that the longest number takes. */
  readonly numberCells: number;
  /** Among several sessions the one that it belongs to, in as many cells as for all of them. */
  readonly session: string;
  readonly sessionMeaning: Meaning;
  readonly time: string;
  readonly delta: string;
  readonly glyph: string;
  readonly meaning: Meaning;
  readonly id: string;
  readonly what: string;
  readonly subject: string;
  readonly latency: string;
  /** How much of it was spent waiting for a person, in words. */
  readonly yours: string;
  /** How bad the latency is: what hangs or comes late stands out. */
  readonly latencyMeaning: Meaning;
  /** 0 to 1, on a logarithmic scale from 1 ms to 10 s; nothing where nothing is measured. */
  readonly share: number | undefined;
  readonly size: string;
  readonly finding: boolean;
  readonly marked: boolean;
  /** What the person has written about it. */
  readonly note: string;
}

/** How much of a text a row looks at. */
const HEAD = 2048;

/**
 * The line with this seq, or undefined beyond the log. `before` is the seq of the row above it, to which the
 * delta counts. As an exchange, a request is told with what ended it.
 */
export function trafficLine(
  all: LogLines,
  at: number,
  before: number | undefined,
  theme: Theme,
  asExchange = false,
): TrafficLine | undefined {
  const { lines, seq, part } = linesAt(all, at);
  const { log } = lines;
  const row = log.row(seq);
  if (row === undefined) return undefined;
  const t = all.log.time(at);
  const line: TrafficLine = {
    number: `#${seq}`,
    numberCells: `#${longestIn(all) - 1}`.length,
    ...sessionOf(all.parts?.all ?? [], part),
    time: clockAt(all.started, t),
    delta: before === undefined || !isClocked(all.started) ? '' : delta(t - all.log.time(before)),
    id: row.id === undefined || row.id === null ? '' : visible(String(row.id)),
    ...latencyOf(row, lines, theme),
    size: row.size > 0 ? bytes(row.size) : '',
    finding: row.finding,
    marked: row.marked === true,
    note: row.noted ? visible(lines.mask(log.note(seq)?.text ?? '')) : '',
    ...toldMasked(contentOf(lines, row, theme), lines, row),
  };
  return asExchange && row.kind === 'request' ? { ...line, ...endOf(row, line, lines, theme) } : line;
}

/** The length of the log, among several that of the longest. */
const longestIn = ({ log, parts }: LogLines): number =>
  parts === undefined ? log.length : Math.max(...parts.all.map(({ host }) => host.log.length));

/** Cells of the longest name of a session. */
const NAME = 12;
/** What colours tell sessions apart; their names do without. */
const HUES: readonly Meaning[] = ['name', 'string', 'number', 'word', 'accent', 'running'];

/** The session of a line, cut to what all have room for; one that looks like another then has its number before it. */
function sessionOf(
  all: readonly HostPart[],
  part: HostPart | undefined,
): Pick<TrafficLine, 'session' | 'sessionMeaning'> {
  const place = part === undefined ? -1 : all.indexOf(part);
  const names = all.map(({ name }) => visible(name));
  const shown = (name: string, at: number): string => {
    const isAlone = names.every((other, nth) => nth === at || cut(other, NAME) !== cut(name, NAME));
    return cut(isAlone ? name : `${at + 1} ${name}`, NAME);
  };
  const cells = Math.max(0, ...names.map((name, at) => width(shown(name, at))));
  return {
    session: place < 0 ? '' : pad(shown(names[place] ?? '', place), cells),
    sessionMeaning: HUES[place % HUES.length] ?? 'dim',
  };
}

/** What the row of a request says once that has ended: how, after how long, and how large the answer is. */
function endOf(row: LogRow, line: TrafficLine, lines: LogLines, theme: Theme): Partial<TrafficLine> {
  const { log, mask } = lines;
  const ending = endingOf(log, row);
  const end = row.answer === undefined ? undefined : log.row(row.answer);
  if (ending === undefined || end === undefined) return { size: '' };
  const { meaning, word } = ending;
  const sign = meaning === 'failed' ? `${theme.glyphs.error} ${word}` : word;
  const answered = end.ms === undefined ? undefined : latencyOf(end, lines, theme);
  const since = end.t > row.t ? duration(end.t - row.t) : '';
  const took = answered === undefined || meaning === 'cancelled' ? since : answered.latency;
  const noted = end.noted ? visible(mask(log.note(end.seq)?.text ?? '')) : '';
  return {
    ...answered,
    latency: `${sign} ${took}`.trim(),
    latencyMeaning:
      meaning === 'failed'
        ? 'failed'
        : meaning === 'cancelled'
          ? 'finding'
          : (answered?.latencyMeaning ?? 'dim'),
    size: end.type === 'frame' ? bytes(end.size) : '',
    finding: line.finding || end.finding,
    marked: line.marked || end.marked === true,
    note: [line.note, noted].filter((text) => text !== '').join('; '),
  };
}

type Content = Pick<TrafficLine, 'glyph' | 'meaning' | 'what' | 'subject'>;

/** What it is about, with a word where a secret in it is masked, and not where the recording has none. */
function toldMasked(content: Content, { log }: LogLines, { seq }: LogRow): Content {
  const isMasked = content.subject.includes(mark) && !log.head(seq, HEAD).includes(mark);
  return isMasked ? { ...content, subject: `${content.subject}  ${MASKED}` } : content;
}

function contentOf(lines: LogLines, row: LogRow, { glyphs }: Theme): Content {
  const { log, mask } = lines;
  const head = (): string => mask(log.head(row.seq, HEAD));
  switch (row.type) {
    case 'frame':
      return frameContent(row, head(), nameOf(lines, row), glyphs);
    case 'invalid': {
      const why = log.findings(row.seq)[0]?.message ?? 'not a message';
      const text = JSON.stringify(head());
      return { glyph: glyphs.error, meaning: 'error', what: visible(mask(why)), subject: visible(text) };
    }
    case 'stderr':
      return { glyph: ' ', meaning: 'dim', what: visible(fromOf(log, row.seq)), subject: visible(head()) };
    case 'life':
      return lifeContent(log.entry(row.seq), row, glyphs.bullet);
    case 'http': {
      const why = visible(mask(log.findings(row.seq)[0]?.message ?? ''));
      return { glyph: glyphs.error, meaning: 'error', what: why, subject: `HTTP exchange ${row.x}` };
    }
    case 'finding':
    case 'note':
      return { glyph: ' ', meaning: 'finding', what: row.type, subject: visible(head()) };
  }
}

/** Whose line it is that is on stderr: the server's, or that of the program whose log was opened. */
function fromOf(log: LogLines['log'], seq: number): string {
  const entry = log.entry(seq);
  return (entry?.type === 'stderr' ? entry.from : undefined) ?? 'stderr';
}

/** What a call that is answered was about: the name of the tool or prompt. */
function nameOf({ log, mask }: LogLines, { method = '', re }: LogRow): string {
  if (re === undefined || !takesArguments(method)) return '';
  return summaryOf(method, mask(log.head(re, HEAD)));
}

function frameContent(row: LogRow, head: string, name: string, glyphs: Theme['glyphs']): Content {
  const { method = '', kind = 'none' } = row;
  const glyph = row.dir === 'c2s' ? glyphs.request : glyphs.response;
  const meaning = row.dir === 'c2s' ? 'request' : 'response';
  switch (kind) {
    case 'request':
    case 'notification': {
      const given = takesArguments(method) ? argumentsOf(head) : '';
      return { glyph, meaning, what: visible(method), subject: `${summaryOf(method, head)} ${given}`.trim() };
    }
    case 'result': {
      const subject = `${visible(method)} ${name}`.trimEnd();
      return row.failed
        ? {
            glyph: glyphs.error,
            meaning: 'error',
            what: failureWord(row, () => head),
            subject: name || subject,
          }
        : { glyph, meaning, what: 'result', subject };
    }
    case 'error':
      return {
        glyph: glyphs.error,
        meaning: 'error',
        what: failureWord(row, () => head),
        subject: `${name}  ${errorMessageOf(head)}`.trim(),
      };
    case 'none':
      return { glyph, meaning: 'error', what: 'not a message', subject: visible(head) };
  }
}

function lifeContent(entry: Entry | undefined, { finding }: LogRow, bullet: string): Content {
  if (entry?.type !== 'life') return { glyph: bullet, meaning: 'dim', what: 'connection', subject: '' };
  const { event, pid, code, signal, re } = entry;
  const detail = textOf(entry) || undefined;
  const told = [
    pid === undefined ? '' : `process ${pid}`,
    signal === undefined ? (code === undefined ? '' : `code ${code}`) : signal,
    detail ?? '',
    re === undefined ? '' : detail === undefined ? `#${re}` : `(#${re})`,
  ];
  // A process that was asked to end, or was needed no longer, has not failed.
  const isProcess = code !== undefined || signal !== undefined;
  const failed = event === 'timeout' || (event === 'exit' && (finding || !isProcess));
  const subject = visible(told.filter((text) => text !== '').join('  '));
  return { glyph: bullet, meaning: failed ? 'failed' : 'dim', what: event, subject };
}

type Latency = Pick<TrafficLine, 'latency' | 'yours' | 'latencyMeaning' | 'share'>;

function latencyOf(row: LogRow, { log, now, store }: LogLines, { glyphs }: Theme): Latency {
  if (row.ms !== undefined) {
    const late = row.late === true;
    const own = row.ms - (row.yours ?? 0);
    const share = Math.min(1, Math.max(0, Math.log10(Math.max(1, own)) / 4));
    const waited = yoursIn(row);
    // An answer of a person's has no other time than theirs.
    const [took, yours] = own === 0 && waited !== '' ? [waited, ''] : [duration(row.ms), waited];
    const isOk = row.kind === 'result' && row.dir === 's2c' && !row.failed && !row.asks;
    const latency = `${isOk ? `${glyphs.ok} ` : ''}${late ? 'late ' : ''}${took}`;
    return { latency, yours, latencyMeaning: late ? 'finding' : 'dim', share };
  }
  const none = { latency: '', yours: '', latencyMeaning: 'dim', share: undefined } as const;
  if (row.kind !== 'request') return none;
  const { ended = 'pending' } = row;
  switch (ended) {
    case 'pending': {
      if (waitingIn(store.state()).some(({ seq, key }) => seq === row.seq && key === ''))
        return { ...none, latency: 'waits for you', latencyMeaning: 'running' };
      // In a recording nobody waits any more, and what was open at its end says how long by its place.
      return isHung(row, now(), store.state().inbox)
        ? { ...none, latency: `hung ${duration(now() - row.t)}`, latencyMeaning: 'failed' }
        : { ...none, latency: 'pending', latencyMeaning: 'running' };
    }
    case 'timeout':
      return { ...none, latency: ENDED.timeout, latencyMeaning: 'failed' };
    case 'cancel':
      return { ...none, latency: ENDED.cancel, latencyMeaning: 'finding' };
    case 'closed':
      return { ...none, latency: ENDED.closed, latencyMeaning: 'failed' };
    case 'answered':
      if (row.cancelled) return { ...none, latency: ENDED.cancel, latencyMeaning: 'finding' };
      return row.late && log.row(row.answer ?? 0)?.late ? { ...none, latency: 'came late' } : none;
    case 'assumed':
      return none;
  }
}

/** How a row stands in its list. */
interface Standing {
  readonly selected: boolean;
  readonly focused: boolean;
  /** What ties it to the selected row, a cell wide. */
  readonly tie: string;
}

/** The row of a line in a list with a selection: a marker or what ties it to the marked one, then the row. */
export function markedRow(
  line: TrafficLine,
  cells: number,
  { selected, focused, tie }: Standing,
  theme: Theme,
): string {
  const inverse = selected && focused;
  const row = trafficRow(line, cells - 2, inverse, theme);
  if (!selected) return `${tie} ${row}`;
  return `${theme.paint(inverse ? 'selection' : 'accent', `${theme.glyphs.selected} `)}${row}`;
}

/**
 * The line as a row of exactly `cells`: number, time, delta, direction, mark, id, what it is about with what was noted,
 * latency, size. In a narrow row the delta goes first, then the time, the id and the size.
 */
export function trafficRow(line: TrafficLine, cells: number, selected: boolean, theme: Theme): string {
  const { paint, glyphs } = theme;
  const hasColumn = line.session !== '' && cells >= COLUMN;
  const label = hasColumn ? line.number : `${cut(line.session.trimEnd(), SHORT)}${line.number}`;
  const [least, gap] = cells >= 60 ? [5, '  '] : [4, ' '];
  const named = line.session === '' || hasColumn ? 0 : Math.min(SHORT, width(line.session));
  const number = `${padStart(label, named + Math.max(least, line.numberCells))}${gap}`;
  const session = hasColumn ? `${line.session}  ` : '';
  const time = cells >= 84 && line.time !== '' ? `${line.time}  ` : '';
  const since = cells >= 96 && line.time !== '' ? `${padStart(line.delta, 7)}  ` : '';
  const size = cells >= 48 ? padStart(line.size, 8) : '';
  const yours = line.yours === '' || cells < 60 ? '' : ` ${glyphs.bullet} ${line.yours}`;
  const took = `${line.latency}${yours}`;
  const latency = took === '' && cells < 60 ? '' : padStart(took, Math.max(11, width(took) + 1));
  const bar = cells >= 52 ? barOf(line.share, cells >= 110 ? BAR : 1, theme) : '';
  const mark = line.marked ? glyphs.mark : ' ';
  const finding = line.finding ? glyphs.finding : ' ';
  const id = cells >= 60 ? `${padStart(line.id, 4)} ` : '';
  const room =
    cells -
    width(number) -
    width(session) -
    width(time) -
    width(since) -
    2 -
    width(id) -
    2 -
    width(latency) -
    width(bar) -
    width(size);
  const what = cut(line.what, room);
  const subject = cut(line.subject, Math.max(0, room - width(what) - 2));
  const about = subject === '' ? what : `${what}  ${subject}`;
  const note = noteOf(line.note, Math.max(0, room - width(about) - 2));
  const filled = pad(`${about}${note}`, Math.max(0, room));
  if (selected) {
    const row = `${session}${number}${time}${since}${line.glyph}${mark}${id}${finding} ${filled}${latency}${bar}${size}`;
    return paint('selection', pad(row, cells));
  }
  const text = line.meaning === 'dim' || line.meaning === 'error' ? paint(line.meaning, filled) : filled;
  return [
    paint(line.sessionMeaning, session),
    paint('dim', `${number}${time}${since}`),
    paint(line.meaning, line.glyph),
    `${paint('accent', mark)}${paint('dim', id)}${paint('finding', finding)} ${text}`,
    paint(line.latencyMeaning, latency),
    paint('dim', bar),
    paint('dim', size),
  ].join('');
}

/** Cells of a row from which on the session has a column, and of its name where it stands before the number. */
const COLUMN = 72;
const SHORT = 7;

/** Cells of the bar beside the latency in a wide row; in others one cell says how high it is. */
const BAR = 8;

function barOf(share: number | undefined, cells: number, { glyphs }: Theme): string {
  if (share === undefined) return ' '.repeat(cells + 1);
  if (cells === 1) {
    const { levels } = glyphs;
    return ` ${levels[Math.round(share * (levels.length - 1))] ?? ' '}`;
  }
  return ` ${pad(glyphs.span.repeat(Math.max(1, Math.round(share * cells))), cells)}`;
}

/** What was noted, behind what the line is about; a few letters of it are worth nothing. */
const noteOf = (note: string, room: number): string =>
  note === '' || room < 6 ? '' : `  ; ${cut(note, room - 2)}`;

/**
 * What stands in the gutter of a row beside a selected one: a part of the bracket around all that belongs to the same
 * request, painted, one cell wide. It stays open at its end as long as that goes on: without an answer, or with one that
 * asks for input or is a task.
 */
export function tieFor(
  { log, store, parts }: Pick<Host, 'log' | 'store' | 'parts'>,
  selected: number | undefined,
  theme: Theme,
): (seq: number) => string {
  const request = selected === undefined ? undefined : log.requestOf(selected);
  const last = request === undefined ? undefined : log.lastWith(request);
  if (request === undefined || last === undefined || last === request || theme.linear) return () => ' ';
  const [first = '', inner = '', end = '', by = ''] = theme.glyphs.ties;
  const of = parts?.at(request);
  const { running } = (of?.part.host.store ?? store).state();
  const before = of === undefined ? 0 : request - of.seq;
  const goesOn = running.some(({ seq }) => log.requestOf(before + seq) === request);
  const isOver = log.row(request)?.ended !== undefined && !goesOn;
  const isWithin = (seq: number): boolean => {
    if (parts?.at(seq)?.part === of?.part) return seq >= request && seq <= last;
    return log.time(seq) >= log.time(request) && log.time(seq) < log.time(last);
  };
  return (seq) => {
    if (!isWithin(seq)) return ' ';
    if (log.requestOf(seq) !== request) return theme.paint('dim', by);
    return theme.paint('accent', seq === request ? first : seq === last && isOver ? end : inner);
  };
}
