import { jsonOf } from '../json/json-of.ts';
import { isObject } from '../json/shape.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import type { Client } from './client.ts';
import { namesBy } from './naming.ts';
import { addedTo, leftOf } from './schema-arrival.ts';
import { descriptionLimit } from './tool-view.ts';

/** What the whole list of tools costs in the context of a client's model. */
export interface ListCost {
  readonly client: Client;
  /** Of all tools, in bytes (UTF-8) of compact JSON: name as given, description as cut, schema as it arrives. */
  readonly bytes: number;
  /** Of each tool, in the order of the list. */
  readonly tools: readonly number[];
}

/** Bytes of a token: between a text that a tokenizer knows well, and one that it does not. */
const BYTES_A_TOKEN = { most: 4.5, least: 2.5 } as const;

/** How many tokens so many bytes are, from the least to the most: tokenizers differ by far more than any count is worth. */
export const tokenRange = (bytes: number): readonly [least: number, most: number] => [
  Math.round(bytes / BYTES_A_TOKEN.most),
  Math.round(bytes / BYTES_A_TOKEN.least),
];

/** What each client sends to its model for the tools of a surface. */
export function listCosts(clients: readonly Client[], surface: Surface, server: string): readonly ListCost[] {
  const sized = (surface.lists.tools ?? []).map(sizesOf);
  return clients.map((client) => {
    const tools = sized.map(costIn(client, server));
    return { client, bytes: tools.reduce((sum, bytes) => sum + bytes, 0), tools };
  });
}

/** What each client sends to its model for one tool, in bytes. */
export function toolCosts(clients: readonly Client[], server: string, tool: SurfaceItem): readonly number[] {
  const sized = sizesOf(tool);
  return clients.map((client) => costIn(client, server)(sized));
}

/** A tool with the bytes of what most clients hand on as it is: writing it is what takes time. */
interface Sized {
  readonly tool: SurfaceItem;
  readonly nameBytes: number;
  readonly descriptionBytes: number;
  readonly schema: unknown;
  readonly schemaBytes: number;
}

function sizesOf(tool: SurfaceItem): Sized {
  const schema = isObject(tool.raw) ? tool.raw['inputSchema'] : undefined;
  return {
    tool,
    nameBytes: bytesOf(tool.name),
    descriptionBytes: bytesOf(tool.description),
    schema,
    schemaBytes: bytesOf(schema === undefined ? {} : schema),
  };
}

function costIn(client: Client, server: string): (sized: Sized) => number {
  const nameOf = namesBy(client, server);
  const before = bytesOf(nameOf('').name) - bytesOf('');
  const most = descriptionLimit(client);
  return ({ tool, nameBytes, descriptionBytes, schema, schemaBytes }) => {
    const { name, fate } = nameOf(tool.name);
    const { description } = tool;
    return (
      FRAME +
      (fate === 'same' ? before + nameBytes : bytesOf(name)) +
      (description.length <= most ? descriptionBytes : bytesOf(description.slice(0, most))) +
      (client.schemas === undefined ? schemaBytes : arrivingBytes(client, schema, schemaBytes))
    );
  };
}

/** @param bytes of the schema as it was sent */
function arrivingBytes(client: Client, schema: unknown, bytes: number): number {
  const left = leftOf(client, schema);
  const own = left === schema ? bytes : bytesOf(left);
  const added = addedTo(client, left);
  return added === undefined ? own : own + bytesOf(added) - (own === EMPTY ? EMPTY : 1);
}

/** Of a value as compact JSON, in UTF-8. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string' && PLAIN.test(value)) return value.length + 2;
  return Buffer.byteLength(jsonOf(value));
}

/** Characters that JSON and UTF-8 leave as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** `{}` */
const EMPTY = 2;

/** What stands around the three of them. */
const FRAME = '{"name":,"description":,"inputSchema":},'.length;
