import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import type { Capture, HttpEntry } from '../session/frame.ts';
import { classify, type Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { cut } from '../text/cut.ts';
import { badUtf8 } from './candidate.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import { nearJson } from './near-json.ts';
import { elementsOf, messagesIn, slicesOf } from './recovered-messages.ts';
import type { Loss } from './transport.ts';

/** Where a text was: in the body of a request or response, or in the data of an event. */
export interface TextPlace {
  readonly dir: Direction;
  readonly x?: number;
}

/** A capture from a body: a message, or a JSON value that is not one. */
export type Message = Extract<Capture, { type: 'frame' | 'invalid' }>;

/**
 * The messages in a text: one, the elements of a batch one by one, or those within a text of the server that is not
 * JSON; undefined when there are none. What surrounds the JSON is in `pre` and `post`; line breaks within it are kept
 * in `raw`.
 */
export function readMessages(text: string, place: TextPlace): readonly Message[] | undefined {
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

/** The same for a text of the server, with what is wrong with its JSON, or else with the given reason. */
export function badMessage(text: string, place: TextPlace, otherwise: string): Message {
  const why = nearJson(text)?.why ?? otherwise;
  return noMessage(text, place, why, { rule: 'http/not-json', message: why });
}

/** The request that malformed JSON of the server was meant to answer, and what became of it. */
export function malformedAnswer(capture: Capture): Pick<Loss, 'ids' | 'why'> | undefined {
  if (capture.type !== 'invalid' || capture.dir !== 's2c') return undefined;
  const { answers, why } = nearJson(capture.text ?? '') ?? {};
  return answers === undefined ? undefined : { ids: [answers], why: `its answer is ${why}` };
}

/** A sent text as it is recorded: its messages, or an invalid line, which a person may have typed. */
export function sentMessages(text: string, exchange: Pick<TextPlace, 'x'>): readonly Message[] {
  const { x } = exchange;
  const place: TextPlace = { dir: 'c2s', ...(x === undefined ? {} : { x }) };
  return readMessages(text, place) ?? [noMessage(text, place, 'it is not JSON')];
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
  const isMultiline = /[\r\n]/.test(core);
  return {
    type: 'frame',
    ...place,
    n: Buffer.byteLength(text),
    ...(before === '' ? {} : { pre: before }),
    ...(after === '' ? {} : { post: after }),
    ...(isMultiline ? { raw: Buffer.from(text).toString('base64') } : {}),
    msg: isMultiline ? core.replaceAll(/\r?\n|\r/g, ' ') : core,
    message: value,
  };
}

/** Messages in a row, or with other text around them: a log prefix, lines of JSON in one body. */
function amidText(text: string, place: TextPlace): readonly Message[] | undefined {
  // A web page that shows an example is not an answer.
  const { spans, alone } = /^\s*</.test(text) ? NOTHING : messagesIn(text);
  const [first] = spans;
  if (first === undefined) return undefined;
  const where = alone ? `${spans.length} messages in one text` : `JSON starts at column ${first.start + 1}`;
  const finding = { rule: 'http/not-json', message: `${where}; send one message, and nothing beside it` };
  return slicesOf(text, spans).map(({ value, ...slice }, at): Message => {
    const message = whole({ ...slice, text: slice.before + slice.core + slice.after }, value, place);
    const part = spans.length === 1 ? {} : { part: [at, spans.length] as const };
    return { ...message, ...part, ...(at === 0 ? { findings: [finding] } : {}) };
  });
}

const NOTHING = { spans: [], alone: true } as const;

/** A batch (JSON-RPC 2.0, 6): its elements, with the text between them. The first carries the findings. */
function elements({ core, text }: Around, values: readonly unknown[], place: TextPlace): Message[] {
  const line = core.replaceAll(/[\r\n]/g, ' ');
  const n = Buffer.byteLength(text);
  const findings: readonly Finding[] = [
    {
      rule: 'batch/array',
      message: `a batch of ${values.length}; only 2025-03-26 has batches, send each message by itself`,
    },
  ];
  const slices = slicesOf(line, elementsOf(line, values));
  return slices.map(({ before: pre, core: msg, after: post, value }, at): Message => {
    const envelope = classify(value);
    if (envelope.kind === 'none') return noProtocol(pre + msg + post, place, envelope.why);
    const around = { pre, ...(post === '' ? {} : { post }) };
    const part = [at, values.length] as const;
    return {
      ...{ type: 'frame', ...place, n, ...around, part, msg, message: value },
      ...(at === 0 ? { findings } : {}),
    };
  });
}

const noProtocol = (text: string, place: TextPlace, why: string): Message =>
  noMessage(text, place, why, { rule: 'message/not-protocol', message: why });

/** Bytes in the longest body that is read. */
const LIMIT = 256 * 1024 * 1024;

/** What a body is, by its content type. */
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
export async function wholeBytes(response: HttpResponse): Promise<Buffer> {
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

/** The parts of a whole body. */
export interface Body {
  /** Its messages, in order; an invalid line if its content type is JSON and it holds no message. */
  readonly messages: readonly Message[];
  /** The body, if it holds no message. */
  readonly rest: Pick<HttpEntry, 'body' | 'base64'>;
  readonly findings: readonly Finding[];
}

/** Looks for messages in the body of a response. */
export function readBody(bytes: Buffer, response: HttpResponse, { x }: Pick<Exchange, 'x'>): Body {
  const text = bytes.toString();
  const place = { dir: 's2c', x } as const;
  const messages = text.trim() === '' ? [] : readMessages(text, place);
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

/** A body that is not the JSON its content type promises, with the reason if its length or text reveals it. */
function noJson(bytes: Buffer, place: TextPlace, response: HttpResponse): Message {
  const text = bytes.toString();
  if (response.isLonger?.() !== true)
    return badMessage(text, place, 'the body says that it is JSON, and is not');
  const why = `the body breaks off: it is longer than the ${bytes.length} bytes that its Content-Length says`;
  return noMessage(text, place, why, { rule: 'http/not-json', message: why });
}

/** What is wrong with the encoding of a body. */
function encoding(bytes: Buffer, text: string): readonly Finding[] {
  const bad = badUtf8(bytes, text);
  const isMarked = text.startsWith('\uFEFF');
  return [
    ...(isMarked ? [{ rule: 'http/bom', message: 'a byte order mark at byte 0; UTF-8 needs none' }] : []),
    ...(bad < 0 ? [] : [{ rule: 'http/utf8', message: `invalid UTF-8 at byte ${bad} of the body` }]),
  ];
}

/** The first message keeps the bytes, since they cannot be restored from the text. */
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

/** The message of an error, in the form of JSON-RPC, OAuth, FastAPI or problem details (RFC 9457). */
function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const named = ['error_description', 'error', 'message', 'detail', 'title'].map((name) => value[name]);
  return named.map(messageIn).find((text) => text !== undefined && text !== '');
}

/** Bytes that are read of an answer about authorization; such documents are far shorter. */
export const ANSWER_LIMIT = 1_000_000;

/** A body, as far as it was read. */
export interface BoundedBody {
  readonly bytes: Buffer;
  /** It was longer than the limit, and the exchange was aborted there. */
  readonly isCut: boolean;
}

/** Reads a body up to the limit. Rejects when it is cut before that. */
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
