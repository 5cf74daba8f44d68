import { isObject, type JsonObject } from '../json/shape.ts';
import type { HttpTarget } from '../session/target.ts';
import { classify } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { type Body, excerpt, isPage, kindOf } from './body.ts';
import type { HttpResponse } from './fetch.ts';
import {
  accessRefused,
  hostAdvice,
  isAboutRevision,
  opensHttp,
  pageAdvice,
  type RefusedRequest,
  refusalAdvice,
  retryAdvice,
} from './http-advice.ts';
import type { SentMessage } from './http-message.ts';

/** The verdict on a successful answer that is not an event stream. */
export interface AnswerVerdict {
  readonly findings: readonly Finding[];
  /** What became of a request that it does not answer, such as `answered 202 Accepted`. */
  readonly why: string;
}

/** What is wrong with such an answer. */
export function checkAnswer(
  response: HttpResponse,
  bytes: Buffer,
  { messages }: Body,
  { ids, method }: SentMessage,
  isAnswered: boolean,
  target: Pick<HttpTarget, 'url' | 'headers' | 'chosen' | 'transport'>,
): AnswerVerdict {
  const { status, statusLine } = response;
  const verdict = (rule: string, why: string): AnswerVerdict => ({
    why,
    findings: [{ rule, message: `${method || 'a message'} was ${why}` }],
  });
  const fine: AnswerVerdict = { why: `answered ${statusLine} without a response`, findings: [] };
  if (ids.length === 0) {
    if (status === 202 || method === '') return fine;
    return verdict('http/accepted-message', `answered ${statusLine}, not 202 Accepted`);
  }
  if (status === 202 && !(isAnswered && messages.length === 0)) {
    const unseen = isAnswered ? '; the response is in its body, where clients do not look' : '';
    return verdict('http/accepted-request', `answered 202 Accepted${unseen}`);
  }
  if (isAnswered) return fine;
  const isWeb = isPage(bytes);
  if (isWeb || (bytes.length > 0 && messages.length === 0 && kindOf(response) === 'other')) {
    const type = response.header('content-type');
    const said = excerpt(bytes);
    const what = isWeb
      ? `answered with a web page, ${JSON.stringify(said)}${pageAdvice(response, said, { target })}`
      : `answered ${type === undefined ? 'without a content type' : `with ${type}`}: ${said}`;
    return verdict('http/content-type', what);
  }
  const [only] = messages;
  const what =
    bytes.length === 0
      ? ' without a body'
      : only?.type === 'invalid'
        ? `, but ${only.why}`
        : ' with a body that holds no response to it';
  return verdict('http/no-answer', `answered ${statusLine}${what}`);
}

/** What is wrong with a session id (basic/transports#session-management). */
export function checkSessionId(id: string | undefined): readonly Finding[] {
  if (id === undefined || /^[\x21-\x7e]+$/.test(id)) return [];
  const message = `the session id is ${JSON.stringify(id)}; only visible ASCII characters are allowed`;
  return [{ rule: 'http/session-id', message }];
}

/** What a response of status 400 or above means for what was sent. */
export interface RefusalVerdict {
  /** In one sentence, with the next step where one is known. */
  readonly why: string;
  readonly findings: readonly Finding[];
  /** It is about access: the body holds no answer to the message. */
  readonly isAboutAccess: boolean;
  /** It is about the revision, the host or whatever else of the request, so that another transport is no way out. */
  readonly isAboutRequest: boolean;
}

