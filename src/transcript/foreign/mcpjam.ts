import { parse } from '../../json/parse.ts';
import { minified } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import type { HeaderLine } from '../../session/frame.ts';
import {
  firstMembers,
  type MemberTexts,
  membersOf,
  stringIn,
  valueItems,
  wholeElements,
} from './document.ts';
import { inOrder } from './in-order.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { timed, timeOf } from './time.ts';

/**
 * What the MCPJam inspector saves of its log, the newest first:
 *
 *     [{"timestamp": "2026-04-10T12:00:04.400Z", "source": "mcp-server", "serverId": "crm", "serverName": "crm",
 *       "direction": "RECEIVE", "method": "result", "payload": {"jsonrpc": "2.0", "id": 2, "result": {…}}}, …]
 *
 * Other sources are `mcp-apps` (between a widget and its host), `http` (an exchange without its bodies) and `oauth`.
 */
export const mcpjam: ForeignKind = {
  tool: 'mcpjam',
  name: 'a log of the MCPJam inspector',
  form: 'document',
  servers: true,
  recognizes: ({ text }) => {
    const first = firstMembers(text);
    return ['timestamp', 'source', 'direction'].every((name) => first.has(name));
  },
  read: (out) => ({ take: (text) => readLog(text, out), end() {} }),
};

function readLog(text: string, out: LogOutput): void {
  const { texts, torn } = wholeElements(text);
  const timeIn = (entry = '') => timeOf(stringIn(membersOf(entry), 'timestamp')) ?? 0;
  const isTurned = timeIn(texts[0]) >= timeIn(texts.at(-1));
  if (isTurned) out.assume('order', 'the log has the newest first: its order was turned round');
  out.assume('text', 'MCPJam serializes messages itself: their text is not that of the wire');
  if (texts.length >= KEPT)
    out.assume('frames', `MCPJam keeps the last ${KEPT} lines: what came before them is lost`);
  const entries = isTurned ? texts.toReversed() : texts;
  for (const item of inOrder(entries.flatMap((entry, index) => itemsOf(membersOf(entry), index + 1))))
    out.add(item);
  if (torn !== undefined) out.add({ type: 'invalid', dir: 's2c', text: torn, why: TORN });
}

/** @param x the number of the exchange that it is, where it is one */
function itemsOf(entry: MemberTexts, x: number): readonly LogItem[] {
  const at = timeOf(stringIn(entry, 'timestamp'));
  const conn = stringIn(entry, 'serverId') ?? stringIn(entry, 'serverName') ?? '';
  const way = stringIn(entry, 'direction') ?? '';
  const payload = entry.get('payload') ?? 'null';
  const place = { ...timed(at), conn };
  if (stringIn(entry, 'source') === 'http') return exchange(parse(payload), place, x);
  if (way !== 'SEND' && way !== 'RECEIVE') {
    const text = `${way} ${stringIn(entry, 'method') ?? ''} ${minified(payload)}`;
    return [{ ...place, type: 'own', text }];
  }
  const dir = way === 'SEND' ? 'c2s' : 's2c';
  return valueItems({ ...place, dir }, payload);
}

/** An exchange is written down when it is over, and says how long it took. */
function exchange(payload: unknown, place: Pick<LogItem, 'at' | 'conn'>, x: number): readonly LogItem[] {
  const { request, response, error, durationMs } = isObject(payload) ? payload : {};
  if (!isObject(request)) return [];
  const took = typeof durationMs === 'number' ? durationMs : 0;
  const began = place.at === undefined ? place : { ...place, at: place.at - took };
  const base = { type: 'http', x } as const;
  const status =
    isObject(response) && typeof response['status'] === 'number' ? { status: response['status'] } : undefined;
  return [
    {
      ...began,
      ...base,
      phase: 'request',
      method: `${request['method']}`,
      url: `${request['url']}`,
      headers: headersIn(request),
    },
    ...(isObject(response)
      ? [{ ...place, ...base, ...status, phase: 'response', headers: headersIn(response) } as const]
      : []),
    ...(error === undefined ? [] : [{ ...place, ...base, phase: 'error', detail: `${error}` } as const]),
  ];
}

const headersIn = ({ headers }: Readonly<Record<string, unknown>>): readonly HeaderLine[] =>
  isObject(headers) ? Object.entries(headers).map(([name, value]) => [name, `${value}`]) : [];

/** Lines of each source that MCPJam keeps. */
const KEPT = 1000;
const TORN = 'the log ends within this line';
