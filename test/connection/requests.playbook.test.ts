import { expect, it } from 'vitest';
import type { ConnectionEvent } from '../../src/connection/event.ts';
import {
  answered,
  brief,
  line,
  notification,
  playbook,
  type Row,
  requestCommand,
  timer,
} from '../support/playbook.ts';

const READ = 'resources/read';
const SENT = ['send 1 resources/read', 'call 1 in 1000', 'begun 1 at 101'];
const read = (ticket: number): ConnectionEvent =>
  ({ ...requestCommand(READ, { uri: 'u' }), ticket }) as ConnectionEvent;
const progress = notification('notifications/progress', { progressToken: 1, progress: 1 });
const cancel = (reason: string): ConnectionEvent => ({ type: 'cancel', key: 1, reason });
const OK = { result: {} };

const TABLE: readonly (readonly [string, readonly Row[]])[] = [
  ['is answered', [[read(1), ...SENT], [answered(1, READ, OK), 'resolve 1 result'], [timer('call', 1)]]],
  [
    'is given up when its time is over, and its late answer changes nothing',
    [
      [read(1), ...SENT],
      [
        timer('call', 1),
        'life timeout: no answer to resources/read u within 1 s',
        'give up 1: timed out within 1 s',
        'resolve 1 timeout: no answer to resources/read u within 1 s',
      ],
      [answered(1, READ, OK)],
    ],
  ],
  [
    'says what went astray meanwhile',
    [
      [{ type: 'stray', sentence: 'before' }],
      [read(1), ...SENT],
      [{ type: 'stray', sentence: 'an answer to nothing' }],
      [
        timer('call', 1),
        'life timeout: no answer to resources/read u within 1 s; meanwhile: an answer to nothing',
        'give up 1: timed out within 1 s',
        'resolve 1 timeout: no answer to resources/read u within 1 s; meanwhile: an answer to nothing',
      ],
    ],
  ],
  [
    'has its time again when progress is reported',
    [
      [read(1), ...SENT],
      [progress, 'call 1 in 1000'],
    ],
  ],
  [
    'is cancelled',
    [
      [read(1), ...SENT],
      [
        cancel('too slow'),
        'life cancel: resources/read u was cancelled: too slow',
        'give up 1: too slow',
        'resolve 1 cancelled: resources/read u was cancelled: too slow',
      ],
      [cancel('again')],
    ],
  ],
  [
    'is put off',
    [
      [read(1), ...SENT],
      [{ type: 'extend', key: 1, ms: 500 }, 'call 1 in 1500'],
    ],
  ],
  [
    'stands still while a person is asked',
    [
      [read(1), ...SENT],
      [{ type: 'hold', what: 'authorization', held: true }],
      [{ type: 'hold', what: 'input', held: true }],
      [{ type: 'hold', what: 'authorization', held: false }],
      [{ type: 'hold', what: 'input', held: false }, 'call 1 in 1000'],
    ],
  ],
  [
    'is lost with its exchange',
    [
      [read(1), ...SENT],
      [
        { type: 'lost', loss: { ids: [1], why: '502 Bad Gateway', session: false, status: 502 } },
        'life lost: resources/read u: 502 Bad Gateway',
        'resolve 1 closed: resources/read u: 502 Bad Gateway',
      ],
    ],
  ],
  [
    'takes an error without an id for its answer after a second, when it is the only one',
    [
      [read(1), ...SENT],
      [line({ kind: 'error', id: null, error: { code: -1, message: 'no' } }), 'assume 1 in 1000'],
      [
        timer('assume', 1),
        'life assumed: an error without an id, taken for the answer to the only open request: -1 no',
        'resolve 1 error',
      ],
    ],
  ],
  [
    'does not, beside another',
    [
      [read(1), ...SENT],
      [read(2), 'send 2 resources/read', 'call 2 in 1000', 'begun 2 at 102'],
      [line({ kind: 'error', id: null, error: { code: -1, message: 'no' } })],
    ],
  ],
  [
    'ends with the server',
    [
      [read(1), ...SENT],
      [
        {
          type: 'accepted',
          accepted: {
            entry: { seq: 9, t: 0, conn: 1, session: 0, type: 'life', at: '', event: 'exit', code: 3 },
            findings: [],
          },
        },
        'resolve 1 closed: the server exited with code 3 while resources/read was running',
      ],
    ],
  ],
];

it.each(TABLE)('a request %s', (_, rows) => {
  const { happen } = playbook();
  for (const [event, ...effects] of rows) expect(brief(happen(event))).toEqual(effects);
});

it('is not kept open for ever by progress', () => {
  const { happen, at } = playbook({ maxTimeout: 1_500 });
  happen(read(1));
  at(900);
  expect(brief(happen(progress))).toEqual(['call 1 in 600']);
  at(1_500);
  expect(brief(happen(timer('call', 1)))).toContain(
    'give up 1: timed out in spite of progress, not within 1.5 s in all',
  );
});

it('carries its id as its progress token', () => {
  const { happen } = playbook();
  const [sent] = happen(read(1));
  expect(sent).toMatchObject({ message: { params: { uri: 'u', _meta: { progressToken: 1 } } }, request: 1 });
});
