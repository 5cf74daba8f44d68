import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { classify, type Id } from '../spec/envelope.ts';

/** What an HTTP transport has to know of a text that it sends. */
export interface Sent {
  /** The ids of its requests; an answer is due to each. */
  readonly ids: readonly Id[];
  /** The method of a lone message. */
  readonly method: string;
  /** The params of a lone message. */
  readonly params?: unknown;
  /** The revision that a message of the modern era says it is of (basic#request-metadata, 2026-07-28). */
  readonly version?: string;
  /** The id of the request that it cancels: no answer is due any more (basic/utilities/cancellation). */
  readonly cancels?: Id;
}

/** Looks into a text as far as possible; it may be anything. */
export function readSent(text: string): Sent {
  const value = parse(text);
  const envelopes = (Array.isArray(value) ? value : [value]).map(classify);
  const ids = envelopes.flatMap((envelope) => (envelope.kind === 'request' ? [envelope.id] : []));
  const [only, ...others] = envelopes;
  const isLone = others.length === 0 && (only?.kind === 'request' || only?.kind === 'notification');
  if (!isLone) return { ids, method: '' };
  const { method, params } = only;
  const cancelled =
    method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  const isId = typeof cancelled === 'string' || typeof cancelled === 'number';
  const version = versionOf(params);
  return {
    ...{ ids, method, params },
    ...(version === undefined ? {} : { version }),
    ...(isId ? { cancels: cancelled } : {}),
  };
}

function versionOf(params: unknown): string | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  const version = isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}
