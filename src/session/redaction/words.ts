/**
 * What counts as a secret by its name, what does not, and what is never touched. With the shapes beside it it is the
 * table that docs/transcript.md is generated from (`npm run readme`).
 */

/**
 * Names by their last word, in lower case without a plural `s`. `always`: any value. `token`: no pieces of words, as
 * models have them (`##ing`). `words`: no plain words either (`tokens: ["the", "cat"]`). `random`: only a value that
 * looks random.
 */
export type SecretKind = 'always' | 'token' | 'words' | 'random';

/** The last words of secret names, by what of their values is secret. */
export const NAMES: Readonly<Record<SecretKind, readonly string[]>> = {
  always: [
    ...['secret', 'password', 'passwd', 'passphrase', 'passcode', 'passwort', 'pass', 'pwd'],
    ...['authorization', 'cookie', 'credential', 'cred', 'apikey', 'jwt', 'otp', 'totp', 'pat'],
    ...['connectionstring', 'bearer', 'mfacode'],
    ...[
      'kennwort',
      'geheimnis',
      'contrasena',
      'contraseña',
      'passe',
      'mdp',
      'senha',
      'wachtwoord',
      'passord',
    ],
    ...['adgangskode', 'lösenord', 'losenord', 'salasana', 'hasło', 'haslo', 'heslo', 'jelszó', 'jelszo'],
    ...['lozinka', 'şifre', 'пароль', 'секрет', 'токен', '密码', '密碼', '口令', '密钥', 'パスワード'],
    ...['비밀번호', '암호', 'סיסמה', 'المرور', 'السر', 'عبور', 'κωδικός', 'khẩu', 'pw', 'psk', 'mnemonic'],
    ...['รหัสผ่าน', 'पासवर्ड', 'parolă', 'zaporka', 'sandi', '暗証番号'],
  ],
  token: ['token'],
  words: ['tokens'],
  random: [
    'auth',
    'sid',
    'session',
    'sessionid',
    'sig',
    'signature',
    'csrf',
    'xsrf',
    'dsn',
    'clave',
    'parola',
    'sifre',
    'verifier',
  ],
};

/** `key` is secret behind one of these, and `string` behind `connection`. */
export const KEY_OWNERS = [
  ...[
    'api',
    'access',
    'secret',
    'private',
    'signing',
    'encryption',
    'decryption',
    'master',
    'auth',
    'account',
  ],
  ...[
    'shared',
    'preshared',
    'license',
    'subscription',
    'hmac',
    'jwt',
    'webhook',
    'deploy',
    'admin',
    'service',
    'app',
  ],
  ...[
    'consumer',
    'crypto',
    'root',
    'ssh',
    'ssl',
    'tls',
    'token',
    'authorization',
    'authentication',
    'cookie',
  ],
] as const;

/** A variable `…_KEY` is secret, but for these. */
export const HARMLESS_KEYS = [
  ...[
    'public',
    'primary',
    'foreign',
    'sort',
    'partition',
    'cache',
    'object',
    'idempotency',
    'hot',
    'row',
    'host',
  ],
  ...[
    'translation',
    'i18n',
    'publishable',
    'anon',
    'registry',
    'lookup',
    'group',
    'dedup',
    'routing',
    'index',
  ],
] as const;

/** Before `token` and `tokens` these say that it is for going on with a list, or counted, or of a model. */
export const HARMLESS_TOKENS = [
  ...[
    'page',
    'next',
    'prev',
    'previous',
    'continuation',
    'sync',
    'progress',
    'cursor',
    'resume',
    'skip',
    'delta',
  ],
  ...['pagination', 'paging', 'marker', 'change', 'start', 'stop', 'eos', 'bos', 'pad', 'unk', 'cls', 'sep'],
  ...['special', 'design', 'color', 'theme', 'style', 'max', 'min', 'num', 'total', 'prompt', 'completion'],
  ...['input', 'output', 'cached', 'reasoning', 'thinking', 'used', 'remaining', 'count', 'limit', 'budget'],
] as const;

