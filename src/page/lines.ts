import { type FilterLine, type FilterLog, filterLine } from '../session/filter/line.ts';
import { emptyInbox } from '../session/inbox.ts';
import type { PageData, PageLine, PageSession } from './data.ts';

/** The lines of a page in the order in which they came, whatever session they are of. */
export interface PageLines {
  readonly all: readonly PageLine[];
  readonly sessions: readonly PageSession[];
  session(line: PageLine): PageSession;
  /** Whether the clock tells when a line was. */
  isTimed(line: PageLine): boolean;
  /** When a line was: ms since 1970, or since its session began where nobody knows when that was. */
  time(line: PageLine): number;
  /** `#12`; among several sessions `crm#12`. */
  label(line: PageLine): string;
  /** The line that a label means. */
  find(label: string): PageLine | undefined;
  /** A line of a session, by the place of that. */
  at(session: number, seq: number | undefined): PageLine | undefined;
  /** A line as the filter of the traffic looks at it. */
  filtered(line: PageLine): FilterLine | undefined;
}

export function createLines({ sessions }: PageData, all: readonly PageLine[]): PageLines {
  const bySeq = sessions.map(() => new Map<number, PageLine>());
  const last = sessions.map(() => 0);
  for (const line of all) {
    bySeq[line.s]?.set(line.seq, line);
    last[line.s] = Math.max(last[line.s] ?? 0, line.t);
  }
  const first = Math.min(...sessions.flatMap(({ started = [] }) => started));
  const beginnings = sessions.map(({ started }) => started ?? (Number.isFinite(first) ? first : 0));
  const time = ({ s, t }: PageLine): number => (beginnings[s] ?? 0) + t;
  const find = (label: string): PageLine | undefined => {
    const [, name = '', seq] = /^(?:(.*)#)?(\d+)$/s.exec(label) ?? [];
    return bySeq[sessions.findIndex((one) => one.name === name)]?.get(Number(seq));
  };
  const logs = bySeq.map(createLog);
  const places = new Map(all.map((line, place) => [line, place]));
  const merged: Pick<FilterLog, 'find' | 'requestOf' | 'time'> = {
    find(label) {
      const line = find(label);
      return line && places.get(line);
    },
    requestOf(place) {
      const { s, with: request } = all[place]!;
      return request === undefined ? undefined : request * sessions.length + s;
    },
    time: (place) => time(all[place]!),
  };
  return {
    all,
    sessions,
    session: ({ s }) => sessions[s]!,
    isTimed: ({ s }) => sessions[s]?.started !== undefined,
    time,
    label: ({ s, seq }) => `${sessions[s]?.name ?? ''}#${seq}`,
    find,
    at: (session, seq) => (seq === undefined ? undefined : bySeq[session]?.get(seq)),
    filtered(line) {
      const among = { log: merged, line: places.get(line) ?? 0, session: sessions[line.s]?.name ?? '' };
      const several = sessions.length > 1 ? [among] : [];
      return filterLine(logs[line.s]!, line.seq, last[line.s]!, emptyInbox, ...several);
    },
  };
}

/** The lines of a session as the log that the filter asks. */
const createLog = (lines: ReadonlyMap<number, PageLine>): FilterLog => ({
  row: (seq) => lines.get(seq),
  text: (seq) => lines.get(seq)?.text,
  // All texts are at hand.
  mayHold: () => true,
  findings: (seq) => lines.get(seq)?.findings ?? [],
  note(seq) {
    const { marked, note = '' } = lines.get(seq) ?? {};
    return marked || note !== '' ? { mark: marked === true, text: note } : undefined;
  },
  find(label) {
    const seq = /^#?(\d+)$/.exec(label)?.[1];
    return seq === undefined ? undefined : Number(seq);
  },
  requestOf: (seq) => lines.get(seq)?.with,
  time: (seq) => lines.get(seq)?.t ?? 0,
});
