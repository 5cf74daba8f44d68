import { describe, expect, it } from 'vitest';
import { createNumbering } from '../../../src/transcript/foreign/numbering.ts';
import { itemsOf } from './log.ts';

const CALL = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find"}}';
const desktop = (said: string, level = 'info') => `2026-03-10T15:00:00.000Z [crm] [${level}] ${said}`;
const asked = desktop(`Message from client: ${CALL}`);
const vscode = (said: string) => `2026-07-24 02:03:14.000 [info] ${said}`;
const ours = `2026-07-24 02:03:14.000 [debug] [editor -> server] ${CALL}`;
const gateway = (said: string) => `[supergateway] ${said}`;
const mcporter = (method: string, rest: string) =>
  `{"jsonrpc":"2.0","method":"${method}"${rest},"_meta":{"dir":"lifecycle","server":"crm","ts":"2026-08-08T20:08:11.310Z"}}`;

const CRASH = ['exit the server closed the connection unexpectedly; its stderr says: KeyError: 1'];

/** How a log ends, and the lines of life that tell it. */
const ENDS: Readonly<Record<string, readonly [lines: readonly string[], life: readonly string[]]>> = {
  'Claude Desktop: the server crashed': [
    [
      ...[asked, 'KeyError: 1', desktop('Server transport closed'), desktop('Client transport closed')],
      desktop('Server transport closed unexpectedly, this is likely due to the process exiting early.'),
      desktop('Server disconnected. For troubleshooting guidance, please visit', 'error'),
    ],
    CRASH,
  ],
  'Claude Desktop: the server crashed, and the client is closed first': [
    [
      ...[asked, 'KeyError: 1', desktop('Client transport closed'), desktop('Server transport closed')],
      desktop('Server disconnected. For troubleshooting guidance, please visit', 'error'),
    ],
    CRASH,
  ],
  'Claude Desktop ends it': [
    [
      ...[asked, 'KeyError: 1', desktop('Shutting down server...'), desktop('Client transport closed')],
      ...[desktop('Server transport closed'), desktop('Initializing server...')],
    ],
    ['close client', 'exit', 'spawn'],
  ],
  'Claude Desktop says no more than that the server closed it': [
    [asked, desktop('Server transport closed')],
    ['exit the server closed the connection'],
  ],
  'VS Code: the process ended': [
    [
      ours,
      vscode('[server stderr] KeyError: 1'),
      vscode('Connection state: Error Process exited with code 1'),
    ],
    ['exit 1 its stderr says: KeyError: 1'],
  ],
  'VS Code: it could not be started': [
    [ours, vscode('Connection state: Error spawn uvx ENOENT')],
    ['exit the connection failed: spawn uvx ENOENT'],
  ],
  'VS Code: it was stopped': [
    [ours, vscode('Connection state: Stopped')],
    ['close', 'exit'],
  ],
  'supergateway: its server ended': [
    [
      gateway(`SSE → Child (session 4): ${CALL}`),
      gateway('Child stderr: KeyError: 1'),
      gateway('Child exited: code=1, signal=null'),
    ],
    ['exit 1 its stderr says: KeyError: 1'],
  ],
  'supergateway: one of several servers ended, which is not said': [
    [
      gateway(`SSE → Child (session 4): ${CALL}`),
      gateway(`SSE → Child (session 5): ${CALL}`),
      gateway('Child exited: code=1, signal=null'),
    ],
    [],
  ],
  'supergateway ended its server': [
    [gateway(`SSE → Child (session 4): ${CALL}`), gateway('Child exited: code=null, signal=SIGTERM')],
    ['close', 'exit SIGTERM'],
  ],
  mcporter: [
    [mcporter('$transport/start', ''), mcporter('$transport/close', ',"params":{}')],
    ['spawn', 'close', 'exit'],
  ],
};

describe('how a connection ended', () => {
  it.each(Object.entries(ENDS))('%s', (_, [lines, life]) => {
    const { items, kind } = itemsOf('x.log', `${lines.join('\n')}\n`) ?? { items: [] };
    const numbering = createNumbering(0, kind?.tool ?? '');
    const told = items
      .flatMap((item) => numbering.take(item))
      .flatMap(({ entry }) =>
        entry.type === 'life' && entry.event !== 'unrecorded'
          ? [[entry.event, entry.side, entry.code, entry.signal, entry.detail]]
          : [],
      );
    expect(told.map((parts) => parts.filter((part) => part !== undefined).join(' '))).toEqual(life);
  });
});
