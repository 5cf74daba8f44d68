import { header } from '../header.ts';

/** What a page must not run, load, or be confused by, whoever sends it. */
const EVIL = [
  '</script><script>window.owned="script"</script>',
  '<img src="http://127.0.0.1:9/x.png" onerror="window.owned=\'handler\'">',
  '<svg onload="window.owned=\'svg\'"><style>*{display:none}</style>',
  '</style><style>body{display:none!important}</style><link rel="stylesheet" href="http://127.0.0.1:9/a.css">',
  '<iframe srcdoc="<script>parent.owned=1</script>"></iframe><base href="http://127.0.0.1:9/">',
  'javascript:window.owned="url"',
  '<!--<script>\u2028\u2029--><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '\u202Egnp.exe\u202C \u001b[31m \u0000 \u200b \ufeff',
  '__proto__',
  'constructor',
  '{{window.owned=1}}',
];

/** A recording of a server that tries everything in every place. */
export function hostileRecording(): string {
  const lines: object[] = [{ ...header, target: { ...header.target, command: ['node', ...EVIL] } }];
  const add = (line: object): void => {
    lines.push({ seq: lines.length, t: lines.length, conn: 1, session: 0, ...line });
  };
  const frame = (dir: string, msg: object, more: object = {}): void => {
    const n = JSON.stringify(msg).length;
    add({ type: 'frame', dir, n, ...more, msg });
  };
  add({ type: 'life', at: '2026-11-27T12:04:31.000Z', event: 'spawn', pid: 7, detail: EVIL[0] });
  const serverInfo = { name: EVIL[0], title: EVIL[1], version: EVIL[2] };
  const capabilities = JSON.parse('{"tools":{},"prompts":{},"__proto__":{"x":1},"constructor":"<b>"}');
  frame('c2s', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
  const result = { protocolVersion: '2025-11-25', capabilities, serverInfo, instructions: EVIL.join('\n') };
  frame('s2c', { jsonrpc: '2.0', id: 1, result }, { re: 2, ms: 1 });
  frame('c2s', { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const tools = EVIL.map((text) => ({
    name: text,
    title: text,
    description: text,
    inputSchema: { [text]: text },
  }));
  frame('s2c', { jsonrpc: '2.0', id: 2, result: { tools } }, { re: lines.length - 1, ms: 1 });
  for (const [place, text] of EVIL.entries()) {
    const id = `${text}${place}`;
    frame('c2s', {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: text, arguments: { [text]: text } },
    });
    const inner = JSON.stringify({ [text]: text });
    const content = [
      { type: 'text', text },
      { type: 'text', text: inner },
      { type: 'text', text: `${text}\n${text}` },
    ];
    frame(
      's2c',
      { jsonrpc: '2.0', id, result: { content, isError: place % 2 === 0 } },
      { re: lines.length - 1, ms: 2 },
    );
    add({ type: 'finding', at: lines.length - 1, rule: text, message: text, path: `/${text}` });
    frame('s2c', { jsonrpc: '2.0', method: text, params: { level: text, data: text } });
    add({ type: 'stderr', text });
    add({ type: 'invalid', dir: 's2c', n: text.length, text, why: text });
    add({ type: 'note', at: lines.length - 2, mark: true, text });
    add({ type: 'http', x: place + 1, phase: 'request', method: text, url: text, headers: [[text, text]] });
  }
  frame('s2c', {
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: 'x'.repeat(400_000) },
  });
  const texts = lines.map((line) => JSON.stringify(line));
  // What no JSON of JavaScript's writes: a name twice, an integer that no number holds, half of a surrogate pair.
  const odd =
    '{"jsonrpc":"2.0","method":"odd","params":{"a":1,"a":2,"big":123456789012345678901234567890,"half":"\\ud800","token":"[redacted]"}}';
  texts.push(
    `{"type":"frame","seq":${texts.length},"t":999,"conn":1,"session":0,"dir":"s2c","n":9,"msg":${odd}}`,
  );
  return `${texts.join('\n')}\n`;
}
