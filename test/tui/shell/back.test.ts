import { describe, expect, it } from 'vitest';
import { showExchange } from '../../../src/tui/kit/log/state.ts';
import { closePrompt, openPrompt, typed } from '../../../src/tui/overlay/typed.ts';
import { back } from '../../../src/tui/shell/back.ts';
import { initialUi } from '../../../src/tui/shell/initial-ui.ts';
import { closeHelp, focusPane, showHelp, showScreen, type Ui } from '../../../src/tui/world/ui.ts';

const start = initialUi({ columns: 120, rows: 32 });
const tools = showScreen('tools')(start);
const filtering = openPrompt('/', { kind: 'filter', screen: 'tools' });

describe('back', () => {
  it('goes one step each time, the nearest thing first', () => {
    const filtered = closePrompt(typed('sum')(filtering(tools)));
    const deep: Ui = {
      ...focusPane('detail')(filtered),
      zoom: true,
      help: { filter: '' },
      prompt: { label: '/', value: 'x', purpose: { kind: 'filterLog', log: 'output' } },
      question: { text: 'Quit?', purpose: { kind: 'quit' } },
    };
    const told = (ui: Ui): string =>
      [
        ui.question && 'question',
        ui.prompt && 'prompt',
        ui.help && 'help',
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
    const looking = openPrompt('/', { kind: 'help' })(showHelp('')(tools));
    const typing = typed('call')(looking);
    expect([back(typing).help?.filter, back(typing).prompt]).toEqual(['', undefined]);
    const found = closePrompt(typing);
    expect([found, back(found), back(back(found))].map(({ help }) => help?.filter)).toEqual([
      'call',
      '',
      undefined,
    ]);
  });

  it('closes the help and its line at once with its own keys, but no other line', () => {
    const typing = typed('call')(openPrompt('/', { kind: 'help' })(showHelp('')(tools)));
    expect(closeHelp(typing)).toEqual({ ...tools, scroll: { help: 0 } });
    expect(closeHelp(showHelp('')(filtering(tools))).prompt?.label).toBe('/');
  });

  it('drops a filter of a log', () => {
    const ui: Ui = { ...showScreen('traffic')(start), traffic: { ...start.traffic, filter: 'ping' } };
    expect(back(ui).traffic.filter).toBe('');
  });

  it('brings the filter back that was in force before one exchange was shown, unless another is typed', () => {
    const ui: Ui = {
      ...showScreen('traffic')(start),
      traffic: showExchange({ ...start.traffic, filter: 'ping' }, 7),
    };
    expect([back(ui), back(back(ui))].map(({ traffic }) => traffic.filter)).toEqual(['ping', '']);
    const again = closePrompt(typed('dir:in')(openPrompt('/', { kind: 'filterLog', log: 'traffic' })(ui)));
    expect(back(again).traffic.filter).toBe('');
  });
});

describe('the prompt', () => {
  it('starts empty and filters while one types', () => {
    const again = filtering(closePrompt(typed('sum')(filtering(tools))));
    expect([again.prompt?.value, again.lists.tools.filter]).toEqual(['', '']);
    expect(typed('ec')(again).lists.tools.filter).toBe('ec');
  });

  it('keeps the filter when it is closed and drops it when one goes back', () => {
    const now = typed('sum')(filtering(tools));
    expect(closePrompt(now).lists.tools.filter).toBe('sum');
    expect(back(now).lists.tools.filter).toBe('');
  });

  it('makes one line of what is pasted', () => {
    expect(typed('a\r\nb\tc\u001b')(filtering(tools)).prompt?.value).toBe('a b c ');
  });

  it('filters a log', () => {
    const ui = openPrompt('/', { kind: 'filterLog', log: 'traffic' })(showScreen('traffic')(start));
    expect(typed('tools/')(ui).traffic.filter).toBe('tools/');
  });
});
