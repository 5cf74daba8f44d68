import { describe, expect, it } from 'vitest';
import { waitingIn } from '../../../../src/session/inbox.ts';
import { width } from '../../../../src/text/width.ts';
import { asked } from '../../../../src/tui/screens/inbox/log.ts';
import { askedRow, becameRow, forWords, waitingRow } from '../../../../src/tui/screens/inbox/rows.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const START = handshake({});
const SELECTED = { selected: true, focused: true };

const asks = (method: string): Step => ['s2c', { id: 7, method }];
const grants: Step = ['c2s', { id: 7, result: { roots: [] } }];
const refuses: Step = ['c2s', { id: 7, error: { code: -32601, message: 'Method not found: no' } }];

const CASES: readonly (readonly [string, readonly Step[], RegExp])[] = [
  ['an answer', [asks('ping'), grants], /^❯ ✓ ping +\d\d:\d\d:\d\d$/],
  ['a refusal', [asks('sampling/createMessage'), refuses], /^❯ ✗ sampling/],
  ['a request that waits', [asks('ping')], /^❯ … ping/],
  ['a request that the end of the server overtook', [asks('ping'), { event: 'exit', code: 0 }], /^❯ ✗ ping/],
  ['what could control the terminal', [asks('a\u001b[2J'), grants], /^❯ ✓ a<ESC>\[2J/],
];

describe('a request of the server', () => {
  it.each(CASES)('tells %s', (_, steps, row) => {
    const { host } = told(...START, ...steps);
    expect(askedRow(host, asked(host.log).seqs.at(0), 60, SELECTED, plain)).toMatch(row);
  });

  it('is exactly as wide as it should be', () => {
    for (const method of ['', 'ping', '日本語'.repeat(20), '\u0000'.repeat(30)]) {
      const { host } = told(...START, asks(method), grants);
      const seq = asked(host.log).seqs.at(0);
      for (let cells = 20; cells <= 90; cells++) {
        for (const selected of [true, false])
          expect(width(askedRow(host, seq, cells, { selected, focused: false }, plain)), method).toBe(cells);
      }
    }
  });
});

describe('what became of a request', () => {
  const elicits: Step = ['s2c', { id: 7, method: 'elicitation/create', params: { message: 'Who?' } }];
  const result = (value: object): Step => ['c2s', { id: 7, result: value }];
  it.each([
    [
      'with the answer',
      result({ action: 'accept', content: { name: 'Halley' } }),
      /^ {4}accepted {"name": ?"Halley"} after \S+ \S+ *$/,
    ],
    ['without one', result({ action: 'decline' }), /^ {4}declined after /],
    [
      'refused',
      ['c2s', { id: 7, error: { code: -1, message: 'No\u001b' } }] as Step,
      /^ {4}refused after .*: No<ESC>/,
    ],
  ])('is told below it: %s', (_, answer, row) => {
    const { host } = told(...START, elicits, answer);
    const seq = asked(host.log).seqs.at(0);
    expect(becameRow(host, seq, 70, plain)).toMatch(row);
    for (let cells = 4; cells <= 90; cells++) expect(width(becameRow(host, seq, cells, plain))).toBe(cells);
  });
});

describe('what is listed', () => {
  it('is what the server asked, and not what we did', () => {
    const session = told(...START, ['c2s', { id: 2, method: 'ping' }], asks('ping'));
    expect(asked(session.host.log).seqs.length).toBe(1);
    session.tell(asks('roots/list'));
    expect(asked(session.host.log).seqs.length).toBe(2);
  });
});

describe('what waits', () => {
  const person = handshake({}, {}, { elicitation: {}, sampling: {} });
  const elicits: Step = ['s2c', { id: 7, method: 'elicitation/create', params: { message: 'Who?\u001b' } }];
  const samples: Step = ['s2c', { id: 8, method: 'sampling/createMessage', params: { messages: [] } }];
  const calls = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'it' } }];
  const row = (cells: number, more: object, ...steps: readonly Step[]): string => {
    const session = told(...person, ...steps);
    session.wait(3_000);
    const { host } = session;
    const [asked] = waitingIn(host.store.state());
    if (asked === undefined) throw new Error('nothing waits');
    return waitingRow(host, asked, cells, { ...SELECTED, isGiven: false, ...more }, plain);
  };

  it('tells what kind it is, what is asked, and for how long it has waited', () => {
    expect(row(60, {}, elicits)).toMatch(/^❯ … elicitation {2}Who\?<ESC> +2\.5 s$/);
    expect(row(60, {}, samples)).toMatch(/^❯ … sampling +2\.5 s$/);
    expect(row(60, { isGiven: true }, elicits)).toMatch(/^❯ ✓ elicitation/);
  });

  it('is exactly as wide as it should be', () => {
    for (let cells = 20; cells <= 90; cells++)
      for (const focused of [true, false]) expect(width(row(cells, { focused }, elicits))).toBe(cells);
  });

  it.each([
    ['nothing', [elicits], ''],
    ['one call', [calls(2), elicits], 'requested by it (running)'],
    ['several', [calls(2), calls(3), elicits], 'while 2 calls run'],
  ])('says what runs meanwhile: %s', (_, steps, expected) => {
    const { host } = told(...person, ...steps);
    const state = host.store.state();
    const [inbox, running] = [waitingIn(state), state.running];
    expect(inbox[0] && forWords(host, inbox[0], running)).toBe(expected);
  });

  it('says whose input it is', () => {
    const { host } = told(
      { event: 'spawn', pid: 1 },
      ['c2s', { id: 1, method: 'server/discover' }],
      ['s2c', { id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }],
      calls(2),
      [
        's2c',
        {
          id: 2,
          result: { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create' } } },
        },
      ],
    );
    const inbox = waitingIn(host.store.state());
    expect(inbox[0] && forWords(host, inbox[0], [])).toBe('requested by it');
    expect(inbox[0] && waitingRow(host, inbox[0], 60, { ...SELECTED, isGiven: false }, plain)).toContain(
      'elicitation  it',
    );
  });
});
