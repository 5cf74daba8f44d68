import { describe, expect, it } from 'vitest';
import { openFormUi, paste, textToSend, toJson } from '../../../../src/tui/kit/form/state.ts';
import { rerun } from '../../../../src/tui/screens/catalogue/rerun.ts';
import { createTyping } from '../../../../src/tui/shell/typing.ts';
import { overlayOf } from '../../../../src/tui/world/overlay.ts';
import { program } from '../../../support/program.ts';
import { sentBy, served } from '../../../support/served.ts';
import { told, withTools } from '../../../support/told.ts';

const running = told(...withTools({ name: 'slow', inputSchema: { type: 'object' } }), [
  'c2s',
  { id: 3, method: 'tools/call', params: { name: 'slow' } },
]);

describe('questions', () => {
  it('take ctrl+c for a no, and do not arm leaving by it', () => {
    const { ui, press, done } = program(running);
    press('q');
    expect(overlayOf(ui.get(), 'question')?.text).toBe('A call is running. Quit?');
    press('ctrl+c');
    expect(overlayOf(ui.get(), 'question')).toBeUndefined();
    expect(ui.get().leaving).toBe(0);
    expect(done.left).toBeUndefined();
  });

  /** Lists a tool that destroys and another one, and when it is asked again the other one alone. */
  const SERVER = `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };
    const look = { name: 'look', inputSchema: { type: 'object' } };
    const tools = [{ ...look, name: 'wipe', annotations: { destructiveHint: true } }, look];
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') send({ id, result });
      else if (method === 'tools/list') send({ id, result: { tools: tools.splice(0, 1).concat(tools) } });
      else if (id !== undefined) send({ id, result: { content: [] } });
    });`;

  /** Asked whether to call the tool that destroys. */
  async function asked() {
    const host = await served(SERVER);
    const one = { host, ...program({ host }) };
    one.press('2', 'enter', 'ctrl+s');
    expect(overlayOf(one.ui.get(), 'question')?.text).toBe('wipe is marked destructive. Run it?');
    return one;
  }

  it.each([
    ['another screen', 'alt+4'],
    ['the palette', 'ctrl+p'],
  ])('stay where %s is asked for, and say that it is no answer', async (_, name) => {
    const { ui, context } = await asked();
    createTyping(context).key({ kind: 'key', name });
    expect(overlayOf(ui.get(), 'question')?.missed?.words).toBe(`${name} is not a choice`);
    expect([ui.get().screen, ui.get().overlays.length]).toEqual(['tools', 1]);
  });

  it('do nothing where what they are about is no longer what is shown', async () => {
    const { host, ui, press } = await asked();
    await host.connection.list('tools');
    press('y');
    expect(sentBy(host, 'tools/call')).toEqual([]);
    expect(ui.get().status?.text).toBe('The item no longer exists; nothing was sent.');
  });

  it('come up before each call of a destructive tool, until always', async () => {
    const { host, ui, press, context } = await asked();
    const sent = () => sentBy(host, 'tools/call').length;
    press('n');
    expect(sent()).toBe(0);
    for (const [nth, keys] of [['ctrl+s'], ['r'], ['ctrl+s'], ['alt+r'], ['e', 'ctrl+s']].entries()) {
      press(...keys);
      expect(overlayOf(ui.get(), 'question'), keys.join(' ')).toMatchObject({ details: ['no arguments'] });
      press('enter');
      expect([overlayOf(ui.get(), 'question'), sent()]).toEqual([undefined, nth]);
      press(...keys, 'y');
      expect(sent()).toBe(nth + 1);
    }
    expect(await rerun(context, 'r')).toBe('r runs wipe again, which is neither read-only nor idempotent');
    press('r', 'a', 'r', 'alt+r');
    expect([overlayOf(ui.get(), 'question'), sent()]).toEqual([undefined, 8]);
  });

  it('is not answered by what is typed without looking', async () => {
    const { host, ui, context, press } = await asked();
    const typing = createTyping(context);
    const type = (text: string) => [...text].map((name) => typing.key({ kind: 'key', name, text: name }));
    type('by');
    const missed = () => overlayOf(ui.get(), 'question')?.missed;
    expect(missed()).toMatchObject({ words: 'y came too soon: press it again', count: 2 });
    typing.stray('yes');
    typing.key({ kind: 'key', name: 'tab' });
    expect(missed()).toMatchObject({ words: 'tab is not a choice', count: 4 });
    press('n');
    expect([overlayOf(ui.get(), 'question'), sentBy(host, 'tools/call')]).toEqual([undefined, []]);
  });
});

describe('pasted arguments', () => {
  it('take the place of an untouched {} in JSON mode', () => {
    const ui = paste(toJson(openFormUi({ type: 'object' })), ' {"a": 1}\n');
    expect(textToSend(ui).trim()).toBe('{"a": 1}');
  });

  it('are put in where something stands already', () => {
    const ui = paste(toJson(openFormUi({ type: 'object' }, '{"b":2}')), '{"a": 1}');
    expect(textToSend(ui)).toContain('"b"');
  });
});
