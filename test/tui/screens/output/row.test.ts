import { describe, expect, it } from 'vitest';
import { width } from '../../../../src/text/width.ts';
import { lineTitle, outputRow, printedRow } from '../../../../src/tui/screens/output/view.tsx';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { exchange } from '../../../support/exchange.ts';
import { type Told, told } from '../../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const colour = createTheme({ ascii: false, colour: true });
const START = handshake({ logging: {} });

const log = (params: object): Step => ['s2c', { method: 'notifications/message', params }];

const newest = ({ host }: Told): number => host.log.output.at(host.log.output.length - 1);

const row = (session: Told, cells = 100, selected = false, theme = plain): string =>
  outputRow(session.host, newest(session), cells, selected, theme);

/** What a row says after its time, in parts of one space. */
const said = (...steps: readonly Step[]): string =>
  row(told(...START, ...steps))
    .slice(16)
    .replace(/ +/g, ' ')
    .trim();

const LONG = 'x'.repeat(5_000);

const CASES: readonly (readonly [string, Step, string])[] = [
  ['a line of stderr', { stderr: 'listening on 8080' }, 'stderr listening on 8080'],
  ['an empty line', { stderr: '' }, 'stderr'],
  ['a log message', log({ level: 'info', data: 'ready' }), 'info ready'],
  ['its logger', log({ level: 'warning', logger: 'db', data: 'slow' }), 'warning db slow'],
  ['data that is JSON', log({ level: 'info', data: { a: [1, 2] } }), 'info {"a": [1, 2]}'],
  ['data that is a number', log({ level: 'info', data: 42 }), 'info 42'],
  ['data that is missing', log({ level: 'info' }), 'info'],
  ['a level nobody knows', log({ level: 'loud', data: 'a' }), 'loud ! a'],
  ['a level that is no text', log({ level: 3, data: 'a' }), '3 ! a'],
  ['no parameters', ['s2c', { method: 'notifications/message' }], '!'],
  ['line breaks', log({ level: 'info', data: 'a\nb' }), 'info a<LF>b'],
  ['what could control the terminal', { stderr: '\u001b[31mred\u202e' }, 'stderr <ESC>[31mred<U+202E>'],
  ['the beginning of a long text', log({ level: 'error', logger: 'db', data: LONG }), 'error db xxxx'],
  [
    'the beginning of a long text before its level',
    log({ data: `a "quoted" \\ ${LONG}`, level: 'error' }),
    'a "quoted" \\ xxxx',
  ],
  ['the beginning of long JSON', log({ level: 'info', data: { a: LONG } }), 'info {"a": "xxxx'],
];

describe('a row of output', () => {
  it.each(CASES)('tells %s', (_, step, expected) => {
    const told = said(step);
    expect(expected.endsWith('xxxx') ? told.slice(0, expected.length) : told).toBe(expected);
  });

  it.each([
    ['an exchange', exchange(1, 200), 'http 200 POST tools/call 200 ms http://127.0.0.1:3000/mcp'],
    [
      'one that waits',
      exchange(1, 200).slice(0, 2),
      'http POST tools/call waiting http://127.0.0.1:3000/mcp',
    ],
    [
      'one whose body comes',
      exchange(1, 200).slice(0, 3),
      'http 200 POST tools/call 200 ms open http://127.0.0.1:3000/mcp',
    ],
    [
      'one that broke off',
      [...exchange(1, 200).slice(0, 2), { http: { x: 1, phase: 'error', detail: 'nobody' } }],
      'http fail POST tools/call 200 ms nobody http://127.0.0.1:3000/mcp',
    ],
  ] satisfies [string, readonly Step[], string][])('tells %s over HTTP', (_, steps, expected) => {
    expect(said(...steps)).toBe(expected);
  });

  it('has the status of an exchange in every width', () => {
    const session = told(...exchange(1, 404));
    for (const cells of [36, 50, 56, 60]) expect(row(session, cells)).toContain('http 404');
  });

  it('keeps the digits of numbers', () => {
    const session = told(...START);
    session.tell(['s2c', { method: 'notifications/message', params: { level: 'info', data: [1.0, 1e21] } }]);
    expect(row(session)).toContain('[1, 1e+21]');
  });

  it('has its time as far as there is room', () => {
    const session = told(...START, { stderr: 'a' });
    expect(row(session, 100)).toMatch(/^ {2}\d\d:\d\d:\d\d\.\d{3} {2}stderr/);
    expect(row(session, 76)).toMatch(/^ {2}\d\d:\d\d:\d\d {2}stderr/);
    expect(row(session, 40)).toMatch(/^ {2}stderr/);
  });

  it('is exactly as wide as it should be, in any width and for any text', () => {
    const texts = [
      '',
      'ok',
      '日本語'.repeat(40),
      '👨‍👩‍👧'.repeat(30),
      'e\u0301'.repeat(90),
      '\u0000'.repeat(40),
    ];
    for (const text of texts) {
      for (const step of [{ stderr: text }, log({ level: text, logger: text, data: text })]) {
        const session = told(...START, step);
        for (let cells = 36; cells <= 160; cells += 3) {
          expect(width(row(session, cells)), `${text} ${cells}`).toBe(cells);
          expect(width(row(session, cells, true)), `${text} ${cells} selected`).toBe(cells);
        }
      }
    }
  });

  it('is marked by a sign when selected, and all of one colour', () => {
    const session = told(...START, log({ level: 'error', logger: 'db', data: 'broken' }));
    expect(row(session, 100, true)).toMatch(/^❯ /);
    expect(row(session, 100, true, colour)).toMatch(/^\u001b\[7m[^\u001b]{100}\u001b\[27m$/);
  });

  it('has a colour by its level, and the word beside it', () => {
    const painted = (level: string) => row(told(...START, log({ level, data: 'a' })), 100, false, colour);
    expect(painted('error')).toContain('\u001b[31merror');
    expect(painted('warning')).toContain('\u001b[33mwarning');
    expect(painted('debug')).toContain('\u001b[2mdebug');
    expect(painted('info')).toContain('\u001b[22minfo ');
  });

  it('marks findings', () => {
    expect(row(told(...START, log({ level: 'loud', data: 'a' })))).toMatch(/loud +! a/);
    expect(row(told(...START, log({ level: 'info', data: 'a' })))).not.toContain('!');
  });

  it('hides what is known to be secret, in JSON with escapes too', () => {
    const { host } = told(...START, log({ level: 'info', data: 'my "s3cret"' }), { stderr: 's3cret' });
    const masked = { ...host, mask: (text: string) => text.replaceAll('s3cret', '[redacted]') };
    const [said, printed] = [0, 1].map((at) => outputRow(masked, host.log.output.at(at), 100, false, plain));
    expect(said).toContain('my "[redacted]"');
    expect(printed).toContain('stderr      [redacted]');
  });
});

describe('the title of a line', () => {
  it.each([
    [{ stderr: 'a' }, /^#5 · \d\d:\d\d:\d\d\.\d{3} · stderr$/],
    [log({ level: 'info', logger: 'db\u001b', data: 'a' }), /^#5 · \S+ · info · db<ESC>$/],
  ] as const)('says when, how important and by whom', (step, expected) => {
    const session = told(...START, step);
    expect(lineTitle(session.host, newest(session), plain)).toMatch(expected);
  });
});

describe('what the program itself printed', () => {
  it('has a row of its own', () => {
    expect(printedRow('Warning: \u001b[1m', 30, plain)).toBe('  mcp-loupe Warning: <ESC>[1m');
    expect(width(printedRow('x'.repeat(99), 30, plain))).toBe(30);
  });
});
