import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { asks } from '../envelope.ts';
import type { Finding } from '../finding.ts';
import { integer, oneOf, open, optional, text } from '../shape.ts';
import { checkOf } from './members.ts';

const MEMBERS = {
  request: new Set(['jsonrpc', 'id', 'method', 'params']),
  response: new Set(['jsonrpc', 'id', 'result', 'error']),
};

const checkVersion = checkOf('message/jsonrpc', { jsonrpc: oneOf('2.0') });
const checkMeta = checkOf('message/bad-meta', { _meta: optional(open) });
const checkParams = checkOf('message/bad-params', { params: optional(open) });
const checkErrorMembers = checkOf('message/bad-error', { code: integer, message: text });

/** What is wrong with the envelope of a message (JSON-RPC 2.0 §4–5), whatever it carries. */
export function checkMessage(message: unknown): readonly Finding[] {
  if (!isObject(message)) return [];
  const isRequest = asks(message);
  const findings: Finding[] = [...checkVersion(message, '')];
  const known = isRequest ? MEMBERS.request : MEMBERS.response;
  for (const key in message) {
    if (known.has(key)) continue;
    const says = `unknown member ${shortJson(key)} beside ${isRequest ? 'method' : 'result'}`;
    findings.push({ rule: 'message/extra-member', path: `/${key}`, message: says });
  }
  const badId = idFault(message['id'], isRequest);
  if ('id' in message && badId !== undefined)
    findings.push({ rule: 'message/bad-id', path: '/id', message: badId });
  const body = isRequest ? message['params'] : message['result'];
  if (isObject(body)) {
    if ('_meta' in body) findings.push(...checkMeta(body, isRequest ? '/params' : '/result'));
  } else if (isRequest) findings.push(...checkParams(message, ''));
  if (!isRequest) findings.push(...checkResponse(message));
  return findings;
}

/** Null is the id of a response to what could not be read (JSON-RPC 2.0 §5); a request never has it (basic#requests). */
function idFault(id: unknown, isRequest: boolean): string | undefined {
  if (typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id))) return undefined;
  if (id === null && !isRequest) return undefined;
  const taken = isRequest && typeof id !== 'number' ? '; taken for a notification' : '';
  return `id is ${shortJson(id)}; it must be a string or a whole number${taken}`;
}

function checkResponse(message: JsonObject): readonly Finding[] {
  const { result, error } = message;
  const findings: Finding[] = [];
  if ('error' in message && 'result' in message) {
    if (error === null)
      findings.push({
        rule: 'message/error-null',
        path: '/error',
        message: 'error is null beside the result',
      });
    else {
      const used = result === null ? 'the error is used' : 'the result is used';
      findings.push({ rule: 'message/both', path: '', message: `result and error in one response; ${used}` });
    }
  }
  if ('result' in message && !isObject(result) && !(result === null && isObject(error))) {
    const says = `result is ${typeName(result)}; it must be an object`;
    findings.push({ rule: 'message/scalar-result', path: '/result', message: says });
  }
  if (isObject(error)) findings.push(...checkErrorMembers(error, '/error'));
  else if ('error' in message && error !== null) {
    const says = `error is ${typeName(error)}; it must be an object`;
    findings.push({ rule: 'message/bad-error', path: '/error', message: says });
  }
  return findings;
}
