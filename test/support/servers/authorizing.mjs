// @ts-check
// MCP servers that want authorization, each with an authorization server of its own, on one port of 127.0.0.1: the
// first part of a path names the case. /CASE/mcp is the server, /CASE/as the issuer. Prints "listening URL" on stderr;
// GET /seen gives all requests as JSON. Nobody is asked for consent: /authorize redirects at once.
import { createHash, createPublicKey, createVerify, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ name: string, url: URL, req: Request, res: Response, body: string, form: URLSearchParams }} Case */
/** @typedef {{ name: string, scope: string, uses: number, refresh: string | undefined }} Token */

/** @type {{ method: string | undefined, url: string | undefined, headers: any, body: string }[]} */
const seen = [];
/** @type {Map<string, Token>} by the access token */
const tokens = new Map();
/** @type {Map<string, { name: string, scope: string, challenge: string, redirect: string, client: string }>} */
const codes = new Map();
/** @type {Map<string, string[]>} the redirect URIs of clients */
const clients = new Map([['known-client', ['*']]]);
let base = '';

/** The secret of the client `machine`. */
const SECRET = 'the-secret-of-the-machine';

/** @param {Response} res @param {number} status @param {unknown} value @param {Record<string, string>} [headers] */
function json(res, status, value, headers = {}) {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(typeof value === 'string' ? value : JSON.stringify(value));
}

/** @param {string} name */
const issuer = (name) => `${base}/${name}/as`;
/** @param {string} name */
const resource = (name) => `${base}/${name}/mcp`;

/** @param {Case} at */
function resourceMetadata({ name, res }) {
  if (name === 'no-resource-metadata') return json(res, 404, {});
  if (name === 'broken-metadata') return json(res, 200, '{"resource": ');
  return json(res, 200, {
    resource: name === 'other-resource' ? 'https://elsewhere.example/mcp' : resource(name),
    authorization_servers: [issuer(name)],
    scopes_supported: ['read'],
  });
}

/** @param {Case} at */
function serverMetadata({ name, res }) {
  if (name === 'silent-metadata') return;
  const here = issuer(name);
  json(res, 200, {
    issuer: name === 'other-issuer' ? `${base}/somebody/as` : here,
    authorization_endpoint: `${here}/authorize`,
    token_endpoint: `${here}/token`,
    ...(name === 'no-registration' ? {} : { registration_endpoint: `${here}/register` }),
    response_types_supported: ['code'],
    ...(name === 'bare' ? {} : { code_challenge_methods_supported: ['S256'] }),
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'private_key_jwt'],
    authorization_response_iss_parameter_supported: name === 'wrong-iss' || name === 'with-iss',
    ...(name === 'by-document' ? { client_id_metadata_document_supported: true } : {}),
  });
}

/** @param {Case} at */
function register({ res, body }) {
  const { redirect_uris: uris } = JSON.parse(body);
  const id = `client-${clients.size}`;
  clients.set(id, uris);
  json(res, 201, { client_id: id, redirect_uris: uris, token_endpoint_auth_method: 'none' });
}

/** @param {Case} at */
function authorize({ name, url, res }) {
  const asked = Object.fromEntries(url.searchParams);
  const redirect = asked['redirect_uri'] ?? '';
  const known = clients.get(asked['client_id'] ?? '') ?? (name === 'by-document' ? ['*'] : []);
  if (!known.includes('*') && !known.includes(redirect)) return json(res, 400, 'unknown client or redirect');
  const back = new URL(redirect);
  const answer = back.searchParams;
  answer.set('state', name === 'wrong-state' ? 'another-state' : (asked['state'] ?? ''));
  if (name === 'wrong-iss') answer.set('iss', 'https://attacker.example');
  if (name === 'with-iss') answer.set('iss', issuer(name));
  if (name === 'denied') {
    answer.set('error', 'access_denied');
    answer.set('error_description', 'not today');
  } else {
    const code = `code-${randomUUID()}`;
    const { scope = '', code_challenge: challenge = '', client_id: client = '' } = asked;
    codes.set(code, { name, scope, challenge, redirect, client });
    answer.set('code', code);
  }
  res.writeHead(302, { Location: back.href }).end();
}

/** @param {Case} at */
function token(at) {
  const { name, form, res } = at;
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const code = codes.get(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      codes.delete(form.get('code') ?? '');
      if (code?.name !== name || proof !== code.challenge || form.get('redirect_uri') !== code.redirect)
        return json(res, 400, { error: 'invalid_grant', error_description: 'this code is not good' });
      if (name === 'broken-token') return json(res, 200, { token_type: 'Bearer' });
      return grant(at, code.scope);
    }
    case 'refresh_token': {
      const old = [...tokens.entries()].find(([, { refresh }]) => refresh === form.get('refresh_token'));
      if (old === undefined || name === 'refresh-refused')
        return json(res, 400, { error: 'invalid_grant', error_description: 'this token is used up' });
      tokens.delete(old[0]);
      return grant(at, old[1].scope);
    }
    case 'client_credentials':
      if (isMachine(at)) return grant(at, form.get('scope') ?? '');
      return json(res, 401, { error: 'invalid_client', error_description: 'who are you?' });
    default:
      return json(res, 400, { error: 'unsupported_grant_type' });
  }
}