/** Reads the refusal of a message. */
export function refusalOf(response: HttpResponse, bytes: Buffer, asked: RefusedRequest): RefusalVerdict {
  const { status, statusLine } = response;
  const { method } = asked;
  const said = excerpt(bytes);
  const retry = retryAdvice(response, asked.now);
  const full = `${withText(statusLine, said)}${retry}`;
  const isAboutAccess = status === 401 || status === 403 || status === 407;
  const aboutHost = hostAdvice(status, said, asked);
  const other = retry === '' ? refusalAdvice(response, said, asked) : '';
  const next = aboutHost === undefined ? other : ` — ${aboutHost}`;
  const why = isAboutAccess && aboutHost === undefined ? accessRefused(response, full) : `${full}${next}`;
  // A wrong address is not the fault of the server, and a GET without a session may be refused.
  const mayRefuse =
    status === 404 || status === 405 || (method === 'GET' && (status === 400 || status === 406));
  const isNoFault = mayRefuse && opensHttp(method);
  const message = `${method === '' ? 'a message' : method} was answered ${full}`;
  return {
    why,
    findings: isNoFault ? [] : [{ rule: 'http/status', message }],
    isAboutAccess,
    isAboutRequest: isAboutRevision(said) || aboutHost !== undefined,
  };
}

/**
 * Whether a refusal of `initialize` suggests that the server speaks HTTP+SSE (basic/transports#backwards-compatibility).
 *
 * @param isSpecific it names another reason
 */
export const mayBeSse = (status: number, isSpecific: boolean): boolean =>
  status === 404 || status === 405 || (status === 400 && !isSpecific);

/** A status with the text of its body, without repeating the status: `502 Bad Gateway: nginx`. */
export function withText(statusLine: string, said: string): string {
  const [, words = ''] = /^\d+ (.*)$/.exec(statusLine) ?? [];
  let rest = said;
  for (let before = ''; before !== rest; ) {
    before = rest;
    for (const one of [statusLine, words, statusLine.slice(0, 3)])
      if (one !== '' && rest.toLowerCase().startsWith(one.toLowerCase()))
        rest = rest.slice(one.length).replace(/^[\s:.,|–-]+/, '');
  }
  return rest === '' ? statusLine : `${statusLine}: ${rest}`;
}

/**
 * The sentence for a refusal which means that the server has lost the session: 404 as the specification has
 * it (basic/transports#session-management), or 400 with a text about the session that was named, as
 * the examples of the official SDKs answer after a restart.
 */
export function forgotten({ status, statusLine }: HttpResponse, bytes: Buffer): string | undefined {
  if (status === 404) return `the server no longer knows the session (${statusLine})`;
  const said = excerpt(bytes);
  if (status !== 400 || !ABOUT_SESSION.test(said)) return undefined;
  return `the server no longer knows the session (${statusLine}, which should be 404: ${said})`;
}

const ABOUT_SESSION =
  /\b(?:no valid|not a valid|invalid|unknown|expired|missing|no such)\b[^"{}]*\bsession|\bsession\b[^"{}]*\b(?:not found|not exist|not valid|invalid|unknown|expired|terminated)|\bnot initialized\b/i;

/** Whether a body holds an answer to one of the requests, with its id. */
export const isAnswered = (body: Body, sent: SentMessage): boolean => answersTo(body, sent).length > 0;

/** Whether 404 answers the request itself rather than the session: "method not found", with its id. */
export const isMethodNotFound = (body: Body, sent: SentMessage): boolean =>
  answersTo(body, sent).some(({ error }) => isObject(error) && error['code'] === -32601);

/** What is wrong with an HTTP error that carries a result: most clients treat it as a failure and drop it. */
export function checkResults(
  { statusLine }: HttpResponse,
  body: Body,
  sent: SentMessage,
): readonly Finding[] {
  if (!answersTo(body, sent).some((answer) => classify(answer).kind === 'result')) return [];
  const message = `${sent.method || 'a message'} was answered ${statusLine}, with a result; clients take it for a failure`;
  return [{ rule: 'http/status', message }];
}

const answersTo = ({ messages }: Body, { ids }: SentMessage): readonly JsonObject[] =>
  messages.flatMap((message) => {
    const answer = message.type === 'frame' && isObject(message.message) ? message.message : {};
    return ids.some((one) => one === answer['id']) ? [answer] : [];
  });
