import { expect, it } from 'vitest';
import { watchChanges } from '../../../../src/tui/screens/catalogue/changed.ts';
import { program } from '../../../support/program.ts';
import { told, withTools } from '../../../support/told.ts';

it('says what changed in a list, and nothing of its first time', () => {
  const session = told(...withTools({ name: 'a', inputSchema: { type: 'object' } }));
  const { context, ui } = program(session);
  const stop = watchChanges(context);
  expect(ui.get().status).toBeUndefined();
  session.tell(['c2s', { id: 3, method: 'tools/list' }], ['s2c', { id: 3, result: { tools: [] } }]);
  expect(ui.get().status?.text).toBe('tools: 1 removed (a)');
  stop();
});
