import { once } from 'node:events';
import { createServer as createHttpServer, get, type IncomingMessage, request } from 'node:http';
import { connect, createServer, Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openReverseProxy } from '../../src/transport/reverse-proxy.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { freePort } from '../support/http-server.ts';
import { createTold, listening, proxyBefore } from '../support/reverse-proxy.ts';

/** All that comes back for some bytes, until the connection ends. */
async function asked(port: number, text: string): Promise<string> {
  const client = connect(port, '127.0.0.1');
  let back = '';
  client.on('data', (chunk) => {
    back += chunk.toString();
  });
  client.on('error', () => {});
  client.write(text);
  await once(client, 'close');
  return back;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

describe('what is not passed on', () => {
  const REFUSED: readonly (readonly [name: string, status: string, lines: readonly string[]])[] = [
    ['a request for another host', '403 Forbidden', ['GET / HTTP/1.1', 'Host: evil.example:PORT']],
    ['another port', '403 Forbidden', ['GET / HTTP/1.1', 'Host: 127.0.0.1:1']],
    ['a URL of another host', '403 Forbidden', ['GET http://evil.example/ HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['two hosts', '400 Bad Request', ['GET / HTTP/1.1', 'Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT']],
    [
      'a target that goes on the host',
      '400 Bad Request',
      ['GET @evil.example/ HTTP/1.1', 'Host: 127.0.0.1:PORT'],
    ],
    ['a name that ends the host', '400 Bad Request', ['GET .evil.example/ HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['a port', '400 Bad Request', ['GET :8080/ HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['a query alone', '400 Bad Request', ['GET ?q HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['everything, but for OPTIONS', '400 Bad Request', ['GET * HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    [
      'a tunnel to another host',
      '400 Bad Request',
      ['CONNECT evil.example:443 HTTP/1.1', 'Host: 127.0.0.1:PORT'],
    ],
    ['a tunnel to us', '400 Bad Request', ['CONNECT /mcp HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['what is not HTTP', '400 Bad Request', ['hello']],
    ['HTTP/2', '505 HTTP Version Not Supported', ['PRI * HTTP/2.0']],
  ];

  it.each(REFUSED)('%s', async (_, status, lines) => {
    const seen: string[] = [];
    const there = await listening(createHttpServer(({ url = '' }, res) => void res.end(seen.push(url))));
    const { told, lookOn } = createTold();
    const { port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, lookOn);
    const back = await asked(port, head(...lines).replaceAll('PORT', String(port)));
    expect(back).toMatch(`HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\n`);
    expect(back).toMatch(/\r\n\r\nmcp-loupe tap: .+\n$/);
    expect([...seen, ...told]).toEqual([]);
  });

  it('web pages of others where something is added to requests', async () => {
    const there = await listening(createHttpServer(({ headers }, res) => void res.end(headers['x-key'])));
    const { port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, undefined, {
      headers: [['X-Key', 'a']],
    });
    const ask = (...lines: readonly string[]): Promise<string> =>
      asked(port, head('GET / HTTP/1.1', `Host: localhost:${port}`, ...lines, 'Connection: close'));
    const refused = 'HTTP/1.1 403 Forbidden';
    const isAnswered = /\r\n\r\na$/;
    expect(await ask('Origin: https://evil.example')).toMatch(refused);
    expect(await ask('Origin: http://localhost:6274')).toMatch(isAnswered);
    // An image of another page has no Origin.
    expect(await ask('Sec-Fetch-Site: cross-site')).toMatch(refused);
    expect(await ask('Sec-Fetch-Site: same-site')).toMatch(refused);
    expect(await ask('Sec-Fetch-Site: cross-site', 'Origin: http://localhost:6274')).toMatch(isAnswered);
    for (const site of ['same-origin', 'none'])
      expect(await ask(`Sec-Fetch-Site: ${site}`)).toMatch(isAnswered);
  });

  it('a request behind others, whose answers pass and are the last', async () => {
    const { told, lookOn } = createTold();
    const there = await listening(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab');
          void expect
            .poll(() => told)
            .toContain('came: ab')
            .then(() => socket.write('cd'));
        });
      }),
    );
    const { port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, lookOn);
    const good = head('POST / HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Content-Length: 0');
    const bad = head('POST / HTTP/1.1', 'Host: evil.example', 'Content-Length: 4');
    const back = await asked(port, `${good + bad}body${good}`);
    expect(back).toBe('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd');
    expect(told).toEqual(['POST /', 'sent whole', '200 OK', 'came: abcd', 'ended']);
  });

  it('HEAD, without a body in our answer', async () => {
    const there = await listening(createHttpServer((_, res) => res.end()));
    const { port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`);
    const back = await asked(port, head('HEAD / HTTP/1.1', 'Host: evil.example'));
    expect(back).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n(?:.+\r\n)*Content-Length: \d+\r\n(?:.+\r\n)*\r\n$/);
  });

  it('anything while the server cannot be reached, with the reason', async () => {
    const { told, lookOn } = createTold();
    const there = await freePort();
    const { url, port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, lookOn);
    const response = await fetch(url, { method: 'POST', body: 'x' });
    const why = `nothing listens at 127.0.0.1:${there} (ECONNREFUSED) — is the server running?`;
    expect([response.status, await response.text()]).toEqual([502, `mcp-loupe tap: ${why}\n`]);
    expect(told).toEqual(['POST /mcp', 'sent: x', 'sent whole', `broke by tap: ${why}`]);
    const close = 'Connection: close';
    expect(await asked(port, head('HEAD / HTTP/1.1', `Host: 127.0.0.1:${port}`, close))).toMatch(/\r\n\r\n$/);
  });

  it('connections while too many files are open, which is said once, and those that are there go on', async () => {
    const there = await listening(createHttpServer((_, res) => res.end('fine')));
    const listen = vi.spyOn(Server.prototype, 'listen');
    const troubles: unknown[] = [];
    const { url } = await proxyBefore(`http://127.0.0.1:${there}/`, undefined, {}, (error) =>
      troubles.push(error),
    );
    const server = listen.mock.contexts.at(-1) as Server;
    listen.mockRestore();
    const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
    for (const _ of [1, 2]) server.emit('error', error);
    expect(troubles).toEqual([error]);
    expect(await (await fetch(url)).text()).toBe('fine');
  });

  it('a port that is taken', async () => {
    const port = await listening(createServer());
    const usual = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
    const target = remoteTarget('http://127.0.0.1:9/', usual);
    const opened = openReverseProxy({ target, port, lookOn: createTold().lookOn, failed: () => {} });
    await expect(opened).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('what a server gets', () => {
  const HOSTED = async (address: (port: number) => string, ...lines: readonly string[]) => {
    const seen: string[] = [];
    const there = await listening(
      createHttpServer(({ rawHeaders, url = '' }, res) => {
        seen.push(url, ...rawHeaders);
        res.end();
      }),
    );
    const { port } = await proxyBefore(address(there));
    const text = head(...lines, 'Connection: close').replaceAll('PORT', String(port));
    await asked(port, text);
    return seen.map((one) => one.replaceAll(String(there), 'THERE').replaceAll(String(port), 'HERE'));
  };
  const here = (port: number): string => `http://127.0.0.1:${port}/mcp`;

  it.each([
    [
      ['GET / HTTP/1.1', 'Host: localhost:PORT'],
      ['/', 'Host', '127.0.0.1:THERE'],
    ],
    [
      ['GET http://localhost:PORT/a?b HTTP/1.1', 'Host: localhost:PORT'],
      ['/a?b', 'Host', '127.0.0.1:THERE'],
    ],
    [
      ['GET http://localhost:PORT?q HTTP/1.1', 'Host: localhost:PORT'],
      ['/?q', 'Host', '127.0.0.1:THERE'],
    ],
    [['GET /x HTTP/1.0'], ['/x', 'Host', '127.0.0.1:THERE']],
    [
      [
        'GET / HTTP/1.1',
        'host: [::1]:PORT',
        'ORIGIN: http://127.0.0.1:PORT',
        'referer: http://localhost:PORT/a',
      ],
      [
        '/',
        'host',
        '127.0.0.1:THERE',
        'ORIGIN',
        'http://127.0.0.1:THERE',
        'referer',
        'http://127.0.0.1:THERE/a',
      ],
    ],
    [
      ['GET / HTTP/1.1', 'Host: 127.0.0.1:PORT', 'Origin: http://localhost:6274'],
      ['/', 'Host', '127.0.0.1:THERE', 'Origin', 'http://localhost:6274'],
    ],
  ])('%j', async (lines, wanted) => {
    const seen = await HOSTED(here, ...lines);
    expect(seen.filter((one) => !/^(?:connection|close)$/i.test(one))).toEqual(wanted);
  });
});

it('a proxy gets URLs of the server alone', async () => {
  const seen: string[] = [];
  const between = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      seen.push(chunk.toString().split('\r\n')[0] ?? '');
      socket.end('HTTP/1.1 204 None\r\n\r\n');
    });
  });
  const how = { proxy: `http://127.0.0.1:${await listening(between)}` };
  const { port } = await proxyBefore('http://up.example/mcp', undefined, how);
  for (const first of [
    'GET @evil.example/',
    'GET .evil.example/',
    'GET :1/',
    'OPTIONS *',
    'GET //a.example/b',
  ])
    await asked(port, head(`${first} HTTP/1.1`, `Host: 127.0.0.1:${port}`));
  expect(seen).toEqual(['OPTIONS http://up.example HTTP/1.1', 'GET http://up.example//a.example/b HTTP/1.1']);
});

describe('exchanges', () => {
  it('that the client aborts are aborted for the server', async () => {
    let isClosed = false;
    const there = await listening(
      createHttpServer((_, res) => {
        res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
        res.on('close', () => {
          isClosed = true;
        });
      }),
    );
    const { told, lookOn } = createTold();
    const { url } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, lookOn);
    const asking = get(url);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    await once(response, 'data');
    asking.destroy();
    response.on('error', () => {});
    await expect.poll(() => isClosed).toBe(true);
    await expect
      .poll(() => told.at(-1))
      .toBe('broke by client: the client closed the connection before the end of the answer');
  });

  it('a hundred at once', async () => {
    const there = await listening(
      createHttpServer((asking, res) => void bodyOf(asking).then((body) => res.end(`${asking.url} ${body}`))),
    );
    const { told, lookOn } = createTold();
    const { port } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, lookOn);
    const all = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const response = await fetch(`http://127.0.0.1:${port}/${at}`, { method: 'POST', body: `b${at}` });
        return response.text();
      }),
    );
    expect(all).toEqual(Array.from({ length: 100 }, (_, at) => `/${at} b${at}`));
    expect(told.filter((text) => text === 'ended')).toHaveLength(100);
  });

  it('with bodies far larger than what is held', async () => {
    const size = 30_000_000;
    let came = 0;
    const there = await listening(
      createHttpServer((asking, res) => {
        asking.on('data', ({ length }: Buffer) => {
          came += length;
        });
        asking.on('end', () => res.end(Buffer.alloc(size, 'y')));
      }),
    );
    const quiet = {
      sent() {},
      wasSent() {},
      answered() {},
      came() {},
      ended() {},
      tunnelled() {},
      moved() {},
      broke() {},
    };
    const { url } = await proxyBefore(`http://127.0.0.1:${there}/mcp`, () => quiet);
    const asking = request(url, { method: 'POST' });
    asking.end(Buffer.alloc(size, 'x'));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect([(await bodyOf(response)).length, came]).toEqual([size, size]);
  });

  it('over a WebSocket', async () => {
    const server = createHttpServer();
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.on('message', (data) => socket.send(`echo ${data}`));
    });
    const { told, lookOn } = createTold();
    const { port } = await proxyBefore(`ws://127.0.0.1:${await listening(server)}/ws`, lookOn);
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    await once(client, 'open');
    client.send('hi');
    expect(String((await once(client, 'message'))[0])).toBe('echo hi');
    client.close();
    await once(client, 'close');
    await expect.poll(() => told.at(-1)).toBe('ended');
    expect(told.slice(0, 3)).toEqual(['GET /ws', 'sent whole', '101 Switching Protocols']);
  });

  it('go on when whoever looks on fails', async () => {
    const there = await listening(createHttpServer((_, res) => res.end('fine')));
    const errors: unknown[] = [];
    const usual = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
    const proxy = await openReverseProxy({
      target: remoteTarget(`http://127.0.0.1:${there}/`, usual),
      port: 0,
      lookOn: () => {
        throw new Error('full');
      },
      failed: (error) => errors.push(error),
    });
    onTestFinished(proxy.kill);
    for (const _ of [1, 2]) expect(await (await fetch(proxy.url)).text()).toBe('fine');
    expect(errors).toEqual([new Error('full')]);
  });
});

