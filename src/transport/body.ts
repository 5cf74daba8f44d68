import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import type { Capture, HttpEntry } from '../session/frame.ts';
import { classify, type Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { cut } from '../text/cut.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import { nearJson } from './near-json.ts';
import { badUtf8 } from './reading.ts';
import { elementsOf, messagesIn as salvaged } from './recovered-messages.ts';
import type { Loss } from './transport.ts';

/** Where a text stood: in the body of a request or response, or in the data of an event. */
export interface TextPlace {
  readonly dir: Direction;
  readonly x?: number;
}

/** A capture that a body makes: a message, or a JSON value that is none. */
export type Message = Extract<Capture, { type: 'frame' | 'invalid' }>;

/**
 * The messages in a text: one, the elements of a batch one by one, or of a text of the server's that is no JSON those
 * that stand in it; undefined when there are none. What surrounds the JSON stands in `pre` and `post`; line breaks
 * within it are kept in `raw`.
 */
export function messagesIn(text: string, place: TextPlace): readonly Message[] | undefined {
  const core = text.replace(/^\uFEFF/, '').trim();
  const value = parse(core);
  if (value === undefined) return place.dir === 's2c' ? amidText(text, place) : undefined;
  const from = text.indexOf(core);
  const around = { before: text.slice(0, from), core, after: text.slice(from + core.length), text };
  if (!Array.isArray(value) || value.length === 0) return [whole(around, value, place)];
  return elements(around, value, place);
}

/** A text as the line that should have held a message. */
function noMessage(text: string, place: TextPlace, why: string, finding?: Finding): Message {
  const line = { type: 'invalid', ...place, n: Buffer.byteLength(text), text, why } as const;
  return finding === undefined ? line : { ...line, findings: [finding] };
}

/** The same with what a text of the server's was meant to be, where that is seen, and otherwise a reason of the caller's. */
export function badMessage(text: string, place: TextPlace, otherwise: string): Message {
  const why = nearJson(text)?.why ?? otherwise;
  return noMessage(text, place, why, { rule: 'http/not-json', message: why });
}

/** The request that a line of the server's would have answered, were it JSON, and what became of it. */
export function spoiltBy(capture: Capture): Pick<Loss, 'ids' | 'why'> | undefined {
  if (capture.type !== 'invalid' || capture.dir !== 's2c') return undefined;
  const { answers, why } = nearJson(capture.text ?? '') ?? {};
  return answers === undefined ? undefined : { ids: [answers], why: `its answer is ${why}` };
}

/** What is sent, as it is recorded: its messages, or a line that is none, which a person may have typed. */
export function asSent(text: string, exchange: Pick<TextPlace, 'x'>): readonly Message[] {
  const { x } = exchange;
  const place: TextPlace = { dir: 'c2s', ...(x === undefined ? {} : { x }) };
  return messagesIn(text, place) ?? [noMessage(text, place, 'it is not JSON')];
}

interface Around {
  readonly before: string;
  readonly core: string;
  readonly after: string;
  readonly text: string;
}

function whole({ before, core, after, text }: Around, value: unknown, place: TextPlace): Message {
  const envelope = classify(value);
  if (envelope.kind === 'none') return noProtocol(text, place, envelope.why);
  const isSpread = /[\r\n]/.test(core);
  return {
    type: 'frame',
    ...place,
    n: Buffer.byteLength(text),
    ...(before === '' ? {} : { pre: before }),
    ...(after === '' ? {} : { post: after }),
    ...(isSpread ? { raw: Buffer.from(text).toString('base64') } : {}),
    msg: isSpread ? core.replaceAll(/\r?\n|\r/g, ' ') : core,
    message: value,
  };
}

/** Messages in a row, or with other text around them: a log prefix, lines of JSON in one body. */
function amidText(text: string, place: TextPlace): readonly Message[] | undefined {
  // A page that shows an example is no answer.
  const { spans, alone } = /^\s*</.test(text) ? NOTHING : salvaged(text);
  const [first] = spans;
  if (first === undefined) return undefined;
  const where = alone ? `${spans.length} messages in one text` : `JSON starts at column ${first.start + 1}`;
  const finding = { rule: 'http/not-json', message: `${where}; send one message, and nothing beside it` };
  let from = 0;
  return spans.map(({ start, end, value }, at): Message => {
    const before = text.slice(from, start);
    const after = at === spans.length - 1 ? text.slice(end) : '';
    from = end;
    const core = text.slice(start, end);
    const message = whole({ before, core, after, text: before + core + after }, value, place);
    const part = spans.length === 1 ? {} : { part: [at + 1, spans.length] as const };
    return { ...message, ...part, ...(at === 0 ? { findings: [finding] } : {}) };
  });
}

const NOTHING = { spans: [], alone: true } as const;

/** A batch (JSON-RPC 2.0, 6): its elements, with the text between them. Findings stand at the first. */
function elements({ core, text }: Around, values: readonly unknown[], place: TextPlace): Message[] {
  const line = core.replaceAll(/[\r\n]/g, ' ');
  const n = Buffer.byteLength(text);
  const findings: readonly Finding[] = [
    {
      rule: 'batch/array',
      message: `a batch of ${values.length}; only 2025-03-26 has batches, send each message by itself`,
    },
  ];
  let from = 0;
  return elementsOf(line, values).map(({ start, end, value }, at): Message => {
    const pre = line.slice(from, start);
    const post = at === values.length - 1 ? line.slice(end) : '';
    const msg = line.slice(start, end);
    from = end;
    const envelope = classify(value);
    if (envelope.kind === 'none') return noProtocol(pre + msg + post, place, envelope.why);
    const around = { pre, ...(post === '' ? {} : { post }) };
    const part = [at + 1, values.length] as const;
    return {
      ...{ type: 'frame', ...place, n, ...around, part, msg, message: value },
      ...(at === 0 ? { findings } : {}),
    };
  });
}

const noProtocol = (text: string, place: TextPlace, why: string): Message =>
  noMessage(text, place, why, { rule: 'message/not-protocol', message: why });

/** Bytes in the longest body that is taken. */
const LIMIT = 256 * 1024 * 1024;

/** What a response says it is, by its content type. */
export type BodyKind = 'json' | 'events' | 'other';

/** The kind of a response: its content type in any case, whatever its parameters. */
export function kindOf(response: HttpResponse): BodyKind {
  const [type = ''] = (response.header('content-type') ?? '').toLowerCase().split(';');
  switch (type.trim()) {
    case 'application/json':
      return 'json';
    case 'text/event-stream':
      return 'events';
    default:
      return 'other';
  }
}

/** Reads a body to its end. Rejects with an {@link ExchangeError} when it is cut or too long. */
export async function collect(response: HttpResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await response.read((chunk) => {
    size += chunk.length;
    if (size <= LIMIT) chunks.push(chunk);
  });
  if (size > LIMIT)
    throw new ExchangeError(`the body has ${size} bytes, more than the ${LIMIT} that are taken`);
  return Buffer.concat(chunks);
}

/** A whole body, taken apart. */
export interface Body {
  /** What it holds, in order; a line that is none when it says that it is JSON and holds no message. */
  readonly messages: readonly Message[];
  /** The body, where it holds no message. */
  readonly rest: Pick<HttpEntry, 'body' | 'base64'>;
  readonly findings: readonly Finding[];
}

/** Looks for messages in the body of a response. */
export function readBody(bytes: Buffer, response: HttpResponse, { x }: Pick<Exchange, 'x'>): Body {
  const text = bytes.toString();
  const place = { dir: 's2c', x } as const;
  const messages = text.trim() === '' ? [] : messagesIn(text, place);
  if (messages?.some(({ type }) => type === 'frame')) {
    const type = response.header('content-type');
    const message = `a message ${type === undefined ? 'without a content type' : `with the content type ${type}`}`;
    const findings = kindOf(response) === 'json' ? [] : [{ rule: 'http/content-type', message }];
    const isBad = badUtf8(bytes, text) >= 0;
    return {
      messages: isBad ? withRaw(messages, bytes) : messages,
      rest: {},
      findings: [...findings, ...encoding(bytes, text)],
    };
  }
  if (kindOf(response) === 'json' && response.status < 400 && text.trim() !== '') {
    return { messages: messages ?? [noJson(bytes, place, response)], rest: {}, findings: [] };
  }
  return { messages: [], rest: restOf(bytes, text), findings: [] };
}

/** A body that says it is JSON and is none, and why, as far as its length or its text tells. */
function noJson(bytes: Buffer, place: TextPlace, response: HttpResponse): Message {
  const text = bytes.toString();
  if (response.isLonger?.() !== true)
    return badMessage(text, place, 'the body says that it is JSON, and is not');
  const why = `the body breaks off: it is longer than the ${bytes.length} bytes that its Content-Length says`;
  return noMessage(text, place, why, { rule: 'http/not-json', message: why });
}

/** What is wrong with how a body is written in bytes. */
function encoding(bytes: Buffer, text: string): readonly Finding[] {
  const bad = badUtf8(bytes, text);
  const isMarked = text.startsWith('\uFEFF');
  return [
    ...(isMarked ? [{ rule: 'http/bom', message: 'a byte order mark at byte 0; UTF-8 needs none' }] : []),
    ...(bad < 0 ? [] : [{ rule: 'http/utf8', message: `invalid UTF-8 at byte ${bad} of the body` }]),
  ];
}

/** The first message keeps the bytes, which the text does not give back. */
const withRaw = (messages: readonly Message[], bytes: Buffer): readonly Message[] =>
  messages.map((message, at) =>
    at === 0 && message.type === 'frame' ? { ...message, raw: bytes.toString('base64') } : message,
  );

/** A body that holds no message, as it is recorded. */
export function restOf(bytes: Buffer, text = bytes.toString()): Body['rest'] {
  if (bytes.length === 0) return {};
  return Buffer.from(text).equals(bytes) ? { body: text } : { base64: bytes.toString('base64') };
}

/** Whether a body is a page of HTML. */
export const isPage = (bytes: Buffer): boolean =>
  /^\s*(?:\uFEFF)?<(?:!doctype html|html)\b/i.test(bytes.toString('utf8', 0, 200));

/**
 * The beginning of a body on one line, for sentences: of HTML its title, or what a browser would show, and of an error
 * in JSON its message.
 */
export function excerpt(bytes: Buffer): string {
  const whole = bytes.toString('utf8', 0, 4000);
  const text = messageIn(parse(whole)) ?? whole;
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/i.exec(text) ?? [];
  const shown = /^\s*<[!a-z]/i.test(text)
    ? title.trim() || text.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
    : text;
  return cut(shown.replace(/\s+/g, ' ').trim(), 160);
}

/** What an error says, wherever it stands: in JSON-RPC, OAuth, FastAPI or problem details (RFC 9457). */
function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const named = ['error_description', 'error', 'message', 'detail', 'title'].map((name) => value[name]);
  return named.map(messageIn).find((text) => text !== undefined && text !== '');
}

/** Bytes that are read of an answer about authorization: no document of it comes near that. */
export const ANSWER_LIMIT = 1_000_000;

/** A body as far as it was read. */
export interface BoundedBody {
  readonly bytes: Buffer;
  /** It was longer than the limit; the exchange was broken off there. */
  readonly isCut: boolean;
}

/** Reads a body up to the limit. Rejects when it breaks off before. */
export async function boundedBody(exchange: Exchange, response: HttpResponse): Promise<BoundedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await response.read((chunk) => {
      if (size <= ANSWER_LIMIT) chunks.push(chunk);
      size += chunk.length;
      if (size > ANSWER_LIMIT)
        exchange.abort(`more than ${ANSWER_LIMIT / 1_000_000} MB came, the rest was not read`);
    });
  } catch (error) {
    if (size <= ANSWER_LIMIT) throw error;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, ANSWER_LIMIT), isCut: size > ANSWER_LIMIT };
}
