import { describe, expect, it } from 'vitest';
import type { FieldCompletion } from '../../../../src/tui/kit/form/state.ts';
import { pasteIntoForm, typeIntoForm } from '../../../../src/tui/kit/form/typing.ts';
import { completeAsTyped } from '../../../../src/tui/screens/catalogue/completing-commands.ts';
import { shownDetail } from '../../../../src/tui/screens/catalogue/shown.ts';
import { program } from '../../../support/program.ts';
import { sentBy, served } from '../../../support/served.ts';

/**
 * A server that offers three values of what it was asked for; `slow` is answered only when another text is, and
 * `bad` with an error.
 */
const SERVER = `
const [version, announced] = process.argv.slice(1);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const held = [];
const answers = {
  ping: () => ({}),
  initialize: () => ({ protocolVersion: version, capabilities: { prompts: {}, resources: {}, ...JSON.parse(announced) }, serverInfo: { name: 'fake', version: '1' } }),
  'prompts/list': () => ({ prompts: [{ name: 'explain', arguments: [{ name: 'star', required: true }, { name: 'to' }] }] }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ name: 'plate', uriTemplate: 'x://{year}/{number}' }] }),
};
const complete = ({ id, params }) => {
  const { value } = params.argument;
  if (value === 'bad') return send({ id, error: { code: -32602, message: 'I know no such star' } });
  if (value === 'slow') return held.push(id);
  send({ id, result: { completion: { values: [value + '1', value + '2', value + '3'], total: 9 } } });
  for (const late of held.splice(0)) send({ id: late, result: { completion: { values: ['late'] } } });
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === 'completion/complete') complete(message);
  else if (message.id !== undefined) send({ id: message.id, result: answers[message.method]() });
});
`;

/** A program on that server, in the first form of a screen; pauses in typing end when `pause` says so. */
async function typing(screen: '3' | '4', version = '2025-11-25', announced: object = { completions: {} }) {
  const host = await served(SERVER, version, JSON.stringify(announced));
  const { ui, context, press } = program({ host });
  const due = new Set<() => void>();
  completeAsTyped(context, (ms, callback) => {
    expect(ms).toBe(150);
    due.add(callback);
    return () => due.delete(callback);
  });
  press(screen, 'enter');
  const form = () => shownDetail(ui.get(), host.store.state())?.detail.form;
  return {
    press,
    text: () => form()?.editor?.text,
    status: () => ui.get().status?.text,
    offered: () => form()?.completion,
    type: (text: string) => {
      for (const character of text) typeIntoForm(context, character);
    },
    paste: (text: string) => pasteIntoForm(context, text),
    pause: () => {
      for (const callback of [...due]) callback();
      due.clear();
    },
    /** Resolves when the state of the form passes. */
    until: (holds: (completion: FieldCompletion | undefined) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds(form()?.completion)) return;
          stop();
          resolve();
        };
        const stop = ui.subscribe(look);
        look();
      }),
    /** The requests for completion so far, with what was asked. */
    asked: () =>
      sentBy(host, 'completion/complete').map(({ msg, by }) => {
        expect(by).toBe('auto');
        return JSON.parse(msg).params;
      }),
    /** Resolves when the server has answered everything. */
    answered: async () => {
      await host.connection.request('ping', undefined, { by: 'auto' }).done;
    },
  };
}

const values = (wanted: string) => (completion: FieldCompletion | undefined) =>
  completion?.values[0] === wanted;

describe('completion as one types', () => {
  it('asks once after a pause, for the text as it is then', async () => {
    const one = await typing('4');
    one.type('al');
    expect(one.asked()).toEqual([]);
    one.pause();
    expect(one.asked()).toEqual([
      { ref: { type: 'ref/prompt', name: 'explain' }, argument: { name: 'star', value: 'al' } },
    ]);
    await one.until(values('al1'));
    expect(one.offered()).toEqual({ values: ['al1', 'al2', 'al3'], at: -1, note: '3 of 9' });
  });

  it('takes what is chosen with arrows by tab or enter, and else goes on', async () => {
    const one = await typing('4');
    one.type('a');
    one.pause();
    await one.until(values('a1'));
    one.press('down', 'down', 'tab');
    expect([one.text(), one.offered()]).toEqual(['a2', undefined]);
    one.pause();
    await one.until(values('a21'));
    one.press('down', 'enter');
    expect(one.text()).toBe('a21');
    one.pause();
    await one.until(values('a211'));
    one.press('tab');
    expect([one.text(), one.offered()]).toEqual(['', undefined]);
  });

  it('tells the other arguments where the revision knows of them', async () => {
    const one = await typing('3');
    one.type('1896');
    one.press('tab');
    one.type('2');
    one.pause();
    expect(one.asked()).toEqual([
      {
        ref: { type: 'ref/resource', uri: 'x://{year}/{number}' },
        argument: { name: 'number', value: '2' },
        context: { arguments: { year: '1896' } },
      },
    ]);
    const old = await typing('3', '2025-03-26');
    old.type('1896');
    old.press('tab');
    old.type('2');
    old.pause();
    expect(old.asked()[0]).not.toHaveProperty('context');
  });

  it('drops what comes late: after another text, and after the field was left', async () => {
    const one = await typing('4');
    one.type('slow');
    one.pause();
    one.type('er');
    one.pause();
    await one.until(values('slower1'));
    await one.answered();
    expect(one.offered()?.values[0]).toBe('slower1');
    one.press('ctrl+u');
    one.type('a');
    one.pause();
    one.press('tab');
    await one.answered();
    expect(one.offered()).toBeUndefined();
    one.press('shift+tab');
    expect([one.text(), one.offered()]).toEqual(['a', undefined]);
  });

  it('says in the form why there are none, and nothing else', async () => {
    const one = await typing('4');
    one.paste('bad');
    one.pause();
    await one.until((completion) => completion?.note !== undefined);
    expect(one.offered()?.note).toBe('no completion: -32602 I know no such star');
    expect(one.status()).toBeUndefined();
    one.press('esc');
    expect([one.offered(), one.text()]).toEqual([undefined, 'bad']);
  });

  it('asks nothing when a field is entered, and at once with ctrl+space', async () => {
    const one = await typing('4');
    one.press('tab', 'shift+tab');
    one.pause();
    expect(one.asked()).toEqual([]);
    one.press('ctrl+space');
    await one.until(values('1'));
    expect(one.asked()).toHaveLength(1);
  });

  it('asks nobody who did not announce it', async () => {
    const one = await typing('4', '2025-11-25', {});
    one.type('al');
    one.pause();
    expect(one.asked()).toEqual([]);
    one.press('ctrl+space');
    expect(one.status()).toBe('The server does not support completion.');
  });
});
