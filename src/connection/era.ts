import type { JsonObject } from '../json/shape.ts';
import { hasMembers } from '../json/write.ts';
import { isUse } from '../spec/methods.ts';
import { MODERN_VERSION } from '../spec/revision.ts';
import { TASKS_EXTENSION } from '../spec/task.ts';

/** Which era to open in: by `initialize` (revisions up to 2025-11-25) or by `server/discover` (2026-07-28). */
export type EraChoice = 'auto' | 'legacy' | 'modern';

/** What every request of the modern era tells of us (basic#request-metadata, 2026-07-28). */
export interface ModernFacts {
  readonly client: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Tasks are followed: their extension is announced. */
  readonly tasks: boolean;
  /** The level of log messages wanted for this request; none come without it. */
  readonly logLevel?: string | undefined;
}

const PREFIX = 'io.modelcontextprotocol';

/** The progress token is the id; one that the caller chose is left alone. */
export function withToken(method: string, params: unknown, id: number): unknown {
  if (!isUse(method) || (params !== undefined && !hasMembers(params))) return params;
  const meta = params?.['_meta'];
  if (meta !== undefined && !hasMembers(meta)) return params;
  return { ...params, _meta: { progressToken: id, ...meta } };
}

/** The params of a modern request: what the caller gave, with the metadata beside the caller's own. */
export function modernParams(
  params: unknown,
  { client, capabilities, tasks, logLevel }: ModernFacts,
): unknown {
  if (params !== undefined && !hasMembers(params)) return params;
  const own = params?.['_meta'];
  if (own !== undefined && !hasMembers(own)) return params;
  const meta: JsonObject = {
    [`${PREFIX}/protocolVersion`]: MODERN_VERSION,
    [`${PREFIX}/clientCapabilities`]: modernCapabilities(capabilities, tasks),
    [`${PREFIX}/clientInfo`]: client,
    ...(logLevel === undefined ? {} : { [`${PREFIX}/logLevel`]: logLevel }),
    ...own,
  };
  return { ...params, _meta: meta };
}

/** Nobody is told of other roots in the modern era: the server asks whenever it wants to know. */
function modernCapabilities({ roots, ...rest }: ModernFacts['capabilities'], tasks: boolean): JsonObject {
  return {
    ...(roots === undefined ? {} : { roots: {} }),
    ...rest,
    ...(tasks ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
  };
}
