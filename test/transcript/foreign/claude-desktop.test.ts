import { describe, expect, it } from 'vitest';
import { linesOf } from './log.ts';

const ASK = '{"method":"tools/list","params":{},"jsonrpc":"2.0","id":1}';
const ANSWER =
  '{"jsonrpc":"2.0","id":1,"result":{"text":"\u2028 2026-03-10T15:00:00.000Z [notes] [info] x"}}';
const server = (said: string, level = 'info', name = 'notes') =>
  `2026-03-10T15:00:00.000Z [${name}] [${level}] ${said}`;
const main = (said: string, level = 'info', name = 'notes') =>
  `2026-03-10T15:00:00.000Z [${level}] [${name}] ${said}`;
const UNSET = ' { metadata: undefined }';

/** What a log says and what is read of it. */
const SERVER_LOGS: Readonly<Record<string, readonly [lines: readonly string[], read: readonly string[]]>> = {
  'a message with and without its tail': [
    [server(`Message from client: ${ASK}${UNSET}`), server(`Message from server: ${ANSWER}`)],
    [`notes c2s ${ASK}`, `notes s2c ${ANSWER}`],
  ],
  'an error as Node prints it, with a message of several lines': [
    [
      server('[', 'error'),
      ...[
        '  {',
        '    "code": "invalid_union"',
        '  }',
        '] {',
        '  metadata: {',
        "    stack: 'ZodError: [\\n' +",
      ],
      ...['', "      '    at x (y:1:2)'", '  }', '}', 'written by the server', '  so is this'],
    ],
    [
      ...['[error] [', '  {', '    "code": "invalid_union"', '  }', '] {', '  metadata: {'],
      ...["    stack: 'ZodError: [\\n' +", '', "      '    at x (y:1:2)'", '  }', '}'],
    ]
      .map((text) => `notes own ${text}`)
      .concat(['notes stderr written by the server', 'notes stderr   so is this', 'assumed time']),
  ],
  'an error with its stack': [
    [
      server('Error in MCP connection to server notes: SyntaxError', 'error'),
      '    at JSON.parse',
      'at work',
      '    at no stack',
    ],
    [
      'notes own [error] Error in MCP connection to server notes: SyntaxError',
      ...[
        'notes own     at JSON.parse',
        'notes stderr at work',
        'notes stderr     at no stack',
        'assumed time',
      ],
    ],
  ],
  'stderr before the first line, and stderr in the same form': [
    [
      ...['starting', server('my own logger', 'info', 'app'), server('Initializing server...')],
      ...[server(`{"jsonrpc":"2.0","method":"x"}`, 'info', 'app'), server('Era probe verdict: legacy')],
    ],
    [
      ...['notes stderr starting', `notes stderr ${server('my own logger', 'info', 'app')}`],
      ...[
        ...['notes spawn', 'notes own Initializing server...'],
        `notes stderr ${server('{"jsonrpc":"2.0","method":"x"}', 'info', 'app')}`,
      ],
      ...['notes own Era probe verdict: legacy', 'assumed time'],
    ],
  ],
  'stderr under the name of the server, where other lines have a tail': [
    [
      ...[
        server(`Initializing server...${UNSET}`),
        server('ready'),
        server(`Era probe verdict: legacy${UNSET}`),
      ],
      server('Oh { metadata: { context: undefined } }', 'error'),
    ],
    [
      ...['notes spawn', 'notes own Initializing server...', `notes stderr ${server('ready')}`],
      'notes own Era probe verdict: legacy',
      'notes own [error] Oh { metadata: { context: undefined } }',
      'assumed time',
    ],
  ],
  'a long message that is cut, although it is JSON': [
    [
      server(
        'Message from server: {"jsonrpc":"2.0","id":1,"result":{"a":"b...[18778 chars truncated]...c"}}',
      ),
      server('Message from server: {"jsonrpc":"2.0","id":2,"resul...[9 chars truncated]...}}'),
    ],
    [
      'notes s2c! {"jsonrpc":"2.0","id":1,"result":{"a":"b...[18778 chars truncated]...c"}}',
      'notes s2c! {"jsonrpc":"2.0","id":2,"resul...[9 chars truncated]...}}',
      'assumed bodies',
    ],
  ],
  'messages by method and id alone': [
    [
      server(`Message from client: method="tools/list" id=1 params${UNSET}`),
      server(`Message from server: id=1 result${UNSET}`),
    ],
    ['notes c2s! method="tools/list" id=1 params', 'notes s2c! id=1 result', 'assumed bodies'],
  ],
  'what is no message': [
    [
      server('Message from server: null'),
      server('Message from server: {"a":1}'),
      server('Message from client: '),
    ],
    ['notes s2c! null', 'notes s2c! {"a":1}', 'notes c2s! '],
  ],
  'names with brackets': [[server(`Message from client: ${ASK}`, 'info', 'a [1] b')], [`a [1] b c2s ${ASK}`]],
};

const MAIN_LOGS: typeof SERVER_LOGS = {
  'servers, one of which is called as a level': [
    [
      main(`Message from client: ${ASK}`),
      main(`Message from client: ${ASK}`, 'info', 'error'),
      main(`Message from server: ${ANSWER}`),
    ],
    [`notes c2s ${ASK}`, `error c2s ${ASK}`, `notes s2c ${ANSWER}`],
  ],
  'lines without a name': [
    [
      '2024-12-04T12:49:49.902Z [info] Attempting to connect to MCP server fp-mcp...',
      '2024-12-04T12:49:49.902Z [error] Error in MCP connection to server fp-mcp: [',
      ...['  {', ']', '    at JSON.parse (<anonymous>)'],
    ],
    [
      'fp-mcp own Attempting to connect to MCP server fp-mcp...',
      'fp-mcp own [error] Error in MCP connection to server fp-mcp: [',
      ...['fp-mcp own   {', 'fp-mcp own ]', 'fp-mcp own     at JSON.parse (<anonymous>)'],
    ],
  ],
  'a command over several lines': [
    [
      main('Using MCP server command: npx with args and path: {'),
      "  args: [ '-y' ]",
      '}',
      main(`Message from client: ${ASK}`),
    ],
    [
      'notes own Using MCP server command: npx with args and path: {',
      "notes own   args: [ '-y' ]",
      'notes own }',
      `notes c2s ${ASK}`,
    ],
  ],
};

describe('a log of Claude Desktop', () => {
  it.each(Object.entries({ ...SERVER_LOGS, ...MAIN_LOGS }))('%s', (_, [lines, read]) => {
    for (const end of ['\n', '\r\n'])
      expect(linesOf('mcp-server-notes.log', `\ufeff${lines.join(end)}${end}`)).toEqual([
        'claude-desktop',
        ...read,
      ]);
  });

  it('may end anywhere', () => {
    const whole = server(`Message from server: ${ANSWER}${UNSET}`);
    const read = (length: number) => linesOf('mcp-server-notes.log', whole.slice(0, length)).slice(1);
    const ended = whole.indexOf(ANSWER) + ANSWER.length;
    for (let length = ended; length <= whole.length; length += 1)
      expect(read(length)).toEqual([`notes s2c ${ANSWER}`]);
    for (let length = whole.indexOf(ANSWER); length < ended; length += 1)
      expect(read(length)).toEqual([`notes s2c! ${ANSWER.slice(0, length - whole.indexOf(ANSWER))}`]);
  });
});
