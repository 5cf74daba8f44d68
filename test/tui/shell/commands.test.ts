import { beforeAll, describe, expect, it } from 'vitest';
import { waitingIn } from '../../../src/session/inbox.ts';
import { focusOn, openFormUi } from '../../../src/tui/kit/form/state.ts';
import { showDefinition } from '../../../src/tui/overlay/definition.tsx';
import { showHelp } from '../../../src/tui/overlay/help.tsx';
import { openPalette } from '../../../src/tui/overlay/palette.tsx';
import { newRequest, openWriting } from '../../../src/tui/overlay/writing.tsx';
import type { Detail } from '../../../src/tui/screens/catalogue/detail.ts';
import { type Replies, replyTo, withReply } from '../../../src/tui/screens/inbox/reply.ts';
import { loadFilters } from '../../../src/tui/screens/traffic/filtering.ts';
import { commandFor, commands, commandsIn } from '../../../src/tui/shell/commands.ts';
import { activeScopes, textFocus } from '../../../src/tui/shell/scopes.ts';
import { screens } from '../../../src/tui/shell/screen-list.ts';
import { initialUi } from '../../../src/tui/shell/session-view.ts';
import { parseKey, whyNoCommand } from '../../../src/tui/terminal/keys.ts';
import type { Command, Scope } from '../../../src/tui/world/command.ts';
import { openPrompt, overlayOf, showScreen, typed, withOverlay } from '../../../src/tui/world/overlay.ts';
import { panesOf } from '../../../src/tui/world/screen-id.ts';
import { among, focusPane, type Ui } from '../../../src/tui/world/ui.ts';
import { handshake } from '../../support/conversation.ts';
import { program } from '../../support/program.ts';
import { told, withTools } from '../../support/told.ts';

const table: readonly Command[] = commands;
const SIZE = { columns: 120, rows: 32 };
const THREE = withTools({ name: 'echo' }, { name: 'get-sum' }, { name: 'print-env' });
const FOUR = withTools({ name: 'echo' }, { name: 'list' }, { name: 'list-all' }, { name: 'print-env' });

/** A tool whose newest call is shown. */
const CALLED: Detail = { schema: {}, form: openFormUi({}), showing: 'result', call: 8 };

/** Every place a person can be, by name. */
function places(): readonly (readonly [string, Ui])[] {
  const panes = screens.flatMap(({ id, arrangement }) =>
    panesOf(arrangement).map((pane): [string, Ui] => [
      `${id} ${pane}`,
      focusPane(pane)(showScreen(id)(initialUi(SIZE))),
    ]),
  );
  const ui = initialUi(SIZE);
  const here: readonly (readonly [string, Ui])[] = [
    ...panes,
    ['prompt', openPrompt('/', { id: 'filter' })(ui)],
    ['palette', openPalette('Palette', () => [])(ui)],
    ['writing', openWriting(newRequest('r1'))(ui)],
    ['help', showHelp({ here: [], table })(ui)],
    ['question', withOverlay('question', { title: 'Quit', text: 'Quit?', since: 0, yes: () => {} })(ui)],
    ['copy', withOverlay('copying', { at: 0 })(ui)],
    ['definition', showDefinition('Definition of echo', () => undefined)(ui)],
    ['steps', showDefinition('Steps', () => undefined, { scope: 'steps', acts: {} })(ui)],
    ['test', showDefinition('Test of echo', () => undefined, { scope: 'draft', acts: {} })(ui)],
    ['result', focusPane('detail')(showScreen('tools')({ ...ui, details: { 'tools echo': CALLED } }))],
    ['an answer that is not sent', focusPane('detail')(showScreen('inbox')({ ...ui, replies: decided() }))],
    ['buttons of an answer', focusPane('detail')(showScreen('inbox')({ ...ui, replies: onButton() }))],
    ['a question over its call', inPlace(false, ui)],
    ['an answer over its call', inPlace(true, ui)],
    ['buttons over a call', inPlace(true, { ...ui, replies: onButton() })],
  ];
  return [...here, ...here.map(([name, one]) => [`${name}, among several`, among(true)(one)] as const)];
}

