import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import type { Area } from '../world/layout.ts';
import { type Theme, useTheme } from '../world/theme.ts';

/** The rows of a pane that are seen: from `from` to before `to`, of `count`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface Props {
  readonly area: Area;
  /** Already visible text. It is cut to the room that `right` leaves. */
  readonly title: string;
  /** A short word at the right end of the top border, such as `3/13`. */
  readonly right?: string;
  readonly focused?: boolean;
  /** What it shows went wrong. */
  readonly failed?: boolean;
  /** What of its rows is seen; a part of them is shown in the right border. */
  readonly seen?: Stretch | undefined;
  readonly children?: ReactNode;
}

/**
 * A part of the screen with its title in the top border. Ink has no titles, so the top row is a line of text and
 * the border only the other three sides. Without a border it is a line of title above the content.
 */
export function Pane({
  area,
  title,
  right = '',
  focused = false,
  failed = false,
  seen,
  children,
}: Props): ReactNode {
  const theme = useTheme();
  const top = topRow(area, title, right, focused, theme, failed);
  const content = { height: area.height - 1, flexDirection: 'column', overflow: 'hidden' } as const;
  return (
    <Box width={area.width} height={area.height} flexDirection="column" flexShrink={0} overflow="hidden">
      <Text wrap="truncate">{top}</Text>
      {area.border ? (
        <Box height={area.height - 1}>
          <Box
            {...content}
            width={area.width - 1}
            borderStyle={theme.border}
            borderTop={false}
            borderRight={false}
            paddingX={1}
            {...theme.borderColour(focused)}
          >
            {children}
          </Box>
          {!theme.linear && (
            <Text>{rightSide(Math.max(0, area.height - 2), seen, focused, theme).join('\n')}</Text>
          )}
        </Box>
      ) : (
        <Box {...content}>{children}</Box>
      )}
    </Box>
  );
}

/** The right border below the title, so many `rows` and the corner; heavy beside what part of all rows is seen. */
export function rightSide(rows: number, seen: Stretch | undefined, focused: boolean, theme: Theme): string[] {
  const { glyphs, paint } = theme;
  const { from, to, count } = seen ?? { from: 0, to: 0, count: 0 };
  const isPart = to - from < count && to > from;
  const length = isPart ? Math.min(rows, Math.max(1, Math.round(((to - from) / count) * rows))) : 0;
  // Neither at the top nor at the bottom unless that is where it is.
  const last = rows - length;
  const near = Math.round((from / Math.max(1, count - (to - from))) * last);
  const first = from === 0 ? 0 : to >= count ? last : Math.min(Math.max(near, 1), Math.max(last - 1, 0));
  const side = Array.from({ length: rows }, (_, row) =>
    row >= first && row < first + length ? glyphs.thumb : glyphs.side,
  );
  return [...side, glyphs.cornerBelow].map((text) => paint(focused ? 'accent' : 'dim', text));
}

/** The first row of a pane, exactly as wide as the pane. */
export function topRow(
  area: Area,
  title: string,
  right: string,
  focused: boolean,
  theme: Theme,
  failed = false,
): string {
  const { glyphs, paint, colour, linear } = theme;
  if (linear) return [title, right].filter((part) => part !== '').join(', ');
  const name = focused && !colour ? `${title} ${glyphs.bullet} focus` : title;
  const frame = (text: string): string => paint(focused ? 'accent' : 'dim', text);
  const strong = (text: string): string => paint(failed ? 'failed' : focused ? 'focus' : 'strong', text);
  if (!area.border) {
    const room = area.width - width(right) - 1;
    const left = cut(name, room);
    return `${strong(left)}${' '.repeat(Math.max(1, area.width - width(left) - width(right)))}${frame(right)}`;
  }
  const end = right === '' ? glyphs.line : ` ${cut(right, Math.max(0, area.width - 12))} ${glyphs.line}`;
  const left = cut(name, Math.max(0, area.width - 6 - width(end)));
  const line = glyphs.line.repeat(Math.max(0, area.width - 5 - width(left) - width(end)));
  const named = left === '' ? frame(glyphs.line.repeat(2)) : ` ${strong(left)} `;
  return `${frame(`${glyphs.cornerLeft}${glyphs.line}`)}${named}${frame(`${line}${end}${glyphs.cornerRight}`)}`;
}
