import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { readChallenge } from '../session/authorization.ts';
import type { HttpEntry } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { kindOf, type Message, readBody, restOf } from './body.ts';
import type { ClientSession } from './client-sessions.ts';
import type { HttpResponse } from './fetch.ts';
import { checkAnswer, checkResults, forgotten, isMethodNotFound, refusalOf } from './http-verdict.ts';
import { isEndpoint, originOf, type PassedExchange } from './passed-exchange.ts';

/** The whole body of an answer, and what is to be said of it. */
interface Judged {
  readonly messages: readonly Message[];
  readonly rest: Pick<HttpEntry, 'body' | 'base64'>;
  readonly findings: readonly Finding[];
}

/** What an answer that is no event stream says, with what is wrong with it in the way that its session needs it. */
export function judged(
  e: PassedExchange,
  response: HttpResponse,
  session: ClientSession,
  bytes: Buffer,
): Judged {
  const past = ledPast(e, response, bytes);
  if (!isEndpoint(e) && e.sent.method === '' && e.sent.ids.length === 0)
    return { messages: [], rest: restOf(bytes), findings: past };
  const { status, statusLine } = response;
  if (e.request.method !== 'POST') {
    const isNone = e.request.method === 'GET' && status !== 405 && !isOld(session);
    const message = `GET was answered ${statusLine}; a server without a stream of its own answers 405`;
    const findings = isNone ? [{ rule: 'http/no-stream', message }] : [];
    return { messages: [], rest: restOf(bytes), findings: [...findings, ...past] };
  }
  const made = status >= 400 ? refused(e, response, session, bytes) : taken(e, response, session, bytes);
  return { ...made, findings: [...made.findings, ...past] };
}

/** Nothing was agreed on yet: the client may just look for the transport that the server speaks. */
const isOld = ({ isOpen, isSse }: ClientSession): boolean => isSse || !isOpen;

function taken(e: PassedExchange, response: HttpResponse, session: ClientSession, bytes: Buffer): Judged {
  const { sent, x } = e;
  const body = readBody(bytes, response, { x });
  const answers = new Set(
    body.messages.flatMap((one) =>
      one.type === 'frame' && isObject(one.message) ? [String(one.message['id'])] : [],
    ),
  );
  const left = sent.ids.filter((id) => session.awaited.has(String(id)) && !answers.has(String(id)));
  const verdict = checkAnswer(response, bytes, body, sent, left.length === 0, e.deps.target);
  // Over HTTP+SSE, and with some servers, the answer comes on the other stream.
  const isElsewhere = session.isSse || (response.status === 202 && session.isListening);
  return { ...body, findings: [...body.findings, ...(isElsewhere ? [] : verdict.findings)] };
}

function refused(e: PassedExchange, response: HttpResponse, session: ClientSession, bytes: Buffer): Judged {
  const { sent, x, deps, request } = e;
  const body = readBody(bytes, response, { x });
  const isNamed = request.headers.some(([name]) => name.toLowerCase() === 'mcp-session-id');
  const gone = isNamed ? forgotten(response, bytes) : undefined;
  if (gone !== undefined && !isMethodNotFound(body, sent)) {
    return { messages: [], rest: restOf(bytes), findings: [{ rule: 'http/session-lost', message: gone }] };
  }
  const { method } = sent;
  const asked = { target: deps.target, method, version: session.version, now: deps.wall() };
  const { findings, isAboutAccess } = refusalOf(response, bytes, asked);
  const isAnswer = !isAboutAccess && body.messages.some(({ type }) => type === 'frame');
  if (isAnswer) return { ...body, findings: [...body.findings, ...checkResults(response, body, sent)] };
  // An older server is not wrong to know neither a transport nor an era.
  const isProbe = method === 'server/discover' || (method === 'initialize' && !isAboutAccess);
  return { messages: [], rest: restOf(bytes), findings: isProbe || e.isJunk ? [] : findings };
}

/** What in an answer leads a client past us, or will keep it from going on through us. */
function ledPast(
  { deps, request }: PassedExchange,
  response: HttpResponse,
  bytes: Buffer,
): readonly Finding[] {
  const origin = originOf(deps.target);
  const found: Finding[] = [];
  const to = response.status >= 300 && response.status < 400 ? response.header('location') : undefined;
  if (to !== undefined && /^[a-z]+:\/\//i.test(to))
    found.push({ rule: 'tap/redirect', message: `the redirect to ${to} leads past this tap` });
  const metadata = readChallenge(response.header('www-authenticate') ?? '')?.metadata;
  if (metadata !== undefined)
    found.push({
      rule: 'tap/authorization',
      message: `the metadata at ${metadata} are asked for past this tap; ${REFUSED}`,
    });
  if (/\/\.well-known\/oauth-protected-resource\b/.test(request.path) && kindOf(response) === 'json') {
    const body = parse(bytes.toString());
    const resource = isObject(body) ? body['resource'] : undefined;
    if (typeof resource === 'string' && resource.startsWith(origin)) {
      const message = `the metadata are those of ${resource}, and clients of this tap look for those of ${deps.url()}; ${REFUSED}`;
      found.push({ rule: 'tap/authorization', message });
    }
  }
  return found;
}

const REFUSED = 'clients that check for whom a token is do not log in through a tap (RFC 9728, 3.3)';
