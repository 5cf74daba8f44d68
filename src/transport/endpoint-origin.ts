import { urlOf } from '../text/url.ts';

/** What is known of the beginning of an event stream: whether its first event names an endpoint that leads past us. */
export type Endpoint =
  | { readonly kind: 'unknown' }
  /** Not known, and what came so far is whole lines that say nothing of it, such as comments. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'none' }
  | { readonly kind: 'moved'; readonly text: string; readonly was: string; readonly now: string };

const NONE: Endpoint = { kind: 'none' };
const IDLE: Endpoint = { kind: 'idle' };
const UNKNOWN: Endpoint = { kind: 'unknown' };
/** Characters before an endpoint that are waited for. */
const MOST = 8192;

/**
 * Looks at the beginning of an event stream, as far as it came, for the event of HTTP+SSE that says where messages go. An absolute URL of
 * the server is moved to another origin; a relative one leads there anyway, and one of any other origin is for the client to
 * judge.
 */
export function movedEndpoint(text: string, from: string, to: string): Endpoint {
  if (text.length > MOST) return NONE;
  let isEndpoint = false;
  let isNamed = false;
  let found: { readonly at: number; readonly value: string } | undefined;
  let at = 0;
  for (const [whole, line = '', end = ''] of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const isWhole = end !== '';
    const [, name = '', value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (line === '' && isWhole && found !== undefined) {
      return isEndpoint ? moved(text, found, from, to) : NONE;
    }
    if (line === '' && isWhole) isNamed = false;
    if (name === 'event') {
      isNamed = true;
      isEndpoint = value === 'endpoint';
      if (isWhole ? !isEndpoint : !'endpoint'.startsWith(value)) return NONE;
    }
    if (name === 'data') {
      if (found !== undefined || /^\s*[{[]/.test(value)) return NONE;
      found = { at: at + line.length - value.length, value };
    }
    at += whole.length;
  }
  return isNamed || found !== undefined || !/[\r\n]$/.test(text) ? UNKNOWN : IDLE;
}

function moved(
  text: string,
  { at, value }: { readonly at: number; readonly value: string },
  from: string,
  to: string,
): Endpoint {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(value) ?? [];
  if (origin === '' || urlOf(value)?.origin !== from) return NONE;
  const now = to + value.slice(origin.length);
  return { kind: 'moved', text: text.slice(0, at) + now + text.slice(at + value.length), was: value, now };
}
