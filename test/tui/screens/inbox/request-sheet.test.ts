import { describe, expect, it } from 'vitest';
import { waitingIn } from '../../../../src/session/inbox.ts';
import { requestSheet } from '../../../../src/tui/screens/inbox/request-sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from '../../kit/sheet/looking.ts';

const START = handshake({}, {}, { elicitation: {}, sampling: {} });
const asks = (method: string, params: unknown): Step => ['s2c', { id: 7, method, params }];

/** What is read of the request that waits, a row each. */
function rows(step: Step, look: { brief?: boolean; said?: string } = {}): readonly string[] {
  const { host } = told(...START, step);
  const [asked] = waitingIn(host.store.state());
  if (asked === undefined) throw new Error('nothing waits');
  const sheet = requestSheet(host, asked, { revealed: false, brief: false, said: '', ...look });
  return seen(first(sheet), { cells: 200, height: 60 }).map((row) => row.slice(2));
}

describe('an elicitation', () => {
  const form = asks('elicitation/create', {
    message: 'Who?\nExactly?',
    requestedSchema: { type: 'object' },
    _meta: { a: 1 },
  });

  it('tells its message, its schema and what else was sent', () => {
    expect(rows(form)).toEqual([
      ...['Who?', 'Exactly?', '', 'schema of the response', '▾ {', '    "type": "object"', '  }', ''],
      ...['_meta', '▸ {"_meta": {"a": 1}} 1 member'],
    ]);
  });

  it('leaves its schema to the form, and begins with what is said of it', () => {
    expect(rows(form, { said: 'accepted' }).slice(0, 4)).toEqual(['accepted', '', 'Who?', 'Exactly?']);
    expect(rows(form, { brief: true })).toEqual([...['Who?', 'Exactly?']]);
  });

  it('by URL tells the host and the whole URL', () => {
    const url = `https://login.example.com:8443/${'path/'.repeat(20)}?next=https://other.example`;
    const told = rows(
      asks('elicitation/create', { mode: 'url', message: 'Sign in', url, elicitationId: 'e1' }),
    );
    expect(told).toEqual([
      ...['Sign in', '', 'a page on login.example.com:8443', url],
      'elicitation e1, o opens it in a browser',
    ]);
  });

  it.each([
    [{ mode: 'url', url: 'javascript:alert(1)' }, 'a page without a host'],
    [
      { mode: 'url', url: 'javascript:alert(1)' },
      'only https pages, and http pages on this machine, are opened in a browser',
    ],
    [
      { mode: 'url', url: 'file://host/a', elicitationId: 'e' },
      'elicitation e, only https pages, and http pages on this machine, are opened in a browser',
    ],
    [{ mode: 'url', url: 'https://exämple.com/' }, 'a page on xn--exmple-cua.com'],
    [{ mode: 'url' }, 'No reason given.'],
    [{}, 'No reason given.'],
    [{ message: 'a\u001b[2J' }, 'a<ESC>[2J'],
    [7, '  7'],
  ])('with %j', (params, expected) => {
    expect(rows(asks('elicitation/create', params))).toContain(expected);
  });
});

describe('a sampling request', () => {
  it('tells limits, preferences, system prompt, messages and tools', () => {
    const told = rows(
      asks('sampling/createMessage', {
        maxTokens: 100,
        temperature: 0.5,
        stopSequences: ['END'],
        includeContext: 'none',
        modelPreferences: { hints: [{ name: 'claude' }, { name: 'haiku' }], speedPriority: 1 },
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', content: { type: 'text', text: 'Hello' } },
          {
            role: 'assistant',
            content: [
              { type: 'image', data: 'AAAA', mimeType: 'image/png' },
              { type: 'text', text: 'So?' },
            ],
          },
        ],
        tools: [{ name: 'weather', inputSchema: {} }],
        toolChoice: { mode: 'required' },
      }),
    );
    expect(told).toEqual([
      'at most 100 tokens, temperature 0.5, stops at ["END"], context none, a model like claude or haiku, speedPriority 1',
      ...['', 'system', 'Be brief.', '', 'tools of the server, choice required', '▾ ['],
      ...['  ▸ {"name": "weather", "inputSchema": {}} 2 members', '  ]', '', 'user', 'Hello', ''],
      ...['assistant', 'image, image/png, 3 B', 'decoding …', 'So?'],
    ]);
  });

  it.each([
    [{ messages: 7 }, '  7'],
    [{ messages: [7] }, 'nobody'],
    [{ messages: [{ role: 'user' }] }, 'user'],
    [{ systemPrompt: 7, messages: [] }, '  7'],
  ])('with %j', (params, expected) => {
    expect(rows(asks('sampling/createMessage', params))).toContain(expected);
  });
});
