import { expect, it } from 'vitest';
import { textToSend } from '../../../../src/tui/kit/form/state.ts';
import { detailOf } from '../../../../src/tui/screens/catalogue/detail.ts';
import { callInView, shownDetail } from '../../../../src/tui/screens/catalogue/shown.ts';
import type { Step } from '../../../support/conversation.ts';
import { program } from '../../../support/program.ts';
import { told, withTools } from '../../../support/told.ts';

const SCHEMA = { type: 'object', properties: { text: { type: 'string' } } };

const call = (id: number, name: string, text: string): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name, arguments: { text } } },
];
const answer = (id: number): Step => ['s2c', { id, result: { content: [] } }];

/** Two tools were called, one of them three times, and the second call of it is still running. */
function called() {
  const session = told(
    ...withTools({ name: 'echo', inputSchema: SCHEMA }, { name: 'other', inputSchema: SCHEMA }),
    ...[call(11, 'echo', 'one'), answer(11), call(12, 'echo', 'two'), call(13, 'other', 'x'), answer(13)],
    ...[call(14, 'echo', 'three'), answer(14)],
  );
  const { host } = session;
  const seqs = Array.from({ length: host.log.length - 1 }, (_, at) => at + 1).filter(
    (seq) => host.log.row(seq)?.method === 'tools/call' && host.log.text(seq)?.includes('"echo"'),
  );
  const { ui, press } = program(session);
  press('2', 'enter');
  const entry = shownDetail(ui.get(), host.store.state())?.entry;
  if (entry === undefined) throw new Error('nothing is shown');
  ui.update((now) => ({
    ...now,
    details: {
      [entry.key]: {
        ...detailOf(now.details, now.recalled, entry),
        showing: 'result',
        call: seqs.at(-1) ?? 0,
        against: 1,
      },
    },
  }));
  const detail = () => shownDetail(ui.get(), host.store.state())?.detail;
  /** Which call is shown, whether as an earlier one, and what the form holds. */
  const shows = () => {
    const { call: seq = 0, past, form } = detail() ?? {};
    return [seqs.indexOf(seq), past !== undefined, form && textToSend(form)];
  };
  return { ...session, ui, press, shows, detail };
}

it('shows the calls of the same tool one after the other, with their arguments in the form', () => {
  const { press, shows, detail, ui } = called();
  const newest = detail()?.call;
  press('(');
  expect(shows()).toEqual([1, true, '{"text":"two"}']);
  expect(detail()?.against).toBeUndefined();
  expect(ui.get().status?.text).toMatch(/^the call at \d\d:\d\d:\d\d\S*, with its arguments in the form$/);
  press('(');
  expect(shows()).toEqual([0, true, '{"text":"one"}']);
  // The list goes on telling of the newest.
  expect(detail()?.past).toBe(newest);
  press('(');
  expect(shows()).toEqual([0, true, '{"text":"one"}']);
  expect(ui.get().status?.text).toBe('There is no older result.');
  press(')', ')');
  expect(shows()).toEqual([2, false, '{"text":"three"}']);
  press(')');
  expect(ui.get().status?.text).toBe('There is no newer result.');
});

it('has the keys of a running call act on the one that is looked at', () => {
  const { host, press, ui } = called();
  const inView = () => callInView(ui.get(), host.store.state())?.id;
  expect(inView()).toBe(12);
  press('(');
  expect(inView()).toBe(12);
  // It is answered: there is nothing to cancel.
  press('(');
  expect(inView()).toBeUndefined();
});
