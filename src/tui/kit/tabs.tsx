import { Text } from 'ink';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import type { TabPlace } from '../world/pane-sizes.ts';
import { type Theme, useTheme } from '../world/theme.ts';

/** One tab. */
export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly count: number | undefined;
  /** Something waits there for the person. */
  readonly urgent?: boolean;
  /** Its name is the last to go. */
  readonly lasting?: boolean;
}

interface Props {
  readonly tabs: readonly Tab[];
  /** The key of the tab that is shown. */
  readonly current: string;
  readonly width: number;
}

/** The row of tabs. */
export const Tabs = memo(function Tabs({ tabs, current, width }: Props): ReactNode {
  const theme = useTheme();
  return <Text wrap="truncate">{tabsRow(tabs, current, width, theme)}</Text>;
});

/**
 * The tabs in at most `cells`: with all their names; else with smaller gaps; else those other than the current
 * shrink to number and count, the rightmost first and those that last after all others.
 */
export function tabsRow(tabs: readonly Tab[], current: string, cells: number, theme: Theme): string {
  const found = laidOut(tabs, current, cells);
  if (found !== undefined) return paintTabs(tabs, found.labels, current, found.between, theme);
  return cut(tabs.map((tab) => label(tab, false)).join(' '), cells);
}

/** Where the tabs are in the row; none where they have no room. */
export function tabPlaces(tabs: readonly Tab[], current: string, cells: number): readonly TabPlace[] {
  const { labels = [], between = '' } = laidOut(tabs, current, cells) ?? {};
  let from = 0;
  return labels.map((text, at) => {
    const place = { key: tabs[at]?.key ?? '', from, to: from + width(text) + 2 };
    from = place.to + between.length;
    return place;
  });
}

/** The words of the tabs, and what stands between them; nothing where they have no room. */
function laidOut(
  tabs: readonly Tab[],
  current: string,
  cells: number,
): { readonly labels: readonly string[]; readonly between: string } | undefined {
  const others = tabs.filter(({ key }) => key !== current).reverse();
  const order = [...others.filter((tab) => !tab.lasting), ...others.filter((tab) => tab.lasting)];
  const row = (shrunk: ReadonlySet<Tab>): readonly string[] =>
    tabs.map((tab) => label(tab, !shrunk.has(tab)));
  const fits = (labels: readonly string[], gap: number): boolean =>
    labels.reduce((sum, text) => sum + width(text) + gap, 0) <= cells;
  if (fits(row(new Set()), 3)) return { labels: row(new Set()), between: ' ' };
  for (let count = 0; count <= order.length; count++) {
    const labels = row(new Set(order.slice(0, count)));
    if (fits(labels, 2)) return { labels, between: '' };
  }
  return undefined;
}

/** Without a name between them, key and count must not look alike. */
function label({ key, title, count }: Tab, named: boolean): string {
  const counted = count === undefined ? '' : String(count);
  if (!named) return counted === '' ? key : `${key}:${counted}`;
  return [key, title, counted].filter((text) => text !== '').join(' ');
}

function paintTabs(
  tabs: readonly Tab[],
  labels: readonly string[],
  current: string,
  between: string,
  { paint, glyphs, colour }: Theme,
): string {
  const painted = tabs.map((tab, place) => {
    const text = labels[place] ?? '';
    if (tab.key !== current) return ` ${paint(tab.urgent ? 'running' : 'dim', text)} `;
    return colour ? paint('selection', ` ${text} `) : `${glyphs.selected}${text} `;
  });
  return painted.join(between);
}
