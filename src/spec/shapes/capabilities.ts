import { isObject } from '../../json/shape.ts';
import type { Direction } from '../envelope.ts';
import { LEGACY, MODERN, type Revision, WITH_TASKS } from '../revision.ts';
import { boolean, type Members, map, object, open, optional, shapeIn } from '../shape.ts';

const tasks = (requests: Members) =>
  optional(
    object({ list: optional(open), cancel: optional(open), requests: optional(object(requests)) }),
    WITH_TASKS,
  );

const experimental = optional(map(open));
const extensions = optional(map(open), MODERN);

export const clientCapabilities = object({
  roots: optional(object({ listChanged: optional(boolean, LEGACY) })),
  sampling: optional(
    object({
      context: optional(open, { since: '2025-11-25' }),
      tools: optional(open, { since: '2025-11-25' }),
    }),
  ),
  elicitation: optional(
    object({
      form: optional(open, { since: '2025-11-25' }),
      url: optional(open, { since: '2025-11-25' }),
    }),
    { since: '2025-06-18' },
  ),
  tasks: tasks({
    sampling: optional(object({ createMessage: optional(open) })),
    elicitation: optional(object({ create: optional(open) })),
  }),
  experimental,
  extensions,
});

const listChanged = optional(boolean);

export const serverCapabilities = object({
  tools: optional(object({ listChanged })),
  resources: optional(object({ listChanged, subscribe: optional(boolean) })),
  prompts: optional(object({ listChanged })),
  completions: optional(open, { since: '2025-03-26' }),
  logging: optional(open),
  tasks: tasks({ tools: optional(object({ call: optional(open) })) }),
  experimental,
  extensions,
});

/** The capabilities of each side, as sent: nothing of them can be relied on. */
export type Announced = Readonly<Partial<Record<Direction, Readonly<Record<string, unknown>>>>>;

/** Whether a revision knows a capability of a side, named like `tools.listChanged`: in the others it cannot be asked for. */
export function capabilityIn(side: Direction, name: string, revision: Revision): boolean {
  const [top] = partsOf(name);
  const part = (side === 'c2s' ? clientCapabilities : serverCapabilities).members[top];
  return part !== undefined && shapeIn(part, revision) !== undefined;
}

/** Whether a capability was announced; what it has within has to be true. */
export function isAnnounced(capabilities: Readonly<Record<string, unknown>>, name: string): boolean {
  const [top, within] = partsOf(name);
  const capability = Object.hasOwn(capabilities, top) ? capabilities[top] : undefined;
  if (within === undefined) return capability !== undefined;
  return isObject(capability) && capability[within] === true;
}

function partsOf(name: string): readonly [top: string, within?: string] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}
