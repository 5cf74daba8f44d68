import type { Log } from '../../../session/log/log.ts';
import { parseDuration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { selectIn } from '../../kit/log/state.ts';
import type { Context } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { paneName } from '../../world/ui.ts';
import { SLICE, shownTraffic } from './state.ts';

declare module '../../world/command.ts' {
  interface Services {
    /** Goes to a line of the traffic, by its seq. */
    readonly goToLine: (context: Context, seq: number) => void;
  }
}

/** Asks for a line of the traffic. */
export const askForLine = ({ ui }: Context): void =>
  ui.update(
    openPrompt('to #message or time', {
      id: 'jump',
      accept: (context, value) => {
        if (value.trim() !== '') jumpTo(context, value);
      },
    }),
  );

/**
 * Goes to a line: `120` or `#120` by its number; `12:04`, `12:04:31.2` by the time of day; `5s` so long after the
 * start, `-5s` so long before the newest line. Of those shown it is the last one not after that.
 */
export function jumpTo(context: Context, typed: string): void {
  const { host, ui, extents } = context;
  const { traffic } = ui.get();
  const { seqs } = shownTraffic(host, traffic);
  const shownAt = (line: number): number => (traffic.exchanges ? host.log.beginningOf(line) : line);
  const meant = seqOf(context, typed.trim());
  const wanted = meant === undefined ? undefined : shownAt(meant);
  if (wanted === undefined) {
    const example = `${visible(host.parts?.all[0]?.name ?? '')}#120`;
    warn(context, `"${typed.trim()}" is not a message; use ${example}, 12:04:31, 5s or -5s.`);
    return;
  }
  if (seqs.length === 0) {
    warn(context, 'No messages are shown.');
    return;
  }
  const seq = seqs.at(Math.max(0, seqs.placeOf(wanted)));
  const { height } = extents.get(paneName('traffic', 'list'));
  ui.update((now) => ({ ...now, traffic: selectIn(now.traffic, seqs, seq, height) }));
  const line = host.log.find(typed.trim());
  if (line === undefined || shownAt(line) === seq) return;
  const label = host.log.label(line);
  const why = host.log.row(line) !== undefined ? `${label} is not shown` : `There is no ${label}`;
  tell(context, `${why}; this is ${host.log.label(seq)}`);
}

/** Goes to a line of the traffic, if it is among those shown. */
export function goToLine(context: Context, seq: number): void {
  const { host, ui, extents } = context;
  // What the view would look at with its next frame: a key may come before that.
  const { traffic } = ui.get();
  const { seqs } = shownTraffic(host, traffic, SLICE);
  const line = traffic.exchanges ? host.log.beginningOf(seq) : seq;
  if (seqs.at(seqs.placeOf(line)) !== line) {
    warn(context, `${host.log.label(seq)} is not among the messages shown: esc drops the filter.`);
    return;
  }
  const { height } = extents.get(paneName('traffic', 'list'));
  ui.update((now) => ({ ...now, traffic: selectIn(now.traffic, seqs, line, height) }));
}

/** The newest line of all that is not after what is typed; nothing when that is neither number nor time. */
function seqOf({ host: { log, started } }: Context, typed: string): number | undefined {
  const line = log.find(typed);
  const { lines } = log;
  if (line !== undefined) return lines.at(Math.max(0, lines.placeOf(line)));
  const t = timeOf(typed, started, log.time(lines.at(lines.length - 1)));
  return t === undefined ? undefined : lastUpTo(t, log);
}

function timeOf(typed: string, started: number, newest: number): number | undefined {
  const [, hours, minutes, seconds = '0'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?$/.exec(typed) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return undefined;
    const time = new Date(started);
    // Up to the end of what was typed: 12:04 is all of that minute.
    const rest = typed.split(':').length === 2 ? 59_999 : seconds.includes('.') ? 0 : 999;
    time.setHours(Number(hours), Number(minutes), 0, 0);
    const t = time.getTime() - started + Number(seconds) * 1000 + rest;
    // After midnight it is the next day; what is nearer to the start than to the end was before the start.
    return t + DAY - newest < -t ? t + DAY : t;
  }
  const back = typed.startsWith('-');
  const parsed = parseDuration(typed.replace(/^[+-]/, ''));
  if ('problem' in parsed) return undefined;
  return back ? newest - parsed.ms : parsed.ms;
}

/** ms. */
const DAY = 86_400_000;

function lastUpTo(t: number, { lines, time }: Log): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (time(lines.at(middle)) <= t) low = middle;
    else high = middle - 1;
  }
  return lines.at(low);
}
