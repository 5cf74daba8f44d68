import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../../src/session/redaction/arguments.ts';
import { isSecretVariable } from '../../../src/session/redaction/names.ts';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';
import type { StdioTarget } from '../../../src/session/target.ts';

const target = (more: Partial<StdioTarget>): StdioTarget => ({
  transport: 'stdio',
  command: 'node',
  args: [],
  cwd: '/home/me',
  env: {},
  given: [],
  beyondClient: [],
  ...more,
});

test.each([
  ['GITHUB_TOKEN', true],
  ['FAKE_SECRET', true],
  ['SECRET_KEY_BASE', true],
  ['AWS_ACCESS_KEY_ID', true],
  ['OPENAI_API_KEY', true],
  ['OPENAI_APIKEY', true],
  ['PGPASSWORD', true],
  ['DB_PASSWORD', true],
  ['TOKEN_FILE', false],
  ['SECRET_PATH', false],
  ['CREDENTIALS_DIR', false],
  ['TOKEN_URL', false],
  ['TOKEN_SOCK', false],
  ['CREDENTIAL_TYPE', false],
  ['PATH', false],
  ['TOKENIZERS_PARALLELISM', false],
])('the variable %s: %s', (name, secret) => {
  expect(isSecretVariable(name, 'open sesame')).toBe(secret);
});

test('the secrets of a target: what was given, secret names, secret options', () => {
  const secrets = secretsOf(
    target({
      args: [
        'server.js',
        '--api-key',
        'from-option',
        '--token=from-assignment',
        '-e',
        'X_SECRET=from-variable',
        '--header',
        'Authorization: Basic from-header',
        '--port',
        '3',
      ],
      env: {
        MODE: 'production',
        GIVEN: 'fr0m-3x4mpl3s',
        HOME: '/home/me',
        NPM_TOKEN: 'inherited',
        EMPTY_TOKEN: '',
      },
      given: ['MODE', 'GIVEN'],
    }),
  );
  expect(secrets.sort()).toEqual([
    'fr0m-3x4mpl3s',
    'from-assignment',
    'from-header',
    'from-option',
    'from-variable',
    'inherited',
  ]);
});

describe('a command line', () => {
  test.each([
    [
      ['--api-key', 'abc'],
      ['--api-key', '[redacted]'],
    ],
    [
      ['--token=abc', '--tokenizer=abc'],
      ['--token=[redacted]', '--tokenizer=abc'],
    ],
    [
      ['--password', '--verbose'],
      ['--password', '--verbose'],
    ],
    [
      ['-e', 'API_KEY=abc', '-e', 'TOKEN_FILE=/a/b'],
      ['-e', 'API_KEY=[redacted]', '-e', 'TOKEN_FILE=/a/b'],
    ],
    [['postgres://me:pw@host/db'], ['postgres://[redacted]@host/db']],
    [
      ['--header', 'Authorization: Bearer abc123def456'],
      ['--header', 'Authorization: Bearer [redacted]'],
    ],
    [
      ['--value', 'known-value'],
      ['--value', '[redacted]'],
    ],
    [['--token'], ['--token']],
    [
      ['--header', 'X-Api-Key: abc', '-H', 'authorization:abc', '-H', 'Authorization: Basic abc'],
      [
        ...['--header', 'X-Api-Key: [redacted]', '-H', 'authorization:[redacted]'],
        ...['-H', 'Authorization: Basic [redacted]'],
      ],
    ],
    [
      ['--header=Cookie: a=b', '-HX-Auth: abc', '--header=Accept: text/html'],
      ['--header=Cookie: [redacted]', '-HX-Auth: [redacted]', '--header=Accept: text/html'],
    ],
    [
      ['secret://store/x', 'C:\\token', 'token:', 'image:tag', 'a sentence on a token: it is'],
      ['secret://store/x', 'C:\\token', 'token:', 'image:tag', 'a sentence on a token: it is'],
    ],
  ])('%j', (words, redacted) => {
    expect(createRedactor(['known-value']).words(words)).toEqual(redacted);
  });
});
