import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { type Followed, openRecorded, type RecordedHost, readRecorded } from '../../src/host/recorded.ts';
import { phaseWord, type SessionState } from '../../src/session/state.ts';
import { openWritten } from '../../src/transcript/written.ts';
import { portion } from '../support/portion.ts';

const SESSION = readFileSync(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
/** The header and the line of the process. */
const BEGUN = SESSION.indexOf('\n{"type":"frame"') + 1;

/** A file in a folder of its own with what is there at first. */
function file(content: string | Buffer = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'live.mcp.jsonl');
  writeFileSync(path, content);
  return path;
}

/** A recording that is followed as long as its writer is said to be there. */
async function follow(path: string, followed: Partial<Followed> = {}) {
  const writer = { isThere: true };
  const host = await readRecorded(await openWritten(path), systemClock, undefined, {
    writes: () => writer.isThere,
    ...followed,
  });
  onTestFinished(() => host.close());
  return { host, writer };
}

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const word = (host: RecordedHost) => phaseWord(host.store.state());

/** All that the state says, but for where it came from. */
function told({ target: _, ...rest }: SessionState) {
  return rest;
}

async function expectWhole(host: RecordedHost, content: Buffer): Promise<void> {
  const whole = await openRecorded(file(content), systemClock);
  await whole.whole;
  expect(told(host.store.state())).toEqual(told(whole.store.state()));
  expect(host.log.length).toBe(whole.log.length);
  for (let seq = 1; seq < whole.log.length; seq++) {
    expect(host.log.row(seq), `row ${seq}`).toEqual(whole.log.row(seq));
    expect(host.log.entry(seq), `entry ${seq}`).toEqual(whole.log.entry(seq));
    expect(host.log.findings(seq), `findings ${seq}`).toEqual(whole.log.findings(seq));
  }
  await whole.close();
}

