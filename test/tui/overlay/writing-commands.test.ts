import { describe, expect, it } from 'vitest';
import type { LiveHost } from '../../../src/host/live.ts';
import { typedIntoPalette } from '../../../src/tui/overlay/palette.tsx';
import { typeIntoWriting } from '../../../src/tui/overlay/writing.tsx';
import { loadFilters } from '../../../src/tui/screens/traffic/filtering.ts';
import { textFocus } from '../../../src/tui/shell/scopes.ts';
import type { Confirm } from '../../../src/tui/world/command.ts';
import { overlayOf } from '../../../src/tui/world/overlay.ts';
import { program } from '../../support/program.ts';
import { sentBy, served } from '../../support/served.ts';
import { told, withTools } from '../../support/told.ts';

/** Lists two tools, one of which destroys, and answers everything else with an error. */
const SERVER = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  let message = {};
  try { message = JSON.parse(line); } catch {}
  if (message.method === 'initialize') send({ id: message.id, result });
  else if (message.method === 'tools/list') send({ id: message.id, result: { tools: [
    { name: 'wipe', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
    { name: 'look', inputSchema: { type: 'object' } },
  ] } });
  else if (message.id !== undefined) send({ id: message.id, error: { code: -32601, message: 'no such method' } });
});
`;

/** A program on that server. */
async function writing() {
  const host = await served(SERVER);
  const { ui, context, press } = program({ host });
  return {
    host,
    ui,
    press,
    type: (text: string) => typeIntoWriting(context, text),
    text: () => ui.get().draft?.text,
    focus: () => textFocus(ui.get(), host.store.state()),
    /** What $EDITOR does to a text. */
    edit: (change: (text: string) => string) => {
      context.terminal.edit = async (text) => ({ kind: 'text', text: change(text) });
    },
    /** Chooses in the palette. */
    choose: (label: string) => {
      press('ctrl+p');
      ui.update(typedIntoPalette(label));
      press('enter');
    },
    /** What `--confirm` says. */
    confirm: (which: Confirm) => Object.assign(context, { confirm: which }),
    selected: () => host.log.row(ui.get().traffic.selected),
  };
}

const last = ({ log }: LiveHost) => log.traffic.at(log.traffic.length - 1);

describe('writing a message by hand', () => {
  it('begins with a request whose method is to be typed, and shows it in the traffic when it is sent', async () => {
    const one = await writing();
    one.choose('send raw');
    expect(one.focus()).toBe('writing');
    one.type('tools/x');
    const id = `r${one.host.log.length}`;
    expect(one.text()).toBe(`{"jsonrpc":"2.0","id":"${id}","method":"tools/x"}`);
    one.press('ctrl+s');
    expect(sentBy(one.host, 'tools/x')).toEqual([
      { msg: `{"jsonrpc":"2.0","id":"${id}","method":"tools/x"}`, by: 'user' },
    ]);
    expect([one.ui.get().screen, one.selected()?.method, one.text()]).toEqual([
      'traffic',
      'tools/x',
      undefined,
    ]);
  });

  it('is edited like any text: words, lines, undo', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type('one two');
    one.press('alt+b', 'ctrl+k', 'ctrl+a', 'ctrl+y', 'enter', 'up', 'ctrl+e');
    expect(one.text()).toBe('two\none ');
    one.press('backspace', 'ctrl+_', 'ctrl+_');
    expect(one.text()).toBe('twoone ');
  });

  it('stays when it is left, and its keys go back to the screen', async () => {
    const one = await writing();
    one.choose('send raw');
    one.type('ping');
    one.press('esc');
    expect(one.focus()).toBeUndefined();
    expect(one.press('2')).toEqual([true]);
    one.choose('send raw');
    expect(one.text()).toContain('"method":"ping"');
  });

  it('sends JSON of several lines on one, and any other text as it stands', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type('{"jsonrpc": "2.0",\n "method": "ping", "n": 1.50e400 }');
    one.press('ctrl+s');
    expect(sentBy(one.host, 'ping')[0]?.msg).toBe('{"jsonrpc": "2.0",  "method": "ping", "n": 1.50e400 }');
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(' {"half');
    one.press('ctrl+s');
    const line = one.host.log.entry(last(one.host));
    expect(line).toMatchObject({ type: 'invalid', dir: 'c2s', text: ' {"half' });
    expect(one.selected()?.type).toBe('invalid');
    expect(one.host.log.findings(last(one.host))).toEqual([]);
  });

  it('goes through $EDITOR, whose last line break is not the text’s', async () => {
    const one = await writing();
    one.choose('send raw');
    one.edit((text) => `${text} edited\n`);
    one.press('ctrl+o');
    await expect.poll(one.text).toMatch(/^\{.*\} edited$/);
    one.press('ctrl+_');
    expect(one.text()).not.toContain('edited');
  });

  it('copies a line of the traffic with an id of its own and everything else as it was', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type('{"id": 7, "method": "a/b", "params": {"big": 18014398509481985, "id": 7}, "jsonrpc": "2.0"}');
    one.press('ctrl+s', 'e');
    expect(one.text()).toMatch(
      /^\{"id":"r\d+","method":"a\/b","params":\{"big": 18014398509481985, "id": 7\},"jsonrpc":"2\.0"\}$/,
    );
    one.press('ctrl+s', 'tab', 'e');
    expect(one.text()).toContain('"a/b"');
  });

  it('copies a request with a token for its progress of its own', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type('{"id":7,"method":"a/b","params":{"n": 1.0,"_meta":{"progressToken":7,"x":[1, 2]}}}');
    one.press('ctrl+s', 'e');
    expect(one.text()).toMatch(
      /^\{"id":("r\d+"),"method":"a\/b","params":\{"n":1\.0,"_meta":\{"progressToken":\1,"x":\[1, 2\]\}\}\}$/,
    );
  });

  it('copies a line over what was being written, which undo brings back', async () => {
    const one = await writing();
    const copied = () => one.text()?.includes('"method":"tools/list"');
    one.press('5', 'f', 'g');
    while (one.selected()?.method !== 'tools/list') one.press('j');
    one.press('e', 'esc', 'e');
    expect([copied(), one.ui.get().status]).toEqual([true, undefined]);
    one.press('ctrl+e', 'ctrl+u');
    one.type('{"half');
    one.press('esc', 'e');
    expect(copied()).toBe(true);
    expect(one.ui.get().status?.text).toBe('ctrl+_ restores the previous text');
    one.press('ctrl+_');
    expect(one.text()).toBe('{"half');
  });

  it.each([
    ['method:nosuch', 'method:nosuch'],
    ['method:other', ''],
  ])('keeps a filter that shows what was sent, and says that it drops one: %s', async (filter, kept) => {
    const one = await writing();
    await loadFilters();
    one.ui.update((ui) => ({ ...ui, traffic: { ...ui.traffic, filter } }));
    one.choose('send raw');
    one.type('nosuch');
    one.press('ctrl+s');
    expect(one.selected()?.method).toBe('nosuch');
    expect(one.ui.get().traffic.filter).toBe(kept);
    expect(one.ui.get().status?.text.includes('the filter would hide it')).toBe(kept === '');
  });

  it('copies only what was sent', async () => {
    const one = await writing();
    one.press('5', 'f', 'g', 'e');
    expect(one.ui.get().status?.text).toBe('Only messages you sent can be resent.');
  });

  const calls = (name: string) =>
    `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"${name}"}}`;

  it.each([
    ['a message', calls('wipe')],
    ['a batch', `[${calls('look')},${calls('wipe')}]`],
    ['a line of several', `${calls('look')}\n${calls('wipe')}`],
  ])('asks before %s calls a destructive tool, each time until always', async (_, text) => {
    const one = await writing();
    const sent = () => sentBy(one.host, '"wipe"').length;
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(text);
    one.press('ctrl+s');
    expect(overlayOf(one.ui.get(), 'question')?.text).toBe('wipe is marked destructive. Run it?');
    one.press('n');
    expect([one.text(), sent()]).toEqual([text, 0]);
    one.press('ctrl+s', 'y');
    expect([one.text(), sent()]).toEqual([undefined, 1]);
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(calls('wipe'));
    one.press('ctrl+s', 'a');
    expect(sent()).toBe(2);
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(text);
    one.press('ctrl+s');
    expect([overlayOf(one.ui.get(), 'question'), sent()]).toEqual([undefined, 3]);
  });

  it.each([
    ['another tool', calls('look')],
    ['one that is not listed', calls('gone')],
    ['its name in something else', '{"jsonrpc":"2.0","id":"x","method":"ping","params":{"name":"wipe"}}'],
  ])('does not ask before %s', async (_, text) => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(text);
    one.press('ctrl+s');
    expect([overlayOf(one.ui.get(), 'question'), one.text()]).toEqual([undefined, undefined]);
  });

  it('asks before any call with --confirm all, and never with --confirm never', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type(calls('gone'));
    one.confirm('all');
    one.press('ctrl+s');
    expect(overlayOf(one.ui.get(), 'question')?.text).toBe('Run gone?');
    one.press('n');
    one.confirm('never');
    one.press('ctrl+s');
    expect([overlayOf(one.ui.get(), 'question'), one.text()]).toEqual([undefined, undefined]);
  });

  it('leaves ctrl+c the way out when no answer comes', async () => {
    const one = await writing();
    one.choose('send raw');
    one.press('ctrl+e', 'ctrl+u');
    one.type('{"jsonrpc":"2.0","id":null,"method":"lost"}');
    one.press('ctrl+s', 'ctrl+c');
    expect(one.ui.get().status?.text).toBe('ctrl+c again to quit');
  });

  it('needs somebody to send it to', () => {
    const { ui, press } = program(told(...withTools({ name: 'echo' })));
    press('5', 'g', 'j', 'e');
    expect(ui.get().status?.text).toBe('Not available in a recording.');
  });
});
