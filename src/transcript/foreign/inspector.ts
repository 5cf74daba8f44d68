import { parse } from '../../json/parse.ts';
import { isObject } from '../../json/shape.ts';
import { classify, paramsOf } from '../../spec/envelope.ts';
import { createDirections, type Directions } from './direction.ts';
import {
  firstMembers,
  type MemberTexts,
  membersOf,
  numberIn,
  stringIn,
  valueItems,
  wholeElements,
} from './document.ts';
import { inOrder } from './in-order.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { timed, timeOf } from './time.ts';

/**
 * What the Protocol screen of the official inspector exports. An answer stands within its request:
 *
 *     [{"id": "…", "timestamp": "2026-08-20T09:00:00.000Z", "direction": "request", "origin": "client",
 *       "message": {"jsonrpc": "2.0", "id": 0, "method": "initialize", …},
 *       "response": {"jsonrpc": "2.0", "id": 0, "result": {…}}, "duration": 31, "clientError": "…"}, …]
 *
 * Older versions do not write `origin`.
 */
export const inspector: ForeignKind = {
  tool: 'mcp-inspector',
  name: 'an export of the MCP Inspector',
  form: 'document',
  recognizes: ({ text }) => {
    const first = firstMembers(text);
    return ['timestamp', 'direction', 'message'].every((name) => first.has(name)) && !first.has('source');
  },
  read: (out) => ({ take: (text) => readProtocol(text, out), end() {} }),
};

function readProtocol(text: string, out: LogOutput): void {
  const { texts, torn } = wholeElements(text);
  out.assume('text', 'the inspector serializes messages itself: their text is not that of the wire');
  if (texts.length >= KEPT)
    out.assume('frames', `the inspector keeps the last ${KEPT} messages: what came before them is lost`);
  const directions = createDirections();
  const items: LogItem[] = [];
  /** The answers to requests that want to hear of their progress, by the token. */
  const awaited = new Map<unknown, LogItem>();
  for (const entry of texts) {
    const members = membersOf(entry);
    const { sent, answer, token, progress } = pairIn(members, directions, out);
    const awaiting = awaited.get(progress);
    // Of what is written down with the same time, progress came first.
    const isLate = awaiting !== undefined && awaiting.at === sent[0]?.at;
    if (isLate) items.splice(items.lastIndexOf(awaiting), 1);
    items.push(...sent, ...(isLate ? [awaiting] : []), ...answer);
    if (token !== undefined && answer[0] !== undefined) awaited.set(token, answer[0]);
  }
  for (const item of inOrder(items)) out.add(item);
  if (torn !== undefined) out.add({ type: 'invalid', dir: 's2c', text: torn, why: TORN });
}

/** What an entry holds: a message, and its answer where it has one. */
function pairIn(members: MemberTexts, directions: Directions, out: LogOutput) {
  const origin = stringIn(members, 'origin');
  if (origin === undefined) out.assume('direction', NO_ORIGIN);
  const message = members.get('message') ?? 'null';
  const response = members.get('response');
  const refused = stringIn(members, 'clientError');
  const at = timeOf(stringIn(members, 'timestamp'));
  const parsed = parse(message);
  const dir = directions.of(
    classify(parsed),
    origin === undefined ? undefined : origin === 'server' ? 's2c' : 'c2s',
  );
  const verdict = refused === undefined ? {} : { refused };
  const sent = valueItems({ ...timed(at), dir, ...(response === undefined ? verdict : {}) }, message);
  const { _meta: meta, progressToken: progress } = paramsOf(parsed);
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  if (response === undefined) return { sent, answer: [], token, progress };
  const back = dir === 'c2s' ? 's2c' : 'c2s';
  directions.of(classify(parse(response)), back);
  const answered = at === undefined ? undefined : at + (numberIn(members, 'duration') ?? 0);
  return {
    sent,
    answer: valueItems({ ...timed(answered), dir: back, ...verdict }, response),
    token,
    progress,
  };
}

/** Messages that the inspector keeps. */
const KEPT = 1000;
const NO_ORIGIN =
  'some messages do not say who sent them (origin): their direction is told by what they are and what they answer';
const TORN = 'the export ends within this entry';
