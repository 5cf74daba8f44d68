import { describe, expect, it } from 'vitest';
import { announcedText, askedSheet } from '../../../../src/tui/screens/inbox/asked-sheet.ts';
import { asked } from '../../../../src/tui/screens/inbox/log.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

const ASKS: Step = ['s2c', { id: 7, method: 'sampling/createMessage', params: { maxTokens: 5 } }];
const REFUSES: Step = ['c2s', { id: 7, error: { code: -32601, message: 'Method not found: no' } }];

function rows(...steps: readonly Step[]): readonly string[] {
  const { host } = told(...handshake({}), ...steps);
  const { seqs } = asked(host.log);
  const sheet = askedSheet(host, seqs.length > 0 ? seqs.at(0) : undefined, false);
  return seen(first(sheet), { cells: 300, height: 40 }).map((row) => row.slice(2));
}

describe('a request of the server', () => {
  it('stands with what it asks and how it was answered', () => {
    const told = rows(ASKS, REFUSES);
    expect(told[0]).toMatch(/^Refused after \d+ ms: Method not found: no$/);
    expect(told[1]).toMatch(/^\d\d:\d\d:\d\d\.\d{3}, id 7, messages #5 and #\d+ in Traffic$/);
    expect(told.join('\n')).toMatch(/Request\n. \{\n +"maxTokens": 5/);
    expect(told.join('\n')).toMatch(/Your response\n. \{\n +"code": -32601/);
  });

  it('has its _meta folded', () => {
    const params = { _meta: { token: { deep: 1 } }, maxTokens: 5, more: { _meta: {}, open: [1] } };
    const told = rows(['s2c', { id: 7, method: 'sampling/createMessage', params }], REFUSES).join('\n');
    expect(told).toMatch(/"_meta": \{.+\} 1 member,\n +"maxTokens": 5/);
    expect(told).toMatch(/"open": \[\n/);
  });

  it('stands without an answer', () => {
    expect(rows(ASKS)[0]).toBe('not answered yet');
    expect(rows(ASKS, { event: 'exit', code: 0 })[0]).toBe('never answered');
  });
});

describe('a page', () => {
  it('is complete when the server says so', () => {
    const params = { mode: 'url', message: 'Go', url: 'https://x', elicitationId: 'e' };
    const told = rows(
      ['s2c', { id: 7, method: 'elicitation/create', params }],
      ['c2s', { id: 7, result: { action: 'accept' } }],
      ['s2c', { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } }],
    );
    expect(told[2]).toMatch(/^reported complete by the server after \d+ ms \(#\d+\)$/);
  });
});

describe('a result that asks for input', () => {
  const asks: Step = [
    's2c',
    {
      id: 2,
      result: { resultType: 'input_required', requestState: 's', inputRequests: { q: { method: 'x' } } },
    },
  ];
  const call = (id: number, more: object): Step => [
    'c2s',
    { id, method: 'tools/call', params: { name: 'ok', ...more } },
  ];

  it('stands with what it asks for and what the request went on with', () => {
    const goesOn = call(3, { inputResponses: { q: { action: 'decline' } }, requestState: 's' });
    const told = rows(call(2, {}), asks, goesOn);
    expect(told[0]).toMatch(/^Answered after/);
    expect(told.join('\n')).toMatch(/Request\n. \{\n +. "q": \{/);
    expect(told.join('\n')).toMatch(/Your response\n. \{\n +. "q": \{\n +"action": "decline"/);
  });

  it('says when the request did not go on', () => {
    expect(rows(call(2, {}), asks)[0]).toBe('the request was not continued');
  });
});

describe('what is said of the answers', () => {
  it('stands alone while nothing was asked', () => {
    expect(rows()).toEqual([announcedText({}, undefined)]);
  });

  it.each([
    [{}, /^Neither roots .* only pings\. ping is answered automatically; others get “method not found”\.$/],
    [
      { roots: {} },
      /^Declared to this server: roots\. ping and roots\/list are answered automatically; others get/,
    ],
    [
      { elicitation: {}, sampling: {} },
      /ping is answered automatically; elicitation and sampling by you or a rule; others get/,
    ],
  ])('%j', (capabilities, expected) => {
    expect(announcedText(capabilities, undefined)).toMatch(expected);
  });

  it('says who answers in a session that is followed', () =>
    expect(announcedText({ elicitation: {} }, 'cursor')).toBe(
      'Declared to this server: elicitation. cursor answers.',
    ));
});
