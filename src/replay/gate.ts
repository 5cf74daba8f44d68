import { harmOf } from '../spec/harm.ts';
import { methodNamed } from '../spec/methods.ts';

/** The tools of the live server, as far as they matter here. */
export type ListedTools = readonly { readonly name: string; readonly raw: unknown }[];

/**
 * Why a request is not sent unless everything is to be (`--all`), in one sentence; undefined where it may be: what is asked twice
 * without harm, and tools that say so of themselves.
 *
 * @param subject the tool
 * @param tools what the server lists; undefined where it could not be asked
 */
export function whyNotSent(
  method: string,
  subject: string,
  tools: ListedTools | undefined,
): string | undefined {
  if (method === 'tools/call') {
    if (tools === undefined) return `the tools could not be listed${BUT}`;
    const tool = tools.find(({ name }) => name === subject);
    if (tool === undefined) return `${subject} is not in the list of tools${BUT}`;
    const harm = harmOf(tool.raw);
    return harm === undefined ? undefined : `${subject} ${harm}${BUT}`;
  }
  if (method.startsWith('notifications/') || methodNamed(method)?.twice !== undefined) return undefined;
  return `it is not known whether ${method} does no harm${BUT}`;
}

const BUT = '; --all sends it anyway';
