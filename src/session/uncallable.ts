import { isObject } from '../json/shape.ts';
import { headerMarks } from './inspect/header-marks.ts';
import type { SessionState } from './state.ts';

/**
 * Why a tool may not be called over HTTP, in one sentence: its `x-mcp-header` marks are wrong, so that clients must
 * leave it out (basic/transports/streamable-http#schema-extension, 2026-07-28). Nothing when it may be.
 */
export function whyUncallable({ era, target, lists }: SessionState, tool: string): string | undefined {
  if (era !== 'modern' || target.transport !== 'http') return undefined;
  const problems = inputSchemas(lists, tool).map((schema) => headerMarks(schema).problems);
  // Of tools with the same name one that is right is enough.
  if (problems.some((found) => found.length === 0)) return undefined;
  return problems[0]?.join('; ');
}

/** The input schema of a tool as it was listed last; undefined when it never was. */
export function inputSchemaOf(lists: SessionState['lists'], tool: string): unknown {
  return inputSchemas(lists, tool)[0];
}

/** While the list is asked for anew, what it held before still counts. */
function inputSchemas({ tools }: SessionState['lists'], tool: string): readonly unknown[] {
  const named = (items: typeof tools.items) => items.filter(({ name }) => name === tool);
  const found = named(tools.items);
  return (found.length > 0 ? found : named(tools.before ?? [])).map(({ raw }) =>
    isObject(raw) ? raw['inputSchema'] : undefined,
  );
}
