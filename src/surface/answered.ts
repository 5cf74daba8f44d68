import type { JsonObject } from '../json/shape.ts';

/** What a server answered so far, beside its lists: what cannot be judged by what it offers alone. */
export interface Answered {
  /** Results of `tools/call`, oldest first. */
  readonly results: readonly AnsweredCall[];
  /** The contents of each resource that was read, by URI; a sentence where it could not be read. */
  readonly contents: ReadonlyMap<string, ReadContents>;
  /** The answers to `skills/get`, by URI. */
  readonly skills?: ReadonlyMap<string, GotSkill>;
  /** The documents of the server that lie outside of the protocol, such as its card. */
  readonly documents: readonly ServerDocument[];
}

/** An answer to `tools/call`. */
export interface AnsweredCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** The seq of the answer. */
  readonly seq: number;
  /** The result, or the error of JSON-RPC. */
  readonly result?: JsonObject;
  readonly error?: JsonObject;
  /** Characters of the result's text. */
  readonly size: number;
}

/** An answer to `resources/read`. */
export interface ReadContents {
  readonly seq: number;
  /** `contents` as sent; absent where it could not be read, and `why` says so in a sentence. */
  readonly contents?: readonly unknown[];
  readonly why?: string;
}

/** An answer to `skills/get`. */
export interface GotSkill {
  readonly seq: number;
  /** The entry as sent. */
  readonly skill?: unknown;
  /** Why there is none, in a sentence. */
  readonly why?: string;
}

/** A document that describes a server: its card, or its entry for a registry. */
export interface ServerDocument {
  readonly kind: 'server card' | 'registry entry';
  /** The URL or the path that it was read from. */
  readonly from: string;
  readonly value: unknown;
}

/** Nothing was seen. */
export const NOTHING_ANSWERED: Answered = { results: [], contents: new Map(), documents: [] };
