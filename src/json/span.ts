import { isIndex, stepsOf } from './path.ts';
import { createReader } from './reader.ts';

/** A value's place in a JSON text, in code units: `text.slice(start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the value a JSON pointer leads to stands in a text; undefined when it leads nowhere or the text is no
 * JSON up to there. Of members with the same name it is the last, as `JSON.parse` has it.
 */
export function spanAt(text: string, pointer: string): TextSpan | undefined {
  const steps = stepsOf(pointer);
  if (steps === undefined) return undefined;
  let start = 0;
  for (const step of steps) {
    const child = childStart(text, start, step);
    if (child === undefined) return undefined;
    start = child;
  }
  return valueSpan(text, start);
}

/** The span of the value that begins at an offset, after white space. */
function valueSpan(text: string, from: number): TextSpan | undefined {
  const reader = createReader(text, from);
  const event = reader.next();
  const start = reader.start;
  if (event === 'value') return { start, end: reader.end };
  if (event !== 'open') return undefined;
  for (;;) {
    const inner = reader.next();
    if (inner === 'error') return undefined;
    if (inner === 'close' && reader.depth === 0) return { start, end: reader.end };
  }
}

/** Where the child by this name or place begins, of the object or array that begins at an offset. */
function childStart(text: string, from: number, step: string): number | undefined {
  const reader = createReader(text, from);
  if (reader.next() !== 'open') return undefined;
  const named = reader.kind === 'object';
  let found: number | undefined;
  let place = 0;
  for (;;) {
    const event = reader.next();
    if (event === 'error') return undefined;
    if (event === 'close' && reader.depth === 0) return found;
    if (event === 'close' || reader.depth !== 1) continue;
    if (named ? nameAt(text, reader.keyStart, reader.keyEnd) === step : isIndex(step, place))
      found = reader.start;
    place += 1;
  }
}

function nameAt(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1);
  return inside.includes('\\') ? JSON.parse(text.slice(start, end)) : inside;
}
