import { describe, expect, it } from 'vitest';
import { linesOf } from './log.ts';

const ASK = '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}';
const ANSWER = '{"jsonrpc":"2.0","id":2,"result":{"text":"\u2028[editor -> server] {}"}}';
const AT = '2026-07-24 02:03:14.031';
const ISO = '2026-08-11T06:19:12.814Z';

type Rows = Readonly<Record<string, readonly [text: string, read: readonly string[]]>>;

const VSCODE: Rows = {
  'messages at any level': [
    `${AT} [trace] [editor -> server] ${ASK}\r\n${AT} [info] [server -> editor] ${ANSWER}\n`,
    [`c2s ${ASK}`, `s2c ${ANSWER}`, 'assumed zone'],
  ],
  'the name of the server': [
    `${AT} [info] Starting server crm\n${AT} [info] Starting server from LocalProcess extension host\n${AT} [debug] [editor -> server] ${ASK}\n`,
    [
      'crm spawn',
      'crm own Starting server crm',
      'crm own Starting server from LocalProcess extension host',
      `crm c2s ${ASK}`,
      'assumed zone',
    ],
  ],
  'no messages, as at the level info': [
    `${AT} [info] Connection state: Running\n${AT} [warning] [server stderr] \n${AT} [error] Server exited\n    at x\n`,
    [
      'own Connection state: Running',
      'stderr ',
      'own [error] Server exited',
      'own     at x',
      'assumed zone',
      'assumed frames',
    ],
  ],
  'what the server wrote to stdout': [
    `${AT} [info] [server -> editor] ${ANSWER}\n${AT} [warning] Failed to parse message: "a \\"b\\" {"\n`,
    [`s2c ${ANSWER}`, 's2c! a "b" {', 'assumed zone'],
  ],
  'as posted, without a time': [
    `[editor -> server] ${ASK}\n[debug] [server -> editor] {"a":1}\nmore\n[info] Discovered 1 tools\n`,
    [`c2s ${ASK}`, 's2c! {"a":1}', 'own more', 'own Discovered 1 tools', 'assumed time'],
  ],
  'a text of many lines that is logged, and looks like it': [
    `${AT} [info] one\n[editor -> server] ${ASK}\n[info] [server -> editor] ${ANSWER}\n${AT} [debug] [editor -> server] ${ASK}\n`,
    [
      ...['own one', `own [editor -> server] ${ASK}`, `own [info] [server -> editor] ${ANSWER}`],
      ...[`c2s ${ASK}`, 'assumed zone'],
    ],
  ],
  'a time that is none': [
    `2026-77-24 02:03:14.031 [debug] [editor -> server] ${ASK}\n`,
    [`c2s ${ASK}`, 'assumed zone'],
  ],
};

const CURSOR: Rows = {
  'a line that goes on, and a message within one': [
    `${AT} [info] Handling CallTool action for tool 'x' \nwith toolCallId: call_1\n${AT} [error] crm: Error POSTing: ${ANSWER}\n`,
    [
      ...["own Handling CallTool action for tool 'x' ", 'own with toolCallId: call_1'],
      ...[`own [error] crm: Error POSTing: ${ANSWER}`, 'assumed frames', 'assumed zone'],
    ],
  ],
  'as posted, without a time': [
    '[info] Handling ListOfferings action, server stored: false\n[error] No server info found\n',
    [
      'own Handling ListOfferings action, server stored: false',
      'own [error] No server info found',
      'assumed frames',
    ],
  ],
};

const entry = (member: string, said: string, rest = ',"sessionId":"a3d9","cwd":"/home/u/p"') =>
  `{"${member}":${JSON.stringify(said)},"timestamp":"${ISO}"${rest}}`;

const CLAUDE_CODE: Rows = {
  'stderr of several lines, and a line that is torn': [
    `${entry('error', 'Server stderr: a\n b\n')}\n\n${entry('error', 'Connection failed: x')}\n${entry('debug', ASK).slice(0, 20)}`,
    [
      'stderr a',
      'stderr  b',
      'own [error] Connection failed: x',
      `own ${entry('debug', ASK).slice(0, 20)}`,
      'assumed frames',
    ],
  ],
  'without a session': [
    `${entry('debug', 'Starting connection with timeout of 30000ms', '')}\n`,
    ['own Starting connection with timeout of 30000ms', 'assumed frames'],
  ],
  'an array': [
    `[\n  ${entry('debug', 'Starting connection attempt')},\n  ${entry('error', 'Server stderr: a')}\n]\n`,
    ['own Starting connection attempt', 'stderr a', 'assumed frames'],
  ],
  'an array that is torn': [
    `[${entry('debug', 'Starting connection attempt')},\n${entry('error', 'Server stderr: a').slice(0, 30)}`,
    ['own Starting connection attempt', 'own {"error":"Server stderr: a","t', 'assumed frames'],
  ],
  'what claude --debug writes': [
    `${ISO} [DEBUG] MCP server "notes": Starting connection\n${ISO} [ERROR] MCP server "notes" Server stderr: ready\nError stack: x\n    at y\n${ISO} [DEBUG] other\n`,
    [
      ...[
        'notes own Starting connection',
        'notes stderr ready',
        'notes own Error stack: x',
        'notes own     at y',
      ],
      ...['own other', 'assumed frames'],
    ],
  ],
};

describe.each([
  ['vscode', VSCODE],
  ['cursor', CURSOR],
  ['claude-code', CLAUDE_CODE],
])('a log of %s', (tool, rows) => {
  it.each(Object.entries(rows))('%s', (_, [text, read]) => {
    expect(linesOf('x.log', `\ufeff${text}`)).toEqual([tool, ...read]);
  });
});
