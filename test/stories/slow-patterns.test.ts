import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../support/cli.ts';
import { opened, openTool, openWaiting } from '../support/opening.ts';

const SERVER = fileURLToPath(new URL('../support/servers/slow-patterns.mjs', import.meta.url));
const ARGS = [process.execPath, SERVER];
const TEXT = `${'a'.repeat(60)}!`;
const NOTE = 'not checked in full: the pattern ^(a+)+$ takes too long';

describe('a pattern that would take for ever', () => {
  test('in a form: it is told, typing goes on and the call goes out', async () => {
    const terminal = await opened(ARGS);
    onTestFinished(() => terminal.kill());
    await openTool(terminal, 'say');
    await terminal.type(TEXT);
    await terminal.waitFor(NOTE);
    await terminal.type('more');
    await terminal.waitFor('!more');
    await terminal.key('ctrl+s');
    await terminal.waitFor('called say');
  });

  test('in the names of members', async () => {
    const terminal = await opened(ARGS);
    onTestFinished(() => terminal.kill());
    await openTool(terminal, 'name');
    await terminal.type('value');
    await terminal.key('ctrl+s');
    await terminal.waitFor('called name');
  });

  test('in a question: it is opened, told and accepted', async () => {
    const terminal = await opened(ARGS);
    onTestFinished(() => terminal.kill());
    await openTool(terminal, 'ask');
    await terminal.key('ctrl+s');
    await openWaiting(terminal);
    await terminal.waitFor(NOTE);
    await terminal.key('ctrl+s');
    await terminal.waitFor('6 Inbox 0');
    await terminal.key('alt+2');
    await terminal.waitFor('accept with');
  });

  test('in the schema of a result: the result is shown, with a finding', async () => {
    const terminal = await opened(ARGS);
    onTestFinished(() => terminal.kill());
    await openTool(terminal, 'tell');
    await terminal.key('ctrl+s');
    await terminal.waitFor('called tell');
    await terminal.key('alt+1');
    await terminal.waitFor('tool/output-schema');
  });

  test('as a filter: it is stopped, and the keys go on', async () => {
    const terminal = await opened(ARGS);
    onTestFinished(() => terminal.kill());
    await openTool(terminal, 'tell');
    await terminal.key('ctrl+s');
    await terminal.waitFor('called tell');
    await terminal.key('alt+5');
    await terminal.type('//(a+)+$/');
    await terminal.waitFor('takes too long and was stopped');
    await terminal.key('esc', 'alt+1');
    await terminal.waitFor('─ Server');
  });

  test('in a script: the result comes, and the finding', async () => {
    const { code, stdout, stderr } = await runCli(['call', 'tell', '--', ...ARGS]);
    expect(code).toBe(0);
    expect(stdout).toContain('called tell');
    expect(stderr).toContain('tool/output-schema');
    const said = await runCli(['call', 'say', `word=${TEXT}`, '--', ...ARGS]);
    expect(said.stdout).toContain('called say');
    expect(said.stderr).toContain(NOTE);
  });
});
