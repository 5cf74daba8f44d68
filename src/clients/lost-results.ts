import { parse } from '../json/parse.ts';
import { same } from '../json/same.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { bytes } from '../text/measure.ts';
import type { Client } from './client.ts';
import { type ResultPart, type ResultReason, resultView } from './result-view.ts';

/** Something of a result that a client does not hand on to its model, and that the model has not got otherwise. */
export interface LostResult {
  readonly id: 'result-dropped' | 'result-too-long';
  /** `content[0].text (4.1 KB)`, or the size of a result that is too long. */
  readonly what: string;
  readonly why: ResultReason;
}

/** What of a result does not reach the model of a client; nothing where all that is dropped is there twice. */
export function lostResults(client: Client, result: JsonObject, tool?: JsonObject): readonly LostResult[] {
  const { parts, tooLong } = resultView(client, result, tool);
  const reached = parts.filter(({ reaches }) => reaches);
  const lost: LostResult[] = [];
  const dropped = parts.filter(
    (part) => !part.reaches && !isNothing(part, result) && !isThereTwice(part, reached, result),
  );
  const [first] = dropped;
  if (first?.why !== undefined) {
    const others = dropped.length === 1 ? '' : ` and ${dropped.length - 1} more`;
    lost.push({
      id: 'result-dropped',
      what: `${first.name} (${bytes(first.bytes)})${others}`,
      why: first.why,
    });
  }
  if (tooLong !== undefined) {
    const size = reached.reduce((sum, part) => sum + part.bytes, 0);
    lost.push({ id: 'result-too-long', what: bytes(size), why: tooLong });
  }
  return lost;
}

/** A block without a type, which no client can hand on: that is told by itself. */
function isNothing({ path }: ResultPart, result: JsonObject): boolean {
  const block = path === '/structuredContent' ? undefined : blockAt(path, result);
  return isObject(block) && typeof block['type'] !== 'string';
}

const blockAt = (path: string, { content }: JsonObject): unknown =>
  Array.isArray(content) ? content[Number(path.slice('/content/'.length))] : undefined;

/** `structuredContent` should be repeated as JSON in a text, which makes one of the two dispensable (server/tools). */
function isThereTwice(part: ResultPart, reached: readonly ResultPart[], result: JsonObject): boolean {
  const value = partValue(part, result);
  return reached.some((other) => same(partValue(other, result), value));
}

/** The value of a part: of a text that is JSON what it says. */
function partValue({ path }: ResultPart, result: JsonObject): unknown {
  if (path === '/structuredContent') return result['structuredContent'];
  const block = blockAt(path, result);
  const text = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
  return typeof text === 'string' ? (parse(text) ?? text) : block;
}
