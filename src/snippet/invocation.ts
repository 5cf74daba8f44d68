import { memberText } from '../json/parts.ts';
import { locateError } from '../json/reader.ts';
import { isObject } from '../json/shape.ts';
import type { Log } from '../session/log/log.ts';

/** What is asked of a server: a tool called, a prompt got, a resource read. */
export type Invocation = {
  /** The seq of the request, where it was sent. */
  readonly seq?: number;
} & (
  | {
      readonly method: 'tools/call' | 'prompts/get';
      readonly name: string;
      /** The exact JSON text of an object. */
      readonly arguments: string;
      /** The arguments as words of our command line, in their order, where words can say the same. */
      readonly words?: readonly ArgumentWord[] | undefined;
      /** The tool is to run as a task (2025-11-25). */
      readonly asTask?: true;
      /** The arguments do not fit the schema, and are to be sent as they are. */
      readonly sendAnyway?: true;
    }
  | { readonly method: 'resources/read'; readonly uri: string }
);

/** A member of arguments as a word: `key`, which ends in `=` or `:=`, and right after it `value`. */
export interface ArgumentWord {
  readonly key: string;
  readonly value: string;
}

/** What a frame asks, or the request that it answers; nothing where that is not ours or not of a kind to write down. */
export function invocationAt(log: Log, seq: number): Invocation | undefined {
  const row = log.row(seq);
  const request = row?.kind === 'request' || row?.re === undefined ? row : log.row(row.re);
  const text = request?.dir === 'c2s' && request.kind === 'request' ? log.text(request.seq) : undefined;
  const params =
    text === undefined || locateError(text) !== undefined ? undefined : memberText(text, 'params');
  if (request === undefined || params === undefined) return undefined;
  const value: unknown = JSON.parse(params);
  const { name, uri, task, arguments: given = {} } = isObject(value) ? value : {};
  const { method, seq: sent } = request;
  if (method === 'resources/read') return typeof uri === 'string' ? { seq: sent, method, uri } : undefined;
  if (method !== 'tools/call' && method !== 'prompts/get') return undefined;
  if (typeof name !== 'string' || !isObject(given)) return undefined;
  const asked: Invocation = { seq: sent, method, name, arguments: memberText(params, 'arguments') ?? '{}' };
  return isObject(task) ? { ...asked, asTask: true } : asked;
}

/** A text to copy, or why there is none, in one sentence. */
export type SnippetText = { readonly text: string } | { readonly why: string };
