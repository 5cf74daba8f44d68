import { WITH_TASKS } from '../revision.ts';
import { any, boolean, list, map, object, oneOf, open, optional, revised, text } from '../shape.ts';
import { icons, innerMeta, title } from './body.ts';

const $schema = optional(revised(any, { '2025-11-25': text }));

/** The root of a tool's schema; until 2026-07-28 little of JSON Schema was allowed there. */
const objectSchema = object({
  $schema,
  type: oneOf('object'),
  properties: optional(map(open)),
  required: optional(list(text)),
});

const toolAnnotations = object({
  title: optional(text),
  readOnlyHint: optional(boolean),
  destructiveHint: optional(boolean),
  idempotentHint: optional(boolean),
  openWorldHint: optional(boolean),
});

/** A tool, as listed and as offered to a model (server/tools#tool). */
export const tool = object({
  name: text,
  title,
  description: optional(text),
  inputSchema: revised(objectSchema, { '2026-07-28': object({ $schema, type: oneOf('object') }) }),
  outputSchema: optional(revised(objectSchema, { '2026-07-28': object({ $schema }) }), {
    since: '2025-06-18',
  }),
  annotations: optional(toolAnnotations, { since: '2025-03-26' }),
  execution: optional(
    object({ taskSupport: optional(oneOf('forbidden', 'optional', 'required')) }),
    WITH_TASKS,
  ),
  icons,
  _meta: innerMeta,
});
