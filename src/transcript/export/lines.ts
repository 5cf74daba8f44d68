import type { LogRow } from '../../session/log/row.ts';
import type { Finding } from '../../spec/finding.ts';
import { isClocked } from '../../text/measure.ts';
import type { ExportedSession, ExportInput } from './exported.ts';

/** A line that is written, and whose it is. */
export interface ExportedLine {
  readonly session: ExportedSession;
  readonly seq: number;
}

/** The lines of all sessions by the clock; one that has none stands where the first of the others begins. */
export function* exportedLines({ sessions }: Pick<ExportInput, 'sessions'>): Generator<ExportedLine> {
  const clocks = sessions.map(({ started }) => started).filter(isClocked);
  const first = Math.min(...clocks);
  const walks = sessions.map((session) => ({
    session,
    from: isClocked(session.started) ? session.started : clocks.length === 0 ? 0 : first,
    at: 0,
  }));
  for (;;) {
    let next: (typeof walks)[number] | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const walk of walks) {
      const seq = walk.session.lines[walk.at];
      if (seq === undefined) continue;
      const time = walk.from + walk.session.log.time(seq);
      if (next !== undefined && time >= earliest) continue;
      next = walk;
      earliest = time;
    }
    if (next === undefined) return;
    yield { session: next.session, seq: next.session.lines[next.at++]! };
  }
}

/** When a line was, in UTC; nothing where its session has no clock. */
export function timeOf({ session: { log, started }, seq }: ExportedLine): string | undefined {
  return isClocked(started) ? new Date(started + log.time(seq)).toISOString() : undefined;
}

type Session = Pick<ExportedSession, 'log' | 'mask'>;

/** A row without secrets: the name of a method can hold one as well, and so can an id. */
export function maskedRow({ log, mask }: Session, seq: number): LogRow | undefined {
  const row = log.row(seq);
  if (row === undefined) return undefined;
  const { method, id } = row;
  return {
    ...row,
    ...(method === undefined ? {} : { method: mask(method) }),
    ...(typeof id === 'string' ? { id: mask(id) } : {}),
  };
}

/** What was found in a line, without secrets. */
export const maskedFindings = ({ log, mask }: Session, seq: number): readonly Finding[] =>
  log.findings(seq).map(({ path, message, alike, ...finding }) => ({
    ...finding,
    ...(path === undefined ? {} : { path: mask(path) }),
    message: mask(message),
    ...(alike === undefined ? {} : { alike: alike.map(mask) }),
  }));

/** The seq of the answer to a request. What ended it can be something else: a cancellation, the end of the connection. */
export function answerTo(
  log: ExportedSession['log'],
  { answer }: Pick<LogRow, 'answer'>,
): number | undefined {
  const kind = answer === undefined ? undefined : log.row(answer)?.kind;
  return kind === 'result' || kind === 'error' ? answer : undefined;
}

/** Whether the messages went through a pipe; where nobody knows how they travelled it is false. */
export const isPipe = ({ target, transport }: ExportedSession['state']): boolean =>
  transport === undefined &&
  (target.transport === 'stdio' || (target.transport === 'recorded' && target.command !== undefined));

/** The requests among the lines, and those whose answers are among them. */
export function* requestsAmong({ log, lines }: ExportedSession): Generator<number> {
  for (const seq of lines) {
    const { type, kind, re } = log.row(seq) ?? {};
    if (type !== 'frame') continue;
    if (kind === 'request') yield seq;
    else if (re !== undefined && log.row(re)?.answer === seq && !includes(lines, re)) yield re;
  }
}

/** Whether an ascending list has a number. */
export function includes(list: readonly number[], wanted: number): boolean {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
}
