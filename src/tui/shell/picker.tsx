import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { Footer, type Hint } from '../kit/footer.tsx';
import { List, type ListRow } from '../kit/list/list.tsx';
import { windowOf } from '../kit/list/state.ts';
import { Pane } from '../kit/pane.tsx';
import { showKey } from '../terminal/keys.ts';
import { useTheme } from '../world/theme.ts';
import { heightIn, type Picking, pickKeys, selectedIn } from './picking.ts';

/** The question which server is meant: the list, what the selected one is, and the keys. */
export function Picker({ picking }: { readonly picking: Picking }): ReactNode {
  const { ascii, paint } = useTheme();
  const { size, title, choices, list } = picking;
  const { columns, rows } = size;
  const place = selectedIn(picking);
  const { from, to } = windowOf(list.top, place, choices.length, heightIn(picking));
  const items = choices.map(itemOf);
  const chosen = choices[place];
  const about = cut(visible(chosen?.line ?? ''), columns - 2);
  const area = { left: 0, top: 1, width: columns, height: Math.max(3, rows - 2), border: true };
  return (
    <Box width={columns} height={rows} overflow="hidden" flexDirection="column">
      <Pane area={area} title={visible(title)} right={`${place + 1}/${choices.length}`} focused>
        <List
          items={items.slice(from, to)}
          selected={items[place]?.key}
          focused
          width={Math.max(0, columns - 4)}
        />
      </Pane>
      <Text wrap="truncate">{` ${paint(chosen?.isBad ? 'finding' : 'dim', about)}`}</Text>
      <Footer width={columns} hints={hints(ascii)} />
    </Box>
  );
}

function itemOf({ name, isBad, disabled }: Picking['choices'][number], place: number): ListRow {
  return {
    key: String(place),
    label: visible(name),
    dim: isBad || disabled,
    badges: [
      ...(isBad ? [{ text: 'cannot be read', meaning: 'finding' } as const] : []),
      ...(disabled ? [{ text: 'disabled', meaning: 'dim' } as const] : []),
    ],
  };
}

const hints = (ascii: boolean): readonly Hint[] => [
  { key: showKey(pickKeys.choose[0], ascii), word: 'inspect' },
  {
    key: pickKeys.move
      .slice(0, 2)
      .map((key) => showKey(key, ascii))
      .join(' '),
    word: 'move',
  },
  { key: showKey(pickKeys.leave[0], ascii), word: 'leave' },
];
