import { parse } from '../../json/parse.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { firstMembers, wholeElements } from './document.ts';
import { addExchanges } from './har.ts';
import { type ArchivedExchange, exchangeOf } from './har-entry.ts';
import type { ForeignKind, LogOutput } from './kind.ts';

/**
 * What the Network screen of the official inspector exports: exchanges over HTTP, those of `auth` among them.
 *
 *     [{"id": "…", "timestamp": "2026-08-20T09:00:00.000Z", "method": "POST", "url": "https://mcp.example.com/mcp",
 *       "requestHeaders": {…}, "requestBody": "{…}", "responseStatus": 200, "responseHeaders": {…},
 *       "responseBody": "data: {…}\n\n", "duration": 80, "error": "…", "category": "transport"}, …]
 *
 * `duration` is the time until the headers of the answer.
 */
export const inspectorNetwork: ForeignKind = {
  tool: 'mcp-inspector',
  name: 'an export of the MCP Inspector',
  form: 'document',
  recognizes: ({ text }) => {
    const first = firstMembers(text);
    return ['timestamp', 'method', 'url', 'requestHeaders'].every((name) => first.has(name));
  },
  read: (out) => ({ take: (text) => readNetwork(text, out), end() {} }),
};

function readNetwork(text: string, out: LogOutput): void {
  const { texts, torn } = wholeElements(text);
  const entries = texts.map((entry) => parse(entry)).filter(isObject);
  // In a header, or in a body, which is JSON in a string.
  if (text.includes('"[REDACTED]"') || text.includes('[REDACTED]\\"'))
    out.assume('masked', 'the inspector masked values, with [REDACTED], and serialized such bodies itself');
  if (entries.some(isOpenStream))
    out.assume('bodies', 'the inspector does not keep what came on the event stream of a GET');
  addExchanges(entries.map(archived), () => '', out);
  if (torn !== undefined)
    out.add({ type: 'invalid', dir: 's2c', text: torn, why: 'the export ends within this entry' });
}

/** An entry in the words of an HTTP archive. */
function archived(entry: JsonObject): ArchivedExchange {
  const { timestamp, method, url, duration, error } = entry;
  const { requestBody: sent, responseBody: body, responseStatus: status } = entry;
  const exchange = exchangeOf({
    startedDateTime: timestamp,
    time: duration,
    timings: { wait: duration },
    request: {
      method,
      url,
      headers: headersIn(entry['requestHeaders']),
      ...(sent === undefined ? {} : { postData: { text: sent } }),
    },
    response: {
      status: status ?? 0,
      headers: headersIn(entry['responseHeaders']),
      content: body === undefined ? {} : { text: body },
    },
    _error: error ?? 'the log holds no answer',
  });
  return entry['category'] === 'auth' ? { ...exchange, isAuth: true } : exchange;
}

const headersIn = (headers: unknown) =>
  isObject(headers) ? Object.entries(headers).map(([name, value]) => ({ name, value })) : [];

/** What came there is not logged, for the inspector waits for no end of it. */
const isOpenStream = ({ method, responseHeaders, responseBody }: JsonObject): boolean =>
  method === 'GET' &&
  responseBody === undefined &&
  isObject(responseHeaders) &&
  /event-stream/.test(`${responseHeaders['content-type']}`);
