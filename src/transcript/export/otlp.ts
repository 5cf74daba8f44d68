import { createHash } from 'node:crypto';
import { jsonOf } from '../../json/json-of.ts';
import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import { isObject, type JsonObject, textIn } from '../../json/shape.ts';
import { type FrameEntry, headerIn } from '../../session/frame.ts';
import type { LogRow } from '../../session/log/row.ts';
import { mark } from '../../session/redaction/redaction.ts';
import { paramsOf } from '../../spec/envelope.ts';
import { isClocked } from '../../text/measure.ts';
import { urlOf } from '../../text/url.ts';
import type { ExportedSession, ExportInput, ExportWriter } from './exported.ts';
import { answerTo, isPipe, maskedRow, requestsAmong } from './lines.ts';

/**
 * Traces as OTLP takes them in JSON (`ExportTraceServiceRequest` of opentelemetry-proto): a span for each request, named and
 * described by the semantic conventions of OpenTelemetry for MCP.
 */
export const otlpTraces: ExportWriter = function* ({ sessions, program }) {
  yield '{"resourceSpans":[';
  let between = '';
  for (const session of sessions) {
    // Its spans are the last array in it.
    const about = jsonText(resourceSpans(session, program, []));
    yield `${between}\n${about.slice(0, -END.length)}`;
    between = ',';
    let before = '\n';
    for (const seq of requestsAmong(session)) {
      const span = spanAt(session, seq);
      if (span === undefined) continue;
      yield `${before}${jsonText(span)}`;
      before = ',\n';
    }
    yield `\n${END}`;
  }
  yield '\n]}\n';
};

/** A value as JSON that any parser of UTF-8 takes: half of a pair of surrogates, as a cut text may have, becomes U+FFFD. */
export const jsonText = (value: object): string =>
  JSON.stringify(value).replace(/\\\\|\\ud[89a-f][\da-f]{2}/g, (found) =>
    found === '\\\\' ? found : '\ufffd',
  );

/** What follows on the spans of a session. */
const END = ']}]}';

/** The spans of a session with what is said of all of them. */
export function resourceSpans(
  { state, name, started, mask }: Pick<ExportedSession, 'state' | 'name' | 'started' | 'mask'>,
  program: ExportInput['program'],
  spans: readonly Span[],
): object {
  const { server, client } = state;
  const attributes = attributesOf(
    {
      'service.name': program.name,
      'service.version': program.version,
      'mcp.server.name': server?.name,
      'mcp.server.version': server?.version,
      'mcp.client.name': client?.name,
      'mcp.client.version': client?.version,
      'mcp.session.name': name,
      // A span must have times: these are 1970, and say nothing.
      'mcp.session.times': isClocked(started) ? undefined : 'unknown',
    },
    mask,
  );
  return { resource: { attributes }, scopeSpans: [{ scope: program, spans }] };
}

interface Attribute {
  readonly key: string;
  readonly value: object;
}

interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** A span of OTLP in JSON: ids are hexadecimal, enumerations numbers, 64-bit numbers texts. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  readonly flags?: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly SpanEvent[];
  readonly droppedEventsCount?: number;
  readonly status: { readonly code?: number; readonly message?: string };
}

/** `SpanKind` and `StatusCode` of the protocol. */
const KIND = { c2s: 3, s2c: 2 } as const;
const ERROR = 2;

/** What one span can hold, as the SDKs of OpenTelemetry have it, and characters of one text in it. */
const MOST_EVENTS = 128;
const LONGEST = 8_192;

/** What a span can hold of a text that is masked already: a secret that was cut would not be recognized. */
const cut = (text: string): string =>
  text.length > LONGEST ? text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '') : text;

