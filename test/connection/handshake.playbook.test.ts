import { expect, it } from 'vitest';
import type { ConnectionEvent, Report } from '../../src/connection/event.ts';
import type { ConnectionOptions } from '../../src/connection/ports.ts';
import type { SessionState } from '../../src/session/state.ts';
import { answered, brief, playbook, timer } from '../support/playbook.ts';

const connect: ConnectionEvent = { type: 'connect', ticket: 7, lists: [] };
const opened = (
  how: 'open' | 'change' | 'respawn',
  what: Extract<Report, { type: 'opened' }>['opened'] = 'open',
) => ({ type: 'opened', attempt: 1, how, opened: what }) as const;
const prepared = { type: 'prepared', attempt: 1 } as const;
const delivered = { type: 'delivered', attempt: 1 } as const;
const greeted = (id: number) => answered(id, 'initialize', { result: {} });
const refused = (id: number, method: string) =>
  answered(id, method, { error: { code: -32601, message: 'what?' } });
const discovered = (id: number) => answered(id, 'server/discover', { result: {} });
const lost: ConnectionEvent = {
  type: 'lost',
  loss: { ids: [1], why: 'refused', session: false, status: 405 },
};

/** What is known of the session from here on, or what happens, with what is done about it. */
type Step = Partial<SessionState> | readonly [ConnectionEvent, ...string[]];

const OPENED = ['revision', 'send notifications/initialized', 'deliver'];
const READY = ['life ready: undefined', 'resolve 7 ready'];
const INITIALIZE = (id: number) => [`send ${id} initialize`, `call ${id} in 10000`, 'silence in 500'];
const LEGACY = { era: 'legacy' } as const;
const MODERN = { era: 'modern' } as const;
const BEGUN: Step = [connect, 'prepare', 'open'];
const PREPARED: Step = [prepared];

const TABLE: readonly (readonly [string, Pick<ConnectionOptions, 'era'>, readonly Step[]])[] = [
  [
    'initialize, over stdio',
    {},
    [
      BEGUN,
      PREPARED,
      [opened('open'), ...INITIALIZE(1)],
      LEGACY,
      [greeted(1), ...OPENED],
      [delivered, ...READY],
    ],
  ],
  [
    'lists only when what reads them is there',
    LEGACY,
    [
      BEGUN,
      [opened('open'), ...INITIALIZE(1)],
      LEGACY,
      [greeted(1), ...OPENED],
      [delivered],
      [prepared, ...READY],
    ],
  ],
  [
    'a question to the same process when that is refused',
    {},
    [
      ...[BEGUN, PREPARED, [opened('open'), ...INITIALIZE(1)] as const],
      [refused(1, 'initialize'), 'revision', 'send 2 server/discover', 'call 2 in 5000'],
      MODERN,
      [discovered(2), 'revision', ...READY],
    ],
  ],
  [
    'a question first, which an older server refuses',
    { era: 'auto' },
    [
      BEGUN,
      PREPARED,
      [opened('open'), 'probe in 5000', 'send 1 server/discover'],
      [refused(1, 'server/discover'), 'revision', ...INITIALIZE(2)],
      LEGACY,
      [greeted(2), ...OPENED],
      [delivered, ...READY],
    ],
  ],
  [
    'both, when the server keeps silent; the one that is not answered is given up',
    { era: 'auto' },
    [
      BEGUN,
      PREPARED,
      [opened('open'), 'probe in 5000', 'send 1 server/discover'],
      [timer('probe'), ...INITIALIZE(2)],
      LEGACY,
      [greeted(2), ...OPENED],
      [
        delivered,
        'life cancel: server/discover was cancelled: initialize was answered',
        'give up 1: initialize was answered',
        ...READY,
      ],
    ],
  ],
  [
    'a new process, when the question was too much for the first',
    { era: 'auto' },
    [
      BEGUN,
      PREPARED,
      [opened('open'), 'probe in 5000', 'send 1 server/discover'],
      { process: { exit: { code: 1 } } },
      [
        {
          type: 'accepted',
          accepted: {
            entry: { seq: 9, t: 0, conn: 1, session: 0, type: 'life', at: '', event: 'exit', code: 1 },
            findings: [],
          },
        },
        'respawn',
      ],
      { process: {} },
      [opened('respawn'), ...INITIALIZE(2)],
      LEGACY,
      [greeted(2), ...OPENED],
      [delivered, ...READY],
    ],
  ],
  [
    'another transport, when the first is refused',
    LEGACY,
    [
      BEGUN,
      PREPARED,
      [opened('open'), ...INITIALIZE(1)],
      [lost, 'life lost: initialize: refused', 'change'],
      [opened('change'), ...INITIALIZE(2)],
      LEGACY,
      [greeted(2), ...OPENED],
      [delivered, ...READY],
    ],
  ],
  [
    'nothing, when there is no other',
    LEGACY,
    [
      BEGUN,
      PREPARED,
      [opened('open'), ...INITIALIZE(1)],
      [lost, 'life lost: initialize: refused', 'change'],
      [opened('change', 'none'), 'life close: undefined', 'close'],
      [{ type: 'closed', close: { attempt: 2, next: 'failed' }, wasOpen: true }, 'resolve 7 failed'],
    ],
  ],
  [
    'nothing, when there is no such command',
    {},
    [
      BEGUN,
      [opened('open', { why: 'no such command' }), 'life close: no such command'],
      [prepared, 'life close: undefined', 'close'],
    ],
  ],
  [
    'nothing, when it is closed meanwhile',
    {},
    [
      BEGUN,
      [{ type: 'close', ticket: 8 }, 'resolve 7 failed', 'life close: undefined', 'close'],
      [opened('open', 'superseded')],
      [prepared],
      [
        { type: 'closed', close: { attempt: 2, next: 'idle', ticket: 8 }, wasOpen: true },
        'resolve 8 undefined',
      ],
    ],
  ],
];

it.each(TABLE)('opens with %s', (_, options, steps) => {
  const { happen, know } = playbook(options);
  for (const one of steps) {
    if (!Array.isArray(one)) know(one as Partial<SessionState>);
    else expect(brief(happen(one[0]))).toEqual(one.slice(1));
  }
});

it('makes harmless requests again in a new session, once', () => {
  const { happen, know } = playbook({ era: 'legacy' }, { ...LEGACY, step: 'done' });
  const ask = (ticket: number, method: string): ConnectionEvent => ({
    ...{ type: 'request', ticket, method, params: {}, how: {} },
  });
  happen(ask(1, 'prompts/get'));
  happen(ask(2, 'tools/call'));
  const forgotten = { ids: [1, 2], why: 'the session is gone', session: true };
  expect(brief(happen({ type: 'lost', loss: forgotten }))).toEqual([
    'leave',
    'life lost: tools/call: the session is gone; it was not retried: the server may have run it',
    'new session',
    'life reconnect: the session is gone; a new one begins, and the state of the old one is lost',
    'prepare',
    'open',
    'resolve 2 closed: tools/call: the session is gone; it was not retried: the server may have run it',
  ]);
  happen(prepared);
  expect(brief(happen(opened('open')))).toEqual(['send 3 initialize', 'call 3 in 10000', 'silence in 500']);
  happen(greeted(3));
  know({ phase: 'connecting' });
  expect(brief(happen(delivered))).toEqual(['send 4 prompts/get', 'call 1 in 1000', 'life ready: undefined']);
  expect(brief(happen({ type: 'lost', loss: { ...forgotten, ids: [4] } }))).toEqual([
    'life lost: prompts/get: the session is gone',
    'resolve 1 closed: prompts/get: the session is gone',
  ]);
});
