import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitingIn } from '../../../../src/session/inbox.ts';
import { textFocus } from '../../../../src/tui/shell/scopes.ts';
import { overlayOf, typed } from '../../../../src/tui/world/overlay.ts';
import { asking, ended } from '../../../support/asking.ts';
import { program } from '../../../support/program.ts';
import { sentBy } from '../../../support/served.ts';
import { told, withTools } from '../../../support/told.ts';

describe('an elicitation by a form', () => {
  it('is accepted with what was entered and the defaults that were left', async () => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    expect(one.ui.get().status?.text).toBe('Server asks: Who are you? · 6 to answer');
    one.press('6', 'enter');
    one.type('Ada');
    one.press('ctrl+s');
    expect(await ended(call)).toEqual({ action: 'accept', content: { age: 40, name: 'Ada' } });
    await one.said('accepted');
    expect(one.ui.get()).toMatchObject({ focus: { inbox: 'list' }, inbox: { top: 0 } });
  });

  it('is sent to the character as it was typed as JSON', async () => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'enter', 'ctrl+t');
    // What was there before goes line by line.
    for (let line = 0; line < 5; line += 1) one.press('ctrl+u', 'backspace');
    one.type('{ "name": "A\\u0064a", "age": 4e1 }');
    one.press('ctrl+s');
    await call.done;
    expect(sentBy(one.host, '"action"')[0]?.msg).toContain('"content":{ "name": "A\\u0064a", "age": 4e1 }');
  });

  it('is selected as it comes when what is selected is over, and not while that is read', async () => {
    const one = await asking();
    const first = one.call('form');
    await one.waiting(1);
    one.press('6', 'd');
    await first.done;
    one.press('j', 'd');
    expect(one.ui.get().status?.text).toBe('This request has ended.');
    const second = one.call('form');
    await one.waiting(1);
    expect(one.ui.get().inbox.selected).toEqual({ seq: waitingIn(one.host.store.state())[0]?.seq, key: '' });
    one.press('d');
    await second.done;
    one.press('j', 'enter');
    const { selected } = one.ui.get().inbox;
    one.call('form');
    await one.waiting(1);
    expect(one.ui.get().inbox.selected).toEqual(selected);
  });

  it.each([
    ['d', 'decline'],
    ['c', 'cancel'],
  ])('%s in the list sends %s, and nothing of what was typed', async (key, action) => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ada');
    one.press('esc', key);
    expect(await ended(call)).toEqual({ action });
  });

  it.each([
    [['tab', 'tab', 'enter'], 'accept'],
    [['tab', 'tab', 'tab', 'enter'], 'decline'],
    [['tab', 'tab', 'tab', 'tab', 'tab', 'enter'], 'cancel'],
    [['tab', 'tab', 'd'], 'decline'],
  ])('%j goes over the buttons to %s', async (keys, action) => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ada');
    one.press(...keys);
    expect(await ended(call)).toMatchObject({ action });
  });

  it('is not accepted by enter on its last field', async () => {
    const one = await asking();
    one.call('form');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ada');
    one.press('enter', 'enter');
    expect(waitingIn(one.host.store.state()).length).toBe(1);
    expect(textFocus(one.ui.get(), one.host.store.state())).toBeUndefined();
  });

  it('asks before it sends what the schema does not take', async () => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'enter', 'tab', 'ctrl+u');
    one.type('400');
    one.press('ctrl+s');
    expect(overlayOf(one.ui.get(), 'question')?.text).toBe('2 problems. Send anyway?');
    expect(overlayOf(one.ui.get(), 'question')?.details).toHaveLength(2);
    // No stays where there is a problem.
    one.press('n', 'shift+tab');
    one.type('Ada');
    one.press('ctrl+s');
    expect(overlayOf(one.ui.get(), 'question')?.details).toEqual(['age must be at most 150']);
    one.press('y');
    expect(await ended(call)).toEqual({ action: 'accept', content: { age: 400, name: 'Ada' } });
  });

  it('keeps what was typed while the person is elsewhere', async () => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ad');
    one.press('esc', '2', '6', 'enter');
    one.type('a');
    one.press('ctrl+s');
    expect(await ended(call)).toMatchObject({ content: { name: 'Ada' } });
  });
});

