import * as z from 'zod';
import { parse } from '../json/parse.ts';
import type { Header } from './header.ts';

/** What was given is not a readable transcript; the message says why and what to do. */
export class TranscriptError extends Error {
  override name = 'TranscriptError';
}

const whole = z.number().check(z.int(), z.nonnegative());

const schema = z.object({
  type: z.literal('header'),
  seq: z.literal(0),
  t: z.literal(0),
  format: z.literal('mcp-transcript'),
  version: z.literal(1),
  id: z.string(),
  started: z.iso.datetime({ offset: true }),
  tool: z.object({ name: z.string(), version: z.string(), platform: z.exactOptional(z.string()) }),
  convertedBy: z.exactOptional(z.object({ name: z.string(), version: z.string() })),
  target: z.object({
    transport: z.string(),
    command: z.exactOptional(z.array(z.string())),
    url: z.exactOptional(z.string()),
    cwd: z.exactOptional(z.string()),
    env: z.exactOptional(z.array(z.string())),
    given: z.exactOptional(z.array(z.string())),
    headers: z.exactOptional(z.array(z.string())),
  }),
  client: z.object({
    name: z.string(),
    version: z.string(),
    capabilities: z.record(z.string(), z.unknown()),
  }),
  redaction: z.object({ on: z.boolean(), version: whole }),
  // Nothing depends on it: recordings of other programs may lack it.
  limits: z.exactOptional(z.object({ line: whole, cut: z.exactOptional(whole) })),
  part: z.exactOptional(whole),
  of: z.exactOptional(whole),
}) satisfies z.ZodType<Header>;

/** Reads the first line of a transcript. Throws a {@link TranscriptError}. */
export function readHeader(line: string): Header {
  const value = parse(line.replace(/^\ufeff/, ''));
  const version = z.object({ format: z.literal('mcp-transcript'), version: z.number() }).safeParse(value);
  if (!version.success) {
    throw new TranscriptError('it does not begin with the header of an mcp-transcript (docs/transcript.md)');
  }
  if (version.data.version !== 1) {
    throw new TranscriptError(
      `it is an mcp-transcript of version ${version.data.version}, and this program reads version 1: update it`,
    );
  }
  const header = schema.safeParse(value);
  if (header.success) return header.data;
  const { path = [], message = '' } = header.error.issues[0] ?? {};
  throw new TranscriptError(`its header is not valid: ${path.join('.')}: ${message}`);
}
