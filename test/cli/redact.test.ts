import { linkSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

// The secrets are put together here so that no scanner of repositories takes them for real ones.
const mixed = (count: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(9).slice(0, count);
const github = `ghp_${mixed(36)}`;

const header = (on: boolean, ...command: readonly string[]): string =>
  JSON.stringify({
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'a' },
    ...{ started: '2026-01-01T00:00:00.000Z', tool: { name: 'mcp-loupe', version: '1.0.0' } },
    ...{ target: { transport: 'stdio', command, cwd: '/home/me', env: [] } },
    ...{ client: { name: 'c', version: '1', capabilities: {} }, redaction: { on, version: 1 } },
  });
const frame = (seq: number, dir: string, msg: string, before = ''): string =>
  `{"type":"frame","seq":${seq},"t":1,"conn":1,"session":1,"dir":"${dir}","n":9${before},"msg":${msg}}`;
const stderr = (seq: number, text: string, more = ''): string =>
  `{"type":"stderr","seq":${seq},"t":2,"conn":1,"session":1,"text":${JSON.stringify(text)}${more}}`;

/** A recording without redaction; `hide` is what is put in the place of a secret. */
const recording = (hide: (secret: string) => string, redacted: (pointers: readonly string[]) => string) =>
  [
    header(hide('') !== '', 'node', 's.js', '--token', hide('Zq8-hunter2x')),
    // Before anything says that it is a secret; and numbers, spaces and escapes as they were sent.
    stderr(1, `using ${hide('hunter2-hunter2')}`, redacted(['/text'])),
    frame(
      2,
      'c2s',
      `{ "id": 12345678901234567890, "method":"tools/call","params":{"a":"\\u0041 ${hide(github)}","password":"${hide('hunter2-hunter2')}"}}`,
      redacted(['/params/a', '/params/password']),
    ),
    frame(3, 's2c', `{"id":1,"result":{"nextCursor":"hunter2-hunter2"}}`),
    `{"type":"later","seq":4,"apiKey":"${hide('Ab1-open-sesame')}"}`,
    stderr(5, 'all is well'),
    '',
    `{"type":"frame","seq":9,"msg":{"x":"${hide(github)}`,
  ].join('\n');
const SECRET = recording(
  (secret) => secret,
  () => '',
);
const REDACTED = recording(
  () => '[redacted]',
  (pointers) => `,"redacted":${JSON.stringify(pointers)}`,
);

describe('redact', () => {
  it('replaces the secrets of a recording, wherever they are known from, and nothing else', async () => {
    const cwd = scratch();
    const at = (name: string): string => join(cwd, name);
    writeFileSync(at('a.mcp.jsonl'), SECRET);
    writeFileSync(
      at('a.notes.jsonl'),
      '{"type":"note","seq":9,"t":1,"conn":1,"session":1,"at":1,"text":"x"}\n',
    );
    const { code, stdout, stderr } = await runCli(['redact', 'a.mcp.jsonl', '-o', 'b.mcp.jsonl'], { cwd });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(
      [
        'replaced 6: 2 token shapes, 2 secret names, 1 option of a command, 1 known from elsewhere in it',
        'the notes beside it are in b.notes.jsonl',
        '',
      ].join('\n'),
    );
    expect(readFileSync(at('b.mcp.jsonl'), 'utf8')).toBe(REDACTED);
    expect(readFileSync(at('b.notes.jsonl'), 'utf8')).toBe(readFileSync(at('a.notes.jsonl'), 'utf8'));
    expect(statSync(at('b.mcp.jsonl')).mode & 0o777).toBe(0o600);
    expect(await runCli(['redact', 'b.mcp.jsonl', '--check'], { cwd })).toMatchObject({
      ...{ code: 0, stdout: '', stderr: 'left 0\n' },
    });
    const checked = await runCli(['redact', 'a.mcp.jsonl', '--check'], { cwd });
    expect(checked.code).toBe(5);
    expect(checked.stdout).toContain(
      'a.mcp.jsonl: line 3, column 204, /params/password: secret name (names), begins with "hun"',
    );
    expect(checked.stdout).not.toMatch(/hunter2|aB3d|sesame/);
  });

  it('goes through pipes, and finds what it is told', async () => {
    const cwd = scratch();
    const { code, stdout, stderr } = await runCli(
      ['redact', '-', '-o', '-', '--secret', '@env:WORD', '--rule', 'urls'],
      {
        cwd,
        stdin: `\ufeffWaldorf at https://me:pa55@x/\r\n${github} V2FsZG9yZg==\n`,
        env: { WORD: 'Waldorf!' },
      },
    );
    expect([code, stderr]).toEqual([0, 'replaced 1: 1 user of a URL\n']);
    expect(stdout).toBe(`\ufeffWaldorf at https://[redacted]@x/\r\n${github} V2FsZG9yZg==\n`);
  });

  it('takes files as Windows writes them, two bytes a character', async () => {
    const cwd = scratch();
    const of = (hide: string): Buffer =>
      Buffer.from(
        `\ufeffset API_KEY=${hide}\r\nZ\u00fcrich \ud800 \u010a\r\n{"password":"${hide}"}\r\n`,
        'utf16le',
      );
    const document = (hide: string): Buffer => Buffer.from(`{\n"password": "${hide}"\n}`, 'utf16le');
    const other = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
    for (const [name, bytes, hidden] of [
      [
        'little',
        Buffer.concat([of('hunter2x'), Buffer.from('x')]),
        Buffer.concat([of('[redacted]'), Buffer.from('x')]),
      ],
      ['big', other(of('hunter2x')), other(of('[redacted]'))],
      ['document', document('hunter2x'), document('[redacted]')],
    ] as const) {
      writeFileSync(join(cwd, name), bytes);
      await runCli(['redact', name, '-o', `${name}.out`], { cwd });
      expect(readFileSync(join(cwd, `${name}.out`)).toString('latin1'), name).toBe(hidden.toString('latin1'));
    }
  });

  it('writes over nothing that is not meant, and nothing in place', async () => {
    const cwd = scratch();
    const at = (name: string): string => join(cwd, name);
    writeFileSync(at('a.log'), `${github}\n`);
    writeFileSync(at('other.log'), 'mine');
    symlinkSync('a.log', at('soft.log'));
    linkSync(at('a.log'), at('hard.log'));
    const refused: readonly (readonly [words: string, why: string])[] = [
      ['a.log -o a.log --force', 'a.log is a.log itself: name another file'],
      ['a.log -o soft.log --force', 'soft.log is a.log itself'],
      ['a.log -o hard.log --force', 'hard.log is a.log itself'],
      ['a.log -o other.log', 'other.log exists: name another file, or overwrite it with --force'],
      ['a.log', 'redact needs -o and another file; - writes to stdout'],
      ['a.log -o b.log --check', '--check only reads'],
      ['a.log -o b.log --rule shapes', '"shapes" is not one of tokens, names'],
      ['none.log -o b.log', 'cannot read none.log: no such file'],
    ];
    for (const [words, why] of refused) {
      const { code, stderr } = await runCli(['redact', ...words.split(' ')], { cwd });
      expect([code, stderr], words).toEqual([2, expect.stringContaining(why)]);
    }
    expect(readFileSync(at('a.log'), 'utf8')).toBe(`${github}\n`);
    const { code } = await runCli(['redact', 'a.log', '-o', 'other.log', '--force'], { cwd });
    expect([code, readFileSync(at('other.log'), 'utf8')]).toEqual([0, '[redacted]\n']);
  });
});

describe('redact, of another program', () => {
  const split = [github.slice(0, 12), github.slice(12)] as const;
  const at = '2026-01-01T00:00:00.000Z [srv] [info]';

  it('leaves all other bytes: of lines, of what is no text, and of a document', async () => {
    const cwd = scratch();
    const log = (hide: (secret: string) => string, key: readonly string[]): Buffer =>
      Buffer.concat([
        Buffer.from(
          `\ufeff${at} stderr: using ${hide(split[0])}\r\n${at} stderr: ${hide(split[1])} done\r\n`,
        ),
        Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
        Buffer.from(`env:\n  - name: DB_PASSWORD\n    value: ${hide('zebra-crossing')}\n${key.join('\n')}\n`),
        Buffer.from(
          `{"session_id": "c5b9d4e1", "text":"{\\"apiKey\\": \\"${hide('Ab1-open-sesame')}\\"}"}\n<${hide('Bob')}>`,
        ),
      ]);
    const har = (hide: (secret: string) => string): string =>
      JSON.stringify(
        {
          log: {
            url: `https://${hide('me:pa55w0rd')}@host/mcp?api_key=${hide('abc12345')}`,
            headers: [{ name: 'Mcp-Session-Id', value: hide('s-123') }],
            postData: { text: `{"id":1,"params":{"cursor":"abc","password":"${hide('hunter2-hunter2')}"}}` },
          },
        },
        null,
        2,
      ).replace('"log"', '"l\\u006fg"');
    const key = ['-----BEGIN PRIVATE KEY-----', `MIIEvQ${mixed(58)}`, mixed(64), '-----END PRIVATE KEY-----'];
    const hidden = ['[redacted]', '[redacted]', '[redacted]', '[redacted]'];
    writeFileSync(
      join(cwd, 'a.log'),
      log((secret) => secret, key),
    );
    writeFileSync(
      join(cwd, 'a.har'),
      har((secret) => secret),
    );
    const ways = [
      '--secret',
      'Bob',
      '--rule',
      '/zebra-\\w+/',
      '--rule',
      'tokens',
      '--rule',
      'keys',
      '--rule',
      'names',
    ];
    const lines = await runCli(['redact', 'a.log', '-o', 'b.log', ...ways], { cwd });
    expect(lines.stderr).toContain(
      '1 value of --secret is short, and may stand in other words: 1 place in all',
    );
    expect(readFileSync(join(cwd, 'b.log')).toString('latin1')).toBe(
      log(() => '[redacted]', hidden).toString('latin1'),
    );
    const document = await runCli(['redact', 'a.har', '-o', 'b.har'], { cwd });
    expect(document.stderr).toBe('replaced 4: 3 secret names, 1 user of a URL\n');
    expect(readFileSync(join(cwd, 'b.har'), 'utf8')).toBe(har(() => '[redacted]'));
    const checked = await runCli(['redact', 'a.har', '--check'], { cwd });
    expect([checked.code, checked.stdout]).toEqual([
      5,
      expect.stringMatching(/^line 3, column 21: user of a URL/),
    ]);
  });
});