/** The span of a request; undefined where its text is no longer held. */
export function spanAt(session: ExportedSession, seq: number): Span | undefined {
  const { log, started, mask } = session;
  const row = maskedRow(session, seq);
  const entry = log.entry(seq);
  if (row === undefined || entry?.type !== 'frame') return undefined;
  const message = parse(entry.msg);
  const params = paramsOf(message);
  const { method = '', answer } = row;
  const target = method === 'tools/call' || method === 'prompts/get' ? textIn(params, 'name') : undefined;
  const failure = failureOf(session, row);
  const { events, dropped } = eventsOf(session, seq);
  const last = answer === undefined ? log.time(log.lines.at(log.lines.length - 1)) : log.time(answer);
  return {
    ...placeOf(session, entry, params),
    name: cut(mask(target ? `${method} ${target}` : method)),
    kind: KIND[entry.dir],
    startTimeUnixNano: nanos(started + entry.t),
    endTimeUnixNano: nanos(started + Math.max(entry.t, last)),
    attributes: attributesOf(
      {
        'mcp.method.name': method,
        'jsonrpc.request.id': idOf(row, entry.msg),
        'jsonrpc.protocol.version': isObject(message) ? textIn(message, 'jsonrpc') : undefined,
        'mcp.protocol.version': session.state.negotiated,
        ...subjectOf(method, params),
        'error.type': failure?.type,
        'rpc.response.status_code': failure?.code,
        ...networkOf(session, entry),
      },
      mask,
    ),
    events,
    ...(dropped === 0 ? {} : { droppedEventsCount: dropped }),
    status:
      failure === undefined ? {} : { code: ERROR, ...(failure.message && { message: failure.message }) },
  };
}

/** The id of a request with all its digits. */
function idOf({ id }: LogRow, text: string): string | undefined {
  if (id === undefined || id === null) return undefined;
  return typeof id === 'string' ? id : (memberText(text, 'id') ?? `${id}`);
}

/** ms since 1970, of which the ns still fit into 64 bits. */
const LATEST = 9e12;

/** A time as the protocol has it, in ns since 1970; clocks here are exact to the µs. */
const nanos = (ms: number): string => `${BigInt(Math.round(Math.min(ms, LATEST) * 1000)) * 1000n}`;

/** What a request is about, by the conventions for tools, prompts and resources. */
function subjectOf(method: string, params: JsonObject): Values {
  if (method === 'tools/call')
    return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': textIn(params, 'name') };
  if (method === 'prompts/get') return { 'gen_ai.prompt.name': textIn(params, 'name') };
  return method.startsWith('resources/') ? { 'mcp.resource.uri': textIn(params, 'uri') } : {};
}

interface Failure {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
}

/** What is wrong with a request that has ended; nobody knows that of one that is still pending. */
function failureOf({ log, mask }: ExportedSession, request: LogRow): Failure | undefined {
  const { ended } = request;
  const answer = answerTo(log, request);
  if (answer !== undefined) {
    const answered = log.row(answer);
    if (answered?.failed) return { type: 'tool_error' };
    if (answered?.kind !== 'error') return undefined;
    const message = parse(log.text(answer) ?? '');
    const error = isObject(message) && isObject(message['error']) ? message['error'] : {};
    const code = typeof error['code'] === 'number' ? `${error['code']}` : undefined;
    const said = textIn(error, 'message');
    return {
      type: code ?? '_OTHER',
      ...(code === undefined ? {} : { code }),
      ...(said === undefined ? {} : { message: cut(mask(said)) }),
    };
  }
  if (ended === undefined) return undefined;
  if (ended === 'timeout') return { type: 'timeout', message: 'it timed out' };
  if (ended === 'cancel') return { type: 'cancelled', message: 'it was cancelled' };
  return { type: 'no_answer', message: 'there was no answer' };
}

/**
 * The ids of a span and its parent: what `traceparent` in `_meta` says (W3C Trace Context); else ids that follow from the
 * request alone, in the trace of the request that it was made within.
 */
function placeOf(
  session: ExportedSession,
  entry: FrameEntry,
  params: JsonObject,
): Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'traceState' | 'flags'> {
  const own = idsOf(session, entry);
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const parent = traceParent(textIn(meta, 'traceparent'));
  if (parent !== undefined) {
    const { traceId, parentSpanId, sampled } = parent;
    const traceState = textIn(meta, 'tracestate');
    return {
      ...{ traceId, spanId: own.spanId, parentSpanId },
      ...(traceState ? { traceState: cut(session.mask(traceState)) } : {}),
      flags: REMOTE | sampled,
    };
  }
  const outer = session.log.requestOf(entry.seq);
  const around = outer === undefined || outer === entry.seq ? undefined : session.log.entry(outer);
  if (around?.type !== 'frame') return own;
  const place = placeOf(session, around, paramsOf(parse(around.msg)));
  return { traceId: place.traceId, spanId: own.spanId, parentSpanId: place.spanId };
}

