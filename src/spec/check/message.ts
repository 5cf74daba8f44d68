import { isObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { asks } from '../envelope.ts';
import type { Finding } from '../finding.ts';

const MEMBERS = {
  request: new Set(['jsonrpc', 'id', 'method', 'params']),
  response: new Set(['jsonrpc', 'id', 'result', 'error']),
};

/** What is wrong with the envelope of a message (JSON-RPC 2.0 §4–5), whatever it carries. */
export function inspectMessage(message: unknown): readonly Finding[] {
  if (!isObject(message)) return [];
  const findings: Finding[] = [];
  const add = (rule: string, path: string, text: string): void => {
    findings.push({ rule, path, message: text });
  };
  if (message['jsonrpc'] !== '2.0') {
    const found = 'jsonrpc' in message ? `jsonrpc is ${shortJson(message['jsonrpc'])}` : 'jsonrpc is missing';
    add('message/jsonrpc', '/jsonrpc', `${found}; it must be "2.0"`);
  }
  const isAsked = asks(message);
  const known = isAsked ? MEMBERS.request : MEMBERS.response;
  for (const key in message) {
    if (!known.has(key))
      add(
        'message/extra-member',
        `/${key}`,
        `unknown member ${shortJson(key)} beside ${isAsked ? 'method' : 'result'}`,
      );
  }
  const badId = idMisfit(message['id'], isAsked);
  if ('id' in message && badId !== undefined) add('message/bad-id', '/id', badId);
  const body = isAsked ? message['params'] : message['result'];
  if (isObject(body) && '_meta' in body && !isObject(body['_meta'])) {
    add(
      'message/bad-meta',
      `/${isAsked ? 'params' : 'result'}/_meta`,
      `_meta is ${typeName(body['_meta'])}; it must be an object`,
    );
  }
  if (isAsked) {
    if ('params' in message && !isObject(body))
      add('message/bad-params', '/params', `params is ${typeName(body)}; it must be an object`);
    return findings;
  }
  for (const finding of inspectAnswer(message)) findings.push(finding);
  return findings;
}

/** Null is the id of a response to what could not be read (JSON-RPC 2.0 §5); a request never has it (basic#requests). */
function idMisfit(id: unknown, isAsked: boolean): string | undefined {
  if (typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id))) return undefined;
  if (id === null && !isAsked) return undefined;
  const taken = isAsked && typeof id !== 'number' ? '; taken for a notification' : '';
  return `id is ${shortJson(id)}; it must be a string or a whole number${taken}`;
}

function inspectAnswer(message: Readonly<Record<string, unknown>>): readonly Finding[] {
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
    findings.push({
      rule: 'message/scalar-result',
      path: '/result',
      message: `result is ${typeName(result)}; it must be an object`,
    });
  }
  if ('error' in message && error !== null) findings.push(...inspectError(error));
  return findings;
}

function inspectError(error: unknown): readonly Finding[] {
  const rule = 'message/bad-error';
  if (!isObject(error))
    return [{ rule, path: '/error', message: `error is ${typeName(error)}; it must be an object` }];
  const findings: Finding[] = [];
  const { code, message } = error;
  if (typeof code !== 'number' || !Number.isInteger(code)) {
    const found = code === undefined ? 'code is missing' : `code is ${shortJson(code)}`;
    findings.push({ rule, path: '/error/code', message: `${found}; it must be an integer` });
  }
  if (typeof message !== 'string') {
    const found = message === undefined ? 'message is missing' : `message is ${typeName(message)}`;
    findings.push({ rule, path: '/error/message', message: `${found}; it must be a string` });
  }
  return findings;
}
