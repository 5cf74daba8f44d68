import { describe, expect, it } from 'vitest';
import { transcriptLines } from './log.ts';

const MESSAGE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { clientInfo: { name: 'a (via mcp-remote 0.1.29)' } },
};
const PRETTY = JSON.stringify(MESSAGE, null, 2);
const START = PRETTY.replaceAll('\n', ' ');
const each = (lead: string, text: string): string => text.replaceAll(/^/gm, lead);

// biome-ignore format: a case each
const LOGS: readonly (readonly [name: string, log: string, holds: readonly string[]])[] = [
  ['with line breaks of Unicode', '[7] [Remote→Local] 0\n[7] Remote → Local message {"id":0,"error":{"message":"a\u2028b"}}', ['1.0 ! [Remote→Local] 0', '1.0 life', '1.0 < {"jsonrpc":"2.0","id":0,"error":{"message":"a\u2028b"}}']],
  ['that never connected', '[9] Using transport strategy: http-first\n[9] Connection error: Error: x\n    at y\n', ['1.0 - Using transport strategy: http-first', '1.0 - Connection error: Error: x', '1.0 -     at y']],
  ['with the output of a container', each('web-1  | ', `[7] [Local→Remote] initialize\n[7] ${PRETTY}`), ['1.0 ! [Local→Remote] initialize', `1.0 > ${START}`]],
  ['with times before each line', each('2026-06-01 10:00:00.250 [info] ', `[7] ${PRETTY}\n[7] [Remote→Local] 0`), [`1.0 > ${START}`, '1.0 ! [Remote→Local] 0']],
  ['of two processes', `[7] ${PRETTY}\n[8] ${PRETTY}\n[7] [Remote→Local] 0`, [`1.0 > ${START}`, `2.0 > ${START}`, '1.0 ! [Remote→Local] 0']],
  ['of a client that begins again', `[7] ${PRETTY}\n[7] ${PRETTY}\r\n`, [`1.0 > ${START}`, `1.1 > ${START}`]],
  ['that is torn within a message', `[7] [Local→Remote] initialize\n[7] {\n  "jsonrpc": "2.0",\n  "id`, ['1.0 ! [Local→Remote] initialize', '1.0 - {', '1.0 -   "jsonrpc": "2.0",', '1.0 -   "id']],
  ['with another line within a message', `[7] [Local→Remote] initialize\n[7] {\n  "jsonrpc": "2.0",\n[7] [Remote→Local] 0`, ['1.0 ! [Local→Remote] initialize', '1.0 - {', '1.0 -   "jsonrpc": "2.0",', '1.0 ! [Remote→Local] 0']],
  ['with a line of another process within a message', `[7] ${PRETTY.replace('\n', '\n[10] [Remote→Local] 3\n')}\n[7] [Remote→Local] 0`, ['1.0 ! [Remote→Local] 3', `2.0 > ${START}`, '2.0 ! [Remote→Local] 0']],
  ['with details', '[2026-08-21T09:33:31.918Z][7] Local → Remote message {"method":"tools/call","id":1,"params":"{\\"n\\":1.50}"} \n[2026-08-21T09:33:32.918Z][7] Remote → Local message {"id":1,"error":{"code":-1,"message":"x"}} \n[2026-08-21T09:33:32.919Z][7] Remote → Local message {"id":2,"result":"result-present"} \n[2026-08-21T09:33:32.919Z][7] [Remote→Local] 2 ',
    ['1.0 > {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n":1.50}}', '1.0 < {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}', '1.0 - Remote → Local message {"id":2,"result":"result-present"} ', '1.0 ! [Remote→Local] 2 ']],
  ['with --debug, where all is there twice', `[7] [Local→Remote] initialize\n[2026-08-21T09:33:31.917Z][7] [Local→Remote] initialize\n[7] ${PRETTY}\n[2026-08-21T09:33:31.918Z][7] ${PRETTY}`, ['1.0 ! [Local→Remote] initialize', '1.0 - [Local→Remote] initialize', `1.0 > ${START}`, ...PRETTY.split('\n').map((line) => `1.0 - ${line}`)]],
];

describe('a log of mcp-remote', () => {
  it.each(LOGS)('is read %s', (_, log, holds) => {
    expect(transcriptLines('remote.log', log)).toEqual(holds);
  });
});
