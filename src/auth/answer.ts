import { isObject, type JsonObject, typeName } from '../json/shape.ts';
import { brief } from '../text/cut.ts';
import { ANSWER_LIMIT, type BoundedBody, excerpt } from '../transport/body.ts';
import { AuthorizationError } from './error.ts';
import type { ReportProblem } from './members.ts';

/** The answer to a request of authorization, as far as it was read. */
export interface AuthAnswer extends BoundedBody {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Such as `404 Not Found`. */
  readonly statusLine: string;
  /** The content type in lower case, without parameters; empty when there is none. */
  readonly type: string;
}

/**
 * What an answer holds: the members of an object, or why it has none, to follow "the answer". It is never quoted where
 * it may hold a secret.
 */
export type AnswerContent =
  | { readonly members: JsonObject; readonly isForm: boolean; readonly hasMark: boolean }
  | { readonly unusable: string; readonly isBroken: boolean };

/** Reads JSON, and forms (RFC 6749 was drafted with them), whatever the content type says. */
export function contentOf({ bytes, isCut, type }: AuthAnswer): AnswerContent {
  const text = bytes.toString();
  const bare = text.replace(/^\uFEFF/, '').trim();
  const unusable = (what: string, isBroken = false): AnswerContent => ({ unusable: what, isBroken });
  if (isCut) return unusable(`is longer than the ${ANSWER_LIMIT / 1_000_000} MB that are read of it`, true);
  if (bare === '') return unusable('is empty');
  if (/^[[{"\d]|^(?:null|true|false)$/.test(bare)) {
    try {
      const value: unknown = JSON.parse(bare);
      if (isObject(value)) return { members: value, isForm: false, hasMark: text.startsWith('\uFEFF') };
      return unusable(`is ${typeName(value)} and not an object`);
    } catch {
      return unusable('is not valid JSON', true);
    }
  }
  if (type === 'application/x-www-form-urlencoded' || /^[\w.-]+=[^\s<>]*$/.test(bare))
    return { members: Object.fromEntries(new URLSearchParams(bare)), isForm: true, hasMark: false };
  return unusable(/^<[!?a-z]/i.test(bare) ? 'is a web page, not JSON' : 'is text, not JSON');
}

/** Why an answer is not a document, with its beginning. */
function unusableIn(answer: AuthAnswer, content: AnswerContent): string | undefined {
  if ('unusable' in content) return `the answer ${content.unusable} (${said(answer)})`;
  return content.isForm ? `the response is a form, not JSON (${said(answer)})` : undefined;
}

/** The members of an authorization document; or why there is none, in which case others are tried. */
export function documentIn(document: string, answer: AuthAnswer, note: ReportProblem): JsonObject | string {
  const { url, status } = answer;
  const content = contentOf(answer);
  if (status >= 500) note('auth/status', `${document}: ${refusal(answer, content)}`);
  if (status >= 400) return missed(answer);
  const unusable = unusableIn(answer, content);
  if (!('members' in content) || unusable !== undefined) {
    note('auth/format', `${document}: ${unusable}`);
    if ('unusable' in content && content.isBroken)
      throw new AuthorizationError(`${document} at ${brief(url)} cannot be used: ${unusable}`);
    return `GET ${brief(url)}: ${unusable}`;
  }
  if (content.hasMark) note('auth/format', `${document}: the answer begins with a byte order mark`);
  return content.members;
}

/** Status and beginning of an answer. */
function said({ statusLine, bytes }: AuthAnswer): string {
  const begin = excerpt(bytes);
  return begin === '' ? `${statusLine}, with an empty body` : `${statusLine}: ${begin}`;
}

/** The answer where there is no document. */
const missed = (answer: AuthAnswer): string =>
  `GET ${brief(answer.url)}: ${answer.status >= 500 ? said(answer) : answer.statusLine}`;

/** An error of OAuth (RFC 6749, 5.2), whatever its status and form. */
export interface OAuthError {
  readonly code: string;
  /** Code and description. */
  readonly text: string;
}

/** The error in an answer, if it has the form of OAuth. */
export function refusedIn(content: AnswerContent): OAuthError | undefined {
  if (!('members' in content)) return undefined;
  const { error, error_description: description } = content.members;
  if (typeof error !== 'string' || error === '') return undefined;
  const has = typeof description === 'string' && description !== '' && description !== error;
  return { code: error, text: brief(has ? `${error}: ${description}` : error) };
}

/** What an answer says that grants nothing, and where it comes from. */
export function refusal(answer: AuthAnswer, content: AnswerContent): string {
  const refused = refusedIn(content);
  const from = `${answer.method} ${brief(answer.url)} was answered`;
  if (refused !== undefined) return `${refused.text} (${from} ${answer.statusLine})`;
  return `${from} ${said(answer)}`;
}
