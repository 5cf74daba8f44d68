import { resolve } from 'node:path';
import { CLIENTS, clientNamed } from '../clients/clients.ts';
import type { ConnectionOptions } from '../connection/ports.ts';
import type { ConnectedAs } from '../host/host.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { FrameEntry } from '../session/frame.ts';
import { opensConnection } from '../spec/methods.ts';
import { MODERN_VERSION } from '../spec/revision.ts';
import { visible } from '../text/visible.ts';
import { TranscriptError } from '../transcript/read-header.ts';
import { openWritten } from '../transcript/written.ts';
import { meantClient } from './client-named.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { type OptionKey, type Options, spelled } from './options.ts';

/** Another client, in whose place this program stands. */
export interface Guise extends ConnectedAs {
  readonly connection: Pick<ConnectionOptions, 'client' | 'greeting' | 'protocolVersion' | 'era'>;
  readonly capabilities: JsonObject;
  /** What the person should know of it, in sentences. */
  readonly remarks: readonly string[];
}

/** What a client says of itself when it opens a connection. */
interface Opening extends ConnectedAs {
  readonly clientInfo: unknown;
  readonly capabilities: unknown;
  readonly protocolVersion: unknown;
  /** The whole request, of a recorded `initialize`. */
  readonly initialize?: FrameEntry;
}

/** Options that say what is announced, as `--as` does. */
const BESIDE: readonly OptionKey[] = ['protocolVersion', 'noSampling', 'noElicitation', 'noRoots'];

/**
 * The client that `--as` names: one of the table, or that of a recording.
 *
 * @throws UsageError when there is neither, nothing is known of what it sends, or other options say something else
 */
export async function guiseOf(word: string, options: Options, { cwd }: Io): Promise<Guise> {
  for (const key of BESIDE) {
    const value = options[key];
    if (value !== undefined && value !== false)
      throw new UsageError(`--as and --${spelled(key)} both say what is announced; leave one of them out`);
  }
  const opening = knownOpening(word) ?? (await recordedOpening(word, resolve(cwd, word)));
  const { name, client, protocolVersion, initialize } = opening;
  const capabilities = isObject(opening.capabilities) ? opening.capabilities : {};
  if (options.root.length > 0 && !('roots' in capabilities))
    throw new UsageError(`--root: ${name} does not offer roots`);
  const info = isObject(opening.clientInfo) ? opening.clientInfo : {};
  const isModern = initialize === undefined && String(protocolVersion) >= MODERN_VERSION;
  const { era = isModern ? 'auto' : 'legacy' } = options;
  return {
    name,
    client,
    capabilities,
    connection: {
      client: { name: '', version: '', ...info },
      ...(era === 'both' ? {} : { era }),
      ...(isModern || typeof protocolVersion !== 'string' ? {} : { protocolVersion }),
      ...(initialize === undefined ? {} : { greeting: initialize.msg }),
    },
    remarks: remarksOn(opening, isModern, options),
  };
}

function remarksOn({ name, initialize }: Opening, isModern: boolean, { era }: Options): readonly string[] {
  return [
    ...(initialize?.redacted === undefined
      ? []
      : ['secrets in the recorded initialize were masked, and are sent as they stand there']),
    ...(era === 'modern' && !isModern
      ? [
          `${name} opens with initialize, which the modern era does not have: each request says its clientInfo and capabilities`,
        ]
      : []),
    ...(era === 'legacy' && isModern
      ? [`${name} opens with server/discover: initialize is made of its clientInfo and capabilities`]
      : []),
  ];
}

/** Of a client of the table; nothing when the word names none. */
function knownOpening(word: string): Opening | undefined {
  const client = clientNamed(word);
  if (client === undefined) return undefined;
  const { id, identity } = client;
  if (identity === undefined)
    throw new UsageError(
      `--as: what ${client.name} sends is not known; ${known()}. A recording of it will do: --as FILE.mcp.jsonl`,
    );
  return { name: id, client, ...identity };
}

/** The clients that can be connected as. */
function known(): string {
  const ids = CLIENTS.flatMap(({ id, identity }) => (identity === undefined ? [] : [id]));
  return `known: ${ids.length === 0 ? 'none yet' : ids.join(', ')}`;
}

/** Of the client in a recording: its first `initialize`, or where it has none what a modern request says of it. */
async function recordedOpening(word: string, path: string): Promise<Opening> {
  const found = await openingIn(path).catch((error: unknown) => {
    if (!(error instanceof TranscriptError)) throw error;
    const isName = /^[\w-]+$/.test(word);
    throw new UsageError(
      isName
        ? `--as: no client "${word}" and no such file; ${meantClient(word)}${known()}`
        : `--as: ${visible(error.message)}`,
    );
  });
  if (found === undefined)
    throw new UsageError(
      `--as: ${word} has no initialize of a client in it, nor a request of the modern era`,
    );
  const { name, version } = isObject(found.clientInfo) ? found.clientInfo : {};
  const words = [name, version].filter((one) => typeof one === 'string');
  // `Visual Studio Code - Insiders` is one, too.
  const client = CLIENTS.find(
    ({ identity }) => identity !== undefined && `${name} `.startsWith(`${identity.clientInfo.name} `),
  );
  return { ...found, name: visible(['recorded client', ...words].join(' ')), client };
}

type Found = Omit<Opening, keyof ConnectedAs>;

async function openingIn(path: string): Promise<Found | undefined> {
  const transcript = await openWritten(path);
  let modern: Found | undefined;
  try {
    for await (const { entries } of transcript.batches()) {
      for (const { entry, message } of entries) {
        if (entry.type !== 'frame' || entry.dir !== 'c2s' || !isObject(message)) continue;
        const { method, params } = message;
        if (method === 'initialize' && 'id' in message) return initializeOf(entry, params);
        modern ??= modernOf(params);
        // The connection is open: no initialize will come.
        if (modern !== undefined && !opensConnection(String(method))) return modern;
      }
    }
  } finally {
    transcript.close();
  }
  return modern;
}

function initializeOf(entry: FrameEntry, params: unknown): Found {
  if (entry.cut !== undefined)
    throw new UsageError('--as: the initialize of the recording was cut when it was written');
  const { clientInfo, capabilities, protocolVersion } = isObject(params) ? params : ({} as JsonObject);
  return { clientInfo, capabilities, protocolVersion, initialize: entry };
}

const META = 'io.modelcontextprotocol';

/** What a request of the modern era says of its client (basic#request-metadata, 2026-07-28). */
function modernOf(params: unknown): Found | undefined {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  const clientInfo = meta[`${META}/clientInfo`];
  if (clientInfo === undefined) return undefined;
  return {
    clientInfo,
    capabilities: meta[`${META}/clientCapabilities`],
    protocolVersion: meta[`${META}/protocolVersion`],
  };
}
