import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Area } from '../world/layout.ts';
import { useTheme } from '../world/theme.ts';
import { Rows } from './rows.tsx';

interface Props {
  readonly area: Area;
  readonly children: ReactNode;
}

/**
 * Draws something over what is drawn before it; nothing of that is seen within the area, which is counted from the
 * corner of the window. It has to stand outside of every box that cuts off what is drawn beyond it.
 */
export function Over({ area, children }: Props): ReactNode {
  const { linear } = useTheme();
  const { left, top, width, height } = area;
  // What is read aloud is one after the other, and blanks are lines of it.
  if (linear) return children;
  const blank = ' '.repeat(width);
  const place = { position: 'absolute', left, top, width, height, flexDirection: 'column' } as const;
  return (
    <>
      <Box {...place}>
        <Rows rows={Array.from({ length: height }, (_, key) => ({ key, text: blank }))} />
      </Box>
      <Box {...place}>{children}</Box>
    </>
  );
}