/** The request of the server in a box over its call. */
function inPlace(answering: boolean, ui: Ui): Ui {
  const [{ seq, key } = { seq: 0, key: '' }] = waitingIn(running.host.store.state());
  return withOverlay('asked', { seq, key, call: seq - 1, answering })(ui);
}

/** A reply with the focus on one of its buttons. */
function onButton(): Replies {
  const [asked] = waitingIn(running.host.store.state());
  if (asked === undefined) throw new Error('nothing waits');
  return withReply({}, asked, { form: focusOn(replyTo({}, asked).form, 'decline') });
}

/** A reply that is decided. */
function decided(): Replies {
  const [asked] = waitingIn(running.host.store.state());
  if (asked === undefined) throw new Error('nothing waits');
  return withReply({}, asked, { ...replyTo({}, asked), given: 'decline' });
}

/** With a call in view and a request that waits, so that their scopes are active as well. */
const running = told(
  ...THREE,
  ['c2s', { id: 3, method: 'tools/call', params: { name: 'echo' } }],
  ['s2c', { id: 'q', method: 'elicitation/create', params: { requestedSchema: { properties: { a: {} } } } }],
);

// Opening the filter loads its language, which must not come after the end of the tests.
beforeAll(loadFilters);

describe('the table', () => {
  it.each(table.map((command) => [command.id, command] as const))('%s is a sound row', (_, command) => {
    expect(command.label).toMatch(/^.{1,20}$/u);
    expect(command.label).toBe(command.label.toLowerCase());
    // What no key runs is found in the palette of every place.
    if (command.keys.length === 0) expect(['always', 'sessions']).toContain(command.scope);
    for (const key of command.keys) {
      expect(whyNoCommand(key)).toBeUndefined();
      expect(parseKey(key)).toBe(key);
    }
  });

  it('has each id once', () => {
    expect(new Set(table.map(({ id }) => id)).size).toBe(table.length);
  });

  it('binds no key twice in one place', () => {
    for (const [place, ui] of places()) {
      const active = activeScopes(ui, running.host.store.state()).flatMap((scope) => commandsIn(scope));
      const keys = active.flatMap((command) => command.keys);
      expect(
        keys.filter((key, at) => keys.indexOf(key) !== at),
        place,
      ).toEqual([]);
    }
  });

  it('prints nothing with a key that works while typing', () => {
    const typing = table.filter(({ scope }) =>
      ['always', 'sessions', 'prompt', 'palette', 'writing'].includes(scope),
    );
    expect(typing.flatMap(({ keys }) => keys).filter((key) => [...key].length === 1)).toEqual([]);
  });

  it('reaches every scope from some place, and no other', () => {
    const reached = new Set<Scope>(
      places().flatMap(([, ui]) => activeScopes(ui, running.host.store.state())),
    );
    expect([...reached].sort()).toEqual([...new Set(table.map(({ scope }) => scope))].sort());
  });

  it('has a way out of every place, and that is not the way out of the program', () => {
    for (const [place, ui] of places()) {
      const scopes = activeScopes(ui, running.host.store.state());
      expect(commandFor('esc', scopes)?.id, place).toBe('back');
    }
  });
});

