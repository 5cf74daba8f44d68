import { Text } from 'ink';
import type { ReactNode } from 'react';
import { cut } from '../../text/cut.ts';
import { useTheme } from '../world/theme.ts';

interface Props {
  /** What is wrong, or what can come next; all of it visible text. */
  readonly help:
    | { readonly kind: 'problem'; readonly text: string }
    | { readonly kind: 'offers'; readonly texts: readonly string[]; readonly about: string };
  readonly width: number;
}

/** What stands beside a filter that is being typed. */
export function FilterRow({ help, width }: Props): ReactNode {
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
