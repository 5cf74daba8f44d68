import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Listens on a free port, or on a socket, until the test is over. */
export async function listen(
  server: Server | ReturnType<typeof createRawServer>,
  at: object = { port: 0, host: '127.0.0.1' },
): Promise<number> {
  server.listen(at);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'string' ? 0 : ((address as AddressInfo | null)?.port ?? 0);
}

/** Says who was asked for what. */
export const echo: RequestListener = (req, res) =>
  res.end(`${req.headers.host}${req.url} ${req.headers['x-mine']}`);

/** A proxy that leads every name to one port, and notes what it is asked for. */
export async function proxyTo(port: number, refuses = 0): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = [];
  const note = (what: string, authorization = ''): void => void asked.push(`${what} ${authorization}`.trim());
  const server = createServer((req, res) => {
    note(`${req.method} ${req.url}`, req.headers['proxy-authorization']);
    const { pathname } = new URL(req.url ?? '');
    const { host, 'x-mine': mine } = req.headers;
    const onward = request({ port, host: '127.0.0.1', path: pathname, headers: { host, 'x-mine': mine } });
    onward.on('response', (answer) => answer.pipe(res)).end();
  });
  server.on('connect', (req, socket: Socket) => {
    note(`CONNECT ${req.url}`, req.headers['proxy-authorization']);
    if (refuses > 0) return socket.end(`HTTP/1.1 ${refuses} Proxy Authentication Required\r\n\r\n`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    return socket.on('error', () => onward.destroy());
  });
  return { base: `http://127.0.0.1:${await listen(server)}`, asked };
}

/** A SOCKS proxy (RFC 1928) that leads every name to one port, and notes what it is asked for. */
export async function socksTo(port: number, refuses = 0): Promise<{ place: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createRawServer((socket) => {
    const next = (): Promise<Buffer> => once(socket, 'data').then(([chunk]) => chunk as Buffer);
    socket.on('error', () => {});
    void (async () => {
      const login = (await next()).subarray(2).includes(2);
      socket.write(Buffer.from([5, login ? 2 : 0]));
      let who = '';
      if (login) {
        const sent = await next();
        const length = sent[1] ?? 0;
        who = `${sent.subarray(2, 2 + length)}:${sent.subarray(3 + length)} `;
        socket.write(Buffer.from([1, 0]));
      }
      const request = await next();
      const isName = request[3] === 3;
      const host = isName
        ? request.subarray(5, 5 + (request[4] ?? 0)).toString()
        : request.subarray(4, 8).join('.');
      asked.push(`${who}${host}:${request.readUInt16BE(request.length - 2)}`);
      socket.write(Buffer.from([5, refuses, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (refuses > 0) socket.end();
      else socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
    })();
  });
  return { place: `127.0.0.1:${await listen(server)}`, asked };
}

/** A certificate for server.test and 127.0.0.1 that nobody has signed; undefined without openssl. */
export function certificate(): { readonly key: string; readonly cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:server.test,IP:127.0.0.1';
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=server.test'];
  try {
    execFileSync('openssl', [...words, '-addext', names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
