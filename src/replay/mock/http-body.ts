import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from '../../json/parse.ts';
import { elementTexts } from '../../json/parts.ts';
import { classify, type Envelope } from '../../spec/envelope.ts';
import { NO_MESSAGE } from './http-checks.ts';
import { refuse } from './http-reply.ts';

/** A message that a client has posted. */
export interface PostedMessage {
  readonly text: string;
  readonly envelope: Envelope;
}

/** Bytes of the longest body. */
const LONGEST = 64 * 1024 * 1024;

/** The messages of a POST; nothing where it is refused, or nobody waits any more. */
export async function read(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<readonly PostedMessage[] | undefined> {
  const body = await bodyOf(req);
  if (body === 'gone') return undefined;
  if (body === 'too long') {
    refuse(
      res,
      { status: 413, code: -32000, message: `the body is longer than ${LONGEST / 1024 / 1024} MB` },
      null,
      ['Connection', 'close'],
    );
    return undefined;
  }
  const value = parse(body);
  if (value === undefined) {
    refuse(res, { status: 400, code: -32700, message: 'Parse error: the body is not JSON' });
    return undefined;
  }
  const posted = Array.isArray(value)
    ? (elementTexts(body) ?? []).map((text, at) => ({ text, envelope: classify(value[at]) }))
    : [{ text: body, envelope: classify(value) }];
  if (posted.length > 0 && posted.every(({ envelope }) => envelope.kind !== 'none')) return posted;
  refuse(res, NO_MESSAGE);
  return undefined;
}

async function bodyOf(req: IncomingMessage): Promise<string | 'gone' | 'too long'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > LONGEST) return 'too long';
      chunks.push(chunk);
    }
  } catch {
    return 'gone';
  }
  return Buffer.concat(chunks).toString();
}
