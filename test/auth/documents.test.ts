import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Expected, failed, granted, isPlain, meets } from '../support/authorization-outcome.ts';
import { authorizeAt, type DocumentName, type Outcome, type Reply } from '../support/odd-authorization.ts';

const reply =
  (status: number, type: string | undefined, body: (sound: string) => string | Buffer): Reply =>
  (sound, response) => {
    response.writeHead(status, type === undefined ? {} : { 'Content-Type': type });
    response.end(body(sound));
  };

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** A form of all that is no list. */
const formOf = (sound: string): string =>
  new URLSearchParams(
    Object.entries(JSON.parse(sound)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

function endless(_: string, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': JSON_TYPE });
  const pump = (): void => {
    while (!response.destroyed && response.write('x'.repeat(100_000)));
  };
  response.on('drain', pump).write('{"a":"');
  pump();
}

/** Ways in which a document is sent. */
const WAYS = {
  'with another type': reply(200, 'text/plain', (sound) => sound),
  'without a type': reply(200, undefined, (sound) => sound),
  'with a byte order mark': reply(200, JSON_TYPE, (sound) => `\uFEFF${sound}`),
  'with white space': reply(200, JSON_TYPE, (sound) => `\n\n ${sound}\n`),
  'as a form': reply(200, FORM, formOf),
  'as a page': reply(200, 'text/html', () => '<!doctype html><title>App</title>'),
  'as text': reply(200, 'text/plain', () => 'OK'),
  'as an array': reply(200, JSON_TYPE, () => '[1]'),
  'as null': reply(200, JSON_TYPE, () => 'null'),
  'as an empty object': reply(200, JSON_TYPE, () => '{}'),
  'as broken JSON': reply(200, JSON_TYPE, (sound) => sound.slice(0, -3)),
  empty: reply(200, JSON_TYPE, () => ''),
  huge: reply(200, JSON_TYPE, (sound) => sound.replace('{', `{"x":"${'x'.repeat(3_000_000)}",`)),
  endless,
  'elsewhere on the origin': (_, response, { url = '' }) =>
    void response.writeHead(307, { Location: `/elsewhere${url}` }).end(),
  'at another origin': (_, response) =>
    void response.writeHead(307, { Location: 'http://127.0.0.1:9/x' }).end(),
  'as an error': reply(400, JSON_TYPE, () => '{"error":"invalid_thing","error_description":"told so"}'),
  'as an error in a form': reply(400, FORM, () => 'error=invalid_thing&error_description=told+so'),
  'as an error with 200': reply(
    200,
    JSON_TYPE,
    () => '{"error":"invalid_thing","error_description":"told so"}',
  ),
  'as an error of other members': reply(422, JSON_TYPE, () => '{"detail":[{"msg":"told so"}]}'),
  'as an error with an object': reply(400, JSON_TYPE, () => '{"error":{"message":"told so"}}'),
  'as an error page': reply(502, 'text/html', () => '<html><body><h1>Bad Gateway</h1></body></html>'),
  'as an empty error': reply(500, undefined, () => ''),
  'as a huge error': reply(400, 'text/html', () => 'x'.repeat(3_000_000)),
} satisfies Readonly<Record<string, Reply>>;

type Way = keyof typeof WAYS;

const TOO_LONG = /is longer than the 1 MB that are read of it/;
const REDIRECTED =
  /307 Temporary Redirect to http:\/\/127\.0\.0\.1:9\/x was not followed: it leads to another origin/;

const METADATA: Readonly<Record<Way, Expected>> = {
  'with another type': granted(),
  'without a type': granted(),
  'with a byte order mark': granted('auth/format'),
  'with white space': granted(),
  // The server is its own authorization server then, and has no metadata.
  'as a form': granted('auth/format'),
  'as a page': granted('auth/format'),
  'as text': granted('auth/format'),
  'as an array': granted('auth/format'),
  'as null': granted('auth/format'),
  'as an empty object': granted(),
  'as broken JSON': failed(/ at BASE\/\S+ cannot be used: the answer is not valid JSON \(200 OK: \{/),
  empty: granted('auth/format'),
  huge: failed(TOO_LONG),
  endless: failed(TOO_LONG),
  'elsewhere on the origin': granted('http/redirect'),
  'at another origin': failed(REDIRECTED),
  'as an error': granted(),
  'as an error in a form': granted(),
  'as an error with 200': granted(),
  'as an error of other members': granted(),
  'as an error with an object': granted(),
  'as an error page': granted('auth/status'),
  'as an empty error': granted('auth/status'),
  'as a huge error': granted(),
};

const UNREADABLE = /the metadata of BASE \(authorization_servers of .*\) cannot be read: .*GET BASE\/\S+: 50/;

const DOCUMENTS: Readonly<Record<DocumentName, Readonly<Record<Way, Expected>>>> = {
  resource: {
    ...METADATA,
    'as an empty object': granted('auth/member'),
    'as an error with 200': granted('auth/member'),
  },
  server: { ...METADATA, 'as an error page': failed(UNREADABLE), 'as an empty error': failed(UNREADABLE) },
  openid: { ...METADATA, 'as an error page': failed(UNREADABLE), 'as an empty error': failed(UNREADABLE) },
  registration: {
    ...METADATA,
    'as a form': granted('auth/format', 'auth/member'),
    'as a page': failed(
      /registration failed: POST BASE\/register was answered 200 OK, and the answer is a web page/,
    ),
    'as text': failed(/the answer is text, not JSON/),
    'as an array': failed(/the answer is an array and not an object/),
    'as null': failed(/the answer is null and not an object/),
    'as an empty object': failed(/without a client_id: it holds nothing/),
    'as broken JSON': failed(/the answer is not valid JSON$/),
    empty: failed(/the answer is empty$/),
    'as an error': failed(
      /BASE did not register this client: invalid_thing: told so \(POST BASE\/register was answered 400/,
    ),
    'as an error in a form': failed(/did not register this client: invalid_thing: told so/),
    'as an error with 200': failed(/did not register this client: invalid_thing: told so .* 200 OK/),
    'as an error of other members': failed(
      /was answered 422 Unprocessable Entity: \{"detail":\[\{"msg":"told so"/,
    ),
    'as an error with an object': failed(/was answered 400 Bad Request: told so$/),
    'as an error page': failed(/was answered 502 Bad Gateway: Bad Gateway$/),
    'as an empty error': failed(/was answered 500 Internal Server Error, with an empty body$/),
    'as a huge error': failed(/was answered 400 Bad Request: x+…$/),
  },
  token: {
    ...METADATA,
    'as a form': granted('auth/format'),
    'as a page': failed(
      /no token was granted: POST BASE\/token was answered 200 OK, and the answer is a web page/,
    ),
    'as text': failed(/the answer is text, not JSON$/),
    'as an array': failed(/the answer is an array and not an object$/),
    'as null': failed(/the answer is null and not an object$/),
    'as an empty object': failed(/without an access_token: it holds nothing$/),
    'as broken JSON': failed(/the answer is not valid JSON$/),
    empty: failed(/the answer is empty$/),
    'as an error': failed(/no token was granted: invalid_thing: told so \(POST BASE\/token was answered 400/),
    'as an error in a form': failed(/no token was granted: invalid_thing: told so/),
    'as an error with 200': failed(/no token was granted: invalid_thing: told so \(.* 200 OK\)/),
    'as an error of other members': failed(
      /was answered 422 Unprocessable Entity: \{"detail":\[\{"msg":"told so"/,
    ),
    'as an error with an object': failed(/was answered 400 Bad Request: told so$/),
    'as an error page': failed(/was answered 502 Bad Gateway: Bad Gateway$/),
    'as an empty error': failed(/was answered 500 Internal Server Error, with an empty body$/),
    'as a huge error': failed(/was answered 400 Bad Request: x+…$/),
  },
  // What is no token is told, and the person asked instead.
  refresh: {
    ...METADATA,
    'as a form': granted('auth/format'),
    'as an empty object': granted('auth/member'),
    'as broken JSON': granted('auth/format'),
    huge: granted(),
    endless: granted(),
    'as an error with 200': granted('auth/status'),
    'as an error page': granted(),
    'as an empty error': granted(),
  },
};

const ROWS = (Object.keys(DOCUMENTS) as DocumentName[]).flatMap((name) =>
  (Object.keys(WAYS) as Way[]).map((way) => [name, way, DOCUMENTS[name][way]] as const),
);

describe('a document of authorization', () => {
  it.each(ROWS)('%s, sent %s', async (name, way, expected) => {
    const outcome = await authorizeAt({
      replies: { [name]: WAYS[way] },
      ...(name === 'refresh' ? { refresh: true } : {}),
    });
    isPlain(outcome);
    meets(outcome, expected);
    if (name === 'refresh' && 'granted' in expected) expect(tokenIn(outcome)).toMatch(/^token-/);
  });

  it('tells why a token was not refreshed', async () => {
    const { steps, credentials } = await authorizeAt({
      refresh: true,
      replies: { refresh: WAYS['as an error'] },
    });
    expect(credentials?.tokens.access_token).toBe('token-of-a-person');
    expect(steps).toContain(
      'client: the token was not refreshed: invalid_thing: told so (POST BASE/token was answered 400 Bad Request)',
    );
  });

  it('keeps the refresh token where no other comes', async () => {
    const { credentials } = await authorizeAt({ refresh: true });
    expect(credentials?.tokens).toMatchObject({
      access_token: 'token-refreshed',
      refresh_token: 'refresh-of-before',
    });
  });
});

const tokenIn = ({ credentials }: Outcome): string => credentials?.tokens.access_token ?? '';
