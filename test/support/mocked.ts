import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Conversation, conversationIn } from '../../src/replay/conversation.ts';
import { createMock } from '../../src/replay/mock/mock.ts';
import type { MockOptions } from '../../src/replay/mock/session.ts';
import { readRecordedLog } from '../../src/replay/recorded-log.ts';

/** A message of a recording: `>` from the client, `<` from the server, each with its text. */
export type Said = `${'>' | '<'} ${string}`;

const HEADER = {
  ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
  started: '2026-11-28T14:08:54.389Z',
  tool: { name: 'test', version: '1' },
  target: { transport: 'stdio', command: ['x'], env: [] },
  client: { name: 'test', version: '1', capabilities: {} },
  redaction: { on: false, version: 1 },
};

/** The text of a recording, a line every 10 ms. */
export function transcriptOf(said: readonly Said[]): string {
  const frames = said.map((line, at) => {
    const dir = line.startsWith('>') ? 'c2s' : 's2c';
    const head = `"seq":${at + 1},"t":${10 * (at + 1)},"conn":1,"session":1,"dir":"${dir}","n":${line.length}`;
    return `{"type":"frame",${head},"msg":${line.slice(2)}}`;
  });
  return `${[JSON.stringify(HEADER), ...frames].join('\n')}\n`;
}

/** What was said, as it is read from a recording. */
export async function conversationOf(said: readonly Said[]): Promise<Conversation> {
  const folder = mkdtempSync(join(tmpdir(), 'mock-'));
  try {
    const path = join(folder, 'r.mcp.jsonl');
    writeFileSync(path, transcriptOf(said));
    return conversationIn(await readRecordedLog(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A handshake of the legacy era. */
export const opening = (capabilities: object = { tools: {} }, client: object = {}): readonly Said[] => [
  `> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":${JSON.stringify(client)},"clientInfo":{"name":"c","version":"1"}}}`,
  `< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":${JSON.stringify(capabilities)},"serverInfo":{"name":"s","version":"1.0.0"}}}`,
  '> {"jsonrpc":"2.0","method":"notifications/initialized"}',
];

/** A client of a mock, in this process: what it is sent it keeps. */
export interface MockClient {
  /** Sends a message; what has come since the last time. */
  say(text: string): readonly string[];
  /** What has come meanwhile, once what is due has been done. */
  later(): Promise<readonly string[]>;
  readonly told: readonly string[];
  readonly remarks: readonly string[];
  table(): readonly string[];
  close(): void;
}

export async function mockOf(
  said: readonly Said[] | Conversation,
  options: Partial<MockOptions> = {},
): Promise<MockClient> {
  const conversation = 'requests' in said ? said : await conversationOf(said);
  const told: string[] = [];
  const mock = createMock(conversation, {
    ...{ ignore: [], repeat: 'last', allowRedacted: false, newId: randomUUID },
    ...{ tell: (sentence: string) => void told.push(sentence), ...options },
  });
  const came: string[] = [];
  const session = mock.session({ send: (text) => void came.push(text) });
  return {
    say(text) {
      session.receive(text);
      return came.splice(0);
    },
    async later() {
      await new Promise((resolve) => setImmediate(resolve));
      return came.splice(0);
    },
    told,
    remarks: mock.remarks,
    table: mock.table,
    close: session.close,
  };
}

/** A request to call a tool. */
export const calling = (id: unknown, name: string, given?: object, more: object = {}): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, ...(given && { arguments: given }), ...more },
  });
