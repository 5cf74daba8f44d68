import { describe, expect, test } from 'vitest';
import { openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Screen } from '../support/screen.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** The rows of the screen on which a picture is drawn, each with the columns of its first and last half block. */
const drawn = (screen: Screen) =>
  screen.screen().flatMap((text, row) => {
    const first = text.indexOf('▀');
    return first === -1 ? [] : [{ row, first, last: text.lastIndexOf('▀') }];
  });

/** The demonstration with the picture of the sky in a result, selected. */
async function picture(options: TerminalOptions = {}): Promise<Terminal> {
  const terminal = openTerminal({ args: [...(options.args ?? []), 'demo'], ...withoutArgs(options) });
  await terminal.waitFor(/[·-] ready/);
  await terminal.key('2');
  await openMatch(terminal, 'sky-pic');
  await terminal.waitFor('ctrl+s');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/21 stars/);
  return terminal;
}

/** Selects the picture. */
async function select(terminal: Terminal): Promise<void> {
  await terminal.key('G');
  await terminal.waitFor(/[❯>] ▀▀▀/);
}

const withoutArgs = ({ args: _, ...options }: TerminalOptions): TerminalOptions => options;

describe('a picture within a pane', () => {
  test.each(
    portion([
      { cols: 80, rows: 24, most: 13 },
      { cols: 120, rows: 32, most: 20 },
      { cols: 60, rows: 15, most: 7 },
    ]),
  )('is drawn in half blocks at $cols×$rows, and folded again', async ({ cols, rows, most }) => {
    const terminal = await picture({ cols, rows, env: { COLORTERM: 'truecolor' } });
    await terminal.waitFor('▀▀▀');
    await select(terminal);
    await terminal.waitFor('⏎ collapse');
    const found = drawn(terminal);
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThanOrEqual(most);
    // 320x160: twice as wide as high, and two pixels a cell.
    const { first, last } = found[0]!;
    expect(last - first + 1).toBeGreaterThanOrEqual(4 * found.length - 4);
    expect(last - first + 1).toBeLessThanOrEqual(4 * found.length);
    // The sky, and the hill below it, which is darker.
    expect(terminal.cell(found[0]!.row, first)).toMatchObject({ text: '▀', fg: expect.any(Number) });
    const sky = terminal.cell(found.at(-3)!.row, first).fg ?? 0;
    const lowest = terminal.cell(found.at(-1)!.row, first);
    const hill = lowest.bg ?? lowest.fg ?? 0xffffff;
    expect(hill & 0xff).toBeLessThan(sky & 0xff);
    // What is said of it stays in view.
    expect(terminal.screen()[found[0]!.row - 1]).toMatch(/image|priority/);

    await terminal.key('left');
    await terminal.waitWithout('▀');
    await terminal.waitFor('⏎ expand');
    await terminal.key('right');
    await terminal.waitFor('▀▀▀');
    await terminal.key('enter');
    await terminal.waitWithout('▀');
    expect(terminal.text()).toContain('image, image/png');
  });

  test('is drawn again in the next result, and in a window of another size', async () => {
    const terminal = await picture({ env: { COLORTERM: 'truecolor' } });
    await terminal.waitFor('▀▀▀');
    const wide = drawn(terminal);
    terminal.resize(80, 24);
    await terminal.waitFor((screen) => {
      const now = drawn(screen);
      return now.length > 5 && now.length < wide.length && faultsOf(screen).length === 0;
    });
    await terminal.key('r');
    await expect.poll(() => sentWith(terminal.home, '"type":"image"', 's2c')).toHaveLength(2);
    await terminal.waitFor('▀▀▀');
    await terminal.waitFor(/6\.5 KB|·…/);
  });

  test('is seen as a whole at once, below what stands above it', async () => {
    const terminal = await picture({ cols: 160, rows: 45, env: { COLORTERM: 'truecolor' } });
    await terminal.waitFor('▀▀▀');
    expect(terminal.text()).toMatch(/text, 43 B[\s\S]*21 stars[\s\S]*image, image\/png[\s\S]*▀▀▀/);
    const { length } = drawn(terminal);
    await terminal.key('f6');
    await select(terminal);
    expect(drawn(terminal)).toHaveLength(length);
  });

  test('takes the palette of 256 where no more is promised', async () => {
    const terminal = await picture();
    await terminal.waitFor('▀▀▀');
    const { row, first } = drawn(terminal)[0]!;
    expect(terminal.cell(row, first).fg).toBeGreaterThanOrEqual(16);
    expect(terminal.cell(row, first).fg).toBeLessThan(256);
  });

  test.each([
    ['NO_COLOR', { env: { NO_COLOR: '1' } }],
    ['--ascii', { args: ['--ascii'] }],
  ])('is light and dark signs with %s', async (_, options) => {
    const terminal = await picture(options);
    await terminal.waitFor(/\.{20}[.:]*:[:=-]{2}/);
    expect(terminal.text()).not.toContain('▀');
  });

  test('is words alone for a screen reader', async () => {
    const terminal = await picture({ env: { INK_SCREEN_READER: 'true' } });
    await terminal.waitFor('Images are not drawn for screen readers; s saves the image.');
    expect(terminal.text()).not.toContain('▀');
  });
});

