import { createClientWatch } from '../../src/session/client-watch.ts';
import type { Entry, HttpEntry, LifeEntry } from '../../src/session/frame.ts';
import { type Accepted, createIntake } from '../../src/session/intake.ts';
import { initialState, reduce } from '../../src/session/reduce.ts';
import type { SessionState } from '../../src/session/state.ts';
import { checkClient } from '../../src/spec/check/client.ts';
import { checkGet } from '../../src/spec/check/client-http.ts';
import { readPage } from '../../src/spec/check/list.ts';
import type { CheckAgainst } from '../../src/spec/check/result.ts';
import { check } from '../../src/spec/check.ts';
import type { Direction } from '../../src/spec/envelope.ts';
import type { Finding } from '../../src/spec/finding.ts';

/**
 * One step of a conversation: a message with its direction and the HTTP exchange it came in, a line of life, a stderr
 * line, a line of HTTP with what is found at it, a message of the server's as its text stands, or no message at all.
 */
export type Step =
  | readonly [Direction, object, x?: number]
  | { readonly http: HttpStep; readonly found?: readonly Finding[] }
  | (Partial<LifeEntry> & Pick<LifeEntry, 'event'>)
  | { readonly stderr: string }
  | { readonly note: { readonly mark?: boolean; readonly text?: string }; readonly at: number }
  | { readonly exact: string }
  | { readonly invalid: string };

type HttpStep = Omit<HttpEntry, 'type' | 'seq' | 't' | 'conn' | 'session'>;

/**
 * Plays steps into a session of its own, a tenth of a second and a seq each, findings numbered like any line. `both`: the
 * client is judged as well.
 */
export function converse(
  steps: readonly Step[],
  validate: CheckAgainst = () => ({ problems: [] }),
  sides: 'server' | 'both' = 'server',
) {
  const target = {
    transport: 'stdio',
    command: 'node',
    args: ['server.js'],
    cwd: '/',
    env: {},
    given: [],
    beyondClient: [],
  } as const;
  let state: SessionState = initialState(target);
  const client = { check: checkClient, checkGet, createWatch: createClientWatch };
  const judges = { check, readPage, validate, ...(sides === 'both' ? { client } : {}) };
  const intake = createIntake(() => state, judges);
  const accepted: Accepted[] = [];
  let session = 0;
  const file = (entry: Entry, message?: unknown, found?: readonly Finding[]): Accepted => {
    const one = intake.accept(entry, message, found);
    state = reduce(state, one);
    accepted.push(one);
    return one;
  };
  for (const step of steps) {
    const base = () => ({ seq: accepted.length + 1, t: (accepted.length + 1) * 100, conn: 1, session });
    const [entry, ...more] = entryOf(step, base());
    const isOurs = sides === 'server' && entry.type === 'frame' && entry.dir === 'c2s';
    const one = file(isOurs ? { ...entry, by: 'user' } : entry, ...more);
    ({ session } = one.entry);
    if (one.entry.type === 'life' && one.entry.event === 'exit') session += 1;
    for (const { rule, path, message, side } of one.findings) {
      file({
        ...base(),
        type: 'finding',
        at: one.entry.seq,
        rule,
        message,
        ...(path === undefined ? {} : { path }),
        ...(side === undefined ? {} : { side }),
      });
    }
  }
  return { state, accepted };
}

function entryOf(
  step: Step,
  base: { seq: number; t: number; conn: number; session: number },
): [Entry, unknown?, (readonly Finding[])?] {
  if (Array.isArray(step)) {
    const [dir, message, x] = step as readonly [Direction, object, number?];
    const msg = JSON.stringify({ jsonrpc: '2.0', ...message });
    const exchange = x === undefined ? {} : { x };
    return [{ ...base, type: 'frame', dir, n: msg.length, ...exchange, msg }, JSON.parse(msg)];
  }
  if ('exact' in step) {
    const frame = { ...base, type: 'frame', dir: 's2c', n: step.exact.length, msg: step.exact } as const;
    return [frame, JSON.parse(step.exact)];
  }
  if ('http' in step) return [{ ...base, type: 'http', ...step.http }, undefined, step.found ?? []];
  if ('note' in step) return [{ ...base, type: 'note', at: step.at, ...step.note }];
  if ('stderr' in step) return [{ ...base, type: 'stderr', text: step.stderr }];
  if ('invalid' in step)
    return [
      { ...base, type: 'invalid', dir: 's2c', n: step.invalid.length, text: step.invalid, why: 'not JSON' },
    ];
  return [{ at: '2026-01-01T00:00:00.000Z', ...base, ...(step as Pick<LifeEntry, 'event'>), type: 'life' }];
}

/** The usual beginning: the process, the handshake with these capabilities, the notification that ends it. */
export const handshake = (
  capabilities: object,
  result: object = {},
  client: object = {},
): readonly Step[] => [
  { event: 'spawn', pid: 42 },
  ['c2s', { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: client } }],
  [
    's2c',
    {
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        capabilities,
        serverInfo: { name: 'fake', version: '1' },
        ...result,
      },
    },
  ],
  ['c2s', { method: 'notifications/initialized' }],
];