/** Last words that say that it only tells the way to a secret, or how long or of what kind it is. */
export const HARMLESS_ENDINGS = [
  ...['file', 'path', 'dir', 'directory', 'folder', 'sock', 'socket', 'type', 'url', 'uri', 'host', 'port'],
  ...['endpoint', 'name', 'ttl', 'expiry', 'expires', 'expiration', 'timeout', 'length', 'size', 'count'],
  ...[
    'limit',
    'enabled',
    'required',
    'algorithm',
    'alg',
    'method',
    'methods',
    'issuer',
    'audience',
    'header',
  ],
  ...[
    'prefix',
    'format',
    'mode',
    'version',
    'scope',
    'scopes',
    'domain',
    'env',
    'policy',
    'hint',
    'provider',
  ],
  ...['parallelism', 'user', 'username', 'email', 'region', 'command', 'cmd', 'helper', 'server', 'store'],
] as const;

/** Last words that add nothing: `secretValue`, `SecretString`, `passwordConfirmation`, `SECRET_KEY_BASE`. */
export const NEUTRAL_ENDINGS = [
  ...['value', 'string', 'text', 'plain', 'plaintext', 'raw', 'base64', 'b64', 'hex', 'base', 'confirmation'],
  ...[
    'confirm',
    'again',
    'repeat',
    'old',
    'new',
    'current',
    'encoded',
    'primary',
    'secondary',
    'prod',
    'dev',
  ],
] as const;

/** Headers whose values are secret although no word in them says so. */
export const SECRET_HEADERS = [
  ...['mcp-session-id', 'x-auth', 'x-csrf', 'x-amz-signature', 'x-amz-security-token', 'proxy-authorization'],
  ...[
    'x-authentication',
    'x-session',
    'x-session-id',
    'x-vault-token',
    'x-goog-api-key',
    'x-hub-signature-256',
  ],
] as const;

/** Values that are not secret under any name: words of settings, and placeholders. */
export const PLAIN_VALUES = [
  ...['required', 'none', 'optional', 'bearer', 'basic', 'digest', 'negotiate', 'oauth', 'oauth2', 'openid'],
  ...[
    'true',
    'false',
    'yes',
    'no',
    'on',
    'off',
    'null',
    'undefined',
    'nil',
    'nan',
    'default',
    'unknown',
    'any',
  ],
  ...[
    'enabled',
    'disabled',
    'allow',
    'deny',
    'allowed',
    'denied',
    'forbidden',
    'include',
    'omit',
    'same-origin',
  ],
  ...[
    'string',
    'str',
    'number',
    'boolean',
    'bool',
    'object',
    'array',
    'integer',
    'int',
    'text',
    'bytes',
    'file',
  ],
  ...[
    'password',
    'token',
    'secret',
    'hidden',
    'masked',
    'redacted',
    'api_key',
    'api-key',
    'apikey',
    'apiKey',
  ],
  ...['cookie', 'session', 'header', 'query', 'body', 'env', 'prompt', 'missing', 'present', 'set', 'unset'],
  ...['value', 'key', 'name'],
  ...[
    'empty',
    'valid',
    'invalid',
    'expired',
    'revoked',
    'active',
    'inactive',
    'ok',
    'error',
    'failed',
    'passed',
  ],
  ...['pass', 'fail', 'n/a', 'client_secret_basic', 'client_secret_post', 'private_key_jwt', 'access_token'],
  ...['refresh_token', 'id_token', 'jwt', 'mtls', 'tls', 'saml', 'ldap', 'kerberos', 'sso', 'user', 'self'],
  'convertto-securestring',
] as const;

/** Members that keep the conversation together; replacing them would break what follows. */
export const PROTECTED_MEMBERS = [
  ...['jsonrpc', 'method', 'protocolVersion', 'id', 'requestId', 'progressToken', 'cursor', 'nextCursor'],
  ...['requestState', 'subscriptionId', 'taskId'],
] as const;

/** Members that hold a schema: what is in there describes values. */
export const SCHEMA_MEMBERS = ['inputSchema', 'outputSchema', 'requestedSchema'] as const;

/** Members whose values a server or a person makes up: a member `id` in there is not an id of the protocol. */
export const FREE_MEMBERS = [
  'arguments',
  'structuredContent',
  'content',
  'contents',
  'messages',
  'data',
] as const;

/** Of two members that say a name and a value: `{"name": "password", "value": "x"}`. */
export const NAME_MEMBERS = [
  'name',
  'key',
  'header',
  'field',
  'variable',
  'param',
  'parameter',
  'k',
  'Name',
  'Key',
] as const;
/** Members that hold the value of what a member beside them names. */
export const VALUE_MEMBERS = ['value', 'v', 'val', 'Value'] as const;
