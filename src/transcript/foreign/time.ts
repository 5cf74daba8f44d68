/** ms since 1970 of a time in ISO 8601 with its zone, to the microsecond; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) return undefined;
  const finer = /\.\d{3}(\d{1,3})/.exec(value)?.[1];
  return finer === undefined ? ms : ms + Number(finer.padEnd(3, '0')) / 1000;
}

/** The place in time of an item, where it is known. */
export const timed = (at: number | undefined) => (at === undefined ? {} : { at });
