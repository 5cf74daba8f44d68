/** A duration in milliseconds as people read it: `0.4 ms`, `6 ms`, `1.2 s`, `2 m 05 s`, `1 h 02 m`. */
export function duration(ms: number): string {
  if (ms < 1) return ms < 0.05 ? '0 ms' : `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} m`;
}

/** A limit in words: `0.3 s`, `60 s`. */
export const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

/** How much of a latency was spent waiting for a person, `17.4 s yours`; nothing where that is too little to be a person. */
export const yoursIn = ({ yours = 0 }: { readonly yours?: number }): string =>
  yours < 50 ? '' : `${duration(yours)} yours`;

/** So many of what a noun with a plural in s names: `1 message`, `2 messages`, `2 properties`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun.replace(/y$/, 'ie')}s`}`;

/** A whole number with its thousands apart: `2,048`. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A number of bytes: `118 B`, `1.4 KB`, `12 MB`. One KB is 1,000 bytes. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  let size = count;
  for (const unit of ['KB', 'MB', 'GB']) {
    size /= 1000;
    if (size < 9.95) return `${size.toFixed(1)} ${unit}`;
    if (size < 999.5) return `${Math.round(size)} ${unit}`;
  }
  return `${(size / 1000).toFixed(1)} TB`;
}

/** The time of day in the time zone of the process, always 12 characters: `12:04:31.204`. */
export function clock(time: Date): string {
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits);
  return `${parts.join(':')}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** No session is older than the protocol by much: a time before that was written for want of a clock. */
const EARLIEST = Date.UTC(2020, 0, 1);

/** Whether it is known when a session began. */
export const isClocked = (started: number): boolean => started >= EARLIEST;

/** The time of a line of a session that began then; empty where nobody knows when. */
export const clockAt = (started: number, t: number): string =>
  isClocked(started) ? clock(new Date(started + t)) : '';

/** A day and the time on it in the time zone of the process, always 16 characters: `2026-11-27 12:04`. */
export function day(time: Date): string {
  const date = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${date} ${clock(time).slice(0, 5)}`;
}

/** When something was, for people, short for what was lately: `just now`, `2 min ago`, `3 h ago`, or the day and time. */
export function ago(time: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return recentDay(time, now);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** A day and the time on it, with words for those that are near: `today 13:09`, `yesterday 13:09`, `2026-11-27 12:04`. */
export function recentDay(time: Date, now: Date): string {
  const at = day(time);
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.slice(0, 10) === day(now).slice(0, 10)) return `today ${at.slice(11)}`;
  return at.slice(0, 10) === day(before).slice(0, 10) ? `yesterday ${at.slice(11)}` : at;
}

/** Milliseconds since the line before, in seconds and at most 7 characters: `+0.002`, `+12.345`, `+1234.5`, `+3h25m`. */
export function delta(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 99.9995) return `+${seconds.toFixed(3)}`;
  if (seconds < 9999.95) return `+${seconds.toFixed(1)}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 6000) return `+${Math.floor(minutes / 60)}h${twoDigits(minutes % 60)}m`;
  return `+${Math.floor(minutes / 1440)}d${twoDigits(Math.floor((minutes % 1440) / 60))}h`;
}

/**
 * A duration as options take it, `400ms`, `5s`, `1.5m`, `2h`, in milliseconds; `0` is 0, which options read as
 * "never". Otherwise a problem: a sentence that says what is wrong with the text.
 */
export function parseDuration(text: string): { readonly ms: number } | { readonly problem: string } {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return { problem: `"${text}" is not a duration; write 400ms, 5s or 2m` };
  const amount = Number(digits);
  if (unit === undefined && amount !== 0) {
    return { problem: `"${text}" has no unit; write ${text}ms, ${text}s or ${text}m` };
  }
  return { ms: amount * (UNITS.get(unit ?? 'ms') ?? 1) };
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
