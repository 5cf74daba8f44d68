import { safeJson } from '../json/safe.ts';
import { JsonText, write } from '../json/write.ts';
import { type Hider, plain } from './hide.ts';
import type { Invocation } from './invocation.ts';

/** The request on one line, as it crosses stdio (JSON-RPC 2.0 §4); its secrets are marks. */
export function jsonRpcLine(asked: Invocation, hide: Hider): string {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: asked.method,
    params: new JsonText(paramsText(asked, hide)),
  };
  return safeJson(write(request));
}

/** The `params` of the request, arguments as they were typed but for their secrets. */
export function paramsText(asked: Invocation, hide: Hider): string {
  const params =
    asked.method === 'resources/read'
      ? { uri: asked.uri }
      : {
          name: asked.name,
          arguments: new JsonText(asked.arguments),
          ...(asked.asTask ? { task: {} } : {}),
        };
  return plain(hide.json(write(params), ['{"params":', '}']) ?? ['{}']);
}
