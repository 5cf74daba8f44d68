import { isObject } from '../json/shape.ts';

/**
 * Why calling a tool with anything may do harm, to follow its name; undefined where it says of itself that it does none. One that
 * does not say is neither read-only nor idempotent, and destructive (server/tools#tool, ToolAnnotations).
 *
 * @param tool as `tools/list` has it
 */
export function harmOf(tool: unknown): string | undefined {
  const hints = isObject(tool) && isObject(tool['annotations']) ? tool['annotations'] : {};
  if (hints['destructiveHint'] === true) return 'is marked destructive';
  if (hints['readOnlyHint'] === true) return undefined;
  if (hints['idempotentHint'] !== true) return 'is marked neither read-only nor idempotent';
  return hints['destructiveHint'] === false
    ? undefined
    : 'is marked idempotent, but not as harmless (destructiveHint: false)';
}
