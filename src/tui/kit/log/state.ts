import type { Host, HostPart } from '../../../host/host.ts';
import type { SavedFilters } from '../../../session/filter/parse.ts';
import type { Seqs } from '../../../session/log/column.ts';
import { windowOf } from '../list/state.ts';

/** The lines, when they began, what hides the secrets in them, and the session they make. */
export interface LogLines extends Pick<Host, 'log' | 'started' | 'mask' | 'now' | 'store' | 'parts'> {
  /** Nothing is hidden. */
  readonly revealed?: true;
}

/** The lines of the session that a line belongs to, with its seq there: the same lines where there is but one session. */
export function linesAt(
  lines: LogLines,
  line: number,
): { readonly lines: LogLines; readonly seq: number; readonly part?: HostPart } {
  const of = lines.parts?.at(line);
  if (of === undefined) return { lines, seq: line };
  const { part, seq } = of;
  return { lines: lines.revealed ? { ...part.host, mask: lines.mask } : part.host, seq, part };
}

/** The lines that a log shows. */
export interface Found {
  readonly seqs: Seqs;
  /** How many have not been looked at. */
  readonly left: number;
  /** The filter in force. */
  readonly filter: string;
}

/** The state of a log pane: either it follows the newest line, or a line is selected by its seq. */
export interface LogUi {
  readonly follow: boolean;
  /** The seq of the selected line while it does not follow. */
  readonly selected: number;
  /** The seq of the newest line when following ended: what is after it is new. */
  readonly pausedAt: number;
  /** The seq of the first line shown, as far as the selection allows it. */
  readonly top: number;
  /** What was typed after `/`. */
  readonly filter: string;
  /** Only lines with findings. */
  readonly findings: boolean;
  /** What was looked for before nothing but one exchange was shown. */
  readonly aside: Pick<LogUi, 'filter' | 'findings'> | undefined;
  /** Each request and its answer are one row. */
  readonly exchanges: boolean;
  /** stderr is put on the timeline, too. */
  readonly stderr: boolean;
  /** Filters by name, which may stand as `@name` in the one that is typed. */
  readonly saved: SavedFilters;
}

export const followedLog: LogUi = {
  follow: true,
  selected: 0,
  pausedAt: 0,
  top: 0,
  filter: '',
  findings: false,
  aside: undefined,
  exchanges: false,
  stderr: false,
  saved: {},
};

/** The part of a log that is drawn: places `from` up to, and without, `to`; `place` is the selected line. */
export interface LogWindow {
  readonly from: number;
  readonly to: number;
  readonly place: number;
  /** Lines that came since following ended. */
  readonly fresh: number;
}

/** Cuts out of the lines the `height` that are drawn. */
export function logWindow(log: LogUi, seqs: Seqs, height: number): LogWindow {
  const last = seqs.length - 1;
  if (log.follow) {
    return { from: Math.max(0, seqs.length - height), to: seqs.length, place: last, fresh: 0 };
  }
  const window = windowOf(Math.max(0, seqs.placeOf(log.top)), placeOf(log, seqs), seqs.length, height);
  return { ...window, fresh: last - seqs.placeOf(log.pausedAt) };
}

/** The seq of the selected line: the newest while it follows; undefined in an empty log. */
export function selectedSeq(log: LogUi, seqs: Seqs): number | undefined {
  const place = placeOf(log, seqs);
  return place < 0 ? undefined : seqs.at(place);
}

/** Moves the selection by lines. Moving up in a followed log ends the following; moving down does not begin it. */
export function moveLog(log: LogUi, seqs: Seqs, lines: number, height: number): LogUi {
  const before = placeOf(log, seqs);
  const place = Math.min(seqs.length - 1, Math.max(0, before + lines));
  if (place < 0 || (log.follow && place >= before)) return log;
  const paused = log.follow ? pause(log, seqs, height) : log;
  const { from } = windowOf(Math.max(0, seqs.placeOf(paused.top)), place, seqs.length, height);
  return { ...paused, selected: seqs.at(place), top: seqs.at(from) };
}

/** Stops following with what is shown staying where it is. */
export function pause(log: LogUi, seqs: Seqs, height: number): LogUi {
  if (seqs.length === 0) return { ...log, follow: false };
  const newest = seqs.at(seqs.length - 1);
  return {
    ...log,
    follow: false,
    selected: newest,
    pausedAt: newest,
    top: seqs.at(logWindow(log, seqs, height).from),
  };
}

/** Selects a line, which ends the following. */
export function selectIn(log: LogUi, seqs: Seqs, seq: number, height: number): LogUi {
  const paused = log.follow ? pause(log, seqs, height) : log;
  const { from } = windowOf(seqs.placeOf(paused.top), seqs.placeOf(seq), seqs.length, height);
  return { ...paused, selected: seq, top: seqs.at(from) };
}

/** Shows nothing but what belongs to the request with this label; what was looked for before is left aside. */
export const showExchange = (log: LogUi, label: string): LogUi => ({
  ...log,
  filter: `with:${/[\s()"]/.test(label) ? JSON.stringify(label) : label.replace(/^#/, '')}`,
  findings: false,
  aside: { filter: log.filter, findings: log.findings },
});

/** Whether nothing but what belongs to a request is shown. */
export const showsExchange = ({ filter }: LogUi): boolean =>
  /^with:(?:\d+|[^\s"]+#\d+|".+#\d+")$/.test(filter);

/** Takes the filter away: what was left aside for it is looked for again. */
export const withoutFilter = (log: LogUi): LogUi => ({ ...log, filter: '', ...log.aside, aside: undefined });

/** Follows the newest line (again). */
export const follow = (log: LogUi): LogUi => (log.follow ? log : { ...log, follow: true });

function placeOf(log: LogUi, seqs: Seqs): number {
  if (log.follow) return seqs.length - 1;
  return Math.min(seqs.length - 1, Math.max(0, seqs.placeOf(log.selected)));
}
