import { describe, expect, it } from 'vitest';
import { filterBy } from '../../../src/tui/kit/list/state.ts';
import { showExchange } from '../../../src/tui/kit/log/state.ts';
import { closeHelp, narrowHelp, showHelp } from '../../../src/tui/overlay/help.tsx';
import { withList } from '../../../src/tui/screens/catalogue/entries.ts';
import { back } from '../../../src/tui/shell/leaving.ts';
import { initialUi } from '../../../src/tui/shell/session-view.ts';
import {
  closePrompt,
  openPrompt,
  overlayOf,
  showScreen,
  typed,
  withOverlay,
} from '../../../src/tui/world/overlay.ts';
import { focusPane, type Ui } from '../../../src/tui/world/ui.ts';

const start = initialUi({ columns: 120, rows: 32 });
const tools = showScreen('tools')(start);
const filtering = openPrompt('/', {
  id: 'filter',
  typed: (value) => withList('tools', (list) => filterBy(list, value)),
});

/** What is typed into the help. */
const looking = openPrompt('/', { id: 'help', typed: narrowHelp });

/** What is typed to filter the traffic. */
const filteringTraffic = openPrompt('/', {
  id: 'filter traffic',
  typed: (filter) => (ui) => ({ ...ui, traffic: { ...ui.traffic, filter, aside: undefined } }),
});

const helped = showHelp({ here: [], table: [] });

describe('back', () => {
  it('goes one step each time, the nearest thing first', () => {
    const filtered = closePrompt(typed('sum')(filtering(tools)));
    const quit = withOverlay('question', { title: 'Quit', text: 'Quit?', since: 0, yes: () => {} });
    const line = openPrompt('/', { id: 'filter output' }, 'x');
    // Whatever is opened first, the question lies over the line, and that over the help.
    const deep = quit(line(helped({ ...focusPane('detail')(filtered), zoom: true })));
    expect(line(helped(quit(filtered))).overlays.map(({ kind }) => kind)).toEqual([
      'help',
      'prompt',
      'question',
    ]);
    const told = (ui: Ui): string =>
      [
        ...ui.overlays.map(({ kind }) => kind).reverse(),
        ui.zoom && 'zoom',
        ui.focus.tools,
        ui.lists.tools.filter,
      ]
        .filter(Boolean)
        .join(' ');
    const steps = [told(deep)];
    for (let ui = deep; back(ui) !== ui; ui = back(ui)) steps.push(told(back(ui)));
    expect(steps).toEqual([
      'question prompt help zoom detail sum',
      'prompt help zoom detail sum',
      'help zoom detail sum',
      'zoom detail sum',
      'detail sum',
      'list sum',
      'list',
    ]);
  });

  it('shows all of the help again before it closes it', () => {
    const typing = typed('call')(looking(helped(tools)));
    expect(back(typing).overlays).toMatchObject([{ kind: 'help', filter: '' }]);
    const found = closePrompt(typing);
    expect([found, back(found), back(back(found))].map((ui) => overlayOf(ui, 'help')?.filter)).toEqual([
      'call',
      '',
      undefined,
    ]);
  });

  it('closes the help and its line at once with its own keys, but no other line', () => {
    const typing = typed('call')(looking(helped(tools)));
    expect(closeHelp(typing)).toEqual(tools);
    expect(closeHelp(helped(filtering(tools))).overlays).toMatchObject([{ kind: 'prompt', label: '/' }]);
  });

  it('drops a filter of a log', () => {
    const ui: Ui = { ...showScreen('traffic')(start), traffic: { ...start.traffic, filter: 'ping' } };
    expect(back(ui).traffic.filter).toBe('');
  });

  it('brings the filter back that was in force before one exchange was shown, unless another is typed', () => {
    const ui: Ui = {
      ...showScreen('traffic')(start),
      traffic: showExchange({ ...start.traffic, filter: 'ping' }, '#7'),
    };
    expect([back(ui), back(back(ui))].map(({ traffic }) => traffic.filter)).toEqual(['ping', '']);
    const again = closePrompt(typed('dir:in')(filteringTraffic(ui)));
    expect(back(again).traffic.filter).toBe('');
  });
});

describe('the prompt', () => {
  it('starts empty and filters while one types', () => {
    const again = filtering(closePrompt(typed('sum')(filtering(tools))));
    expect([overlayOf(again, 'prompt')?.value, again.lists.tools.filter]).toEqual(['', '']);
    expect(typed('ec')(again).lists.tools.filter).toBe('ec');
  });

  it('keeps the filter when it is closed and drops it when one goes back', () => {
    const now = typed('sum')(filtering(tools));
    expect(closePrompt(now).lists.tools.filter).toBe('sum');
    expect(back(now).lists.tools.filter).toBe('');
  });

  it('makes one line of what is pasted', () => {
    expect(overlayOf(typed('a\r\nb\tc\u001b')(filtering(tools)), 'prompt')?.value).toBe('a b c ');
  });

  it('filters a log', () => {
    const ui = filteringTraffic(showScreen('traffic')(start));
    expect(typed('tools/')(ui).traffic.filter).toBe('tools/');
  });
});
