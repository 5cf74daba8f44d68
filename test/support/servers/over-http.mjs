// @ts-check
// A stdio server over Streamable HTTP, whatever it writes. The parts of the URL's path are what Node.js is started with: a
// script and its arguments. Each session is a process; each line on its stdout is an event, its bytes unchanged, of the
// stream whose request it answers, else of the newest.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** @typedef {import('node:http').ServerResponse} Stream */
/** @typedef {{ child: import('node:child_process').ChildProcessByStdio<any, any, null>, waiting: Buffer[], streams: Map<unknown, Stream> }} Session */
/** @type {Map<string, Session>} */
const sessions = new Map();

/** ms that a stream stays open after a response, since some answer twice. */
const QUIET = 60;
/** ms that it stays open after a response that is to none of the open requests: its own may be on its way. */
const STRAY = 3_000;

/** @param {string} id @param {string} path */
function start(id, path) {
  const child = spawn(process.execPath, path.slice(1).split('/').map(decodeURIComponent), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  /** @type {Session} */
  const session = { child, waiting: [], streams: new Map() };
  let rest = Buffer.alloc(0);
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      if (at > 0) session.waiting.push(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
    }
    flush(session);
  });
  child.on('exit', () => {
    sessions.delete(id);
    for (const stream of session.streams.values()) stream.destroy();
  });
  child.stdin.on('error', () => {});
  sessions.set(id, session);
  return session;
}

/** @param {Session} session */
function flush({ waiting, streams }) {
  while (waiting.length > 0 && streams.size > 0) {
    const line = /** @type {Buffer} */ (waiting.shift());
    const asked = answered(line);
    const isOwn = streams.has(asked);
    const id = isOwn ? asked : [...streams.keys()].at(-1);
    const stream = /** @type {Stream} */ (streams.get(id));
    stream.write('data: ');
    stream.write(line);
    stream.write('\n\n');
    if (asked !== undefined) {
      setTimeout(
        () => {
          stream.end();
          if (streams.get(id) === stream) streams.delete(id);
        },
        isOwn ? QUIET : STRAY,
      );
    }
  }
}

/** The id of the request that a line answers, null where it names none; undefined for what is no response. */
function answered(/** @type {Buffer} */ line) {
  try {
    const { id, result, error } = JSON.parse(line.toString());
    return result === undefined && error === undefined ? undefined : (id ?? null);
  } catch {
    return undefined;
  }
}

const server = createServer((req, res) => {
  const given = req.headers['mcp-session-id'];
  const known = sessions.get(String(given));
  if (req.method !== 'POST') {
    if (req.method === 'DELETE') known?.child.stdin.end();
    res.writeHead(req.method === 'DELETE' ? 200 : 405).end();
    return;
  }
  if (given !== undefined && known === undefined) {
    res.writeHead(502).end('the server is gone');
    return;
  }
  const id = typeof given === 'string' ? given : randomUUID();
  const session = known ?? start(id, String(req.url));
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const { id: asked, method } = JSON.parse(text);
    if (asked === undefined || method === undefined) {
      res.writeHead(202).end();
    } else {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': id });
      res.flushHeaders();
      session.streams.set(asked, res);
    }
    session.child.stdin.write(`${text}\n`);
    flush(session);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.error(`listening http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => {
  for (const { child } of sessions.values()) child.kill();
  process.exit();
});
