import type { LifeEntry } from './frame.ts';

/** How a process, or the connection to a remote server, ended, in one sentence. */
export function exitSentence(exit: Pick<LifeEntry, 'code' | 'signal' | 'detail'>): string {
  if (exit.code === undefined && exit.signal === undefined && exit.detail !== undefined) return exit.detail;
  return exit.signal === undefined
    ? `the server exited with code ${exit.code ?? 'unknown'}`
    : `the server was killed by ${exit.signal}`;
}

/** How the detail of an exit begins that has the line of stderr which names the reason (error-line.ts). */
export const SAYS = 'its stderr says: ';

/** That, to go on a sentence with; empty where there is none. */
export const stderrReason = ({ detail = '' }: Pick<LifeEntry, 'detail'>): string =>
  detail.startsWith(SAYS) ? `; ${detail}` : '';
