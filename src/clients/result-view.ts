import { jsonOf } from '../json/json-of.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { visible } from '../text/visible.ts';
import type { Client, Evidence, ResultLimit, ResultSide } from './client.ts';

/** What reaches the model of a client of one result of `tools/call`. */
export interface ResultView {
  readonly client: Client;
  /** `structuredContent`, then each element of `content`, in their order. */
  readonly parts: readonly ResultPart[];
  /** Set where the result is too long as a whole; what reaches the model is then what this says. */
  readonly tooLong?: ResultReason;
}

/** One part of a result. */
export interface ResultPart {
  /** A JSON pointer into the result: `/structuredContent`, `/content/0`. */
  readonly path: string;
  /** As it is called on screens: `structuredContent`, `content[0].text`, `content[1] (image)`. */
  readonly name: string;
  /** Bytes (UTF-8) of its text, or of its JSON where it has none. */
  readonly bytes: number;
  /** Whether it reaches the model; `why` says why it does not. */
  readonly reaches: boolean;
  readonly why?: ResultReason;
}

/** Why a client does not hand something on, in a few words, and how that is known. */
export interface ResultReason extends Evidence {
  readonly says: string;
}

/**
 * What reaches the model of a client of one result. A result of any shape is taken.
 *
 * @param tool the tool as listed, whose `_meta` may allow longer results
 */
export function resultView(client: Client, result: JsonObject, tool?: JsonObject): ResultView {
  const found = partsOf(result);
  const reading = readingOf(client, result);
  const parts = found.map((part) => partUnder(reading, part, found));
  const tooLong = lengthReason(client.results?.most, parts, tool);
  return { client, parts, ...(tooLong === undefined ? {} : { tooLong }) };
}

/** A part, and what it is besides. */
interface Found extends ResultPart {
  readonly kind: 'structured' | 'text' | 'other';
}

function partsOf({ structuredContent, content }: JsonObject): readonly Found[] {
  const structured: readonly Found[] =
    structuredContent === undefined || structuredContent === null
      ? []
      : [
          {
            path: '/structuredContent',
            name: 'structuredContent',
            bytes: Buffer.byteLength(jsonOf(structuredContent)),
            reaches: true,
            kind: 'structured',
          },
        ];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return [...structured, ...blocks.map(blockPart)];
}

function blockPart(block: unknown, at: number): Found {
  const type = isObject(block) && typeof block['type'] === 'string' ? block['type'] : undefined;
  const text =
    isObject(block) && type === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined;
  const path = `/content/${at}`;
  if (text !== undefined) {
    return { path, name: `content[${at}].text`, bytes: Buffer.byteLength(text), reaches: true, kind: 'text' };
  }
  const name = type === undefined ? `content[${at}]` : `content[${at}] (${visible(type)})`;
  return { path, name, bytes: Buffer.byteLength(jsonOf(block)), reaches: true, kind: 'other' };
}

/** Which part is taken, and how that is known. */
type Reading = Evidence & { readonly takes: ResultSide };

/** What a client takes of this very result. */
const readingOf = ({ results }: Client, { isError }: JsonObject): Reading | undefined =>
  isError === true && results?.ofErrors !== undefined ? results.ofErrors : results;

const evidenceOf = ({ source, seen, sure }: Evidence): Evidence => ({ source, seen, sure });

function partUnder(reading: Reading | undefined, part: Found, all: readonly Found[]): ResultPart {
  const { kind, ...rest } = part;
  if (reading === undefined) return rest;
  const says = whyNot(
    reading.takes,
    kind,
    all.some((one) => one.kind === 'structured'),
  );
  return says === undefined ? rest : { ...rest, reaches: false, why: { says, ...evidenceOf(reading) } };
}

function whyNot(takes: ResultSide, kind: Found['kind'], hasStructured: boolean): string | undefined {
  switch (takes) {
    case 'both':
      return undefined;
    case 'structured':
      return hasStructured && kind !== 'structured' ? 'structuredContent replaces content' : undefined;
    case 'content':
      return kind === 'structured' ? 'only content is read' : undefined;
    case 'text':
      return kind === 'text' ? undefined : 'only the text of content is read';
  }
}

/** Bytes of a token where a text is dense: so many tokens it may have at most. */
const DENSE = 2.5;

function lengthReason(
  most: ResultLimit | undefined,
  parts: readonly ResultPart[],
  tool: JsonObject | undefined,
): ResultReason | undefined {
  if (most === undefined) return undefined;
  const size = parts.reduce((sum, part) => sum + (part.reaches ? part.bytes : 0), 0);
  const amount = most.of === 'tokens' ? size / DENSE : size;
  const meta = tool?.['_meta'];
  const allowed = most.unless !== undefined && isObject(meta) ? meta[most.unless] : undefined;
  if (typeof allowed === 'number' && size <= allowed) return undefined;
  if (amount <= most.most) return undefined;
  return {
    says: `longer than ${most.most.toLocaleString('en-US')} ${most.of}: it is ${most.becomes}`,
    ...evidenceOf(most),
  };
}