describe('at the end', () => {
  it('what is under way is done, and nothing else is begun', async () => {
    let finish = (): void => {};
    const there = await listening(
      createHttpServer((_, res) => {
        res.write('a');
        finish = () => res.end('b');
      }),
    );
    const proxy = await proxyBefore(`http://127.0.0.1:${there}/mcp`);
    const [response] = (await once(get(proxy.url), 'response')) as [IncomingMessage];
    let isOver = false;
    const ending = proxy.end().then(() => {
      isOver = true;
    });
    await expect(fetch(proxy.url)).rejects.toThrow();
    expect(isOver).toBe(false);
    finish();
    expect(await bodyOf(response)).toBe('ab');
    await ending;
  });

  it('idle connections are closed', async () => {
    const there = await listening(createHttpServer((_, res) => res.end('x')));
    const proxy = await proxyBefore(`http://127.0.0.1:${there}/mcp`);
    const client: Socket = connect(proxy.port, '127.0.0.1');
    client.write(head('GET / HTTP/1.1', `Host: 127.0.0.1:${proxy.port}`));
    await once(client, 'data');
    const idle = connect(proxy.port, '127.0.0.1');
    await once(idle, 'connect');
    for (const one of [client, idle]) one.resume();
    await Promise.all([proxy.end(), once(client, 'close'), once(idle, 'close')]);
  });
});
