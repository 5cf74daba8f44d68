import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { width } from '../../text/width.ts';
import type { Area } from '../world/layout.ts';
import { type Theme, useTheme } from '../world/theme.ts';

interface Props {
  readonly area: Area;
  /** Already visible text. It is cut to the room that `right` leaves. */
  readonly title: string;
  /** A short word at the right end of the top border, such as `3/13`. */
  readonly right?: string;
  readonly focused?: boolean;
  /** What it shows went wrong. */
  readonly failed?: boolean;
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
  children,
}: Props): ReactNode {
  const theme = useTheme();
  const top = topRow(area, title, right, focused, theme, failed);
  const content = { height: area.height - 1, flexDirection: 'column', overflow: 'hidden' } as const;
  return (
    <Box width={area.width} height={area.height} flexDirection="column" flexShrink={0} overflow="hidden">
      <Text wrap="truncate">{top}</Text>
      {area.border ? (
        <Box
          {...content}
          borderStyle={theme.border}
          borderTop={false}
          paddingX={1}
          {...theme.borderColour(focused)}
        >
          {children}
        </Box>
      ) : (
        <Box {...content}>{children}</Box>
      )}
    </Box>
  );
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
