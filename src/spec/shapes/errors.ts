import { MODERN, type Revision, type Span, spans, WITH_TASKS } from '../revision.ts';
import { any, integer, list, type Members, object, optional, type Shape, text } from '../shape.ts';
import { clientCapabilities } from './capabilities.ts';
import { urlParams } from './elicitation.ts';

/** What `data` must say of an error, by its code. */
const DATA: ReadonlyMap<unknown, readonly [Span, Shape]> = new Map([
  // The client may ask again once the person has been to these pages.
  [-32042, [WITH_TASKS, object({ elicitations: list(urlParams) })]],
  // A capability of the client is missing.
  [-32021, [MODERN, object({ requiredCapabilities: clientCapabilities })]],
  // The protocol version is not supported.
  [-32022, [MODERN, object({ requested: text, supported: list(text) })]],
]);

const members: Members = { code: integer, message: text };

/** The `error` of a response in one revision (JSON-RPC 2.0 §5.1). */
export function errorWith(code: unknown, revision: Revision): Shape {
  const [span, shape] = DATA.get(code) ?? [];
  const isDefined = span !== undefined && spans(span, revision);
  return object({ ...members, data: isDefined && shape !== undefined ? shape : optional(any) });
}
