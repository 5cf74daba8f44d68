import { expect, it } from 'vitest';
import { scrollPane } from '../../../src/tui/kit/movement.ts';
import { createUi } from '../../../src/tui/shell/session-view.ts';
import { clampTop, createExtents } from '../../../src/tui/world/pane-sizes.ts';

const EDGE = { by: 'edge', way: 1 } as const;

it('stays at the end of a text that grows after the key', () => {
  const ui = createUi({ columns: 80, rows: 24 });
  const extents = createExtents();
  const top = (): number => clampTop(ui.get().scroll['server'] ?? 0, extents.get('server'));
  // A restarted server has told nothing yet, and all of it fits.
  extents.set('server', { rows: 10, height: 20 });
  scrollPane({ ui, extents }, 'server', EDGE);
  expect(top()).toBe(0);
  extents.set('server', { rows: 50, height: 20 });
  expect(top()).toBe(30);
  scrollPane({ ui, extents }, 'server', { by: 'row', way: -1 });
  expect(top()).toBe(29);
  extents.set('server', { rows: 60, height: 20 });
  expect(top()).toBe(29);
});
