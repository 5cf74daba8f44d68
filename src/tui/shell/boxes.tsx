import type { ComponentType, ReactNode } from 'react';
import type { BoxProps } from '../kit/dialog.tsx';
import { CopyingBox } from '../overlay/copying.tsx';
import { PaletteBox } from '../overlay/palette.tsx';
import { QuestionBox } from '../overlay/question-box.tsx';
import { askedArea } from '../screens/inbox/asked-box.tsx';
import type { Layout } from '../world/layout.ts';
import { isAskedInPlace, type Overlay, topOverlay } from '../world/overlay.ts';
import { useTheme } from '../world/theme.ts';
import { focused, type Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';
import { useHints } from './hints.ts';

/** What is asked or chosen from in a box over the pane that it is about. */
const BOXES: Partial<Record<Overlay['kind'], ComponentType<BoxProps>>> = {
  question: QuestionBox,
  copying: CopyingBox,
  palette: PaletteBox,
};

const kindOf = (ui: Ui): Overlay['kind'] | undefined => topOverlay(ui)?.kind;

/** Is there such a box? */
export const hasBox = (ui: Ui): boolean => (kindOf(ui) ?? '') in BOXES;

const listensToMouse = (ui: Ui): boolean => ui.mouse;

/** The box that has the keys, where there is one. */
export function Boxes({ layout }: { readonly layout: Layout }): ReactNode {
  const { extents } = useWorld();
  const { linear } = useTheme();
  const kind = useUi(kindOf);
  const buttons = useHints('box');
  const mouse = useUi(listensToMouse);
  const focus = useUi(focused);
  const isAsked = useUi(isAskedInPlace);
  const Shown = kind && BOXES[kind];
  if (Shown === undefined) return null;
  const { body, panes } = layout;
  return (
    <Shown
      place={{ body, about: isAsked ? askedArea(layout) : (panes[focus] ?? body), alone: linear }}
      buttons={buttons}
      onButtons={mouse ? extents.setButtons : undefined}
    />
  );
}
