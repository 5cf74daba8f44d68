import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPieceByPiece, createTold, listening, proxyBefore } from '../support/reverse-proxy.ts';

/** How a connection passes: what the client sends, and what the server answers once it has so much. */
interface Raw {
  readonly sends: readonly string[];
  /** Given in pieces, once the server has read a text. Where there is one for each that is sent, the next is sent behind it. */
  readonly answers: readonly (readonly [read: string, pieces: readonly string[]])[];
  /** The server closes at the end. */
  readonly closes?: boolean;
  /** The server resets at the end. */
  readonly resets?: boolean;
}

/** Runs it, and returns all bytes that both sides got, and how the connection ended for the client. */
async function run({ sends, answers, closes, resets }: Raw, port: (server: number) => Promise<number>) {
  let got = '';
  const send = createPieceByPiece();
  const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    let from = 0;
    const left = [...answers];
    socket.on('error', () => {});
    socket.on('data', async (chunk) => {
      got += chunk.toString('latin1');
      for (let next = left[0]; next !== undefined; next = left[0]) {
        const at = got.indexOf(next[0], from);
        if (at < 0) return;
        from = at + next[0].length;
        left.shift();
        await send(socket, next[1]);
      }
      if (closes) socket.end();
      if (resets) socket.resetAndDestroy();
    });
    socket.on('end', () => socket.end());
  });
  const there = await listening(server);
  const client = connect({ port: await port(there), host: '127.0.0.1', allowHalfOpen: true });
  await once(client, 'connect');
  let back = '';
  let end = 'open';
  client.on('data', (chunk) => {
    back += chunk.toString('latin1');
  });
  client.on('error', ({ code }: NodeJS.ErrnoException) => {
    end = code ?? '';
  });
  const over = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.on('end', () => {
    end = 'ended';
    client.end();
  });
  const lengthOf = (some: Raw['answers']): number =>
    some.reduce((sum, [, pieces]) => sum + pieces.join('').length, 0);
  for (const [at, text] of sends.entries()) {
    client.write(text.replaceAll('HOST', `127.0.0.1:${client.remotePort}`), 'latin1');
    if (at + 1 === sends.length) break;
    await expect.poll(() => got, { interval: 2 }).toContain(text.slice(-4));
    const due = sends.length === answers.length ? lengthOf(answers.slice(0, at + 1)) : 0;
    await expect.poll(() => back.length, { interval: 2 }).toBeGreaterThanOrEqual(due);
  }
  if (closes || resets) await over;
  else {
    await expect.poll(() => back.length, { interval: 2 }).toBeGreaterThanOrEqual(lengthOf(answers));
    client.end();
    await over;
  }
  return { got, back, end };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const get = (path = '/mcp', more = ''): string => `GET ${path} HTTP/1.1\r\nHost: HOST\r\n${more}\r\n`;
