// @ts-check
// An MCP server over WebSocket, protocol "mcp", one message a frame. Prints "listening URL" on stderr.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/** @param {{ id?: number, method?: string, params?: any }} message */
function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  const serverInfo = { name: 'ws', version: '1.0.0' };
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: params?.arguments?.text }] },
  };
  return { jsonrpc: '2.0', id, result: results[/** @type {keyof typeof results} */ (method)] ?? {} };
}

/** A frame of text from the client, which masks it (RFC 6455, 5.2); short ones alone. @param {Buffer} bytes */
function unmasked(bytes) {
  const [at, size] = (bytes[1] ?? 0) % 128 === 126 ? [4, bytes.readUInt16BE(2)] : [2, (bytes[1] ?? 0) % 128];
  const mask = bytes.subarray(at, at + 4);
  const data = bytes.subarray(at + 4, at + 4 + size);
  return {
    rest: bytes.subarray(at + 4 + size),
    text: Buffer.from(data.map((byte, i) => byte ^ (mask[i % 4] ?? 0))),
  };
}

/** @param {string} text */
function framed(text) {
  const data = Buffer.from(text);
  const head = data.length < 126 ? [0x81, data.length] : [0x81, 126, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from(head), data]);
}

const server = createServer((_, res) => res.writeHead(426).end());
server.on('upgrade', (req, socket) => {
  const key = `${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  socket.write(
    [...lines, `Sec-WebSocket-Accept: ${accept}`, 'Sec-WebSocket-Protocol: mcp', '', ''].join('\r\n'),
  );
  socket.on('data', (chunk) => {
    for (let rest = chunk; rest.length > 0; ) {
      if (((rest[0] ?? 0) & 15) !== 1) return void socket.end();
      const frame = unmasked(rest);
      rest = frame.rest;
      const said = answer(JSON.parse(frame.text.toString()));
      if (said !== undefined) socket.write(framed(JSON.stringify(said)));
    }
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.error(`listening ws://127.0.0.1:${port}`);
});
