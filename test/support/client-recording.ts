import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratch } from './cli.ts';

/** A server that writes all that it reads to a file, and asks for everything that a client may offer. */
export const OVERHEARING = fileURLToPath(new URL('./servers/overhearing.mjs', import.meta.url));

/** As no program of ours would write it: in its own order and spacing, with unknown members, and numbers as they were typed. */
export const INITIALIZE =
  '{ "method":"initialize",  "params":{"clientInfo":{"version":"0.48.1","name":"Curious Client","x":1.50},' +
  '"capabilities":{"elicitation":{},"experimental":{"a\\u00e9":9007199254740993,"b":1e2}},"_meta":{},' +
  '"protocolVersion":"2025-06-18"}, "id" : 0 ,"jsonrpc":"2.0"}';

const header = JSON.stringify({
  ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'x' },
  ...{ started: '2026-11-29T10:00:00.000Z', tool: { name: 'tap', version: '1' } },
  target: { transport: 'stdio', command: ['node', 'server.js'] },
  client: { name: 'Curious Client', version: '0.48.1', capabilities: {} },
  ...{ redaction: { on: false, version: 1 }, limits: { line: 1000 } },
});

/** A line of a recording with a message of the client. */
export const clientFrame = (seq: number, msg: string, more = ''): string =>
  `{"type":"frame","seq":${seq},"t":${seq},"conn":1,"session":0,"dir":"c2s","n":${msg.length}${more},"msg":${msg}}`;

/** A folder with a recording of these lines in it, and a place for what a server gets. */
export function clientRecording(...lines: readonly string[]): {
  readonly file: string;
  readonly heard: string;
} {
  const folder = scratch();
  const file = join(folder, 'client.mcp.jsonl');
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  return { file, heard: join(folder, 'heard') };
}
