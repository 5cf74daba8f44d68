import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/session/frame.ts';
import { createStreamWatch } from '../../../src/session/redaction/private-keys.ts';
import { rareSecrets } from '../../../src/session/redaction/rare.ts';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';
import { redactEntry } from '../../../src/transcript/redact-entry.ts';
import { base64, KEPT, PLANTED, secretOf } from './planted.ts';

// Every secret in every place, as `redact` looks for it; and what is no secret in the same places.
const redactor = createRedactor([], { isThorough: true, rare: rareSecrets });
const json = JSON.stringify;
const result = (value: unknown): string => json({ jsonrpc: '2.0', id: 1, result: value });
const escaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const around = (text: string): string => `hello there, this is text\n${text}\nand more`;

const message = (text: string): string => redactor.json(text)?.text ?? text;
const line = (text: string): string => redactor.log(text)?.text ?? text;

const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'a line': line,
  'a sentence': (text) => line(`we use ${text} for it`),
  'a result': (text) => message(result({ content: [{ type: 'text', text }] })),
  'JSON in JSON in JSON': (text) => message(result({ content: [{ text: json({ a: json({ b: text }) }) }] })),
  'a line of a log': (text) =>
    line(
      `2026-01-01T00:00:00Z [info] Message: ${json({ jsonrpc: '2.0', id: 3, params: { v: text } })} { m: undefined }`,
    ),
  base64: (text) => message(result({ a: base64(text) })),
  base64url: (text) => message(result({ a: Buffer.from(text).toString('base64url') })),
  'base64 of more': (text) => message(result({ a: `data:text/plain;base64,${base64(around(text))}` })),
  'base64 of more, begun elsewhere': (text) => message(result({ a: base64(`x${around(text)}`) })),
  'JSON in base64': (text) => line(`payload=${base64(json({ a: text, b: 1 }))} ok`),
  'a query': (text) => line(`https://host/path?u=${encodeURIComponent(text)}&z=1`),
  'escapes of JSON': (text) => message(`{"jsonrpc":"2.0","id":1,"result":{"text":"${escaped(text)}"}}`),
  hex: (text) => line(`data ${Buffer.from(text).toString('hex')}`),
};

/** A secret in all the writings of the places. */
const written = (secret: string): string[] => [
  ...[secret, json(secret).slice(1, -1), encodeURIComponent(secret), escaped(secret)],
  ...['', 'x', 'xx'].map((before) => base64(before + secret).slice(4, -5)),
  Buffer.from(secret).toString('hex'),
];

describe('planted', () => {
  it.each(Object.keys(PLANTED))('%s', (name) => {
    const secret = secretOf(name);
    for (const [place, redacted] of Object.entries(PLACES)) {
      const text = redacted(PLANTED[name] ?? '');
      expect(text, place).toContain('[redacted]');
      for (const left of written(secret)) if (left.length > 5) expect(text, place).not.toContain(left);
    }
  });
});

describe('kept', () => {
  it.each(KEPT)('%s', (text) => {
    for (const [place, redacted] of Object.entries(PLACES))
      expect(redacted(text), place).not.toContain('[redacted]');
  });
});

it('finds tokens in names of members and in schemas, and leaves what they are called', () => {
  const token = PLANTED['ghp'] ?? '';
  const of = (hidden: string): string =>
    result({
      [hidden]: 1,
      tools: [{ inputSchema: { properties: { password: { default: hidden, title: 'Password: x' } } } }],
    });
  expect(message(of(token))).toBe(of('[redacted]'));
});

it('hides what a column of a secret name has, and the pieces of a token that was broken', () => {
  const token = PLANTED['ghp'] ?? '';
  const [first, second] = [token.slice(0, 22), token.slice(22)];
  for (const of of [
    (hide: string) => `user,password,city\nme,${hide || 'swordfish'},Rome\nyou,${hide || 'Sup3rS3cret'},Bonn`,
    (hide: string) => `TOKEN=${hide || first}\\\n  ${hide || second} --on`,
    (hide: string) => `const t = "${hide || first}" +\n  '${hide || second}';`,
    (hide: string) =>
      `00000000  ${hide || '68 66 5f'} |${hide || 'hf_'}|\n00000003  ${hide || '61 42 33 64 45 35 67 48 37 6a 4b 39 6d 4e 31 70'}  |${hide || 'aB3dE5gH7jK9mN1p'}|`,
  ])
    expect(line(of(''))).toBe(of('[redacted]'));
});

it('changes nothing around what is planted', () => {
  const before = 'ids 7f3a9c2e-0a1b-4c5d-9e8f-112233445566, {"page": 2} \\n \u00e4';
  for (const name of [
    'ghp',
    'openaiproj',
    'glpat',
    'jwt',
    'akia',
    'npm',
    'slackhook',
    'telegram',
    'dppt',
    'op',
  ]) {
    const token = PLANTED[name] ?? '';
    const text = line(`${before} ${token} ${before}`);
    expect(text.replace(/\S*\[redacted\]/, token), name).toBe(`${before} ${token} ${before}`);
  }
});

describe('split over two', () => {
  const about = { t: 0, conn: 1, session: 1 };
  const log = (data: string): string =>
    json({ jsonrpc: '2.0', method: 'notifications/message', params: { data } });
  const WAYS: Readonly<Record<string, (text: string, seq: number) => Entry>> = {
    'lines of stderr': (text, seq) => ({ ...about, type: 'stderr', seq, text }),
    messages: (text, seq) => ({ ...about, type: 'frame', dir: 's2c', n: 1, seq, msg: log(text) }),
  };
  const redacted = (...entries: readonly Entry[]): string[] => {
    const own = createRedactor([], { isThorough: true, rare: rareSecrets });
    const watch = createStreamWatch(own, true);
    for (const entry of entries) watch(entry);
    return entries.map((entry) => json(redactEntry(own, entry)?.entry ?? entry));
  };
  it.each(Object.keys(WAYS))('%s', (way) => {
    const entry = WAYS[way] as NonNullable<(typeof WAYS)[string]>;
    for (const name of ['ghp', 'openaiproj', 'glpat', 'akia', 'npm', 'jwt', 'sg'])
      for (const at of [6, 12, 18, 24]) {
        const token = PLANTED[name] ?? '';
        const [first = '', second = ''] = redacted(
          entry(`using ${token.slice(0, at)}`, 1),
          entry(`${token.slice(at)} from now on`, 2),
        );
        expect([first, second], `${name} ${at}`).toEqual([
          expect.not.stringContaining(token.slice(0, at)),
          expect.not.stringContaining(token.slice(-8)),
        ]);
        expect(second).toContain('from now on');
      }
  });

  it.each(Object.keys(WAYS))('nothing is, of %s that are about something else', (way) => {
    const entry = WAYS[way] as NonNullable<(typeof WAYS)[string]>;
    const lines = [
      'the token:',
      'Listening on port 3000',
      'id 7f3a9c2e-0a1b',
      '2026-01-01T00:00:00Z ready',
      'API_KEY=your-api-key-here',
      '/v1/secrets/list',
      'https://example.com/docs/api-keys#secret',
      'success is the secret of it',
      'API_KEY=',
    ];
    const entries = [...lines, 'connected', 'see sk-', 'learn-intro-2024'].map((text, at) =>
      entry(text, at + 1),
    );
    expect(redacted(...entries)).toEqual(entries.map((one) => json(one)));
  });
});
