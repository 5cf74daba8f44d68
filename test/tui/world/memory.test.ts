import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { focusedRow, textToSend } from '../../../src/tui/kit/form/state.ts';
import { pasteIntoForm, typeIntoForm } from '../../../src/tui/kit/form/typing.ts';
import { offersIn, typedIntoPalette } from '../../../src/tui/overlay/palette.tsx';
import { shown } from '../../../src/tui/screens/catalogue/ask.ts';
import { savePreset } from '../../../src/tui/screens/catalogue/past.ts';
import { recall, rememberCall } from '../../../src/tui/screens/catalogue/recalled.ts';
import { createMemory } from '../../../src/tui/world/memory.ts';
import { overlayOf, typed } from '../../../src/tui/world/overlay.ts';
import { scratch } from '../../support/cli.ts';
import { program } from '../../support/program.ts';
import { type Told, told, withTools } from '../../support/told.ts';

const LOGIN = {
  name: 'login',
  inputSchema: {
    type: 'object',
    properties: {
      note: { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
      count: { type: 'integer' },
    },
    required: ['user'],
  },
};
const SESSION = withTools(LOGIN, { name: 'echo', inputSchema: { type: 'object' } });

/** A program that remembers in a folder, its history read; on the form of the first tool. */
async function started(folder: string, session: Told = told(...SESSION)) {
  const history = join(folder, 'history.jsonl');
  const settings = '/nowhere/settings.json';
  const memory = createMemory({ history, folder, remarks: [], settings });
  const one = program(session, undefined, memory);
  recall(one.context, () => () => {});
  await expect.poll(() => one.ui.get().recalled).toMatchObject({ server: 'fake', isRead: true });
  one.press('2', 'enter');
  const form = () => shown(one.context)?.detail.form;
  const text = () => textToSend(form()!);
  const kept = () => (existsSync(history) ? readFileSync(history, 'utf8').split('\n').length - 1 : 0);
  const remember = async (args: string) => {
    const before = kept();
    rememberCall(one.context, shown(one.context)!.entry, args);
    await expect.poll(kept).toBe(before + 1);
  };
  return { ...one, history, form, text, remember };
}

/** Types into the palette. */
const narrow = ({ ui }: Pick<ReturnType<typeof program>, 'ui'>, text: string) =>
  ui.update(typedIntoPalette(text));

/** What the palette offers now. */
const offered = ({ context }: { readonly context: Parameters<typeof shown>[0] }) =>
  offersIn(context).shown.map(({ label, about, kind }) => [label, about, kind]);

describe('what was called before', () => {
  it('is in the form next time, in the order of the fields of before, to the digit', async () => {
    const folder = scratch();
    const first = await started(folder);
    expect(first.text()).toBe('{}');
    await first.remember('{"user":"ada", "count":12345678901234567890}');
    const again = await started(folder);
    await expect.poll(() => again.text()).toBe('{"user":"ada","count":12345678901234567890}');
    expect(again.form()?.form.remembered).toEqual(['user', 'count']);
  });

  it('is not without its secrets, and says which', async () => {
    const folder = scratch();
    await (await started(folder)).remember('{"user":"ada","password":"hunter2hunter2"}');
    const again = await started(folder);
    expect(readFileSync(again.history, 'utf8')).not.toContain('hunter2');
    await expect.poll(() => again.text()).toBe('{"user":"ada"}');
    expect(again.form()?.left).toEqual(['/password']);
  });

  it('is that of this server and this tool', async () => {
    const folder = scratch();
    const one = await started(folder);
    await one.remember('{"user":"ada"}');
    one.press('esc', 'down', 'enter');
    expect(one.text()).toBe('{}');
    writeFileSync(one.history, readFileSync(one.history, 'utf8').replace('"fake"', '"other"'));
    const again = await started(folder);
    expect(again.text()).toBe('{}');
  });

  it('does not take the place of what was typed meanwhile', async () => {
    const folder = scratch();
    await (await started(folder)).remember('{"user":"ada"}');
    const again = await started(folder);
    await expect.poll(() => again.text()).toBe('{"user":"ada"}');
    again.press('right');
    typeIntoForm(again.context, '!');
    await again.remember('{"user":"bob"}');
    expect(again.text()).toBe('{"user":"ada!"}');
  });

  it.each([
    [[], '!'],
    [['ctrl+j'], 'ada\n!'],
    [['backspace'], 'ad!'],
    [['home'], '!ada'],
    [['tab', 'shift+tab'], '!'],
  ])('is replaced by what is typed first, unless %j begins to edit it', async (keys, user) => {
    const folder = scratch();
    await (await started(folder)).remember('{"user":"ada"}');
    const again = await started(folder);
    await expect.poll(() => again.text()).toBe('{"user":"ada"}');
    again.press(...keys);
    typeIntoForm(again.context, '!');
    expect(JSON.parse(again.text())).toEqual({ user });
    expect(focusedRow(again.form()!)?.by).toBeUndefined();
    again.press('ctrl+_', 'ctrl+_');
    expect(JSON.parse(again.text())).toEqual({ user: 'ada' });
  });

  it('is not remembered where it is not a JSON object', async () => {
    const one = await started(scratch());
    for (const text of ['{"user":', '[]', '"x"']) rememberCall(one.context, shown(one.context)!.entry, text);
    await one.remember('{"user":"ada"}');
    expect(readFileSync(one.history, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('can be chosen from, the newest first, and taken back', async () => {
    const one = await started(scratch());
    one.press('ctrl+r');
    expect(one.ui.get().status?.text).toBe('It has no previous arguments and no presets.');
    await one.remember('{"user":"ada"}');
    await one.remember('{"count":2,"user":"bob"}');
    one.press('ctrl+r');
    expect(offered(one).map(([label]) => label)).toEqual(['{"count": 2, "user": "bob"}', '{"user": "ada"}']);
    narrow(one, 'ada');
    one.press('enter');
    expect([one.text(), overlayOf(one.ui.get(), 'palette')]).toEqual(['{"user":"ada"}', undefined]);
    one.press('ctrl+_');
    expect(one.text()).toBe('{"count":2,"user":"bob"}');
  });

  it('goes into the JSON where that is edited', async () => {
    const one = await started(scratch());
    await one.remember('{"user":"ada"}');
    one.press('ctrl+t', 'ctrl+r', 'enter');
    expect(one.text()).toBe('{\n  "user": "ada"\n}');
  });
});

describe('presets', () => {
  it('are kept after the person agreed to a file, and come first', async () => {
    const folder = scratch();
    const one = await started(folder);
    typeIntoForm(one.context, 'ada');
    one.press('alt+s');
    one.ui.update(typed('the usual'));
    one.press('enter');
    const path = join(folder, '.mcp-loupe.json');
    await expect.poll(() => overlayOf(one.ui.get(), 'question')?.text).toBe(`Create ${path}?`);
    expect(existsSync(path)).toBe(false);
    one.press('y');
    await expect.poll(() => one.ui.get().status?.text).toBe(`saved preset “the usual” in ${path}`);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      presets: [{ server: 'fake', tool: 'login', label: 'the usual', arguments: { user: 'ada' } }],
    });
    await one.remember('{"user":"bob"}');
    one.press('ctrl+r');
    expect(offered(one)[0]).toEqual(['the usual', '{"user": "ada"}', 'preset']);
  });

  it('are replaced only when the person agrees, and hold no secrets', async () => {
    const folder = scratch();
    const path = join(folder, '.mcp-loupe.json');
    const kept = { server: 'fake', tool: 'login', label: 'a', arguments: { user: 'ada', password: 'x' } };
    writeFileSync(path, JSON.stringify({ version: 1, presets: [kept] }));
    const one = await started(folder);
    one.press('ctrl+r', 'enter');
    await expect.poll(() => one.text()).toBe('{"user":"ada","password":"x"}');
    savePreset(one.context, 'a');
    await expect
      .poll(() => overlayOf(one.ui.get(), 'question')?.text)
      .toBe(`Replace the preset “a” in ${path}?`);
    one.press('y');
    await expect
      .poll(() => one.ui.get().status?.text)
      .toBe(`saved preset “a” in ${path}, without the secrets at /password`);
    expect(JSON.parse(readFileSync(path, 'utf8')).presets).toEqual([{ ...kept, arguments: { user: 'ada' } }]);
  });

  it('are of tools', async () => {
    const one = await started(scratch());
    one.press('ctrl+t', 'ctrl+u');
    typeIntoForm(one.context, '[');
    one.press('alt+s');
    expect(one.ui.get().status?.text).toBe('The arguments are not a valid JSON object yet.');
  });

  it('say what is wrong with their file', async () => {
    const folder = scratch();
    writeFileSync(join(folder, '.mcp-loupe.json'), '{"version":1,\n oops}');
    const one = await started(folder);
    await expect.poll(() => one.ui.get().status?.text).toContain('.mcp-loupe.json:2:2: ');
    expect(one.ui.get().printed[0]).toContain('.mcp-loupe.json:2:2: ');
  });
});

describe('copying', () => {
  it('writes down the form as it stands', async () => {
    const one = await started(scratch());
    typeIntoForm(one.context, 'ada');
    one.press('alt+y');
    expect(offered(one)).toHaveLength(14);
    narrow(one, 'json-rpc');
    one.press('enter');
    await expect.poll(() => one.ui.get().status?.text).toBe('JSON-RPC copied');
    expect(one.done.copied).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"login","arguments":{"user":"ada"}}}',
    ]);
  });

  it('says what stands for a secret, and why there is no text', async () => {
    const one = await started(scratch());
    one.press('ctrl+t');
    pasteIntoForm(one.context, '{"user":"ada","password":"hunter2hunter2"}');
    one.press('alt+y', 'enter');
    await expect
      .poll(() => one.ui.get().status?.text)
      .toBe('command line copied; [redacted] replaces secrets');
    expect(one.done.copied[0]).toMatch(/^mcp-loupe call login user=ada 'password=\[redacted\]' /);
    one.press('alt+y');
    narrow(one, 'curl');
    one.press('enter');
    expect(one.ui.get().status?.text).toContain('curl speaks HTTP');
  });

  it('writes down a call in the traffic, from its answer too', async () => {
    const session = told(
      ...SESSION,
      ['c2s', { id: 3, method: 'tools/call', params: { name: 'login', arguments: { user: 'ada' } } }],
      ['s2c', { id: 3, result: { content: [] } }],
    );
    const one = await started(scratch(), session);
    for (const way of [['G'], ['G', 'up']]) {
      one.press('esc', 'alt+5', ...way, 'tab', 'y', 'c', 'enter');
      await expect.poll(() => one.done.copied.at(-1)).toMatch(/^mcp-loupe call login user=ada /);
      one.done.copied.length = 0;
    }
    one.press('esc', 'alt+5', 'g', 'tab', 'y', 'c');
    expect(one.ui.get().status?.text).toBe('Only calls, prompts and reads can be copied.');
  });
});
