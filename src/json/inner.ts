import { pointerStep, stepsOf } from './path.ts';
import { createReader, spanAt } from './reader.ts';
import { beginsAsJson } from './shape.ts';

/**
 * The exact text of the value that a JSON pointer leads to (RFC 6901). Where it comes to a string and has steps left, it goes on
 * in the JSON that the string holds: `/content/0/text/total`. Undefined where it leads nowhere, or is not valid.
 */
export function textAt(text: string, pointer: string): string | undefined {
  let found = inside(text, '');
  for (const step of stepsOf(pointer) ?? [undefined]) {
    if (found === undefined || step === undefined) return undefined;
    const around = found.startsWith('"') ? jsonIn(found) : found;
    found = around === undefined ? undefined : inside(around, `/${pointerStep(step)}`);
  }
  return found;
}

function inside(text: string, pointer: string): string | undefined {
  const span = spanAt(text, pointer);
  return span && text.slice(span.start, span.end);
}

/** What the JSON text of a string holds, where that is an object or array as JSON again. */
export function jsonIn(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  const inner: string = JSON.parse(text);
  return holdsJson(inner) ? inner : undefined;
}

/** Whether a text is an object or an array. */
export function holdsJson(text: string): boolean {
  if (!beginsAsJson(text)) return false;
  const reader = createReader(text);
  for (;;) {
    const event = reader.next();
    if (event === 'end' || event === 'error') return event === 'end';
  }
}