describe('a picture on the whole terminal', () => {
  const kitty =
    /\x1b_Ga=T,f=100,t=d,i=1781,q=2,C=1(?:,[cr]=\d+)?,m=[01];(?:[\w+/=]+\x1b\\(?:\x1b_Gm=[01],q=2;)?)+/;
  const iterm =
    /\x1b\]1337;File=name=cGljdHVyZQ==;size=\d+;width=[a\d]\w*;height=\w+;preserveAspectRatio=1;inline=1:[\w+/=]+\x07/;
  const sixel = /\x1bP0;1q"1;1;320;160#[^\x1b]+\x1b\\/;

  test.each([
    ['kitty', { env: { KITTY_WINDOW_ID: '1' } }, kitty],
    ['Ghostty, with its keyboard', { env: { TERM_PROGRAM: 'ghostty' }, kitty: true }, kitty],
    ['iTerm2', { env: { TERM_PROGRAM: 'iTerm.app' } }, iterm],
    ['sixels', { sixel: true }, sixel],
    ['sixels, with a narrow window', { sixel: true, cols: 60, rows: 15 }, sixel],
  ] as const)('is shown by %s, and all is as it was after a key', async (_, options, sequence) => {
    const terminal = await picture(options);
    await select(terminal);
    // Nothing is asked of the terminal, and no protocol spoken, for what is drawn within a pane.
    expect(terminal.written()).not.toMatch(/\x1b\[16t|\x1b_G|\x1b\]1337|\x1bP/);
    await terminal.settle();
    const before = terminal.text();
    const from = terminal.written().length;
    await terminal.key('v');
    await terminal.waitFor(/^any key goes back - sky-picture-\d+\.png: image, image\/png/m);
    expect(terminal.written().slice(from)).toMatch(sequence);
    // The words are on the last row, and nothing else is on the screen.
    expect(terminal.text().trimStart()).toMatch(/^any key/);
    expect(terminal.screen().at(-1)).toMatch(/^any key/);
    expect(terminal.modes()).toMatchObject({ alternate: true, cursorShown: false });
    await terminal.key('x');
    await terminal.waitFor('mcp-loupe');
    await terminal.waitFor((screen) => screen.text() === before);
    const since = terminal.written().slice(from);
    if (sequence === kitty) expect(since).toContain('\x1b_Ga=d,d=I,i=1781,q=2\x1b\\');
    // The key was not taken for one of ours, and ours work again.
    await terminal.key('up');
    await terminal.waitWithout(/[❯>] ▀▀▀/);
  });

  test('is drawn in half blocks where the terminal knows none, also after it became another size', async () => {
    const terminal = await picture({ env: { COLORTERM: 'truecolor' } });
    await select(terminal);
    await terminal.key('v');
    await terminal.waitFor('any key goes back');
    await terminal.waitFor((screen) => drawn(screen).length === 30);
    expect(drawn(terminal)[0]).toEqual({ row: 0, first: 0, last: 119 });
    const from = terminal.written().length;
    terminal.resize(40, 12);
    await terminal.waitFor(
      (screen) =>
        terminal.written().slice(from).includes('any key goes back') &&
        drawn(screen).length === 10 &&
        screen.screen().at(-1)?.startsWith('any key goes back') === true,
    );
    await terminal.key('q');
    await terminal.waitFor('mcp-loupe');
  });

  test('gives the terminal back when the program is ended meanwhile', async () => {
    const terminal = openTerminal({ shell: true, args: ['demo'], env: { KITTY_WINDOW_ID: '1' } });
    const settings = await terminal.stty();
    await terminal.start();
    await terminal.waitFor('· ready');
    await terminal.key('2');
    await openMatch(terminal, 'sky-pic');
    await terminal.waitFor('ctrl+s');
    await terminal.key('ctrl+s');
    await terminal.waitFor('21 stars');
    await select(terminal);
    await terminal.key('v');
    await terminal.waitFor('any key goes back');
    terminal.signal('SIGTERM');
    expect(await terminal.prompt()).toBe(143);
    expect(terminal.modes()).toMatchObject({ alternate: false, cursorShown: true, paste: false });
    expect(terminal.written()).toContain('\x1b_Ga=d,d=I,i=1781,q=2\x1b\\');
    expect(await terminal.stty()).toBe(settings);
  });

  test('leaves the terminal as it was after q', async () => {
    const terminal = await picture({ env: { TERM_PROGRAM: 'WezTerm' } });
    await select(terminal);
    await terminal.key('v');
    await terminal.waitFor('any key goes back');
    await terminal.key('esc');
    await terminal.waitFor('mcp-loupe');
    await terminal.key('q');
    expect(await terminal.exited).toMatchObject({ code: 0 });
    expect(terminal.modes()).toMatchObject({ alternate: false, cursorShown: true, mouse: 'none' });
  });
});
