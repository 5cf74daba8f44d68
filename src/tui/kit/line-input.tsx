import { Box, type Key, Text, useInput } from 'ink';
import { type ReactNode, useState } from 'react';
import { cut } from '../../text/cut.ts';
import { createEditor, type EditAction, edit } from '../../text/edit.ts';
import { graphemes, width as widthOf } from '../../text/width.ts';
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
  const [input, setInput] = useState({ value, editor: createEditor(value, 'one') });
  const isOurs = input.value === value;
  // Somebody else has written the line: one goes on at its end.
  const editor = isOurs ? input.editor : createEditor(value, 'one');
  if (!isOurs) setInput({ value, editor });
  useInput((text, key) => {
    const action = actionOf(text, key);
    const next = action === undefined ? editor : edit(editor, action);
    if (next === editor) return;
    setInput({ value: next.text, editor: next });
    if (next.text !== value) onChange(next.text);
  });
  const [here = ' ', ...behind] = graphemes(editor.text.slice(editor.cursor));
  return (
    <Box width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{` ${paint('focus', shown)} `}</Text>
      <Box width={room} height={1} overflow="hidden" contentOffsetX={Math.max(0, needed - room)}>
        <Box width={Math.max(room, needed)} flexShrink={0}>
          <Text>
            {editor.text.slice(0, editor.cursor)}
            <Text inverse>{here}</Text>
            {behind.join('')}
          </Text>
        </Box>
      </Box>
    </Box>
  );
}

/** What a key does to the line that no command has taken; nothing where it has no meaning in one. */
function actionOf(text: string, key: Key): EditAction | undefined {
  if (key.leftArrow) return { type: 'move', to: 'left' };
  if (key.rightArrow) return { type: 'move', to: 'right' };
  if (key.backspace || key.delete) return { type: 'delete', to: 'left' };
  const isOther = key.upArrow || key.downArrow || key.tab || key.return || (key.ctrl && text === 'c');
  return isOther || text === '' ? undefined : { type: 'insert', text };
}
