import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 60, rows: 15 },
  { cols: 120, rows: 32 },
]);

describe.each(sizes)('completion at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;

  beforeAll(async () => {
    terminal = await opened(['demo'], { cols, rows, keep: true });
  });
  afterAll(() => terminal.kill());

  /** Goes to an item by the palette. */
  const open = async (name: string) => {
    await terminal.key('ctrl+p');
    await terminal.waitFor('Palette');
    await terminal.type(name);
    await terminal.waitFor(`❯ ${name}`);
    await terminal.key('enter');
    await terminal.waitWithout('Palette');
  };

  test('offers the stars that begin with what is typed, and takes one', async () => {
    await open('explain-star');
    await terminal.waitFor('❯ star *');
    terminal.raw('al');
    await terminal.waitFor('Altair');
    expect(terminal.text()).toContain('Aldebaran');
    expect(terminal.text()).not.toContain('Vega');
    await terminal.key('down', 'down');
    await terminal.waitFor('❯ Algol');
    await terminal.key('enter');
    await terminal.waitWithout('Altair');
    await terminal.waitFor(/❯ star \* .*Algol/);
  });

  test('goes on with what was typed when nothing is chosen', async () => {
    await terminal.key('tab');
    await terminal.waitFor(/❯ to /);
    await terminal.type('a ');
    await terminal.waitFor('a grown-up');
    await terminal.type('cat');
    await terminal.key('ctrl+s');
    await terminal.waitFor('Explain the star Algol to a cat.');
    await expect
      .poll(() => sentWith(terminal.home, 'prompts/get')[0])
      .toContain('"arguments":{"star":"Algol","to":"a cat"}');
  });

  test('tells the year when the number of a plate is asked for, and shows the URI', async () => {
    await open('plate');
    await terminal.waitFor('❯ year');
    await terminal.waitFor('observatory://plates//');
    terminal.raw('18');
    await terminal.waitFor('1896');
    await terminal.waitWithout('1910');
    await terminal.key('down', 'tab');
    await terminal.waitFor('observatory://plates/1896/');
    await terminal.key('tab');
    await terminal.waitFor('❯ number');
    await terminal.key('ctrl+space');
    await expect
      .poll(() => sentWith(terminal.home, '"context":{"arguments":{"year":"1896"}}'))
      .not.toEqual([]);
    await terminal.waitFor(/│ +1 +[│┃]/);
    await terminal.key('down', 'down');
    await terminal.waitFor('❯ 2');
    await terminal.key('enter');
    await terminal.waitFor('observatory://plates/1896/2');
    await terminal.key('ctrl+s');
    await terminal.waitFor('The Moon, cracked');
    await expect
      .poll(() => sentWith(terminal.home, 'resources/read')[0])
      .toContain('"uri":"observatory://plates/1896/2"');
  });

  test('closes what is offered with esc, and keeps what was typed', async () => {
    await terminal.key('e');
    await terminal.waitFor(/❯ number .*2/);
    await terminal.key('backspace');
    await terminal.waitFor(/│ +1 +[│┃]/);
    await terminal.key('esc');
    await terminal.waitWithout(/│ +1 +[│┃]/);
    await terminal.waitFor('❯ number');
  });
});
