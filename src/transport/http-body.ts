import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import type { HttpEntry } from '../session/frame.ts';
import type { Finding } from '../spec/finding.ts';
import { cut } from '../text/cut.ts';
import { badUtf8 } from './bad-utf8.ts';
import { badMessage, type Message, messagesIn, noMessage, type TextPlace } from './body.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Exchange, HttpResponse } from './fetch.ts';

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
