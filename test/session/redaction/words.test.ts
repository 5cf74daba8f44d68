// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/session/redaction/redactor.ts';

// Both sides of the table: what is masked wherever it stands, and what is left alone to the character. The secrets are
// put together here so that no scanner of repositories takes them for real ones.
const redactor = createRedactor();
const hex = (count: number): string => '0a1b2c3d4e5f6789'.repeat(9).slice(0, count);
const mixed = (count: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(9).slice(0, count);

/** As the text of a result, in JSON quoted twice and three times, in a line of stderr, and under an innocent name. */
const places: readonly (readonly [string, (text: string) => string | undefined])[] = [
  ['a line of text', (text) => redactor.plain(text)?.text],
  ['a result', (text) => redactor.json(result({ content: [{ type: 'text', text }] }))?.text],
  ['structured content', (text) => redactor.json(result({ structuredContent: { a: [text] } }))?.text],
  [
    'JSON in JSON',
    (text) => redactor.json(result({ content: [{ text: JSON.stringify({ a: text }) }] }))?.text,
  ],
  [
    'JSON in JSON in JSON',
    (text) =>
      redactor.json(result({ content: [{ text: JSON.stringify({ b: JSON.stringify({ a: text }) }) }] }))
        ?.text,
  ],
  ['JSON in a line', (text) => redactor.plain(`got ${JSON.stringify({ a: text })} from it`)?.text],
  [
    'JSON in JSON in a line',
    (text) => redactor.plain(`got ${JSON.stringify(JSON.stringify({ a: text }))}`)?.text,
  ],
];
const result = (value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });

