import type { ReactNode } from 'react';
import { cut, pad } from '../../../text/cut.ts';
import { width } from '../../../text/width.ts';
import { type Meaning, type Theme, useTheme } from '../../world/theme.ts';
import { Rows } from '../rows.tsx';

/** A short word about an item, at the right end of its row. */
export interface Badge {
  readonly text: string;
  /** What it says where that has no room. */
  readonly short?: string;
  readonly meaning: Meaning;
}

/** What is drawn of an item; `label` is visible text. */
export interface ListRow {
  readonly key: string;
  readonly label: string;
  readonly badges?: readonly Badge[];
  /** Drawn back because there is nothing to use it by. */
  readonly dim?: boolean;
  /** Struck out because it must not be used. */
  readonly struck?: boolean;
}

interface Props {
  /** Those that are seen. */
  readonly items: readonly ListRow[];
  readonly selected: string | undefined;
  readonly focused: boolean;
  /** Cells inside of the pane. */
  readonly width: number;
}

/** A list with one selected item. */
export function List({ items, selected, focused, width }: Props): ReactNode {
  const theme = useTheme();
  return (
    <Rows
      rows={items.map((item) => ({
        key: item.key,
        text: itemRow(item, item.key === selected, focused, width, theme),
      }))}
    />
  );
}

/**
 * The row of an item, exactly `cells` wide: marker, label, and as many of the badges as have room beside at least
 * twelve cells of the label.
 */
export function itemRow(
  item: ListRow,
  selected: boolean,
  focused: boolean,
  cells: number,
  theme: Theme,
): string {
  const { glyphs, paint } = theme;
  const badges = fitting(item.badges ?? [], cells - 2 - Math.min(12, width(item.label)));
  const taken = badges.reduce((sum, { text }) => sum + 1 + width(text), 0);
  const label = pad(cut(item.label, cells - 2 - taken), Math.max(0, cells - 2 - taken));
  const marker = selected ? `${glyphs.selected} ` : '  ';
  if (selected && focused) {
    return paint('selection', `${marker}${label}${badges.map(({ text }) => ` ${text}`).join('')}`);
  }
  const painted = badges.map(({ text, meaning }) => ` ${paint(meaning, text)}`).join('');
  return `${paint('accent', marker)}${named(item, label, selected, theme)}${painted}`;
}

function named({ dim, struck }: ListRow, label: string, selected: boolean, { paint }: Theme): string {
  if (struck) return `${paint('struck', label.trimEnd())}${label.slice(label.trimEnd().length)}`;
  if (dim) return paint('dim', label);
  return selected ? paint('strong', label) : label;
}

function fitting(badges: readonly Badge[], cells: number): readonly Badge[] {
  let left = cells;
  return badges.flatMap((badge) => {
    const { text: long, short = long, meaning } = badge;
    const text = 1 + width(long) <= left ? long : short;
    if (1 + width(text) > left) return [];
    left -= 1 + width(text);
    return [{ text, meaning }];
  });
}
