import { beforeAll, describe, expect, it } from 'vitest';
import { loadRules } from '../../../../src/tui/kit/sheet/finding.ts';
import { outputSheet } from '../../../../src/tui/screens/output/sheet.ts';
import { frameSheet } from '../../../../src/tui/screens/traffic/frame-sheet.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { exchange } from '../../../support/exchange.ts';
import { told } from '../../../support/told.ts';
import { first, seen } from './looking.ts';

const session = (...steps: readonly Step[]) => told(...handshake({}), ...steps).host;

function rows(host: ReturnType<typeof session>, revealed = false): readonly string[] {
  const sheet = outputSheet(host, host.log.output.at(0), revealed);
  return sheet === undefined ? [] : seen(first(sheet), { cells: 110, height: 60 }).map((row) => row.slice(2));
}

beforeAll(loadRules);

describe('an HTTP exchange as a whole', () => {
  const headers = [
    ['Authorization', 'Bearer open-sesame'],
    ['X-Twice', 'a'],
    ['x-twice', 'b'],
  ] as const;

  it('has the headers of both sides and its frames, without secrets', () => {
    expect(rows(session(...exchange(1, 200, headers)))).toEqual([
      ...['#5, 00:00:00.500', 'POST http://127.0.0.1:3000/mcp'],
      ...[
        'Authorization: Bearer [redacted]  masked · * reveals',
        'X-Twice: a',
        'x-twice: b',
        '  #6 request tools/call, 72 B',
        '',
      ],
      ...['200 after 200 ms', 'Content-Type: application/json', '  #8 result tools/call, 49 B', ''],
      'end after 400 ms',
    ]);
  });

  it('has its secrets when they are asked for', () => {
    expect(rows(session(...exchange(1, 200, headers)), true)).toContain('Authorization: Bearer open-sesame');
  });

  it('has events, bodies that are no message, what broke off, and what was found', () => {
    const shown = rows(
      session(
        ...exchange(1, 200).slice(0, 3),
        { http: { x: 1, phase: 'event', event: { event: 'ping', id: '7', retry: 1500 }, body: 'tick' } },
        { http: { x: 1, phase: 'event', event: { comment: 'hello' } } },
        {
          http: { x: 1, phase: 'error', detail: 'it was cut', body: '{"a":1}' },
          found: [{ rule: 'http/cut-stream', message: 'cut' }],
        },
      ),
    );
    expect(shown.slice(shown.indexOf('Content-Type: application/json') + 1)).toEqual([
      ...['', 'event after 300 ms: event ping, id 7, retry 1.5 s', 'tick', ''],
      ...['event after 400 ms: comment hello', ''],
      ...['cut off after 500 ms: it was cut', '▾ {', '    "a": 1', '  }', '! cut'],
      expect.stringContaining('Keep the stream open'),
      expect.stringContaining('http/cut-stream'),
    ]);
  });

  it('says how many events are left out', () => {
    const events = Array.from(
      { length: 250 },
      (): Step => ({ http: { x: 1, phase: 'event', event: { comment: '' } } }),
    );
    const sheet = outputSheet(session(...exchange(1, 200).slice(0, 3), ...events), 5, false);
    const [last] = sheet?.sections.slice(-1) ?? [];
    expect(last?.kind === 'text' && last.text).toBe('… and 50 more events');
  });

  it('stands below a message that came in it', () => {
    const sheet = frameSheet(session(...exchange(1, 200)), 8, { raw: true, revealed: false });
    const shown = sheet === undefined ? [] : seen(first(sheet), { cells: 110, height: 60 });
    expect(shown.join('\n')).toMatch(
      /"result"[\s\S]*HTTP exchange 1[\s\S]*POST http:[\s\S]*200 after 200 ms/,
    );
  });
});
