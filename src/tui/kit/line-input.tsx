import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { width as widthOf } from '../../text/width.ts';
import { useTheme } from '../world/theme.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly onChange: (value: string) => void;
}

/** Cells that what is typed has at least, however long the label is. */
const TYPED = 14;

/** A line that is being typed, behind its label. A line longer than the room is shown from its end. */
export function LineInput({ label, value, width, onChange }: Props): ReactNode {
  const { paint } = useTheme();
  const shown = cut(label, Math.max(1, width - 2 - TYPED));
  const room = Math.max(1, width - widthOf(shown) - 2);
  // One cell more for the cursor behind the last character.
  const needed = widthOf(value) + 1;
  return (
    <Box width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{` ${paint('focus', shown)} `}</Text>
      <Box width={room} height={1} overflow="hidden" contentOffsetX={Math.max(0, needed - room)}>
        <Box width={Math.max(room, needed)} flexShrink={0}>
          <TextInput value={value} onChange={onChange} />
        </Box>
      </Box>
    </Box>
  );
}
