import { describe, expect, it } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { type PaletteRow, paletteRow } from '../../../src/tui/overlay/palette.tsx';
import { createTheme } from '../../../src/tui/world/theme.ts';

const plain = createTheme({ ascii: false, colour: false });
const colour = createTheme({ ascii: false, colour: true });

const row = (label: string, more: Partial<PaletteRow> = {}): PaletteRow => ({
  label,
  about: '',
  note: 'tool',
  dim: false,
  ...more,
});

describe('paletteRow', () => {
  it.each<[string, PaletteRow, string]>([
    ['a label and its note', row('get-sum'), '  get-sum                           tool'],
    ['what is told of it', row('get-sum', { about: 'Adds' }), '  get-sum               Adds        tool'],
    [
      'nothing more where nothing is',
      row('get-sum', { note: '' }),
      '  get-sum                               ',
    ],
    [
      'a label that is long',
      row('trigger-long-running-operation-again'),
      '  trigger-long-running-operation-…  tool',
    ],
    [
      'what is told, behind a label of some length',
      row('twenty-two-cells-or-so', { about: 'cut short' }),
      '  twenty-two-cells-or-so  cut sho…  tool',
    ],
    [
      'wide characters',
      row('日本語の道具', { about: '道具です' }),
      '  日本語の道具          道具です    tool',
    ],
  ])('has %s', (_, drawn, expected) => {
    expect(paletteRow(drawn, '', false, 40, plain)).toBe(expected);
  });

  it('is as wide as it is told to be', () => {
    const rows = [
      row('a'),
      row('get-sum', { about: '道具です'.repeat(20) }),
      row('x'.repeat(90)),
      row('道具'.repeat(40)),
    ];
    for (const cells of [20, 36, 56, 116])
      for (const drawn of rows)
        for (const selected of [true, false])
          expect(width(paletteRow(drawn, '', selected, cells, plain)), `${drawn.label} in ${cells}`).toBe(
            cells,
          );
  });

  it('marks the selected row, and what of the others was sought', () => {
    expect(paletteRow(row('get-sum'), 'gs', true, 40, plain)).toMatch(/^❯ get-sum/);
    expect(paletteRow(row('get-sum'), 'gs', false, 40, colour)).toContain(
      '  \u001b[4mg\u001b[24met-\u001b[4ms\u001b[24mum',
    );
  });

  it('dims what cannot run, and says why', () => {
    const drawn = row('call', { about: 'There is nothing to call.', note: 'ctrl+s', dim: true });
    expect(paletteRow(drawn, 'call', false, 60, colour)).toContain('  \u001b[2mcall\u001b[22m');
    expect(paletteRow(drawn, 'call', false, 60, plain)).toMatch(/call +There is nothing to call\. +ctrl\+s$/);
  });
});