/** `SpanFlags` of the protocol: that it is known whether the parent is of another program, and that it is. */
const REMOTE = 0x300;

/** Lowercase hexadecimal; ids of zeros alone and version ff are not valid, and later versions may add more (W3C, 3.2). */
function traceParent(text = '') {
  const [, version, traceId = '', parentSpanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentSpanId)) return undefined;
  return { traceId, parentSpanId, sampled: Number.parseInt(flags, 16) & 0xff };
}

function idsOf({ started, name = '', mask }: ExportedSession, { seq, conn, msg }: FrameEntry) {
  const hash = createHash('sha256')
    .update(`${started} ${name} ${conn} ${seq} ${mask(msg)}`)
    .digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}

/** Progress and log messages that belong to a request. */
function eventsOf({ log, started, mask }: ExportedSession, seq: number) {
  const events: SpanEvent[] = [];
  let dropped = 0;
  for (let line = log.nextWith(seq); line !== undefined; line = log.nextWith(line)) {
    const { kind, method = '' } = log.row(line) ?? {};
    if (kind !== 'notification' || !/^notifications\/(?:progress|message)$/.test(method)) continue;
    const entry = events.length < MOST_EVENTS ? log.entry(line) : undefined;
    if (entry?.type !== 'frame') {
      dropped += 1;
      continue;
    }
    const { progress, total, message, level, logger, data } = paramsOf(parse(entry.msg));
    const said = data === undefined || typeof data === 'string' ? data : jsonOf(data);
    events.push({
      timeUnixNano: nanos(started + entry.t),
      name: method,
      attributes: attributesOf({ progress, total, message, level, logger, data: said }, mask),
    });
  }
  return { events, dropped };
}

/** How the messages travelled, as far as that is known. */
function networkOf({ state, log }: ExportedSession, { x }: FrameEntry): Values {
  const request = x === undefined ? undefined : log.exchange(x)?.request;
  const line = request === undefined ? undefined : log.entry(request);
  const http = line?.type === 'http' ? line : undefined;
  const address = http?.url ?? ('url' in state.target ? state.target.url : '');
  // What is no address is told by an error, which is dear where there are a million spans.
  const url = address === '' ? undefined : urlOf(address);
  if (url === undefined) return { 'network.transport': isPipe(state) ? 'pipe' : undefined };
  const isSocket = url.protocol.startsWith('ws');
  const port = url.port === '' ? (/^(?:https|wss):$/.test(url.protocol) ? 443 : 80) : Number(url.port);
  return {
    'mcp.session.id': sessionId(headerIn(http?.headers ?? [], 'mcp-session-id')),
    'network.transport': 'tcp',
    'network.protocol.name': isSocket ? 'websocket' : 'http',
    'server.address': url.hostname,
    'server.port': port,
  };
}

/** Who knows the id of a session can take part in it: what is told of it tells sessions apart, and no more. */
const sessionId = (id: string | undefined): string | undefined =>
  id === undefined || id.includes(mark)
    ? undefined
    : createHash('sha256').update(id).digest('hex').slice(0, 32);

type Values = Readonly<Record<string, unknown>>;

/** Attributes of texts, without secrets and not longer than a span can hold, and of numbers; all else is left out. */
function attributesOf(values: Values, mask: (text: string) => string): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (typeof value === 'string')
      return value === '' ? [] : [{ key, value: { stringValue: cut(mask(value)) } }];
    if (typeof value !== 'number' || !Number.isFinite(value)) return [];
    return [{ key, value: Number.isSafeInteger(value) ? { intValue: `${value}` } : { doubleValue: value } }];
  });
}