describe('several requests', () => {
  it('are answered in any order, each with its own draft', async () => {
    const one = await asking();
    const call = one.call('two');
    await one.waiting(2);
    one.press('6', 'enter');
    one.type('One');
    one.press('esc', 'down', 'enter');
    one.type('Two');
    one.press('ctrl+s');
    await one.waiting(1);
    one.press('enter', 'ctrl+s');
    expect(await ended(call)).toMatchObject([{ content: { name: 'One' } }, { content: { name: 'Two' } }]);
  });

  it('of which a rule takes one ask for the other', async () => {
    const rule = { match: { text: 'first' }, action: 'decline' } as const;
    const one = await asking({ rules: { elicitation: [rule], sampling: [] } });
    const call = one.call('two');
    await one.waiting(1);
    one.press('6', 'c');
    expect(await ended(call)).toEqual([{ action: 'decline' }, { action: 'cancel' }]);
  });
});

describe('a request that the server takes back', () => {
  it('goes, is told, and is not answered', async () => {
    const one = await asking();
    const call = one.call('fickle');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ada');
    await one.said('The server withdrew its request: Never mind');
    expect(await ended(call)).toBe('taken back');
    expect([waitingIn(one.host.store.state()), one.ui.get().replies]).toEqual([[], {}]);
    one.press('ctrl+s');
    expect(sentBy(one.host, '"action"')).toEqual([]);
  });
});

describe('a page', () => {
  it('is opened after a question, then accepted, and told to be complete', async () => {
    const one = await asking();
    const call = one.call('page');
    await one.waiting(1);
    one.press('6', 'enter', 'o');
    expect(overlayOf(one.ui.get(), 'question')).toMatchObject({
      text: 'Open login.example.com in a browser?',
      details: ['https://login.example.com/sign-in?client=loupe&state=1'],
    });
    one.press('n');
    expect(one.done.browsed).toEqual([]);
    one.press('o', 'y', 'y');
    expect(one.done.browsed).toEqual(['https://login.example.com/sign-in?client=loupe&state=1']);
    expect(one.done.copied).toEqual(one.done.browsed);
    one.press('ctrl+s');
    expect(await ended(call)).toEqual({ action: 'accept' });
    expect(one.host.store.state().completed).toMatchObject([{ elicitationId: 'el-1' }]);
  });
});

describe('the time of a call', () => {
  it('stands still while the server waits for the person', async () => {
    const one = await asking({ timeout: 20_000 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = one.call('form');
    await one.waiting(1);
    vi.advanceTimersByTime(40_000);
    one.press('6', 'd');
    expect(await ended(call)).toEqual({ action: 'decline' });
  });
});

describe('the roots', () => {
  /** Changes the roots to what is typed in place of those that stand there. */
  async function changing(modern: boolean, typedRoots: string) {
    const one = await asking({ modern, roots: [{ uri: 'file:///a', name: 'A' }] });
    one.press('6', 'u');
    expect(overlayOf(one.ui.get(), 'prompt')?.value).toBe('file:///a');
    one.ui.update(typed(typedRoots));
    one.press('enter');
    return one;
  }

  it('are changed, and the server hears of it', async () => {
    const one = await changing(false, 'file:///a  /b');
    expect(one.ui.get().status?.text).toBe('2 roots are offered');
    expect(sentBy(one.host, 'roots/list_changed')).toMatchObject([{ by: 'user' }]);
    expect(sentBy(one.host, '"initialize"')[0]?.msg).toContain('"roots":{"listChanged":true}');
    const call = one.call('roots');
    expect(await ended(call)).toEqual({
      roots: [{ uri: 'file:///a', name: 'A' }, { uri: 'file:///b' }],
    });
  });

  it('are not told of in the modern era, where nobody listens', async () => {
    const one = await changing(true, '');
    expect([one.ui.get().status?.text, one.host.connection.roots()]).toEqual(['0 roots are offered', []]);
    expect(sentBy(one.host, 'roots/list_changed')).toEqual([]);
    expect(sentBy(one.host, 'server/discover')[0]?.msg).toContain('"roots":{}');
  });

  it('stay as they were when one is no folder', async () => {
    const one = await changing(false, 'file:///a /none');
    expect(one.ui.get().status?.text).toBe('/none is not a folder; the roots are unchanged.');
    expect(one.host.connection.roots().length).toBe(1);
  });

  it('that were not announced cannot be changed', async () => {
    const one = await asking();
    one.press('6', 'u');
    expect(one.ui.get().status?.text).toBe(
      'Roots are not declared to this server: start with --root, or turn them on in the palette.',
    );
  });
});

describe('a recording', () => {
  it('says that nobody waits for an answer', () => {
    const session = told(...withTools(), [
      's2c',
      { id: 'q', method: 'elicitation/create', params: { message: 'Who?' } },
    ]);
    const { ui, press } = program(session);
    press('6', 'd');
    expect(ui.get().status?.text).toBe('Not available in a recording.');
    press('enter', 'ctrl+s');
    expect(overlayOf(ui.get(), 'question')).toBeUndefined();
  });
});