describe('tokens by their shape', () => {
  const tokens: readonly (readonly [string, string])[] = [
    ['Anthropic', `sk-ant-api03-${mixed(40)}-${mixed(8)}AA`],
    ['OpenAI', `sk-proj-${mixed(48)}`],
    ['OpenRouter', `sk-or-v1-${hex(64)}`],
    ['Stripe', `sk_live_${mixed(24)}`],
    ['Stripe, restricted', `rk_live_${mixed(24)}`],
    ['Stripe, webhook', `whsec_${mixed(32)}`],
    ['GitHub', `ghp_${mixed(36)}`],
    ['GitHub, fine-grained', `github_pat_11${mixed(20)}_${mixed(40)}`],
    ['GitLab', `glpat-${mixed(20)}`],
    ['Google API', `AIza${mixed(35)}`],
    ['Google OAuth', `ya29.${mixed(60)}`],
    ['Google client', `GOCSPX-${mixed(28)}`],
    ['Google refresh', `1//0${mixed(50)}`],
    ['npm', `npm_${mixed(36)}`],
    ['PyPI', `pypi-AgEIcHlwaS5vcmc${mixed(40)}`],
    ['Hugging Face', `hf_${mixed(34)}`],
    ['SendGrid', `SG.${mixed(22)}.${mixed(43)}`],
    ['Slack', `xoxb-123456789012-1234567890123-${mixed(24)}`],
    ['Slack, app', `xapp-1-A0123456789-1234567890123-${hex(64)}`],
    ['Groq', `gsk_${mixed(52)}`],
    ['Grafana', `glsa_${mixed(32)}_${hex(8)}`],
    ['Grafana Cloud', `glc_${mixed(60)}`],
    ['Vault', `hvs.${mixed(90)}`],
    ['Vault, batch', `hvb.${mixed(90)}`],
    ['DigitalOcean', `dop_v1_${hex(64)}`],
    ['Atlassian', `ATATT3xFfGF0${mixed(100)}=${hex(8).toUpperCase()}`],
    ['Supabase', `sbp_${hex(40)}`],
    ['Twilio', `SK${hex(32)}`],
    ['Linear', `lin_api_${mixed(40)}`],
    ['Notion', `ntn_${mixed(46)}`],
    ['Notion, old', `secret_${mixed(43)}`],
    ['Figma', `figd_${mixed(40)}`],
    ['Telegram', `123456789:AA${mixed(33)}`],
    ['Discord', `MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.${mixed(38)}`],
    ['Airtable', `pat${mixed(14)}.${hex(64)}`],
    ['Mailgun', `key-${hex(32)}`],
    ['Shopify', `shpat_${hex(32)}`],
    ['Databricks', `dapi${hex(32)}`],
    ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
    ['Perplexity', `pplx-${hex(48)}`],
    ['xAI', `xai-${mixed(80)}`],
    ['Replicate', `r8_${mixed(37)}`],
    ['LangSmith', `lsv2_pt_${hex(32)}_${hex(10)}`],
    ['Doppler', `dp.st.dev.${mixed(40)}`],
    ['JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx${mixed(20)}.${mixed(43)}`],
    ['age', `AGE-SECRET-KEY-1${mixed(58).toUpperCase()}`],
  ];
  test.each(tokens)('%s', (_, token) => {
    for (const [place, mask] of places) {
      for (const text of [
        token,
        `the token is ${token}, keep it`,
        `"${token}"\n`,
        `x=${token}&y=1`,
        `(${token})`,
      ]) {
        const masked = mask(text);
        expect(masked, `${place}: ${text}`).toContain('[redacted]');
        expect(masked, `${place}: ${text}`).not.toContain(token.slice(-12));
      }
    }
  });

  test.each([
    ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX', 'XXXXXX'],
    [`https://discord.com/api/webhooks/123456789012345678/${mixed(60)}`, mixed(60).slice(-12)],
    [
      'DefaultEndpointsProtocol=https;AccountName=me;AccountKey=bG9uZ2tleQ0123456789+/==;EndpointSuffix=x',
      'bG9uZ2tleQ',
    ],
    ['Server=db;User Id=sa;Password=hunter2!;Encrypt=true', 'hunter2'],
    ['Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=bG9uZ2tleQ0123456789=', 'bG9uZ2tleQ'],
    ['postgres://me:pa55w0rd@db.internal:5432/app', 'pa55w0rd'],
    ['mongodb+srv://me:pa55w0rd@cluster0.x.mongodb.net/?retryWrites=true', 'pa55w0rd'],
    ['https://0a1b2c3d4e5f67890a1b2c3d4e5f6789@o0.ingest.sentry.io/1', '0a1b2c3d'],
    [`SK${hex(32)}:${mixed(32)}`, mixed(32).slice(-10)],
    ['curl -H "Authorization: Basic bWU6cGE1NXcwcmQ=" https://x', 'bWU6cGE1'],
  ])('%s', (text, secret) => {
    for (const [place, mask] of places) expect(mask(text), place).not.toContain(secret);
  });
});

const secret = 'Zx9-hunter2-Qw';

describe('a value under a secret name', () => {
  const names = [
    ...[
      'password',
      'passwd',
      'pwd',
      'pass',
      'passphrase',
      'secret',
      'secrets',
      'token',
      'tokens',
      'apiKey',
      'apiKeys',
    ],
    ...[
      'api_key',
      'APIKey',
      'X-API-Key',
      'apikey',
      'accesstoken',
      'access_token',
      'accessToken',
      'refreshToken',
    ],
    ...[
      'clientsecret',
      'client_secret',
      'clientSecret',
      'authtoken',
      'auth_token',
      'bearer',
      'jwt',
      'otp',
      'cookie',
    ],
    ...[
      'Set-Cookie',
      'authorization',
      'proxy-authorization',
      'credential',
      'credentials',
      'privateKey',
      'signingKey',
    ],
    ...[
      'signing_key',
      'encryptionKey',
      'masterKey',
      'connectionString',
      'connection_string',
      'secretAccessKey',
    ],
    ...[
      'DB_PASS',
      'DB_PASSWORD',
      'PGPASSWORD',
      'GITHUB_PAT',
      'NPM_TOKEN',
      'SECRET_KEY_BASE',
      'password1',
      'API_KEY_2',
    ],
    ...[
      'newPassword',
      'passwordConfirmation',
      'secretValue',
      'SecretString',
      'botToken',
      'idToken',
      'sessionToken',
    ],
    ...[
      'auth',
      'sessionId',
      'session_id',
      'x-vault-token',
      'webhookSecret',
      'licenseKey',
      'accountKey',
      '_authToken',
    ],
  ];
  test.each(names)('%s', (name) => {
    const value = { [name]: secret, other: 'kept' };
    const masked = JSON.stringify({ ...value, [name]: '[redacted]' });
    expect(redactor.json(result({ structuredContent: value }))?.text).toBe(
      result({ structuredContent: { ...value, [name]: '[redacted]' } }),
    );
    for (const quoted of [1, 2, 3, 4]) {
      const wrap = (text: string): string => (quoted > 1 ? wrapped(text, quoted - 1) : text);
      const inText = result({ content: [{ type: 'text', text: wrap(JSON.stringify(value)) }] });
      expect(redactor.json(inText)?.text, `quoted ${quoted} times`).not.toContain('hunter2');
      const inLine = redactor.plain(`[debug] ${wrap(JSON.stringify(value))} sent`)?.text;
      expect(inLine, `in a line, quoted ${quoted} times`).not.toContain('hunter2');
      expect(inLine).toContain('kept');
    }
    expect(redactor.plain(`[debug] ${JSON.stringify(value)}`)?.text).toBe(`[debug] ${masked}`);
    expect(redactor.plain(`${name}=${secret}`)?.text).toBe(`${name}=[redacted]`);
    expect(redactor.plain(`export ${name}="${secret}" # x`)?.text).toBe(`export ${name}="[redacted]" # x`);
    expect(redactor.plain(`2026-11-28 INFO ${name}: ${secret}`)?.text).not.toContain('hunter2');
    expect(redactor.plain(`{'${name}': '${secret}', 'b': 1}`)?.text).toBe(
      `{'${name}': '[redacted]', 'b': 1}`,
    );
    expect(redactor.plain(`run --${name} ${secret} --x`)?.text).toBe(`run --${name} [redacted] --x`);
    expect(redactor.plain(`https://x.example/a?b=1&${name}=${secret}&c=2#d`)?.text).not.toContain('hunter2');
  });
});

function wrapped(text: string, times: number): string {
  return times === 0 ? text : wrapped(JSON.stringify({ body: text }), times - 1);
}

describe('names and values apart', () => {
  test.each([
    [{ name: 'password', value: secret }],
    [{ key: 'API_KEY', value: secret }],
    [{ Name: 'DB_PASS', Value: secret }],
    [{ value: secret, name: 'password' }],
    [{ header: 'Authorization', value: `Bearer ${secret}` }],
    [['Authorization', `Bearer ${secret}`]],
    [['Accept', 'text/html', 'X-Api-Key', secret]],
    [{ headers: [['Cookie', `sid=${secret}`]] }],
    [{ secrets: { github: secret } }],
    [{ tokens: ['the', secret] }],
    [{ credentials: { value: secret } }],
  ])('%j', (value) => {
    for (const masked of [
      redactor.json(result({ structuredContent: value }))?.text,
      redactor.json(result({ content: [{ type: 'text', text: JSON.stringify(value) }] }))?.text,
    ]) {
      expect(masked).not.toContain('hunter2');
      expect(masked).toContain('[redacted]');
    }
  });

  test.each([
    [{ name: 'password', value: secret }],
    [{ key: 'API_KEY', value: secret }],
    [{ header: 'Authorization', value: `Bearer ${secret}` }],
    [['Authorization', `Bearer ${secret}`]],
    [['Accept', 'text/html', 'X-Api-Key', secret]],
    [{ headers: [['Cookie', `sid=${secret}`]] }],
    [{ tokens: ['the', secret] }],
  ])('%j within a line', (value) => {
    for (const json of [
      JSON.stringify(value),
      JSON.stringify(JSON.stringify(value)),
      JSON.stringify(value, undefined, 1),
    ]) {
      const masked = redactor.plain(`failed: ${json} was sent`)?.text;
      expect(masked).not.toContain('hunter2');
      expect(masked).toContain('[redacted]');
    }
  });
});

describe('texts', () => {
  test.each([
    ['Authorization: Bearer abcdefgh', 'Authorization: Bearer [redacted]'],
    ['authorization: Basic bWU6cGE1NXcwcmQ=', 'authorization: Basic [redacted]'],
    ['> Authorization: token 0123abcd', '> Authorization: token [redacted]'],
    ['Cookie: sid=abc; theme=dark', 'Cookie: [redacted]'],
    ['Set-Cookie: sid=abc; HttpOnly', 'Set-Cookie: [redacted]'],
    ['X-Api-Key: abc123', 'X-Api-Key: [redacted]'],
    ['password: hunter2', 'password: [redacted]'],
    ['  password: swordfish', '  password: [redacted]'],
    ['login failed, password=swordfish user=me', 'login failed, password=[redacted] user=me'],
    ['DB_PASS=hunter2 DB_HOST=localhost', 'DB_PASS=[redacted] DB_HOST=localhost'],
    ['API key: abc123def', 'API key: [redacted]'],
    ['invalid token abc; token: 0123abcd.', 'invalid token abc; token: [redacted].'],
    ['<password>swordfish</password>', '<password>[redacted]</password>'],
    ['<a><token>open sesame.</token><b>x</b></a>', '<a><token>[redacted].</token><b>x</b></a>'],
    ['<password>swordfish<\\/password>', '<password>[redacted]<\\/password>'],
    ['<password>swordfish</pass', '<password>[redacted]</pass'],
    ['<password>swordfish', '<password>[redacted]'],
    ['//registry.npmjs.org/:_authToken=0123abcd', '//registry.npmjs.org/:_authToken=[redacted]'],
    ["headers: { Authorization: 'Bearer abc' }", "headers: { Authorization: '[redacted]' }"],
    ['password is aB3dE5gH7jK9', 'password is [redacted]'],
    ['the token (aB3dE5gH7jK9)', 'the token ([redacted])'],
    ['client_secret%3DaB3dE5gH7jK9', 'client_secret%3D[redacted]'],
    ['password:\n  aB3dE5gH7jK9', 'password:\n  [redacted]'],
    ['- name: DB_PASS\n  value: swordfish', '- name: DB_PASS\n  value: [redacted]'],
    ['STRIPE_KEY=abc123def456', 'STRIPE_KEY=[redacted]'],
    [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\nlQOYBF\n=abCd\n-----END PGP PRIVATE KEY BLOCK-----',
      '[redacted]',
    ],
  ])('%s', (text, masked) => {
    expect(redactor.plain(text)?.text).toBe(masked);
  });
});

describe('options of well-known programs', () => {
  test.each([
    ['curl -u me:pw9 https://x', 'curl -u me:[redacted] https://x'],
    ['curl -sSLu me:swordfish https://x', 'curl -sSLu me:[redacted] https://x'],
    ['curl -X POST --user "me:p w" -d a=b', 'curl -X POST --user "me:[redacted]" -d a=b'],
    ["/usr/bin/curl -u'me:pw9' https://x", "/usr/bin/curl -u'me:[redacted]' https://x"],
    ['curl -u aB3dE5gH7jK9: https://api', 'curl -u [redacted] https://api'],
    ['curl --proxy-user=me:pw9 https://x', 'curl --proxy-user=me:[redacted] https://x'],
    ['curl \\\n  -u me:pw9 \\\n  https://x', 'curl \\\n  -u me:[redacted] \\\n  https://x'],
    ['http -a me:pw9 GET https://x', 'http -a me:[redacted] GET https://x'],
    ['mysql -h db -u root -pswordfish app', 'mysql -h db -u root -p[redacted] app'],
    ["mysqldump -uroot -p'a b;c' --all-databases", "mysqldump -uroot -p'[redacted]' --all-databases"],
    ['docker exec -i db mariadb -proot1 < x.sql', 'docker exec -i db mariadb -p[redacted] < x.sql'],
    ['sshpass -p swordfish ssh me@host', 'sshpass -p [redacted] ssh me@host'],
    ['sshpass -phunter2 ssh -p 2222 me@host', 'sshpass -p[redacted] ssh -p 2222 me@host'],
    ['redis-cli -h x -p 6379 -a swordfish ping', 'redis-cli -h x -p 6379 -a [redacted] ping'],
    ['mongosh x/db -u me -p swordfish', 'mongosh x/db -u me -p [redacted]'],
    [
      'echo x && docker login -u me -p pw9 ghcr.io; ls',
      'echo x && docker login -u me -p [redacted] ghcr.io; ls',
    ],
    ['az login --service-principal -u x -p pw9', 'az login --service-principal -u x -p [redacted]'],
    ['ldapsearch -x -w swordfish -b dc=x', 'ldapsearch -x -w [redacted] -b dc=x'],
    ['sqlcmd -S x -U sa -P swordfish', 'sqlcmd -S x -U sa -P [redacted]'],
    ['unzip -oP swordfish a.zip', 'unzip -oP [redacted] a.zip'],
    ['7z x -pswordfish a.7z', '7z x -p[redacted] a.7z'],
    ['plink.exe -pw swordfish me@host', 'plink.exe -pw [redacted] me@host'],
    ['keytool -list -storepass changeit', 'keytool -list -storepass [redacted]'],
    ['smbclient //x/y -U me%swordfish', 'smbclient //x/y -U me%[redacted]'],
    ['lftp -u me,swordfish host', 'lftp -u me,[redacted] host'],
    ['["curl", "-u", "me:pw9"]', '["curl", "-u", "me:[redacted]"]'],
  ])('%s', (text, masked) => {
    expect(redactor.plain(text)?.text).toBe(masked);
    const secret = secretIn(text, masked);
    for (const [place, mask] of places) expect(mask(text), place).not.toContain(secret);
  });

  test.each([
    [['curl', '-u', 'me:pw9', 'https://x'], { command: 'curl', args: ['-s', '-u', 'me:pw9'] }],
    [['mysql', '-uroot', '-ppw9'], { command: '/usr/bin/mysql', args: ['-ppw9', 'app'] }],
  ])('in lists of words: %j', (...values) => {
    for (const value of values) {
      for (const masked of [
        redactor.json(result({ structuredContent: { value } }))?.text,
        redactor.json(result({ content: [{ type: 'text', text: JSON.stringify({ value }) }] }))?.text,
      ]) {
        expect(masked).toContain('[redacted]');
        expect(masked).not.toContain('pw9');
      }
    }
    const [words] = values;
    expect(redactor.words(words as string[]).join(' ')).toMatch(/(?:me:|-p)\[redacted\]/);
  });

  test.each([
    'curl -u $USER:$TOKEN https://x',
    'curl -u "${USER}:${TOKEN}" https://x',
    'curl -u user:password https://x',
    'curl -u me https://x',
    'curl -u me: https://x',
    'with curl use the option -u USER:SECRET',
    'curl --user-agent me:too https://x',
    'curl -o a:b https://x',
    'docker run --user 1000:1000 -p 8080:80 nginx',
    'docker compose -p project up',
    'chown -u me:staff x',
    'ssh -p 2222 host',
    'mysql -P3306 -u root -p app',
    'mysql -u root -p$MYSQL_PWD app',
    'mysql -pPASSWORD is insecure',
    'mkdir -p swordfish && mysql -u root',
    'sshpass -p expects a password',
    'redis-cli -a is insecure',
    'redis-cli -p 6379 ping',
    'psql -p 5432 -U me app',
    'unzip -p a.zip file',
    'grep -p x; mongo app',
    '{"a":"mysql -p","b":"x"}',
    '["mysql", "-p", "app"]',
    '["curl", "user", "me:pw9"]',
    'the curl -u option is for users',
    'plugins among the ongoing: rabbits, disciplines, redirects',
  ])('left alone: %s', (text) => {
    for (const [place, mask] of places) expect(mask(text), place).toBeUndefined();
  });
});

/** What of a text is not in the masked one. */
function secretIn(text: string, masked: string): string {
  const [before = '', behind = ''] = masked.split('[redacted]');
  return text.slice(before.length, text.length - behind.length);
}

describe('known values', () => {
  const known = createRedactor(['correct-horse/Battery+9', 'sk-fake-DO-NOT-LEAK-0123456789']);
  const bytes = (text: string): Buffer => Buffer.from(text);
  test.each([0, 1, 2, 3, 4, 5])('in base64, %i bytes behind its beginning', (before) => {
    for (const value of ['correct-horse/Battery+9', 'sk-fake-DO-NOT-LEAK-0123456789']) {
      for (const behind of ['', '!', '!!', '!!!!']) {
        const around = bytes(`${'x'.repeat(before)}${value}${behind}`);
        for (const text of [
          around.toString('base64'),
          around.toString('base64url'),
          around.toString('hex'),
        ]) {
          const masked = known.mask(`got ${text} here`);
          expect(masked).toContain('[redacted]');
          expect(masked.length - '[redacted]'.length).toBeLessThan(30 + 2 * (before + behind.length));
        }
      }
    }
    expect(known.mask(bytes('correct-horse/Battery+9').toString('hex').toUpperCase())).toBe('[redacted]');
  });
});

describe('left alone', () => {
  const texts = [
    ...[
      'NODE_ENV=production',
      'AWS_REGION=us-east-1',
      'PWD=/home/me/work',
      'OLDPWD=/home/me',
      'Accept: application/json',
    ],
    ...[
      'sk-learn-intro',
      'sk-learn-intro-to-everything-2024',
      'task-management-for-everybody',
      'git@github.com:me/x.git',
    ],
    ...[
      'ssh://git@github.com/me/x.git',
      'git clone ssh://git@host/x',
      'https://me@host.example/x',
      'mail me@host.example',
    ],
    ...[
      'max_tokens=4096',
      'maxTokens: 1000',
      'total_tokens: 33',
      'completion_tokens=12',
      'tokens=512',
      'Tokens: 1,234',
    ],
    ...[
      'authorization: required',
      'Authorization: none',
      'auth: oauth2',
      'auth=basic',
      'token: expected a string',
    ],
    ...[
      'password: must be at least 8 characters',
      'Error: invalid password: unauthorized',
      'secret: see the docs',
    ],
    ...[
      'Bearer authentication is used',
      'WWW-Authenticate: Bearer realm="x"',
      'pass: 12, fail: 0',
      'pass=true',
    ],
    ...[
      'const token = getToken()',
      'apiKey: process.env.API_KEY',
      'password = None',
      'token: string',
      'api_key=os.environ["X"]',
    ],
    ...[
      'API_KEY=${API_KEY}',
      'password=<your password>',
      '<user>:<password> https://x',
      'curl -u <user>:<password> https://x/<path>',
      'connect to <user>:<password>@<host>',
      'login <token>, then <url>',
      'login <token> or ask <owner>',
      '<p>put your <token> here</p>',
      'usage: login <user> <password>',
      '--header "Authorization: <token>"',
      'API_KEY=YOUR_API_KEY',
      '"x" is not KEY=VALUE',
      'token=$TOKEN',
      '--token {{token}}',
      'password: ***',
    ],
    ...[
      'SSH_AUTH_SOCK=/tmp/ssh-1/agent.2',
      'TOKEN_FILE=/run/token',
      'SECRET_PATH=/a/b',
      'AUTH_TYPE=oauth2',
      'COOKIE_DOMAIN=x.y',
    ],
    ...[
      'sort_key=name',
      'key: value',
      'primary_key=user_id',
      'the key=up was hit',
      'CACHE_KEY=users',
      'https://x/?page=2&key=up',
    ],
    ...[
      'nextPageToken=abc123def',
      'next_token: abc123def456',
      'continuationToken: 0a1b2c3d',
      'syncToken=9f8e7d6c',
    ],
    ...[
      '--client-secret needs --client-id, too',
      '--token expects a value',
      '--client-id ID --client-secret @env:NAME',
      '--token TOKEN --x',
      'Basic usage of the tool',
      'Basic authentication explained',
      'session started',
      'signature verified: yes',
    ],
    ...[
      '-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----',
      '-----BEGIN PUBLIC KEY-----\nMIIEow\n-----END PUBLIC KEY-----',
    ],
    ...[
      'npm_config_registry=https://x',
      'npm_package_name=x',
      'pypi-packages-of-the-year',
      'hf_hub',
      'AIzaak',
      'SG.1.2',
    ],
    ...[
      'sha256:0a1b2c3d4e5f67890a1b2c3d4e5f67890a1b2c3d',
      'commit 0a1b2c3d4e5f67890a1b2c3d4e5f6789',
      'claude-3-5-sonnet-20241022',
    ],
    ...[
      'the tokenizer has 50257 tokens',
      'tokens: the, cat, sat',
      'a secret: nobody knows',
      'Cookie: none',
      'cookie: chocolate',
      'authorization: OAuth 2.0',
      'next_page_token: (CAUQ0a1b2c3d4e5f)',
      'cookie consent: given',
    ],
    ...['[redacted]', 'token: [redacted]', 'Authorization: Bearer [redacted]', '{"password":"[redacted]"}'],
    ...[
      'patterns of pathology',
      'SKU12345',
      'key-value store',
      'dapi',
      'SKILL',
      'EAAB',
      'discord.com/api',
      'ATBBC',
    ],
    ...[
      'a data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA',
      '00:1A:2B:3C:4D:5E',
      'a:b@c',
      '12:34:56.789',
      '#ff00aa',
    ],
  ];
  test.each(texts)('%s', (text) => {
    for (const [place, mask] of places) expect(mask(text), place).toBeUndefined();
  });

  test.each([
    [{ NODE_ENV: 'production', AWS_REGION: 'us-east-1', PWD: '/home/me', OLDPWD: '/', Accept: 'text/html' }],
    [
      {
        nextPageToken: 'CAUQAA0a1b2c3d4e',
        continuationToken: secret,
        syncToken: secret,
        pageToken: secret,
        next_token: secret,
      },
    ],
    [
      {
        NextContinuationToken: secret,
        nextpagetoken: secret,
        cursor: 'abc',
        max_tokens: '4096',
        completion_tokens: 7,
      },
    ],
    [{ tokens: ['the', 'cat', 'sat', 'Mat', '##ing', ',', 'I', 'ÄÖ', 'é'] }],
    [{ tokens: { color: '#ff00aa', spacing: '4px', shadow: '0 1px 2px rgba(0,0,0,.5)', font: 'Inter' } }],
    [{ token: '##ing' }],
    [{ token: '▁the' }],
    [{ token: ' cat', logprob: -0.1 }],
    [
      {
        tokens: [
          { token: 'the', pos: 'DET' },
          { id: 1, start: 0, token: 'cat' },
        ],
      },
    ],
    [
      {
        authorization: 'required',
        auth: 'oauth2',
        password: 'optional',
        token: 'none',
        cookie: 'true',
        secret: 'false',
      },
    ],
    [
      {
        properties: { password: { type: 'string', title: 'Password', description: 'of the user' } },
        required: ['password'],
      },
    ],
    [
      {
        columns: ['id', 'password', 'token', 'created_at'],
        headers: ['Authorization', 'Content-Type', 'X-Api-Key'],
      },
    ],
    [
      {
        token_file: '/run/x',
        secretName: 'prod/db',
        passwordPolicy: 'strong-9x',
        tokenType: 'Bearer',
        cookieConsent: 'given',
      },
    ],
    [{ token: 12345678, password: true, secret: null, apiKey: {}, credentials: [] }],
    [{ name: 'password', description: 'of the user' }],
    [{ name: 'city', value: 'Rome-2' }],
    [
      {
        publicKey: secret,
        primaryKey: secret,
        sortKey: secret,
        key: secret,
        idempotencyKey: secret,
        monkey: secret,
      },
    ],
    [{ session: 'kept open', sessionId: 'main', auth: 'me', signature: 'fn(a: string)', dsn: 'mysql' }],
    [
      {
        password: '${DB_PASSWORD}',
        token: '<token>',
        apiKey: '$API_KEY',
        secret: '{{secret}}',
        pwd: '/home/me',
      },
    ],
    [
      {
        tokenizer: secret,
        passwordless: secret,
        secretary: secret,
        authority: secret,
        author: secret,
        compass: secret,
      },
    ],
  ])('%j', (value) => {
    expect(redactor.json(result({ structuredContent: value }))?.text).toBeUndefined();
    expect(
      redactor.json(result({ content: [{ type: 'text', text: JSON.stringify(value) }] }))?.text,
    ).toBeUndefined();
  });
});
