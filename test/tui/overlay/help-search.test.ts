import { describe, expect, it } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { findKeys, foundRows } from '../../../src/tui/overlay/help.tsx';
import { commands, commandsIn } from '../../../src/tui/shell/commands.ts';
import type { Command, Scope } from '../../../src/tui/world/command.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';

const table: readonly Command[] = commands;
const plain = createTheme({ ascii: false, colour: false });
const NEXT = { all: 'esc', palette: 'ctrl+p' };
const SCOPES: readonly Scope[] = ['traffic', 'panes', 'browsing', 'numbers', 'always'];
const here = SCOPES.flatMap((scope) => commandsIn(scope));

const find = (query: string) => findKeys(here, table, query);
const ids = (found: readonly Command[]): readonly string[] => found.map(({ id }) => id);

describe('what is looked for in the help', () => {
  it.each([
    ['export', 'traffic.export'],
    ['exme', 'traffic.export'],
    ['messages export', 'traffic.export'],
    ['#', 'traffic.jump'],
    ['E', 'traffic.stderr'],
    ['ctrl+l', 'redraw'],
    ['→', undefined],
    ['pgd', 'traffic.pageDown'],
    ['alt+', 'go.server'],
    ['panes', 'nextPane'],
  ])('%s: first %s', (query, first) => expect(ids(find(query).here)[0]).toBe(first));

  it('is also found in other places, once, and nothing that is the same here', () => {
    const { elsewhere } = find('subscribe');
    expect(elsewhere.map(({ keys, label }) => `${keys.join()} ${label}`)).toEqual(
      expect.arrayContaining(['u subscribe / stop', 'alt+u subscribe / stop']),
    );
    const names = find('down').elsewhere.map(({ keys, label }) => `${keys.join()} ${label}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('down,j down');
    expect(ids(find('export').elsewhere)).not.toContain('traffic.export');
  });

  it('is not what no key runs', () => {
    const found = find('mouse');
    expect(table.some(({ label, keys }) => label.includes('mouse') && keys.length === 0)).toBe(true);
    expect([...found.here, ...found.elsewhere].filter(({ keys }) => keys.length === 0)).toEqual([]);
  });
});

describe('the rows of it', () => {
  it.each([36, 40, 76, 116])('fit in %i cells', (cells) => {
    for (const query of ['copy', 'e', 'xyzzy', 'everywhere']) {
      const rows = foundRows(find(query), query, cells, plain, NEXT);
      expect(Math.max(...rows.map(width))).toBeLessThanOrEqual(cells);
    }
  });

  it('are keys, what they do, and where', () => {
    const [first, ...others] = foundRows(find('export'), 'export', 76, plain, NEXT);
    expect(first).toMatch(/^s +export messages +Traffic$/);
    expect(others).not.toContain('Elsewhere');
  });

  it('say what to do where there are none', () => {
    expect(foundRows(find('xyzzy'), 'xyzzy', 116, plain, NEXT)).toEqual([
      'nothing found: esc shows all keys, ctrl+p searches tools, resources and prompts',
    ]);
  });
});
