import { expect, test } from 'vitest';
import { textToSend } from '../../../../src/tui/kit/form/state.ts';
import { typeIntoForm } from '../../../../src/tui/kit/form/typing.ts';
import { shown } from '../../../../src/tui/screens/catalogue/ask.ts';
import { recall, recordedCalls } from '../../../../src/tui/screens/catalogue/recalled.ts';
import { askedSheet } from '../../../../src/tui/screens/inbox/asked-sheet.ts';
import { watchInbox } from '../../../../src/tui/screens/inbox/watching.ts';
import { commandsIn } from '../../../../src/tui/shell/commands.ts';
import { activeScopes } from '../../../../src/tui/shell/scopes.ts';
import type { Step } from '../../../support/conversation.ts';
import { program } from '../../../support/program.ts';
import { recorded, told, withTools } from '../../../support/told.ts';

const SUM = {
  name: 'sum',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
};

const call = (id: number, method: string, params: object): readonly Step[] => [
  ['c2s', { id, method, params }],
  ['s2c', { id, result: { content: [] } }],
];

const RECORDING = told(
  ...withTools(SUM, { name: 'echo', inputSchema: { type: 'object' } }),
  ...call(3, 'tools/call', { name: 'sum', arguments: { a: 1 } }),
  ...call(4, 'tools/call', { name: 'sum', arguments: { a: 2 } }),
  ...call(5, 'resources/read', { uri: 'file:///a' }),
  ...call(6, 'tools/call', { name: 7 }),
  ['c2s', { id: 8, method: 'tools/call', params: { name: 'sum', arguments: { a: 3 } } }],
);

test('the newest call that got an answer is found for each item', () => {
  const seqs = Object.entries(recordedCalls(RECORDING.host.log)).map(([key, found]) => [
    key,
    RECORDING.host.log.row(found.seq)?.id,
    found.arguments,
  ]);
  expect(seqs).toEqual([
    ['resources file:///a', 5, '{}'],
    ['tools sum', 4, '{"a":2}'],
  ]);
});

test('a recorded call is shown with its result, and its arguments can be read but not changed', async () => {
  const { ui, context, press } = program(RECORDING);
  recall(context, () => () => {});
  await expect.poll(() => ui.get().recalled.recorded).toHaveProperty('tools sum');
  press('2', 'enter');
  expect(shown(context)?.detail.showing).toBe('result');
  press('e');
  const before = shown(context)!.detail;
  expect([before.showing, textToSend(before.form)]).toEqual(['form', '{"a":2}']);
  typeIntoForm(context, '5');
  expect(textToSend(shown(context)!.detail.form)).toBe('{"a":2}');
  expect(ui.get().status?.text).toBe('Arguments cannot be changed in a recording.');
  press('ctrl+t');
  expect(shown(context)!.detail.form.json?.text).toContain('2');
  press('ctrl+t', 'tab');
  expect(shown(context)!.detail.form.focus).toBe('[button]');
  press('esc', 'j', 'enter');
  expect(shown(context)?.detail.showing).toBe('form');
});

test('what the server asked and nobody answered is read, and nothing of it looks as if it could be answered', () => {
  const params = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: {} } } };
  const { host, tell } = recorded(...withTools(SUM));
  const { ui, context, press } = program({ host });
  watchInbox(context);
  tell(['s2c', { id: 'q', method: 'elicitation/create', params }]);
  expect(ui.get().status).toBeUndefined();
  press('6', 'enter');
  expect(activeScopes(ui.get(), host.store.state()).slice(0, 2)).toEqual(['decided', 'sheet']);
  const [standing] = askedSheet(host, host.log.length - 1, false).sections;
  expect(standing).toMatchObject({
    text: 'not answered in this recording',
    meaning: 'failed',
  });
  press('esc', 'd');
  expect(ui.get().status?.text).toBe('Not available in a recording.');
});

test.each([
  ['x', 'call.cancel'],
  ['+', 'call.extend'],
])('%s says that nothing runs in a recording any more, though a call has no answer there', (key, id) => {
  const { ui, context, press } = program(
    recorded(...withTools(SUM), [
      'c2s',
      { id: 3, method: 'tools/call', params: { name: 'sum', arguments: {} } },
    ]),
  );
  press('2');
  expect(activeScopes(ui.get(), context.host.store.state())).toContain('call');
  press(key);
  expect(ui.get().status?.text).toBe('Not available in a recording.');
  const command = commandsIn('call', ui.get().bindings).find((one) => one.id === id);
  expect(command?.disabled?.(context)).toBe('Not available in a recording.');
});
