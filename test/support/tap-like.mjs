// Writes a recording as a tap does, in odd pieces, and stays: node tap-like.mjs SOURCE TARGET PIECE [MARKS CLIENT [LINES]]
// With MARKS, a folder, it leaves its mark there; with LINES, only so many of the source are written, the rest on a line of stdin.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const [source = '', target = '', piece, marks, client, lines] = process.argv.slice(2);
const whole = readFileSync(source);
let most = whole.length;
if (lines !== undefined)
  for (let count = 0, at = -1; count < Number(lines); count += 1) {
    at = whole.indexOf(10, at + 1);
    most = at + 1;
  }
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, '');
if (marks) {
  mkdirSync(marks, { recursive: true });
  const mark = {
    version: 1,
    pid: process.pid,
    client,
    server: 'hill',
    path: target,
    started: new Date().toISOString(),
  };
  writeFileSync(join(marks, `${basename(target, '.mcp.jsonl')}.${process.pid}.lock`), JSON.stringify(mark));
}
let at = 0;
async function write() {
  while (at < most) {
    const end = Math.min(most, at + Number(piece));
    appendFileSync(target, whole.subarray(at, end));
    at = end;
    await new Promise((done) => setTimeout(done, 2));
  }
  process.stdout.write('written\n');
}
await write();
process.stdin.on('data', () => {
  most = whole.length;
  void write();
});
setInterval(() => {}, 2 ** 30);
