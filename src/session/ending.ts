import type { Finding } from '../spec/finding.ts';
import { firstOf } from '../text/few.ts';
import type { LifeEntry } from './frame.ts';
import type { FrameMatch } from './match.ts';
import type { Pending } from './pending.ts';
import type { SessionState } from './state.ts';

/** Requests that are named when a process ends under them. */
const NAMED = 3;

/**
 * What is wrong with a line of life: a request that got no answer in time, or a process that ended while it was needed
 * (basic/lifecycle). A process that we end, or that ends well with nothing left to answer, is not reported.
 *
 * @param ends the requests that the line ends, in both directions
 * @param state as it was before the line
 */
export function checkEnding(
  entry: LifeEntry,
  ends: readonly Pending[],
  state: Pick<SessionState, 'ending' | 'phase' | 'stderr' | 'target'>,
): readonly Finding[] {
  switch (entry.event) {
    case 'timeout':
      return [{ rule: 'server/no-answer', message: entry.detail ?? 'a request was not answered in time' }];
    case 'throttled':
      return [
        {
          rule: 'server/loop',
          message: entry.detail ?? 'the server makes the client repeat the same request again and again',
        },
      ];
    case 'exit':
      return exit(entry, ends, state);
    case 'spawn':
    case 'ready':
    case 'close':
    case 'reconnect':
    case 'cancel':
    case 'assumed':
    case 'authorization':
    case 'lost':
    case 'unrecorded':
      return [];
  }
}

function exit(
  entry: LifeEntry,
  ends: readonly Pending[],
  { ending, phase, stderr, target }: Pick<SessionState, 'ending' | 'phase' | 'stderr' | 'target'>,
): readonly Finding[] {
  const open = ends.filter(({ dir }) => dir === 'c2s');
  // Logs of other programs seldom say how a process ended, and always mean one.
  const isOfLog = target.transport === 'recorded' && target.log !== undefined && open.length > 0;
  const isProcess = entry.code !== undefined || entry.signal !== undefined || isOfLog;
  const isFine = entry.code === 0 && open.length === 0 && phase !== 'connecting';
  if (ending || !isProcess || isFine) return [];
  const said = stderr.length === 0 ? '; nothing on stderr' : stderrReason(entry);
  // It does not know the question; a new process is asked another one.
  const isProbe = open.length > 0 && open.every(({ method }) => method === 'server/discover');
  return [
    {
      rule: isProbe ? 'server/probe' : 'server/exited',
      message: `${exitSentence(entry)}${waiting(open)}${said}`,
    },
  ];
}

/** What was still to be answered. */
function waiting(open: readonly Pending[]): string {
  if (open.length === 0) return '';
  const names = open.map(({ method, subject }) => `${method} ${subject}`.trim());
  return ` before it answered ${firstOf(names, NAMED)}`;
}

/**
 * What matching found of a frame; an answer that came too late and only when we closed the connection, and with it the
 * stdin of the server, tells of a stdout that is not flushed.
 */
export function unflushed(
  { late, freed, request, findings }: Pick<FrameMatch, 'late' | 'freed' | 'request' | 'findings'>,
  { ending, process }: Pick<SessionState, 'ending' | 'process'>,
): readonly Finding[] {
  // A recording has a target of its own, and a process where it was one of stdio.
  if (!late || freed || !ending || process === undefined || request?.dir !== 'c2s') return findings;
  const message = `${request.method} was answered only after stdin was closed: stdout is not flushed`;
  return findings.map((finding) =>
    finding.rule === 'id/late' ? { rule: 'stdio/unflushed', message } : finding,
  );
}

/** How a process, or the connection to a remote server, ended, in one sentence. */
export function exitSentence(exit: Pick<LifeEntry, 'code' | 'signal' | 'detail'>): string {
  if (exit.code === undefined && exit.signal === undefined && exit.detail !== undefined)
    return exit.detail.split(AND_SAYS)[0] ?? '';
  return exit.signal === undefined
    ? `the server exited with code ${exit.code ?? 'unknown'}`
    : `the server was killed by ${exit.signal}`;
}

/** How the detail of an exit begins that has the line of stderr which names the reason (error-line.ts). */
export const SAYS = 'its stderr says: ';

/** That, to go on a sentence with; empty where there is none. */
export function stderrReason({ detail = '' }: Pick<LifeEntry, 'detail'>): string {
  const start = detail.indexOf(AND_SAYS);
  return detail.startsWith(SAYS) ? `; ${detail}` : start < 0 ? '' : detail.slice(start);
}

const AND_SAYS = `; ${SAYS}`;
