import type { Host } from '../../../host/host.ts';
import type { Log } from '../../../session/log.ts';
import { duration, yoursIn } from '../../../text/measure.ts';
import type { Section } from '../../kit/sheet/sheet.ts';
import { textSection } from '../../kit/sheet/text.ts';
import { errorOf, subjectOf } from './subject.ts';

/** How many of the first lines are shown, the request among them. */
const FIRST = 5;

/** How much of a text a line looks at. */
const HEAD = 2048;

/**
 * What stands for all that belongs to the request of a line: the first lines, this one and the next, and the last once
 * the request is answered or ended otherwise; undefined in the place of those between. Nothing of a request that has no
 * more than its answer.
 */
export function togetherWith(log: Log, seq: number): readonly (number | undefined)[] {
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
export function togetherSections(
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
  const { type, kind, method = '', ms } = row ?? {};
  const after = ms === undefined ? '' : [duration(ms), yoursIn(row ?? {})].filter(Boolean).join(', ');
  const head = mask(log.head(seq, HEAD));
  const told = (words: readonly string[]): string =>
    [`#${seq}`, ...words].filter((word) => word !== '').join('  ');
  if (type === 'life') {
    const entry = log.entry(seq);
    return told(entry?.type === 'life' ? [entry.event, mask(entry.detail ?? '')] : []);
  }
  if (kind === 'request' || kind === 'notification') return told([method, subjectOf(method, head)]);
  if (kind === 'result') return told(['result', after]);
  if (kind === 'error') return told(['error', errorOf(head), after]);
  return told([type === 'http' ? 'HTTP' : 'not a message', mask(log.findings(seq)[0]?.message ?? '')]);
}
