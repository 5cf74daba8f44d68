import { parse } from '../../json/parse.ts';
import { minified } from '../../json/parts.ts';
import {
  answers,
  type MemberTexts,
  membersOf,
  numberIn,
  stringIn,
  valueItems,
  wholeElements,
} from './document.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { messagesIn } from './messages.ts';
import { timed, timeOf } from './time.ts';

/**
 * A cassette of mcp-recorder: requests with their answers, in the order in which they were over.
 *
 *     {"version": "1.0",
 *      "metadata": {"recorded_at": "2026-02-17T20:25:23.855390+00:00", "server_url": "http://127.0.0.1:8000", "transport_type": "http", …},
 *      "interactions": [
 *        {"type": "jsonrpc_request", "request": {…}, "response": {…}, "response_is_sse": true, "response_status": 200, "latency_ms": 7, …},
 *        {"type": "lifecycle", …, "response_status": 200, "latency_ms": 2, "http_method": "DELETE", "http_path": "/mcp"}]}
 */
export const mcpRecorder: ForeignKind = {
  tool: 'mcp-recorder',
  name: 'a cassette of mcp-recorder',
  form: 'document',
  recognizes: ({ text }) =>
    /^\s*\{/.test(text) &&
    (/"interactions"\s*:\s*\[\s*\{\s*"type"\s*:\s*"(?:jsonrpc_request|notification|lifecycle)"/.test(text) ||
      isMetadata(text)),
  read: (out) => ({ take: (text) => readCassette(text, out), end() {} }),
};

function isMetadata(text: string): boolean {
  const start = text.indexOf('"recorded_at"');
  return start >= 0 && text.includes('"server_url"', start);
}

function readCassette(text: string, out: LogOutput): void {
  const cassette = membersOf(text);
  const metadata = membersOf(cassette.get('metadata') ?? '');
  const began = timed(timeOf(stringIn(metadata, 'recorded_at')));
  const url = stringIn(metadata, 'server_url') ?? '';
  const { texts, torn } = wholeElements(cassette.get('interactions') ?? '');
  out.assume(
    'time',
    'mcp-recorder keeps no times: only when the recording began, and how long each answer took',
  );
  out.assume(
    'order',
    'mcp-recorder writes a call down when it is over: calls at the same time may have begun in another order',
  );
  out.assume('text', 'mcp-recorder serializes messages itself: their text is not that of the wire');
  if (text.includes('"[REDACTED]"')) out.assume('masked', 'mcp-recorder masked values, with [REDACTED]');
  for (const [index, interaction] of texts.entries()) {
    const [first, ...others] = itemsOf(membersOf(interaction), index + 1, url);
    if (first?.type === 'own') out.assume('bodies', NOTHING);
    if (first !== undefined) out.add(index === 0 ? { ...first, ...began } : first);
    for (const item of others) out.add(item);
  }
  if (/"response_is_sse"\s*:\s*true/.test(text)) out.assume('frames', FIRST);
  if (torn !== undefined) out.add({ type: 'invalid', dir: 's2c', text: torn, why: TORN });
}

/** @param x the number of the exchange over HTTP that it was */
function itemsOf(interaction: MemberTexts, x: number, url: string): readonly LogItem[] {
  const status = numberIn(interaction, 'response_status') ?? 0;
  const ms = numberIn(interaction, 'latency_ms');
  const request = interaction.get('request') ?? 'null';
  const response = interaction.get('response') ?? 'null';
  const method = stringIn(interaction, 'http_method');
  const path = stringIn(interaction, 'http_path') ?? '';
  // What a server that refuses says is seldom a message, and no broken one.
  const isSaid = status >= 300 && response !== 'null' && messagesIn(response) === undefined;
  const body = isSaid ? { body: minified(response) } : {};
  const answered = [
    { type: 'http', x, phase: 'response', status },
    { type: 'http', x, phase: 'end', ...body },
  ] as const;
  if (method !== undefined)
    return [{ type: 'http', x, phase: 'request', method, url: `${url}${path}` }, ...answered];
  if (request === 'null' && response === 'null') {
    const took = ms === undefined ? '' : `, ${ms} ms`;
    return [
      { type: 'own', text: `a request of which nothing was kept, as of a batch (HTTP ${status}${took})` },
    ];
  }
  // Only of an answer that says more than that it was well is the status worth a line.
  const refused = status >= 300 ? answered : [];
  const place = status >= 300 ? { x } : {};
  const took = answers(parse(response), parse(request)) && ms !== undefined ? { ms } : {};
  return [
    ...valueItems({ ...place, dir: 'c2s' }, request),
    ...refused.slice(0, 1),
    ...(isSaid ? [] : valueItems({ ...place, ...took, dir: 's2c' }, response)),
    ...refused.slice(1),
  ];
}

const NOTHING = 'of a batch mcp-recorder keeps nothing: its messages and their answers are missing';
const FIRST =
  'of an answer that is an event stream mcp-recorder keeps the first event alone: what followed is lost';
const TORN = 'the cassette ends within this interaction';
