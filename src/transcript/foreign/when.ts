/** A moment that a log says, in ms since 1970, and whether its zone is said as well. */
export interface LogTime {
  readonly at: number;
  readonly hasZone: boolean;
}

/** 2026-06-01T08:00:00.123Z, 2026-06-01 08:00:00,123, 2026/06/01 08:00:00, 2026-06-01T08:00:00.123456789+02:00 */
const WHEN =
  /(\d{4}[-/]\d\d[-/]\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|UTC|[+-]\d\d:?\d\d)(?![\w:]))?/;

/** 1780300800.123, 1780300800123: s with their parts, or ms, since 1970. */
const SINCE_EPOCH = /^[\s[(]*(1\d{9}\.\d{1,9}|1\d{12})(?![\w.])/;

/** How far into a line its time is looked for. */
const FAR = 80;

/** The date and time at the beginning of a text; times of day alone are none. */
export function momentIn(text: string): LogTime | undefined {
  const [, day, time, fraction = '', zone] = WHEN.exec(text.slice(0, FAR)) ?? [];
  if (day === undefined) {
    const at = sinceEpoch(Number(SINCE_EPOCH.exec(text)?.[1]));
    return at === undefined ? undefined : { at, hasZone: true };
  }
  const offset =
    zone === undefined ? '' : zone === 'UTC' || zone === 'Z' ? 'Z' : zone.replace(/(\d\d):?(\d\d)$/, '$1:$2');
  const second = Date.parse(`${day.replaceAll('/', '-')}T${time}${offset}`);
  if (Number.isNaN(second)) return undefined;
  return { at: second + (fraction === '' ? 0 : Number(`0.${fraction}`) * 1000), hasZone: zone !== undefined };
}

/** The names that log lines in JSON give their time. */
const NAMES = ['time', 'timestamp', 'ts', '@timestamp', 't', '__REALTIME_TIMESTAMP'];

/** The time of a log line in JSON: as text, or as a number of s, ms, µs or ns since 1970. */
export function momentOf(members: Readonly<Record<string, unknown>>): LogTime | undefined {
  for (const name of NAMES) {
    const value = members[name];
    if (typeof value === 'string' && !/^\d+$/.test(value)) {
      const moment = momentIn(value);
      if (moment !== undefined) return moment;
    } else if (typeof value === 'string' || typeof value === 'number') {
      const at = sinceEpoch(Number(value));
      if (at !== undefined) return { at, hasZone: true };
    }
  }
  return undefined;
}

/** Of the years 2001 to 2100: other numbers are no times, or count from the start. */
function sinceEpoch(value: number): number | undefined {
  for (const unit of [1000, 1, 1e-3, 1e-6]) {
    const at = value * unit;
    if (at >= 1e12 && at < 4.1e12) return Math.round(at * 1000) / 1000;
  }
  return undefined;
}

/** What is said where a log has no time zone. */
export const NO_ZONE = 'the log has no time zone: its times are taken for those of this machine';
/** What is said where a log has no times. */
export const NO_TIME = 'the log has no times: its messages are in their order alone';
