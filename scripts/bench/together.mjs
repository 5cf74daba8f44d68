// @ts-check
// The traffic of many sessions as one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onScreen, quantile, traffic } from './inspecting.mjs';
import { rss } from './process.mjs';

const SESSIONS = 12;
const LINES = 100_000;

/**
 * Twelve recordings of 100,000 messages each, whose times lie between one another, opened together.
 * @returns {Promise<{ first: number, key: number, filter: number, memory: number }>} `first` screen of All, a key there
 *   and all that a filter finds in ms, memory in MiB
 */
export async function together() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-bench-'));
  try {
    const files = Array.from({ length: SESSIONS }, (_, at) => {
      const file = join(folder, `s${at + 1}.mcp.jsonl`);
      writeFileSync(file, recording(at));
      return file;
    });
    return await onScreen(['open', ...files], look);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {number} session */
function recording(session) {
  const header = {
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: `session ${session}` },
    started: new Date(Date.UTC(2026, 0, 1) + session * 37).toISOString(),
    tool: { name: 'bench', version: '1' },
    target: { transport: 'stdio', command: ['node', `s${session + 1}.js`], cwd: '/', env: [] },
    client: { name: 'bench', version: '1', capabilities: {} },
    redaction: { on: true, version: 1 },
    limits: { line: 268_435_456 },
  };
  const lines = [JSON.stringify(header)];
  for (let seq = 1; seq <= LINES; seq += 1) {
    const msg =
      seq % 2 === 1
        ? { jsonrpc: '2.0', id: seq, method: 'tools/call', params: { name: `tool-${seq % 13}` } }
        : { jsonrpc: '2.0', id: seq - 1, result: { content: [] } };
    const [dir, more] = seq % 2 === 1 ? ['c2s', {}] : ['s2c', { re: seq - 1, ms: 10 }];
    const t = seq * 10 + ((seq * 7919) % 9);
    const n = JSON.stringify(msg).length;
    lines.push(
      JSON.stringify({ type: 'frame', seq, t, conn: 1, session: 0, dir, n, ...more, line: seq, msg }),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** @param {import('../terminal.mjs').Terminal} terminal */
async function look({ pid, until, write, text }) {
  await until((now) => now.includes('0 All'));
  for (let at = 1; at < SESSIONS; at += 1) write('\x1b.');
  // The last of them is read last.
  await until((now) => traffic(now) >= LINES && !now.includes('reading'), 180_000);
  const asked = performance.now();
  write('\x1b.');
  const first = (await until((now) => traffic(now) >= SESSIONS * LINES, 60_000)) - asked;
  const times = [];
  for (const key of 'kkkkkkkkgjjjjjjjGkkkk') {
    const was = text();
    const pressed = performance.now();
    write(key);
    times.push((await until((now) => now !== was)) - pressed);
  }
  write('/');
  await until((now) => /^ *\/ /m.test(now));
  const filtered = performance.now();
  write('session:s7 kind:request');
  const filter = (await until((now) => / 50000 of 1200000 /.test(now), 60_000)) - filtered;
  return { first, key: quantile(times, 0.5), filter, memory: rss(pid) };
}
