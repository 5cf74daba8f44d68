import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { areLegacy } from '../spec/faults.ts';
import { spoiltAnswer } from './faults/http.ts';
import { news } from './news.ts';
import { demoServer, type Offered } from './server.ts';

type Sessions = Map<string, WebStandardStreamableHTTPServerTransport>;

/**
 * Serves the demonstration over Streamable HTTP on this machine alone, in both eras, and says on stderr where:
 * `listening URL`. Resolves when stdin ends, which is when whoever started it has gone.
 *
 * @param port 0 takes any that is free
 * @param offered with a fault of the legacy era, it knows no other
 */
export async function serveDemo(port: number, offered: Offered): Promise<void> {
  const { faults = [] } = offered;
  const sessions: Sessions = new Map();
  const modern = createMcpHandler((context) => demoServer({ ...context, ...offered }), {
    legacy: 'reject',
    bus: news,
  });
  const hasNoModern = areLegacy(faults);
  const answer = async (request: Request): Promise<Response> => {
    const other = refusal(request) ?? (await spoiltAnswer(request, faults, () => sessions.clear()));
    if (other !== undefined) return other;
    if (!hasNoModern && !(await isLegacyRequest(request))) return modern.fetch(request);
    return answerLegacy(request, sessions, offered);
  };
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
    return;
  }
  console.error(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  await once(process.stdin.resume(), 'end');
  await modern.close();
  server.closeAllConnections();
  server.close();
}

/** What is not answered as MCP. A web page may lead a browser here under a name of its own. */
function refusal({ url, headers }: Request): Response | undefined {
  const isHere = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.get('host') ?? '');
  if (!isHere) return new Response(null, { status: 403 });
  return new URL(url).pathname === '/mcp' ? undefined : new Response(null, { status: 404 });
}

async function answerLegacy(request: Request, sessions: Sessions, offered: Offered): Promise<Response> {
  const id = request.headers.get('mcp-session-id') ?? '';
  if (id !== '' && !sessions.has(id)) return new Response('no such session', { status: 404 });
  const transport = sessions.get(id) ?? (await begin(sessions, offered));
  return transport.handleRequest(request);
}

/** A session has a server of its own. */
async function begin(
  sessions: Sessions,
  offered: Offered,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await demoServer({ ...offered, era: 'legacy' }).connect(transport);
  return transport;
}
