import { isObject } from '../../json/shape.ts';
import { isHung } from '../inbox.ts';
import type { Log } from '../log/log.ts';
import type { LogRow } from '../log/row.ts';
import { isFailure } from '../outcome.ts';
import { subjectOf } from '../pending.ts';
import type { Inbox } from '../state.ts';

/** How a request stands, in the words of the filter; several may hold. */
export type RequestStatus =
  | 'pending'
  | 'hung'
  | 'answered'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'late'
  | 'assumed'
  | 'closed';

/** A line as a filter looks at it; what costs more than a row is asked for when it is needed. */
export interface FilterLine {
  readonly row: LogRow;
  /** ms since the start of the transcript: the moment to count back from. */
  readonly now: number;
  /** The tool that is called, by a call and by its answer. */
  readonly tool: () => string;
  readonly text: () => string;
  /** False where the text certainly does not hold a word of ASCII in small letters, whatever the case there. */
  readonly mayHold: (word: string) => boolean;
  /** Ids of the findings at it. */
  readonly rules: () => readonly string[];
  readonly statuses: () => readonly RequestStatus[];
  /** Of a request or its answer, once it is there: the server's own, without the time spent waiting for a person. */
  readonly latency: number | undefined;
  readonly marked: boolean;
  readonly note: string;
  /** The name of its session, where there are several. */
  readonly session: string;
  /** Whether it belongs to the same request as the line with a label. */
  readonly isWith: (label: string) => boolean;
  /** Whether it is that line, or comes after it. */
  readonly isFrom: (label: string) => boolean;
}

/** What the filter asks of a log. */
export type FilterLog = Pick<Log, 'row' | 'text' | 'mayHold' | 'findings' | 'note'> & Places;
type Places = Pick<Log, 'find' | 'requestOf' | 'time'>;

/** Where a line stands among those of all sessions. */
export interface Among {
  readonly log: Places;
  readonly line: number;
  readonly session: string;
}

/** The line with this seq; undefined beyond the log. `inbox` is what waits for a person now. */
export function filterLine(
  log: FilterLog,
  seq: number,
  now: number,
  inbox: Inbox,
  among: Among = { log, line: seq, session: '' },
): FilterLine | undefined {
  const row = log.row(seq);
  if (row === undefined) return undefined;
  const request = row.re === undefined ? row : (log.row(row.re) ?? row);
  const answer = row.answer === undefined || row.ended !== 'answered' ? row : (log.row(row.answer) ?? row);
  return {
    row,
    now,
    tool: () => (request.method === 'tools/call' ? subjectIn(log.text(request.seq)) : ''),
    text: () => log.text(seq) ?? '',
    mayHold: (word) => log.mayHold(seq, word),
    rules: () => (row.finding ? log.findings(seq).map(({ rule }) => rule) : []),
    statuses: () => statusesOf(request, answer, (row) => isHung(row, now, inbox)),
    latency: answer.ms === undefined ? undefined : answer.ms - (answer.yours ?? 0),
    marked: row.marked === true,
    note: log.note(seq)?.text ?? '',
    session: among.session,
    isWith: (label) => {
      const other = among.log.find(label);
      const belongsTo = among.log.requestOf(among.line);
      return other !== undefined && belongsTo !== undefined && belongsTo === among.log.requestOf(other);
    },
    isFrom: (label) => {
      const from = among.log.find(label);
      if (from === undefined) return false;
      return among.session === '' ? seq >= from : among.log.time(among.line) >= among.log.time(from);
    },
  };
}

function subjectIn(text: string | undefined): string {
  try {
    const message: unknown = JSON.parse(text ?? '');
    return isObject(message) ? subjectOf(message['params']) : '';
  } catch {
    return '';
  }
}

function statusesOf(
  request: LogRow,
  answer: LogRow,
  hangs: (row: LogRow) => boolean,
): readonly RequestStatus[] {
  if (request.kind !== 'request') return request.kind === 'error' ? ['error'] : [];
  const { ended = 'pending' } = request;
  switch (ended) {
    case 'pending':
      return hangs(request) ? ['pending', 'hung'] : ['pending'];
    case 'answered':
      return [
        'answered',
        ...(request.late ? (['late'] as const) : []),
        ...(request.cancelled ? (['cancelled'] as const) : []),
        ...(isFailure(answer) ? (['error'] as const) : []),
      ];
    case 'cancel':
      return ['cancelled'];
    case 'timeout':
    case 'assumed':
    case 'closed':
      return [ended];
  }
}
