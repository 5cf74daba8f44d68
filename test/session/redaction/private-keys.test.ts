import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/session/frame.ts';
import { createStreamWatch } from '../../../src/session/redaction/private-keys.ts';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';

const NUMBERS = { seq: 1, t: 1, conn: 1, session: 0 };
const KINDS: Readonly<Record<string, (text: string) => Entry>> = {
  stderr: (text) => ({ ...NUMBERS, type: 'stderr', text }),
  stdout: (text) => ({ ...NUMBERS, type: 'invalid', dir: 's2c', n: text.length, text, why: 'no message' }),
  log: (data) => logged(data),
  'log of an object': (message) => logged({ at: '2026-11-28', message }),
};
const logged = (data: unknown): Entry => {
  const msg = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data },
  });
  return { ...NUMBERS, type: 'frame', dir: 's2c', n: msg.length, msg };
};

/** What is shown of lines that come one after the other. */
function shown(lines: readonly string[], kind = 'stderr', known: readonly string[] = []): string[] {
  const redactor = createRedactor(known);
  const watch = createStreamWatch(redactor);
  return lines.map((line) => {
    const entry = KINDS[kind]?.(line) ?? KINDS['stderr']!(line);
    watch(entry);
    return redactor.mask(entry.type === 'frame' ? entry.msg : line);
  });
}

const body = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `MIIEpAIBAAKCAQEA${'x7Yz+/'.repeat(8)}${at}aB`.slice(0, 64));
const rsa = ['-----BEGIN RSA PRIVATE KEY-----', ...body(5), 'Qk9EWQ==', '-----END RSA PRIVATE KEY-----'];
const pgp = [
  ...['-----BEGIN PGP PRIVATE KEY BLOCK-----', 'Version: GnuPG v2', ''],
  ...[...body(3), '=aBc1', '-----END PGP PRIVATE KEY BLOCK-----'],
];
const encrypted = [
  ...['-----BEGIN RSA PRIVATE KEY-----', 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0A1B', ''],
  ...[...body(2), '-----END RSA PRIVATE KEY-----'],
];

describe('a private key that comes by the line', () => {
  test.each(Object.keys(KINDS))('in %s', (kind) => {
    for (const key of [rsa, pgp, encrypted]) {
      const lines = shown(['before', ...key, 'all is well', 'Listening on port 3000'], kind).join('\n');
      for (const line of key.filter((text) => /^=?[\w+/]{4,}=*$/.test(text)))
        expect(lines).not.toContain(line);
      expect(lines).toContain('all is well');
      expect(lines).toContain('Listening on port 3000');
      expect(lines).not.toContain('BEGIN');
    }
  });

  test('behind what a logger writes, and anywhere else from then on', () => {
    const logger = rsa.map((line) => `2026-11-28 10:00:00 [info] key: ${line}`);
    const lines = shown([...logger, `again ${body(1)[0]}.`]);
    expect(lines.join('\n')).not.toMatch(/MIIE|Qk9E/);
    expect(lines[1]).toBe('2026-11-28 10:00:00 [info] key: [redacted]');
    expect(lines.at(-1)).toBe('again [redacted].');
  });

  test('without an end hides no more than what may be of it', () => {
    for (const next of ['Listening on port 3000', 'done', 'error: broken', '{"a":1}', 'Ready']) {
      const lines = shown(['-----BEGIN PRIVATE KEY-----', ...body(1), next, 'x7Yz9aBcDeFgHiJk']);
      expect(lines.slice(1)).toEqual(['[redacted]', next, 'x7Yz9aBcDeFgHiJk']);
    }
    const endless = shown([
      '-----BEGIN PRIVATE KEY-----',
      ...Array.from({ length: 500 }, (_, at) => `aB3dE5gH7jK9mN1p${at}`),
    ]);
    expect(endless.at(-1)).toBe('aB3dE5gH7jK9mN1p499');
  });

  test('of a certificate nothing is hidden', () => {
    const lines = ['-----BEGIN CERTIFICATE-----', ...body(2), '-----END CERTIFICATE-----'];
    expect(shown(lines)).toEqual(lines);
  });
});

describe('a known value that a pause splits', () => {
  const value = 'sk-fake-DO-NOT-LEAK-0123456789';
  test.each(Array.from({ length: value.length - 1 }, (_, at) => at + 1))('behind %i characters', (at) => {
    const lines = shown(
      [`the token is ${value.slice(0, at)}`, `${value.slice(at)} and more`, value],
      'stderr',
      [value],
    );
    const seen = lines.join('').replaceAll('[redacted]', '');
    // A few characters of an end are in many a word; they tell nothing.
    expect(seen.replace(/^the token is .{0,3}?(?= ?and|.{0,3} and)/, '').length).toBeLessThanOrEqual(
      ' and more'.length + 6,
    );
    expect(lines[2]).toBe('[redacted]');
    expect(lines[1]).toMatch(/ and more$/);
  });

  test('into three', () => {
    const lines = shown([value.slice(0, 10), value.slice(10, 20), value.slice(20)], 'stderr', [value]);
    expect(lines).toEqual(['[redacted]', '[redacted]', '[redacted]']);
  });

  test('is none where another text follows or the beginning is that of a word', () => {
    const known = ['production-0123'];
    expect(shown(['it is in prod', 'ucts of note'], 'stderr', known)).toEqual([
      'it is in prod',
      'ucts of note',
    ]);
    expect(shown(['a line', 'another'], 'stderr', known)).toEqual(['a line', 'another']);
  });
});
