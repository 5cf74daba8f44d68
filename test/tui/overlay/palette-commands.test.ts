import { describe, expect, it } from 'vitest';
import { textToSend } from '../../../src/tui/kit/form/state.ts';
import { offersIn, typedIntoPalette } from '../../../src/tui/overlay/palette.tsx';
import { chooseBoundary } from '../../../src/tui/screens/catalogue/call-commands.ts';
import { shownDetail } from '../../../src/tui/screens/catalogue/shown.ts';
import { textFocus } from '../../../src/tui/shell/scopes.ts';
import { overlayOf, typed } from '../../../src/tui/world/overlay.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { program } from '../../support/program.ts';
import { told } from '../../support/told.ts';

const SESSION: readonly Step[] = [
  ...handshake({ tools: {}, resources: {}, prompts: {} }),
  ['c2s', { id: 2, method: 'tools/list' }],
  [
    's2c',
    {
      id: 2,
      result: {
        tools: [
          { name: 'get-sum', title: 'Adds numbers', inputSchema: { type: 'object' } },
          { name: 'zoom-in', inputSchema: { type: 'object' } },
          { name: 'evil\u001b[2J\u202e', inputSchema: { type: 'object' } },
        ],
      },
    },
  ],
  ['c2s', { id: 3, method: 'resources/list' }],
  ['s2c', { id: 3, result: { resources: [{ name: 'guide', uri: 'observatory://guide.md' }] } }],
  ['c2s', { id: 4, method: 'resources/templates/list' }],
  [
    's2c',
    {
      id: 4,
      result: { resourceTemplates: [{ name: 'plate', title: 'Of glass', uriTemplate: 'x://plates/{year}' }] },
    },
  ],
  ['c2s', { id: 5, method: 'prompts/list' }],
  ['s2c', { id: 5, result: { prompts: [{ name: 'haiku', title: 'About tonight' }] } }],
  { event: 'ready' },
];

/** A program with the palette open where some keys lead to, and something typed into it. */
function found(query: string, ...keys: readonly string[]) {
  const { ui, context, press, done } = program(told(...SESSION));
  press(...keys, 'ctrl+p');
  ui.update(typedIntoPalette(query));
  const offers = () => offersIn(context);
  return { ui, press, done, context, offers, labels: () => offers().shown.map(({ label }) => label) };
}

describe('what the palette finds', () => {
  it.each<[string, string, string]>([
    ['a command', 'zoom pa', 'zoom pane'],
    ['a command by its initials', 'tgtr', 'toggle traffic'],
    ['what no key runs', 'mouse', 'toggle mouse'],
    ['a screen', 'to traf', 'to traffic'],
    ['a tool by its name', 'gs', 'get-sum'],
    ['a tool by its title', 'adds', 'get-sum'],
    ['a resource by its URI', 'observatory', 'guide'],
    ['a template by its title', 'glass', 'plate'],
    ['a template by its variable', '{year', 'plate'],
    ['a prompt', 'haiku', 'haiku'],
    ['words in any order', 'sum get', 'get-sum'],
  ])('is %s: %s', (_, query, label) => {
    expect(found(query, '2').labels()[0]).toBe(label);
  });

  it('is nothing where nothing matches', () => {
    const { press, labels, ui } = found('xyzzy');
    expect(labels()).toEqual([]);
    press('down', 'enter');
    expect(overlayOf(ui.get(), 'palette')).toBeDefined();
  });

  it('is everything before something is typed, what can be called first', () => {
    const labels = found('', '2').labels();
    expect(labels[0]).toBe('get-sum');
    // Commands come after the items, and what cannot run now last of all; motions are no commands to look for.
    expect(labels.indexOf('open')).toBeGreaterThan(labels.indexOf('zoom-in'));
    expect(labels.indexOf('send raw')).toBeGreaterThan(labels.indexOf('open'));
    expect(labels).not.toContain('page down');
  });

  it.each<[string, readonly string[], string, string]>([
    ['a list', ['2'], 'refresh', 'call'],
    ['a form', ['2', 'enter'], 'call', 'refresh'],
    ['the traffic', ['5'], 'findings only', 'refresh'],
    ['a prompt', ['2', '/'], 'accept', 'refresh'],
    ['the help', ['?'], 'close help', 'refresh'],
  ])('has the commands of %s from where it was opened', (_, keys, there, elsewhere) => {
    const labels = found('', ...keys).labels();
    expect(labels).toContain(there);
    expect(labels).not.toContain(elsewhere);
  });

  it('has the commands of other places behind all others, and leads there', () => {
    const { labels, press, ui, offers } = found('export messages', '2');
    expect(labels()).toEqual(['export messages']);
    expect(offers().shown[0]).toMatchObject({ about: 'on 5 Traffic', keyName: 's' });
    press('enter');
    expect(ui.get()).toMatchObject({
      screen: 'traffic',
      status: { text: 'Traffic is where to export messages' },
    });
    expect(found('export', '5').offers().shown[0]?.about).toBe('');
  });

  it('has the calls of before, and puts their arguments into the form', () => {
    const { ui, context, press } = program(told(...SESSION));
    const call = { server: 'fake', list: 'tools', name: 'get-sum', left: [] } as const;
    const at = new Date().toISOString();
    ui.update((now) => ({
      ...now,
      recalled: {
        ...now.recalled,
        ...{ server: 'fake', isRead: true },
        calls: [
          { ...call, at, arguments: '{"a":3,"b":42}' },
          { ...call, at, server: 'another', arguments: '{"a":42}' },
          { ...call, at, name: 'gone', arguments: '{"a":42}' },
        ],
      },
    }));
    press('5', 'ctrl+p');
    ui.update(typedIntoPalette('sum 42'));
    const labels = () => offersIn(context).shown.map(({ label, kind }) => `${kind}: ${label}`);
    expect(labels()).toEqual(['call: get-sum {"a": 3, "b": 42}']);
    press('enter');
    const { screen } = ui.get();
    const detail = shownDetail(ui.get(), context.host.store.state())?.detail;
    expect(screen).toBe('tools');
    expect(detail?.showing).toBe('form');
    expect(detail && textToSend(detail.form)).toBe('{"a":3,"b":42}');
  });

  it('says where a command works to which no screen leads', () => {
    const { press, ui, labels } = found('compare to', '2');
    expect(labels()).toEqual(['compare to previous']);
    press('enter');
    expect(ui.get()).toMatchObject({
      screen: 'tools',
      status: { text: 'This key works in another pane: Result.' },
    });
  });

  it('has no text of a server that controls the terminal', () => {
    expect(found('evil').labels()[0]).toBe('evil<ESC>[2J<U+202E>');
  });
});