describe('dispatch', () => {
  it('takes a key that somebody has and leaves the others', () => {
    expect(program(told()).press('2', '%', 'alt+7', 'f12')).toEqual([true, false, true, false]);
  });

  it.each(screens.map(({ id, key }) => [key, id] as const))('%s shows %s', (key, id) => {
    const { ui, press } = program(told());
    press(key === '1' ? '2' : '1', key);
    expect(ui.get().screen).toBe(id);
    press(key === '1' ? 'alt+2' : 'alt+1', `alt+${key}`);
    expect(ui.get().screen).toBe(id);
  });

  it('moves in a list, opens and comes back', () => {
    const { ui, press } = program(told(...THREE));
    press('2', 'j');
    expect(ui.get().lists.tools.selected).toBe('tools get-sum');
    press('down', 'down');
    expect(ui.get().lists.tools.selected).toBe('tools print-env');
    press('g', 'G', 'up', 'enter');
    expect([ui.get().lists.tools.selected, ui.get().focus.tools]).toEqual(['tools get-sum', 'detail']);
    press('esc');
    expect(ui.get().focus.tools).toBe('list');
  });

  it('moves by what the pane showed last', () => {
    const names = Array.from({ length: 100 }, (_, at) => ({ name: `tool-${at}` }));
    const { ui, context, press } = program(told(...withTools(...names)));
    context.extents.set('tools/list', { rows: 100, height: 10 });
    const selects = (...keys: readonly string[]): string | undefined => {
      press(...keys);
      return ui.get().lists.tools.selected;
    };
    expect(selects('2', 'pgdn')).toBe('tools tool-9');
    expect(selects('ctrl+d')).toBe('tools tool-14');
    expect(selects('end')).toBe('tools tool-99');
    expect(selects('pgup')).toBe('tools tool-90');
    expect(selects('ctrl+u')).toBe('tools tool-85');
    expect(selects('home')).toBe('tools tool-0');
  });

  it('goes round the panes', () => {
    const { ui, press } = program(told(...THREE));
    press('5', 'tab');
    expect(ui.get().focus.traffic).toBe('detail');
    press('tab');
    expect(ui.get().focus.traffic).toBe('list');
    press('shift+tab');
    expect(ui.get().focus.traffic).toBe('detail');
  });

  it('goes into a form with tab, where tab is for the fields, and out with esc', () => {
    const { ui, press } = program(told(...THREE));
    press('2', 'tab', 'tab', 'tab');
    expect(ui.get().focus.tools).toBe('detail');
    press('esc');
    expect(ui.get().focus.tools).toBe('list');
  });

  it('says why a command cannot run', () => {
    const { ui, press } = program(told(...THREE));
    press('2', 'r');
    expect(ui.get().status?.text).toBe('Not available in a recording.');
  });

  it('opens a prompt that keeps with enter and drops with esc', () => {
    const { ui, press, context } = program(told(...THREE));
    press('2', '/');
    expect(textFocus(ui.get(), context.host.store.state())).toBe('prompt');
    expect(press('j', 'q', '2')).toEqual([false, false, false]);
    press('enter');
    expect([textFocus(ui.get(), context.host.store.state()), ui.get().screen]).toEqual([undefined, 'tools']);
  });

  it('moves in what is found while one types', () => {
    const { ui, press, context } = program(told(...THREE));
    press('2', '/', 'down');
    expect([ui.get().lists.tools.selected, textFocus(ui.get(), context.host.store.state())]).toEqual([
      'tools get-sum',
      'prompt',
    ]);
    press('esc', '5', '/', 'up');
    expect(ui.get().traffic.follow).toBe(false);
  });

  it.each(['5', '7'])('stops following on screen %s when a line is opened', (screen) => {
    const session = told(...THREE, { stderr: 'one' });
    const { ui, press } = program(session);
    press(screen, 'enter');
    const log = screen === '5' ? ui.get().traffic : ui.get().output;
    const seqs = screen === '5' ? session.host.log.traffic : session.host.log.output;
    expect([log.follow, log.selected]).toEqual([false, seqs.at(seqs.length - 1)]);
    press('esc', 'f');
    expect(ui.get()[screen === '5' ? 'traffic' : 'output'].follow).toBe(true);
  });

  it.each(['?', 'i', '/', 'ctrl+p'])('leaves what %s has opened for another screen', (over) => {
    const { ui, press } = program(told(...THREE));
    press('2', over, 'alt+5');
    expect([ui.get().screen, ui.get().overlays]).toEqual(['traffic', []]);
  });

  it('stays on what a filter has found when the filter goes', () => {
    const { ui, press } = program(told(...THREE));
    press('2', '/');
    ui.update(typed('env'));
    press('enter', 'esc', 'esc');
    expect(ui.get().lists.tools).toMatchObject({ filter: '', selected: 'tools print-env' });
  });

  it.each([
    ['env', 'the only match', 'detail'],
    ['t', 'one of several', 'detail'],
    ['list', 'the name of one of several', 'detail'],
    ['nowhere', 'nothing', 'list'],
    ['', 'without a filter', 'list'],
  ])('enter behind the filter %j, %s: the focus is in the %s', (filter, _, focus) => {
    const { ui, press } = program(told(...FOUR));
    press('2', '/');
    ui.update(typed(filter));
    press('enter');
    expect([ui.get().focus.tools, ui.get().lists.tools.filter]).toEqual([focus, filter]);
  });

  it('shows and hides zoom, dock and help', () => {
    const { ui, press } = program(told());
    press('z', 't', '?');
    expect(ui.get()).toMatchObject({ zoom: true, dock: false, overlays: [{ kind: 'help', filter: '' }] });
    press('f1', 'esc', 't');
    expect(ui.get()).toMatchObject({ zoom: false, dock: true, overlays: [] });
  });

  it('makes the dock taller in steps, and shows it when it was hidden', () => {
    const { ui, press } = program(told());
    const sizes = ['=', '=', '=', '='].map((key) => {
      press(key);
      return ui.get().dockSize;
    });
    expect(sizes).toEqual(['third', 'half', 'usual', 'third']);
    press('t', '=');
    expect(ui.get()).toMatchObject({ dock: true, dockSize: 'third' });
  });

  it('reveals of a recording what is in it', () => {
    const { ui, press } = program(told());
    press('*');
    expect(ui.get()).toMatchObject({
      revealed: true,
      status: { text: 'showing secrets, as far as they were recorded' },
    });
    press('*');
    expect(ui.get()).toMatchObject({ revealed: false, status: { text: 'hiding secrets' } });
  });

  it('redraws', () => {
    const { press, done } = program(told());
    press('ctrl+l');
    expect(done.redrawn).toBe(1);
  });
});

