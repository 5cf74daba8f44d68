import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A server process that says "listening URL" on stderr. */
export interface HttpServer {
  /** Its origin. */
  readonly base: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** What it says when it is there: a URL, or a port. */
const READY = /\b(?:listening|running) (?:on )?(?:port )?(\S+)/i;

/** Starts a server script with Node.js and waits until it listens. */
export async function startHttpServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'], // Some end with their stdin.
  });
  let said = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, place] = READY.exec(said) ?? [];
      if (place !== undefined) resolve(/^\d+$/.test(place) ? `http://127.0.0.1:${place}` : place);
    });
    child.once('close', () => reject(new Error(`the server ended: ${said}`)));
  });
  return {
    base,
    process: child,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

/** The official server with a bit of everything: a script that speaks stdio where it is not told otherwise. */
export const EVERYTHING = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

/** The same, over one of the transports it has for HTTP, at a port of one's own. */
export async function startEverything(
  transport: 'streamableHttp' | 'sse',
  port?: number,
): Promise<HttpServer> {
  return startHttpServer([EVERYTHING, transport], {
    PORT: String(port ?? (await freePort())),
  });
}

/** The built-in demonstration at a port, of both eras. */
export async function startDemo(port: number): Promise<HttpServer> {
  const path = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));
  const server = await startHttpServer([path, 'demo-server', String(port)]);
  return { ...server, base: new URL(server.base).origin };
}

/** A port at which nothing listens now. It is below those that systems give out, so that nobody is given it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  server.close();
  return isFree ? port : freePort();
}

/** A request as the faulty server saw it. */
export interface SeenRequest {
  /** The host that was asked. */
  readonly port: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The client closed the exchange before its end; told by some servers alone. */
  readonly closed?: boolean;
}

/** All that it saw at a path. */
export async function seenAt(
  { base }: Pick<HttpServer, 'base'>,
  path: string,
): Promise<readonly SeenRequest[]> {
  // A connection of its own: one that is kept may be closed by the server just when it is used again.
  const response = await fetch(`${base}/seen`, { headers: { connection: 'close' } });
  const all = (await response.json()) as readonly SeenRequest[];
  return all.filter(({ url }) => url.startsWith(path));
}
