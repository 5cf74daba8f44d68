import { isObject, type JsonObject } from '../json/shape.ts';
import { classify } from '../session/envelope.ts';
import type { Finding } from '../session/frame.ts';
import { accessRefused } from './access-refused.ts';
import type { HttpResponse } from './fetch.ts';
import type { Body } from './http-body.ts';
import { excerpt, kindOf } from './http-body.ts';
import type { Sent } from './http-sent.ts';

/** What is wrong with an answer of status 200 or so that is no event stream. */
export function inspectAnswer(
  response: HttpResponse,
  bytes: Buffer,
  { messages }: Body,
  { ids, method }: Sent,
  isAnswered: boolean,
): readonly Finding[] {
  const { status, statusLine } = response;
  if (ids.length === 0) {
    if (status === 202 || method === '') return [];
    return [
      { rule: 'http/accepted-message', message: `${method} was answered ${statusLine}, not 202 Accepted` },
    ];
  }
  if (status === 202 && !(isAnswered && messages.length === 0)) {
    const unseen = isAnswered ? '; the response is in its body, where clients do not look' : '';
    const message = `the request ${method} was answered 202 Accepted${unseen}`;
    return [{ rule: 'http/accepted-request', message }];
  }
  if (isAnswered) return [];
  if (bytes.length > 0 && messages.length === 0 && kindOf(response) === 'other') {
    const type = response.header('content-type') ?? 'no content type';
    return [{ rule: 'http/content-type', message: `${method} was answered with ${type}: ${excerpt(bytes)}` }];
  }
  const what = bytes.length === 0 ? 'without a body' : 'with a body that holds no response to it';
  return [{ rule: 'http/no-answer', message: `${method} was answered ${statusLine} ${what}` }];
}

/** What a response of status 400 or above means for what was sent. */
export interface Refusal {
  /** In one sentence. */
  readonly why: string;
  readonly findings: readonly Finding[];
  /** It is about who asks: nothing in the body is an answer to the message. */
  readonly isAboutAccess: boolean;
}

/** Reads the refusal of a message. */
export function refusalOf(response: HttpResponse, bytes: Buffer, { method }: Sent): Refusal {
  const { status, statusLine } = response;
  const said = excerpt(bytes);
  const told = said === '' ? statusLine : `${statusLine}: ${said}`;
  const isAboutAccess = status === 401 || status === 403 || status === 407;
  const why = isAboutAccess ? accessRefused(response) : told;
  const what = method === '' ? 'a message' : method;
  return {
    why,
    findings: [{ rule: 'http/status', message: `${what} was answered ${told}` }],
    isAboutAccess,
  };
}

/**
 * Whether a refusal means that the server knows the session no more, and in which words that is told: 404 as the
 * specification has it (basic/transports#session-management), or 400 with a text about the session that was named, as
 * the examples of the official SDKs answer after a restart.
 */
export function forgotten({ status, statusLine }: HttpResponse, bytes: Buffer): string | undefined {
  if (status === 404) return `the server no longer knows the session (${statusLine})`;
  const said = excerpt(bytes);
  if (status !== 400 || !ABOUT_SESSION.test(said)) return undefined;
  const [, told = said] = /"message"\s*:\s*"([^"\\]*)"/.exec(said) ?? [];
  return `the server no longer knows the session (${statusLine}, which should be 404: ${told})`;
}

const ABOUT_SESSION =
  /\b(?:no valid|not a valid|invalid|unknown|expired|missing|no such)\b[^"{}]*\bsession|\bsession\b[^"{}]*\b(?:not found|not exist|not valid|invalid|unknown|expired|terminated)|\bnot initialized\b/i;

/** Whether a body holds an answer to one of the requests, with its id. */
export const isAnswered = (body: Body, sent: Sent): boolean => answersTo(body, sent).length > 0;

/** Whether 404 is an answer to the request itself, and not about the session: "method not found", with its id. */
export const isMethodNotFound = (body: Body, sent: Sent): boolean =>
  answersTo(body, sent).some(({ error }) => isObject(error) && error['code'] === -32601);

/** What is wrong with an HTTP error that carries a result: most clients take it for a failure and drop it. */
export function inspectResults({ statusLine }: HttpResponse, body: Body, sent: Sent): readonly Finding[] {
  if (!answersTo(body, sent).some((answer) => classify(answer).kind === 'result')) return [];
  const message = `${sent.method || 'a message'} was answered ${statusLine}, with a result; clients take it for a failure`;
  return [{ rule: 'http/status', message }];
}

const answersTo = ({ messages }: Body, { ids }: Sent): readonly JsonObject[] =>
  messages.flatMap((message) => {
    const answer = message.type === 'frame' && isObject(message.message) ? message.message : {};
    return ids.some((one) => one === answer['id']) ? [answer] : [];
  });