const post = (body: string, more = ''): string =>
  `POST /mcp HTTP/1.1\r\nhOsT:   HOST\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

const CASES: readonly (readonly [name: string, raw: Raw])[] = [
  [
    'headers in their case and order, with duplicates, odd spaces and bytes above ASCII',
    {
      sends: [get('/a/b?c=%20&d', 'X-b:1\r\nx-A:  2  \r\nX-b: \xe4\r\nX-Empty:\r\n')],
      answers: [
        ['\r\n\r\n', [`${OK}sEt-cookie: a\r\nX:\xfc\r\nSet-Cookie:b\r\ncontent-length: 2\r\n\r\nhi`]],
      ],
    },
  ],
  [
    'a reason of its own',
    {
      sends: [get()],
      answers: [['\r\n\r\n', ['HTTP/1.1 418 I am  a teapot \r\nContent-Length: 0\r\n\r\n']]],
    },
  ],
  ['no reason', { sends: [get()], answers: [['\r\n\r\n', ['HTTP/1.1 204\r\n\r\n']]] }],
  [
    'chunks as they were cut, with extensions and trailers',
    {
      sends: [
        'POST /mcp HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n3;a="b"\r\nabc\r\n',
        '00A\r\n0123456789\r\n0\r\nX: y\r\n\r\n',
      ],
      answers: [
        [
          'X: y\r\n\r\n',
          [`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`, '2;x\r\nbc\r\n0\r\n', 'T: u\r\n', '\r\n'],
        ],
      ],
    },
  ],
  [
    'several on one connection',
    {
      sends: [post('one'), post('two'), get()],
      answers: [
        ['one', [`${OK}Content-Length: 1\r\n\r\n1`]],
        ['two', [`${OK}Content-Length: 1\r\n\r\n2`]],
        ['GET', [`${OK}Content-Length: 1\r\n\r\n3`]],
      ],
    },
  ],
  [
    'several that do not wait for answers',
    {
      sends: [post('one') + post('two') + post('3')],
      answers: [
        [
          '\r\n\r\n3',
          [`${OK}Content-Length: 1\r\n\r\n1${OK}Content-Length: 1\r\n\r\n2${OK}Content-Length: 0\r\n\r\n`],
        ],
      ],
    },
  ],
  [
    'HEAD, whose answer has a length and no body',
    {
      sends: ['HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n', get()],
      answers: [
        ['HEAD', [`${OK}Content-Length: 5\r\n\r\n`]],
        ['GET', [`${OK}Content-Length: 1\r\n\r\n3`]],
      ],
    },
  ],
  [
    'OPTIONS of everything',
    {
      sends: ['OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n'],
      answers: [['\r\n\r\n', [`${OK}Allow: GET\r\nContent-Length: 0\r\n\r\n`]]],
    },
  ],
  [
    'DELETE',
    {
      sends: ['DELETE /mcp HTTP/1.1\r\nHost: HOST\r\nMcp-Session-Id: a\r\n\r\n'],
      answers: [['\r\n\r\n', ['HTTP/1.1 405 No\r\ncontent-length: 0\r\n\r\n']]],
    },
  ],
  [
    '100 Continue before the body',
    {
      sends: [
        'POST /mcp HTTP/1.1\r\nHost: HOST\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
        'body',
      ],
      answers: [
        ['\r\n\r\n', ['HTTP/1.1 100 Continue\r\n\r\n']],
        ['body', [`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 1\r\n\r\n1`]],
      ],
    },
  ],
  [
    'a body that lasts until the end',
    { sends: [get()], answers: [['\r\n\r\n', [OK, '\r\na', 'b']]], closes: true },
  ],
  [
    'HTTP/1.0',
    {
      sends: ['GET / HTTP/1.0\r\nHost: HOST\r\n\r\n'],
      answers: [['\r\n\r\n', ['HTTP/1.0 200 OK\r\n\r\nx']]],
      closes: true,
    },
  ],
  [
    'lines that end in LF alone',
    {
      sends: ['GET / HTTP/1.1\nHost: HOST\nX: y\n\n'],
      answers: [['\n\n', ['HTTP/1.1 200 OK\nContent-Length: 1\n\nx']]],
    },
  ],
  [
    'a body that is cut',
    { sends: [get()], answers: [['\r\n\r\n', [`${OK}Content-Length: 10\r\n\r\nabc`]]], closes: true },
  ],
  [
    'a reset in the middle of a body',
    { sends: [post('x')], answers: [['x', [`${OK}Content-Length: 10\r\n\r\nabc`]]], resets: true },
  ],
  ['a reset without an answer', { sends: [post('x')], answers: [['x', []]], resets: true }],
  ['no answer at all', { sends: [get()], answers: [['\r\n\r\n', []]], closes: true }],
  [
    'what is not HTTP',
    {
      sends: [get()],
      answers: [['\r\n\r\n', ['SSH-2.0-OpenSSH\r\n', '\x00\x01\xff\r\n\r\nmore']]],
      closes: true,
    },
  ],
  [
    'a chunk with a bad size',
    {
      sends: [post('x')],
      answers: [['x', [`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`]]],
      closes: true,
    },
  ],
  [
    'events with comments, one byte at a time',
    {
      sends: [get('/sse', 'Accept: text/event-stream\r\n')],
      answers: [
        [
          '\r\n\r\n',
          [
            `${OK}Content-Type: text/event-stream\r\n\r\n`,
            ...': ping\n\nevent: endpoint\ndata: /messages?x=1\n\n: x\r\n\r\nid: 3\ndata: {}\n\n',
          ],
        ],
      ],
      closes: true,
    },
  ],
  [
    'an endpoint elsewhere',
    {
      sends: [get('/sse')],
      answers: [
        [
          '\r\n\r\n',
          [`${OK}Content-Type: text/event-stream\r\n\r\nevent: endpoint\ndata: https://example.com/x\n\n`],
        ],
      ],
      closes: true,
    },
  ],
  [
    'a tunnel',
    {
      sends: [get('/ws', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '\x81\x00GET', '\xff\r\n\r\n'],
      answers: [
        ['\r\n\r\n', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x82\x01a']],
        ['\x81\x00GET', ['HTTP/1.1 nothing\r\n\r\n']],
        ['\xff\r\n\r\n', ['\x00']],
      ],
    },
  ],
];

describe('bytes pass as they come', () => {
  it.each(CASES)('%s', async (_, raw) => {
    const direct = await run(raw, async (port) => port);
    const { told, lookOn } = createTold();
    let there = 0;
    const passed = await run(raw, async (port) => {
      there = port;
      return (await proxyBefore(`http://127.0.0.1:${port}/mcp`, lookOn)).port;
    });
    const asked = direct.got.replaceAll(/^(host): *127\.0\.0\.1:\d+/gim, `$1: 127.0.0.1:${there}`);
    expect(passed.got).toBe(asked);
    expect(passed.back).toBe(direct.back);
    expect(passed.end).toBe(direct.end);
    await expect.poll(() => told.at(-1)).toMatch(/^(?:ended|broke)/);
    expect(told).toMatchSnapshot();
  });
});

/** What a server answers, and what a client gets in its place. */
const MOVED: readonly (readonly [name: string, pieces: readonly string[], wanted: string])[] = [
  [
    'in an answer that lasts until the end',
    ['\r\n: hi\n\nevent: endpoint\ndata: THERE/m?a=1\n\ndata: {}\n\n'],
    '\r\n: hi\n\nevent: endpoint\ndata: HERE/m?a=1\n\ndata: {}\n\n',
  ],
  [
    'in a chunk of its own',
    [
      'Transfer-Encoding: chunked\r\n\r\n',
      '33\r\nevent: endpoint\r\ndata: THERE/m',
      '\r\n\r\n\r\n',
      '3\r\n: x\r\n',
    ],
    'Transfer-Encoding: chunked\r\n\r\n33\r\nevent: endpoint\r\ndata: HERE/m\r\n\r\n\r\n3\r\n: x\r\n',
  ],
  [
    'after comments in chunks of their own',
    [
      'Transfer-Encoding: chunked\r\n\r\n6\r\n: hi\n\n',
      '\r\n6\r\n: hi\n\n\r\n',
      '2f\r\ndata: THERE/\nevent: endpoint\n\n\r\n',
      '0\r\n\r\n',
    ],
    'Transfer-Encoding: chunked\r\n\r\n6\r\n: hi\n\n\r\n6\r\n: hi\n\n\r\n2f\r\ndata: HERE/\nevent: endpoint\n\n\r\n0\r\n\r\n',
  ],
  [
    'in a chunk that goes on',
    ['Transfer-Encoding: chunked\r\n\r\n33\r\ndata: THERE/\nevent: endpoint\n\n', ': x\n\r\n'],
    'Transfer-Encoding: chunked\r\n\r\n2f\r\ndata: HERE/\nevent: endpoint\n\n\r\n4\r\n: x\n\r\n',
  ],
  [
    'and the end of its chunk comes later',
    ['Transfer-Encoding: chunked\r\n\r\n2f\r\ndata: THERE/\nevent: endpoint\n\n', '\r', '\n3\r\n: x\r\n'],
    'Transfer-Encoding: chunked\r\n\r\n2f\r\ndata: HERE/\nevent: endpoint\n\n\r\n3\r\n: x\r\n',
  ],
];

describe('an endpoint that would lead past it is moved', () => {
  it.each(MOVED)('%s', async (_, pieces, wanted) => {
    const { told, lookOn } = createTold();
    const START = `${OK}Content-Type: text/event-stream\r\n`;
    let there = '';
    let here = '';
    const send = createPieceByPiece();
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {});
      socket.once('data', async () => {
        socket.write(START);
        await send(
          socket,
          pieces.map((piece) => piece.replaceAll('THERE', there)),
        );
        socket.end();
      });
    });
    const port = await listening(server);
    // Both as long as in the table: a port has five digits.
    there = `http://127.0.0.1:${port}`;
    const proxy = await proxyBefore(`${there}/sse`, lookOn);
    here = `http://127.0.0.1:${proxy.port}`;
    const client = connect(proxy.port, '127.0.0.1');
    let back = '';
    client.on('data', (chunk) => {
      back += chunk.toString();
    });
    client.write(`GET /sse HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n\r\n`);
    await once(client, 'close');
    expect(back.replaceAll(here, 'HERE')).toBe(START + wanted);
    expect(told.find((text) => text.startsWith('moved'))).toMatch(`moved ${there}/`);
  });
});
