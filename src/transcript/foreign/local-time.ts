/** Reads times without a zone, which are those of this machine. */
export interface LocalTime {
  /**
   * In ms since 1970; undefined where it is none.
   *
   * @param day `2026-07-24`
   * @param time `02:03:14.089`
   */
  of(day: string, time: string): number | undefined;
}

/** Of one log. Zones change on the minute, so it is asked for once a minute only. */
export function createLocalTime(): LocalTime {
  let known = '';
  let begins = Number.NaN;
  return {
    of(day, time) {
      const minute = `${day}T${time.slice(0, 5)}`;
      if (minute !== known) {
        known = minute;
        begins = Date.parse(minute);
      }
      const at = begins + Math.round(Number(time.slice(6)) * 1000);
      return Number.isNaN(at) ? undefined : at;
    },
  };
}
