import { jsonOf } from '../json/json-of.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { thousands } from '../text/measure.ts';
import { visible } from '../text/visible.ts';
import type { Client, Evidence, ResultLimit, ResultSide } from './client.ts';
import { tokenRange } from './cost.ts';

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
  const parts = found.map((part) => partUnder(reading, part, found, client.results?.heedsAudience === true));
  const tooLong = lengthReason(client.results?.most ?? [], parts, tool);
  return { client, parts, ...(tooLong === undefined ? {} : { tooLong }) };
}

/** A part, and what it is besides. */
interface Found extends ResultPart {
  readonly kind: 'structured' | 'text' | 'other';
  readonly isForUser: boolean;
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
            isForUser: false,
          },
        ];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return [...structured, ...blocks.map(blockPart)];
}

function blockPart(block: unknown, at: number): Found {
  const type = isObject(block) && typeof block['type'] === 'string' ? block['type'] : undefined;
  const text =
    isObject(block) && type === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined;
  const found = { path: `/content/${at}`, reaches: true, isForUser: isForUser(block) };
  if (text !== undefined)
    return { ...found, name: `content[${at}].text`, bytes: Buffer.byteLength(text), kind: 'text' };
  const name = type === undefined ? `content[${at}]` : `content[${at}] (${visible(type)})`;
  return { ...found, name, bytes: Buffer.byteLength(jsonOf(block)), kind: 'other' };
}

/** Annotated with an audience that the model is not of. */
function isForUser(block: unknown): boolean {
  const annotations = isObject(block) ? block['annotations'] : undefined;
  const audience = isObject(annotations) ? annotations['audience'] : undefined;
  return Array.isArray(audience) && audience.includes('user') && !audience.includes('assistant');
}

/** Which part is taken, and how that is known. */
type Reading = Evidence & { readonly takes: ResultSide };

/** What a client takes of this very result. */
const readingOf = ({ results }: Client, { isError }: JsonObject): Reading | undefined =>
  isError === true && results?.ofErrors !== undefined ? results.ofErrors : results;

const evidenceOf = ({ source, seen, sure, reported }: Evidence): Evidence => ({
  source,
  seen,
  sure,
  ...(reported === undefined ? {} : { reported }),
});

function partUnder(
  reading: Reading | undefined,
  part: Found,
  all: readonly Found[],
  heedsAudience: boolean,
): ResultPart {
  const { kind, isForUser: isPrivate, ...rest } = part;
  if (reading === undefined) return rest;
  const hasStructured = all.some((one) => one.kind === 'structured');
  const says =
    heedsAudience && isPrivate ? 'meant for the user alone' : whyNot(reading.takes, kind, hasStructured);
  return says === undefined ? rest : { ...rest, reaches: false, why: { says, ...evidenceOf(reading) } };
}

function whyNot(takes: ResultSide, kind: Found['kind'], hasStructured: boolean): string | undefined {
  switch (takes) {
    case 'both':
      return undefined;
    case 'structured':
      return hasStructured && kind !== 'structured' ? 'structuredContent replaces content' : undefined;
    case 'no text':
      return hasStructured && kind === 'text' ? 'structuredContent replaces the text' : undefined;
    case 'content':
      return kind === 'structured' ? 'only content is read' : undefined;
    case 'text':
      return kind === 'text' ? undefined : 'only the text of content is read';
  }
}

function lengthReason(
  limits: readonly ResultLimit[],
  parts: readonly ResultPart[],
  tool: JsonObject | undefined,
): ResultReason | undefined {
  const size = parts.reduce((sum, part) => sum + (part.reaches ? part.bytes : 0), 0);
  const meta = tool?.['_meta'];
  for (const limit of limits) {
    const { most, of, becomes, unless } = limit;
    const allowed = unless !== undefined && isObject(meta) ? meta[unless] : undefined;
    if (typeof allowed === 'number' && size <= allowed) continue;
    // What it surely has: tokenizers differ.
    const [least] = of === 'tokens' ? tokenRange(size) : [size];
    if (least > most)
      return { says: `longer than ${thousands(most)} ${of}: it is ${becomes}`, ...evidenceOf(limit) };
  }
  return undefined;
}
