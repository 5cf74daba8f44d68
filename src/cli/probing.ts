import { type ProbeCall, type ProbeEnd, probeCalls } from '../check/probe.ts';
import type { Outcome } from '../connection/call.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import type { Surface } from '../surface/surface.ts';
import { counted } from '../text/measure.ts';
import type { ConnectedServer } from './connect.ts';

/** ms that a call may take, and all of them together. */
const CALL = 5_000;
const ALL = 120_000;
/** How many times longer a call may take that reports progress. */
const LATE = 3;
/** Calls of one tool that may hang: more would say nothing new. */
const HANGS = 2;

/**
 * Calls the tools that may be called without harm with values at the edges of their schemas, one after the other, for two minutes
 * at most. It ends with the server.
 */
export async function probe(
  { connection, host, tell }: ConnectedServer,
  surface: Surface,
  timeout = CALL,
): Promise<readonly ProbeEnd[]> {
  const { calls, left: beyond } = probeCalls(surface);
  const ends: ProbeEnd[] = [];
  const hung = new Map<string, number>();
  const waited = Math.min(timeout === 0 ? CALL : timeout, CALL);
  const started = host.now();
  for (const call of calls) {
    if ((hung.get(call.tool) ?? 0) >= HANGS) continue;
    if (host.now() - started > ALL) break;
    const end = await tried(connection, call, waited);
    ends.push(end);
    if (end.how === 'hung') hung.set(call.tool, (hung.get(call.tool) ?? 0) + 1);
    if (end.how === 'ended the server') break;
  }
  const left = beyond + calls.length - ends.length;
  tell(`probed with ${counted(ends.length, 'call')}${left === 0 ? '' : `; ${left} more were left out`}`);
  return ends;
}

async function tried(
  connection: ConnectedServer['connection'],
  call: ProbeCall,
  waited: number,
): Promise<ProbeEnd> {
  const params = { name: call.tool, arguments: new JsonText(call.text) };
  const asked = connection.request('tools/call', params, { by: 'auto', timeout: waited });
  // Progress puts the time-out off, and may be reported for ever.
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    asked.cancel('took too long to be a probe');
  }, LATE * waited);
  const outcome = await asked.done;
  clearTimeout(alarm);
  const hasHung = isLate && outcome.kind === 'cancelled';
  const how = hasHung ? 'hung' : howEnded(outcome);
  return {
    call,
    how,
    waited: hasHung ? LATE * waited : waited,
    ...('seq' in outcome ? { seq: outcome.seq } : {}),
  };
}

function howEnded(outcome: Outcome): ProbeEnd['how'] {
  switch (outcome.kind) {
    case 'result':
      return isObject(outcome.result) && outcome.result['isError'] === true ? 'refused' : 'taken';
    case 'error':
    case 'cancelled':
      return 'refused';
    case 'timeout':
      return 'hung';
    case 'closed':
      return 'ended the server';
  }
}
