import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useState } from 'react';
import { cut } from '../../text/cut.ts';
import { width as widthOf } from '../../text/width.ts';
import { useTheme } from '../world/theme.ts';

interface FilterProps {
  /** What is wrong, or what can come next; all of it visible text. */
  readonly help:
    | { readonly kind: 'problem'; readonly text: string }
    | { readonly kind: 'offers'; readonly texts: readonly string[]; readonly about: string };
  readonly width: number;
}

/** What stands beside a filter that is being typed. */
export function FilterRow({ help, width }: FilterProps): ReactNode {
  const { paint, glyphs } = useTheme();
  if (help.kind === 'problem')
    return <Text wrap="truncate">{paint('error', cut(` ${glyphs.error} ${help.text}`, width))}</Text>;
  const { texts, about } = help;
  if (texts.length === 0 && about === '') return <Text> </Text>;
  const offers = texts.length === 0 ? about : texts.join('  ');
  const room = Math.max(0, width - 5);
  return (
    <Text wrap="truncate">
      {texts.length === 0 ? ' ' : ` ${paint('accent', 'tab')} `}
      {paint('dim', cut(offers, room))}
    </Text>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly onChange: (value: string) => void;
}

/** Cells that what is typed has at least, however long the label is. */
const TYPED = 14;

/** A line that is being typed, behind its label. A line longer than the room is shown from its end. */
export function LineInput({ label, value, width, onChange }: LineProps): ReactNode {
  const { paint } = useTheme();
  const shown = cut(label, Math.max(1, width - 2 - TYPED));
  const room = Math.max(1, width - widthOf(shown) - 2);
  // One cell more for the cursor behind the last character.
  const needed = widthOf(value) + 1;
  const [input, setInput] = useState({ value, version: 0 });
  // The input of the library moves its cursor in a late effect when somebody else writes the line, and what is typed
  // meanwhile would go to the wrong place. A new input begins with its cursor at the end.
  if (input.value !== value) setInput({ value, version: input.version + 1 });
  const take = (next: string): void => {
    // Left in an empty line leads to before it, where what is typed would come out in the wrong order: begin anew.
    setInput({ value: next, version: value === '' ? input.version + 1 : input.version });
    onChange(next);
  };
  return (
    <Box width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{` ${paint('focus', shown)} `}</Text>
      <Box width={room} height={1} overflow="hidden" contentOffsetX={Math.max(0, needed - room)}>
        <Box width={Math.max(room, needed)} flexShrink={0}>
          <TextInput key={input.version} value={value} onChange={take} />
        </Box>
      </Box>
    </Box>
  );
}
