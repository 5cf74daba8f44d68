import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened, openTool, openWaiting } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { recordingIn, sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const TASKS = fileAt('../support/servers/tasks.mjs');
const ROUNDS = fileAt('../support/servers/asking-modern.mjs');

const sizes = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
]);

/** Opens the list of tasks from the palette. */
async function openTasks(terminal: Terminal): Promise<void> {
  await terminal.key('ctrl+p');
  await terminal.type('tasks');
  await terminal.waitFor(/❯ tasks/);
  await terminal.key('enter');
  await terminal.waitFor(/─ Tasks ─/);
}

describe.each(sizes)('a tool that runs as a task, at $cols×$rows', (size) => {
  test('asks what it needs, and ends with its result (2025-11-25)', async () => {
    const terminal = await opened([process.execPath, EVERYTHING], size);
    await openTool(terminal, 'simulate-research-query');
    await terminal.type('python');
    await terminal.key('tab');
    await terminal.type(' ');
    await terminal.waitFor('[ Call as a task ]');
    await terminal.key('ctrl+s');
    await terminal.waitFor('⏎ answer   esc later');
    await terminal.key('esc');
    await terminal.waitFor(/Running…/);
    await terminal.waitFor('task waiting for input');
    await terminal.waitFor(/The server is waiting[\s\S]*?Press[\s\S]*?6\./);
    await openWaiting(terminal);
    await terminal.waitFor('requested by simulate-research');
    await terminal.key('enter', 'enter');
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    // Meanwhile something else is called, and the end of the first is told.
    await openTool(terminal, 'echo');
    await terminal.type('meanwhile');
    await terminal.key('ctrl+s');
    await terminal.waitFor('Echo: meanwhile');
    await expect.poll(() => terminal.written()).toContain('research-query finished');
    await openTasks(terminal);
    await terminal.waitFor(/❯ simulate-research-query.*completed/);
    await terminal.key('enter');
    await terminal.waitFor('❯ Research Report: python');
    expect(faultsOf(terminal)).toEqual([]);
    await expect.poll(() => sentWith(terminal.home, '"tasks/result"')).toHaveLength(1);
    await expect.poll(() => sentWith(terminal.home, '"task":{"ttl":600000}')).toHaveLength(1);
  });

  test('asks for inputs in rounds, is answered by tasks/update (2026-07-28)', async () => {
    const terminal = await opened(['--era', 'modern', process.execPath, TASKS], size);
    await openTool(terminal, 'asks');
    await terminal.waitFor('[ Call ]');
    await terminal.key('ctrl+s');
    await openWaiting(terminal);
    await terminal.waitFor('Who is it for?');
    await terminal.type('Ada');
    await terminal.key('ctrl+s');
    await openWaiting(terminal, 2);
    await terminal.waitFor('In which mood?');
    await terminal.type('calm');
    await terminal.key('ctrl+s');
    await terminal.waitFor('accepted; still missing: poem');
    await openWaiting(terminal, 1);
    await terminal.waitFor(/❯ text \*/);
    await terminal.type('Tea.');
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor(/"who": \{[\s\S]*"action": "accept"/);
    await expect.poll(() => sentWith(terminal.home, '"tasks/update"')).toHaveLength(2);
    expect(faultsOf(terminal)).toEqual([]);
  });

  test('is cancelled as tasks are, and looks the same when it is reopened', async () => {
    const terminal = await opened([process.execPath, TASKS], size);
    await openTool(terminal, 'endless');
    await terminal.key('ctrl+s');
    await terminal.waitFor('task working');
    await terminal.type('+');
    await terminal.waitFor('endless has one more minute');
    await terminal.type('x');
    await terminal.waitFor('tools/call endless was cancelled.');
    await expect.poll(() => sentWith(terminal.home, '"tasks/cancel"')).toHaveLength(1);
    expect(sentWith(terminal.home, 'notifications/cancelled')).toEqual([]);
    await openTasks(terminal);
    await terminal.waitFor(/❯ endless .*cancelled: by the client/);
    await terminal.key('esc');
    await terminal.waitWithout('esc closes');
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
    const again = openTerminal({ args: ['open', recordingIn(terminal.home)], ...size });
    await again.waitFor('recorded');
    await openTasks(again);
    await again.waitFor(/❯ endless .*cancelled: by the client/);
    await again.key('enter');
    await again.waitFor('tools/call endless was cancelled.');
  });
});

test('a tool runs as a task when the person wants it', async () => {
  const terminal = await opened([process.execPath, TASKS]);
  await openTool(terminal, 'maybe');
  await terminal.waitFor('[ Call ]');
  await terminal.key('ctrl+s');
  await terminal.waitFor('maybe ran directly');
  await terminal.key('e');
  await terminal.waitFor('[ Call ]');
  await terminal.key('alt+k');
  await terminal.waitFor('[ Call as a task ]');
  await terminal.key('ctrl+s');
  await terminal.waitFor('maybe is done');
});

describe.each(sizes)('a call that waits for input, at $cols×$rows', (size) => {
  test('is left in its second round', async () => {
    const terminal = await opened(['--era', 'modern', process.execPath, ROUNDS], size);
    await openTool(terminal, 'compose');
    await terminal.key('ctrl+s');
    await openWaiting(terminal);
    await terminal.type('Ada');
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 2');
    await terminal.key('alt+2');
    await terminal.waitFor('waiting for you: 6 Inbox (x stops)');
    await terminal.type('x');
    await terminal.waitFor('not continued: stopped by you');
    await terminal.waitFor('6 Inbox 0');
    await expect.poll(() => sentWith(terminal.home, '"tools/call"')).toHaveLength(2);
    expect(sentWith(terminal.home, 'notifications/cancelled')).toEqual([]);
    expect(faultsOf(terminal)).toEqual([]);
  });

  test('has a decision changed before it goes on', async () => {
    const terminal = await opened(['--era', 'modern', process.execPath, ROUNDS], size);
    await openTool(terminal, 'compose');
    await terminal.key('ctrl+s');
    await openWaiting(terminal);
    await terminal.type('Ada');
    await terminal.key('ctrl+s');
    await openWaiting(terminal, 2);
    await terminal.waitFor(/❯ text \*/);
    await terminal.type('Rain');
    await terminal.key('ctrl+s');
    await terminal.waitFor('answered; still missing: mood');
    await terminal.key('up');
    await terminal.waitFor(/❯ ✓ \S/);
    await terminal.type('e');
    await terminal.waitFor(/❯ text \*/);
    await terminal.type('y days');
    await terminal.key('ctrl+s');
    await terminal.waitFor('answered; still missing: mood');
    await terminal.type('d');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor(/Rainy\s/);
    await expect.poll(() => sentWith(terminal.home, '"inputResponses"')).toHaveLength(2);
  });
});