describe('a recording that is still written', () => {
  it.each([
    ['a few bytes', 7],
    ['half lines', 300],
    ['bursts', 20_000],
  ])('is the same session in the end, written by %s at a time', async (_, size) => {
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    expect(word(host)).toBe('following');
    for (let at = BEGUN; at < SESSION.length; at += size) {
      appendFileSync(path, SESSION.subarray(at, at + size));
      const end = Math.min(at + size, SESSION.length);
      // What is written until a kilobyte is full is read at once; most often that is within a line.
      const isDue = end === SESSION.length || Math.floor(at / 1000) < Math.floor(end / 1000);
      const lines = SESSION.subarray(0, end).filter((byte) => byte === 10).length;
      if (isDue) await until(() => expect(host.log.length).toBe(lines));
    }
    expect(word(host)).toBe('following');
    writer.isThere = false;
    await host.whole;
    expect(word(host)).toBe('recorded');
    expect(host.remarks()).toEqual([]);
    await expectWhole(host, SESSION);
  });

  it('may be the log of another program, cut anywhere', async () => {
    const sample = '../fixtures/logs/samples/claude-desktop-new-1/mcp-server-notes.log';
    const log = readFileSync(new URL(sample, import.meta.url));
    const path = file(log.subarray(0, 600));
    const { host, writer } = await follow(path);
    for (let at = 600; at < log.length; at += 700) {
      appendFileSync(path, log.subarray(at, at + 700));
      const before = host.log.length;
      await until(() => expect(host.log.length).toBeGreaterThanOrEqual(before));
    }
    writer.isThere = false;
    await host.whole;
    expect(host.remarks()).toEqual([]);
    await expectWhole(host, log);
  });

  it('goes on as a log in the file that it is rotated to, and from the start again where that is emptied', async () => {
    const said = (id: number) =>
      `2026-03-10T15:00:00.000Z [crm] [info] Message from client: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
    const path = file(said(1));
    const { host, writer } = await follow(path);
    const ids = () =>
      Array.from({ length: host.log.length - 1 }, (_, at) => host.log.entry(at + 1)).flatMap((entry) =>
        entry?.type === 'frame' ? [JSON.parse(entry.msg).id] : [],
      );
    await until(() => expect(ids()).toEqual([1]));
    appendFileSync(path, said(2).trimEnd());
    renameSync(path, `${path}.1`);
    writeFileSync(path, said(3));
    await until(() => expect(ids()).toEqual([1, 2, 3]));
    truncateSync(path, 0);
    await until(() => expect(host.remarks()).toHaveLength(2));
    appendFileSync(path, said(4));
    await until(() => expect(ids()).toEqual([1, 2, 3, 4]));
    expect(host.remarks()).toEqual([
      'the file was replaced by a new one, which is read on',
      'the file was cut off: it is read from its start again',
    ]);
    writer.isThere = false;
    await host.whole;
  });

  it('keeps notes on what came by a pipe, and says that they are gone in the end', async () => {
    const path = file(SESSION);
    const host = await readRecorded({ ...(await openWritten(path)), name: 'standard input' }, systemClock);
    onTestFinished(() => host.close());
    expect(await host.note(3, { mark: true })).toContain('kept only until you quit');
    expect(host.log.note(3)).toMatchObject({ mark: true });
    expect(readFileSync(path).equals(SESSION)).toBe(true);
  });

  it('is over when its session has ended, nobody tells who writes it, and nothing comes any more', async () => {
    const path = file(SESSION);
    const { host } = await follow(path, { writes: () => undefined });
    await host.whole;
    expect(word(host)).toBe('recorded');
    await expectWhole(host, SESSION);
  });

  it('uses a line when it is whole, and says at the end that one is torn', async () => {
    const path = file(SESSION.subarray(0, BEGUN + 40));
    const { host, writer } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    expect(host.log.length).toBe(2);
    expect(host.remarks()).toEqual([]);
    writer.isThere = false;
    await host.whole;
    expect(host.remarks()).toEqual([expect.stringContaining('is torn and was left out')]);
  });

  it('has a clock that runs on from the newest line until it is over', async () => {
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    const newest = host.log.row(host.log.length - 1)?.t ?? 0;
    await until(() => expect(host.now()).toBeGreaterThan(newest + 20));
    writer.isThere = false;
    await host.whole;
    expect(host.now()).toBe(newest);
  });

  it('gets no notes before it is over, which its writer would number as well', async () => {
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    expect(await host.note(1, { mark: true })).toMatch(/still being written/);
    writer.isThere = false;
    await host.whole;
    expect(await host.note(1, { mark: true })).toBeUndefined();
  });

  it('is read on where it is moved or deleted, and says so', async () => {
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    renameSync(path, `${path}.old`);
    await until(() =>
      expect(host.remarks()).toEqual([expect.stringContaining('deleted, moved or replaced')]),
    );
    appendFileSync(`${path}.old`, SESSION.subarray(BEGUN));
    writeFileSync(path, 'another one\n');
    await until(() => expect(host.log.length).toBeGreaterThan(20));
    writer.isThere = false;
    await host.whole;
    expect(host.remarks()).toHaveLength(1);
    await expectWhole(host, SESSION);
  });

  it('is over where it is cut off, and says so', async () => {
    const path = file(SESSION);
    const { host } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    truncateSync(path, 100);
    await host.whole;
    expect(word(host)).toBe('recorded');
    expect(host.remarks()).toEqual([expect.stringContaining('cut off while it was followed')]);
  });

  it('gets the findings of today that its writer does not make, once', async () => {
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    await until(() => expect(host.reading?.()).toBeUndefined());
    const answer = { jsonrpc: '2.0', id: 99, result: {} };
    const head = '"conn":1,"session":0,"dir":"s2c","n":40';
    appendFileSync(path, `{"type":"frame","seq":2,"t":50,${head},"msg":${JSON.stringify(answer)}}\n`);
    await until(() => expect(host.store.state().findings.map(({ rule }) => rule)).toContain('id/unknown'));
    // What is written late all the same is the same finding.
    const finding = { seq: 3, t: 60, conn: 1, session: 0, at: 2, rule: 'id/unknown', message: 'late' };
    appendFileSync(path, `${JSON.stringify({ type: 'finding', ...finding })}\n`);
    const more = { jsonrpc: '2.0', method: 'notifications/initialized' };
    appendFileSync(path, `{"type":"frame","seq":4,"t":70,${head},"msg":${JSON.stringify(more)}}\n`);
    await until(() => expect(host.log.row(4)).toBeDefined());
    expect(host.store.state().findings.find(({ rule }) => rule === 'id/unknown')?.count).toBe(1);
    writer.isThere = false;
    await host.whole;
  });

  it('may be long', async () => {
    const count = portion([20_000, 400_000]).at(-1) ?? 0;
    const path = file(SESSION.subarray(0, BEGUN));
    const { host, writer } = await follow(path);
    const msg = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info' },
    });
    let lines = '';
    for (let seq = 2; seq < count; seq++) {
      lines += `{"type":"frame","seq":${seq},"t":${seq},"conn":1,"session":0,"dir":"s2c","n":90,"msg":${msg}}\n`;
      if (lines.length < 1_000_000 && seq < count - 1) continue;
      appendFileSync(path, lines);
      lines = '';
      await new Promise(setImmediate);
    }
    writer.isThere = false;
    await host.whole;
    expect(host.log.length).toBe(count);
    expect(host.store.state().counts.traffic).toBe(count - 2);
  });
});