describe('leaving', () => {
  it('quits with q when nothing runs', () => {
    const { press, done } = program(told(...THREE));
    press('q');
    expect(done.left).toBe(0);
  });

  it('asks while a call runs', () => {
    const { ui, press, done } = program(running);
    press('q');
    expect(overlayOf(ui.get(), 'question')?.text).toBe('A call is running. Quit?');
    press('n');
    expect([overlayOf(ui.get(), 'question'), done.left]).toEqual([undefined, undefined]);
    press('q', 'esc', 'q', 'y');
    expect(done.left).toBe(0);
  });

  it('never quits with esc', () => {
    const { press, done } = program(told(...THREE));
    press(...Array.from({ length: 20 }, () => 'esc'));
    expect(done.left).toBeUndefined();
  });

  it('takes any second ctrl+c while a recording is read, whose time leaps', () => {
    const session = told(...handshake({}));
    const { press, done } = program({ ...session, host: { ...session.host, reading: () => 0.5 } });
    press('ctrl+c');
    session.wait(1_000_000);
    press('ctrl+c');
    expect(done.left).toBe(0);
  });

  it('wants ctrl+c twice within two seconds', () => {
    const session = told(...handshake({}));
    const { ui, press, done } = program(session);
    press('ctrl+c');
    expect([ui.get().status?.text, done.left]).toEqual(['ctrl+c again to quit', undefined]);
    session.wait(2_000);
    press('ctrl+c');
    expect(done.left).toBeUndefined();
    session.wait(1_999);
    press('ctrl+c');
    expect(done.left).toBe(0);
  });
});

describe('the key of a screen', () => {
  it('brings its list when it is pressed there once more', () => {
    const { ui, press } = program(told(...THREE));
    press('2', 'enter');
    expect(ui.get().focus.tools).toBe('detail');
    press('5', '2');
    expect(ui.get().focus.tools).toBe('detail');
    press('alt+2');
    expect(ui.get().focus.tools).toBe('list');
  });
});