describe('the palette', () => {
  it.each([['ctrl+p'], ['alt+x'], [':']])(
    'is opened with %s and closed with esc, over what was there',
    (key) => {
      const { ui, press, context } = program(told(...SESSION));
      press('2', 'j', 'z', key);
      expect(textFocus(ui.get(), context.host.store.state())).toBe('prompt');
      expect(press('q', ':', '2')).toEqual([false, false, false]);
      press('esc');
      expect(ui.get()).toMatchObject({
        screen: 'tools',
        zoom: true,
        lists: { tools: { selected: 'tools zoom-in' } },
      });
      expect(overlayOf(ui.get(), 'palette')).toBeUndefined();
    },
  );

  it('is closed with the key that opened it, and leaves a line that was being typed', () => {
    const { ui, press } = program(told(...SESSION));
    press('2', '/');
    ui.update(typed('sum'));
    press('ctrl+p', 'ctrl+p');
    expect(overlayOf(ui.get(), 'prompt')?.value).toBe('sum');
    expect(overlayOf(ui.get(), 'palette')).toBeUndefined();
  });

  it('is not opened by a colon that is typed', () => {
    const { press, ui } = program(told(...SESSION));
    press('2', '/');
    expect(press(':')).toEqual([false]);
    expect(overlayOf(ui.get(), 'palette')).toBeUndefined();
  });

  it('runs a command where it was opened', () => {
    const { ui, press } = found('toggle traffic', '2');
    press('enter');
    expect(ui.get()).toMatchObject({ dock: false, screen: 'tools' });
    expect(overlayOf(ui.get(), 'palette')).toBeUndefined();
  });

  it('moves, and starts at the best match with each letter', () => {
    const { ui, press, offers } = found('to ', '2');
    const [first, second] = offers().keys;
    press('down');
    expect(overlayOf(ui.get(), 'palette')?.list.selected).toBe(second);
    press('up');
    expect(overlayOf(ui.get(), 'palette')?.list.selected).toBe(first);
    press('down');
    ui.update(typedIntoPalette('to traffic'));
    press('enter');
    expect(ui.get().screen).toBe('traffic');
  });

  it('says why a command cannot run', () => {
    const { ui, press, offers, context } = found('refresh', '2');
    expect(offers().shown[0]?.whyNot?.(context)).toBe('Not available in a recording.');
    press('enter');
    expect(ui.get().status?.text).toBe('Not available in a recording.');
  });

  it.each<[string, string, string]>([
    ['get-sum', 'tools', 'tools get-sum'],
    ['guide', 'resources', 'resources observatory://guide.md'],
    ['plate', 'resources', 'resourceTemplates x://plates/{year}'],
    ['haiku', 'prompts', 'prompts haiku'],
  ])('goes to %s, its detail focused, from under the help', (name, screen, key) => {
    // With a line typed into it, or without.
    for (const keys of [['?'], ['?', '/']]) {
      const { ui, press } = found(name, '5', ...keys);
      press('enter');
      const { lists, focus, overlays, ...now } = ui.get();
      expect(now.screen).toBe(screen);
      expect(lists[screen as 'tools'].selected).toBe(key);
      expect([focus[screen as 'tools'], overlays]).toEqual(['detail', []]);
    }
  });

  it('drops a filter that hides what it goes to, and no other', () => {
    const { ui, press } = program(told(...SESSION));
    press('2', '/');
    ui.update(typed('zoom'));
    press('enter', 'ctrl+p');
    ui.update(typedIntoPalette('zoom-in'));
    press('enter');
    expect(ui.get().lists.tools.filter).toBe('zoom');
    press('ctrl+p');
    ui.update(typedIntoPalette('get-sum'));
    press('enter');
    expect(ui.get().lists.tools).toMatchObject({ filter: '', selected: 'tools get-sum' });
  });

  it('turns the mouse on and off', () => {
    const { ui, press } = found('mouse');
    press('enter');
    expect(ui.get().mouse).toBe(true);
  });

  it.each<[string, readonly string[], string]>([
    ['boundary values', ['3'], 'Boundary values need a tool: press 2 for the tools.'],
    ['boundary values', ['2'], 'Not available in a recording.'],
    ['send raw', ['2'], 'Not available in a recording.'],
  ])('has no %s on %s', (label, keys, reason) => {
    const { press, ui } = found(label, ...keys);
    press('enter');
    expect(ui.get().status?.text).toBe(reason);
  });

  it('shows nothing while it is closed, and boundary values of what is on screen only', () => {
    const { context, press } = program(told(...SESSION));
    expect(offersIn(context).all).toEqual([]);
    press('3');
    chooseBoundary(context);
    expect(offersIn(context).all).toEqual([]);
  });
});
