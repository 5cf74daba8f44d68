import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goTo, openTool } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 60, rows: 15 },
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
]);

/** An editor that takes whatever it is given for a text of its own. */
function editorIn(folder: string): string {
  const path = join(folder, 'editor');
  writeFileSync(path, '#!/bin/sh\nprintf "%s" "from $(cat "$1" | head -c 5) outside" > "$1"\n');
  chmodSync(path, 0o755);
  return path;
}

describe.each(sizes)('forms at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;

  beforeAll(async () => {
    const env = { EDITOR: 'sh -c \'"$HOME/editor" "$0"\'' };
    terminal = openTerminal({ args: ['demo'], cols, rows, env, kitty: true, keep: true });
    editorIn(terminal.home);
    await terminal.waitFor('· ready');
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
    await terminal.key('2');
  });
  afterAll(() => terminal.kill());

  const json = async () => {
    await terminal.key('ctrl+t');
    await terminal.waitFor('JSON arguments, sent exactly');
  };
  const fields = async () => {
    await terminal.key('ctrl+t');
    await terminal.waitWithout('JSON arguments, sent exactly');
  };

  test('a choice by typing, a boolean by space, and nothing again by ctrl+x', async () => {
    await openTool(terminal, 'book-night');
    await terminal.waitFor('❯ guest *');
    await terminal.type('Ada');
    await goTo(terminal, 'telescope');
    await terminal.type('60');
    await terminal.waitFor('❯ The 60 cm reflector');
    await terminal.key('enter');
    await terminal.waitFor('❯ people');
    await goTo(terminal, 'drinks');
    // Two presses in one write are two presses.
    terminal.raw('  ');
    await terminal.waitFor(/❯ drinks .*\bfalse {2}space/);
    await terminal.key('right');
    await terminal.waitFor(/❯ drinks .*\btrue {2}space/);
    await terminal.key('left');
    await terminal.waitFor(/❯ drinks .*\bfalse {2}space/);
    await json();
    await terminal.waitFor('"drinks": false');
    expect(terminal.text()).toContain('"telescope": "reflector"');
    await fields();
    await terminal.key('ctrl+x');
    await terminal.waitFor(/❯ drinks .*default: true/);
    await json();
    await terminal.waitFor('"telescope": "reflector"');
    expect(terminal.text()).not.toContain('"drinks": false');
    await fields();
  });

  test('some of several, and what is typed in $EDITOR', async () => {
    await goTo(terminal, 'interests');
    await terminal.key('space');
    await terminal.waitFor('❯ [ ] planets');
    await terminal.waitFor('⏎ take, space ticks');
    await terminal.type('neb');
    await terminal.waitFor('❯ [ ] nebulae');
    await terminal.key('space');
    await terminal.waitFor('❯ [x] nebulae');
    await terminal.key('esc');
    await terminal.waitFor('["nebulae"]');
    await goTo(terminal, 'wishes');
    await terminal.type('lines of');
    await terminal.waitFor('lines of');
    await terminal.key('ctrl+o');
    await terminal.waitFor('from lines outside');
  });

  test('a file where @ and its path stand', async () => {
    writeFileSync(join(terminal.home, 'wishes.txt'), 'Saturn, please');
    await goTo(terminal, 'wishes');
    await terminal.key('ctrl+e', 'ctrl+u');
    await terminal.type('@~/wishes.txt');
    await terminal.waitFor('ctrl+space: insert');
    await terminal.key('ctrl+space');
    await terminal.waitFor(/❯ wishes .*Saturn, please/);
    await terminal.key('ctrl+_');
    await terminal.waitFor(/❯ wishes .*@~\/wishes.txt/);
    await terminal.key('ctrl+u');
    await terminal.waitFor(/❯ wishes .*not set/);
  });

  test('a problem beside its field, asked about before it is sent', async () => {
    await goTo(terminal, 'people');
    await terminal.type('99');
    await terminal.waitFor('✗ must be at most 12');
    await terminal.key('ctrl+s');
    await terminal.waitFor('[ y send ] [ n back ⏎ ]');
    expect(sentWith(terminal.home, '"book-night"')).toEqual([]);
    // No stays with what is wrong here; the next problem is, round, the date, which is required.
    await terminal.key('n');
    await terminal.waitFor('❯ people');
    await terminal.key('ctrl+g');
    await terminal.waitFor('❯ date *');
    await terminal.key('ctrl+s');
    await terminal.waitFor('[ y send ]');
    await terminal.key('y');
    await expect.poll(() => sentWith(terminal.home, '"book-night"')).toHaveLength(1);
    await expect.poll(() => sentWith(terminal.home, '"book-night"')[0]).toContain('"people":99');
  });

  test('JSON is sent exactly as it was typed', async () => {
    await openTool(terminal, 'separation');
    await terminal.waitFor('❯ ra *');
    await json();
    await terminal.key('ctrl+a', 'ctrl+u');
    terminal.paste('{ "ra": 1.50,\n  "dec": 2e1 }');
    // What was there before stays below the paste; its rest is cut away line by line.
    await terminal.waitFor('"dec": 2e1');
    await terminal.key('ctrl+k');
    for (let line = 0; line < 4; line++) await terminal.key('delete', 'ctrl+k');
    await terminal.waitFor(/"dec": 2e1 }\s*[│┃\n]/);
    await terminal.key('ctrl+s');
    await expect.poll(() => sentWith(terminal.home, '"separation"')).toHaveLength(1);
    await expect
      .poll(() => sentWith(terminal.home, '"separation"')[0])
      .toContain('"arguments":{ "ra": 1.50,   "dec": 2e1 }');
  });

  test('a tool that destroys asks first', async () => {
    await openTool(terminal, 'erase-log');
    await terminal.key('ctrl+s');
    await terminal.waitFor(
      /erase-log is marked destructive\. Run it\?[\s\S]*\[ y once \] \[ a always \] \[ n no ⏎ \]/,
    );
    await terminal.key('n');
    await terminal.waitWithout('y once');
    expect(sentWith(terminal.home, '"erase-log"')).toEqual([]);
    await terminal.key('ctrl+s');
    await terminal.waitFor('y once');
    await terminal.key('y');
    await expect.poll(() => sentWith(terminal.home, '"erase-log"')).toHaveLength(1);
  });
});
