import { jsonOf } from '../json/json-of.ts';
import { isObject } from '../json/shape.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import type { Client } from './client.ts';
import { givenName } from './naming.ts';
import { arrivingSchema } from './schema-arrival.ts';
import { descriptionView } from './tool-view.ts';

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
  const sums = clients.map((): number[] => []);
  for (const tool of surface.lists.tools ?? [])
    for (const [at, bytes] of toolCosts(clients, server, tool).entries()) sums[at]?.push(bytes);
  return clients.map((client, at) => {
    const tools = sums[at] ?? [];
    return { client, bytes: tools.reduce((sum, bytes) => sum + bytes, 0), tools };
  });
}

/** What each client sends to its model for one tool, in bytes. */
export function toolCosts(clients: readonly Client[], server: string, tool: SurfaceItem): readonly number[] {
  const schema = isObject(tool.raw) ? tool.raw['inputSchema'] : undefined;
  // Most clients hand on the same schema, and writing it is what takes time.
  const written = new Map<unknown, number>();
  const schemaBytes = (arriving: unknown): number => {
    const known = written.get(arriving);
    if (known !== undefined) return known;
    const bytes = arriving === undefined ? 2 : Buffer.byteLength(jsonOf(arriving));
    written.set(arriving, bytes);
    return bytes;
  };
  const whole = Buffer.byteLength(JSON.stringify(tool.description));
  return clients.map((client) => {
    const { name } = givenName(client, server, tool.name);
    const { text, lost } = descriptionView(client, tool.description);
    const description = lost === '' ? whole : Buffer.byteLength(JSON.stringify(text));
    return (
      FRAME +
      Buffer.byteLength(JSON.stringify(name)) +
      description +
      schemaBytes(arrivingSchema(client, schema))
    );
  });
}

/** What stands around the three of them. */
const FRAME = '{"name":,"description":,"inputSchema":},'.length;