/** @param {Case} at */
function isMachine({ name, req, form }) {
  const { authorization } = req.headers;
  if (authorization === `Basic ${Buffer.from(`machine:${SECRET}`).toString('base64')}`) return true;
  const [head = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
  const key = process.env['MACHINE_KEY'];
  if (signature === '' || key === undefined) return false;
  const { aud, iss, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== issuer(name) || iss !== 'machine' || sub !== 'machine') return false;
  const verify = createVerify('sha256').update(`${head}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  return verify.verify({ key: createPublicKey(key), dsaEncoding: 'ieee-p1363' }, bytes);
}

/** @param {Case} at @param {string} scope */
function grant({ name, res }, scope) {
  const access = `access-${randomUUID()}`;
  const refresh = name === 'expiring' || name === 'refresh-refused' ? `refresh-${randomUUID()}` : undefined;
  tokens.set(access, { name, scope, uses: 0, refresh });
  json(res, 200, {
    ...{ access_token: access, token_type: 'Bearer', expires_in: 3600, scope },
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
  });
}

/** Says what is missing; true when nothing is. @param {Case} at @param {string} method */
function mayPass({ name, req, res }, method) {
  const held = tokens.get((req.headers.authorization ?? '').replace(/^Bearer /, ''));
  const metadata = `resource_metadata="${base}/.well-known/oauth-protected-resource/${name}/mcp"`;
  const wants = name === 'no-resource-metadata' ? 'Bearer' : `Bearer ${metadata}`;
  const isOver = (name === 'expiring' || name === 'refresh-refused') && held !== undefined && held.uses >= 3;
  if (held?.name !== name || name === 'never' || isOver) {
    const odd = { bare: {}, basic: { 'WWW-Authenticate': 'Basic realm="x"' } }[name];
    if (odd !== undefined) {
      json(res, 401, { error: 'unauthorized' }, odd);
      return false;
    }
    const error =
      held === undefined ? '' : ', error="invalid_token", error_description="this token has expired"';
    json(res, 401, { error: 'unauthorized' }, { 'WWW-Authenticate': `${wants}${error}` });
    return false;
  }
  held.uses += 1;
  const needs =
    name === 'step-up' && method === 'tools/call' ? 'write' : name === 'never-enough' ? 'all' : '';
  if (needs === '' || (held.scope.split(' ').includes(needs) && name !== 'never-enough')) return true;
  const more = `${wants}, error="insufficient_scope", scope="${needs}", error_description="${needs} is needed"`;
  json(res, 403, { error: 'insufficient_scope' }, { 'WWW-Authenticate': more });
  return false;
}

const TOOLS = [{ name: 'whoami', description: 'Says who calls', inputSchema: { type: 'object' } }];

/** @param {Case} at */
function mcp(at) {
  const { req, res, body, name } = at;
  if (name === 'events' && req.method === 'GET') return openStream(at);
  if (req.method !== 'POST') return json(res, 405, '');
  const { id, method } = JSON.parse(body);
  if (!mayPass(at, method)) return;
  if (id === undefined) return res.writeHead(202).end();
  /** @type {Record<string, object>} */
  const results = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: `authorizing-${name}`, version: '1.0.0' },
    },
    'tools/list': { tools: TOOLS },
    'tools/call': { content: [{ type: 'text', text: `you may, at ${name}` }] },
    ping: {},
  };
  const result = results[method];
  const answer = result === undefined ? { error: { code: -32601, message: 'method not found' } } : { result };
  if (name !== 'events') return json(res, 200, { jsonrpc: '2.0', id, ...answer });
  stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n\n`);
  res.writeHead(202).end();
}

/** The stream of HTTP+SSE, of which there is one. @type {Response | undefined} */
let stream;

/** @param {Case} at */
function openStream(at) {
  if (!mayPass(at, 'GET')) return;
  stream = at.res;
  stream.writeHead(200, { 'Content-Type': 'text/event-stream' });
  stream.write('event: endpoint\ndata: ?\n\n');
}

const server = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  req.on('end', () => {
    const url = new URL(req.url ?? '', base);
    if (url.pathname === '/seen') return json(res, 200, seen);
    seen.push({ method: req.method, url: req.url, headers: req.headers, body });
    const [, known, nameOfKnown] = /^\/\.well-known\/(oauth-[a-z-]+)\/([^/]+)\//.exec(url.pathname) ?? [];
    const [, name = '', place] = /^\/([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
    const at = { name: nameOfKnown ?? name, url, req, res, body, form: new URLSearchParams(body) };
    if (known === 'oauth-protected-resource') return resourceMetadata(at);
    if (known === 'oauth-authorization-server') return serverMetadata(at);
    const places = { mcp, 'as/register': register, 'as/authorize': authorize, 'as/token': token };
    const serve = Object.entries(places).find(([path]) => path === place)?.[1];
    return serve === undefined ? json(res, 404, { error: 'not found' }) : serve(at);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  base = `http://127.0.0.1:${address.port}`;
  console.error(`listening ${base}`);
});
