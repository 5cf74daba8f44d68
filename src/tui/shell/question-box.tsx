import { type ReactNode, useEffect, useState } from 'react';
import { Dialog, dialogArea } from '../kit/dialog.tsx';
import { UNREAD } from '../overlay/question.ts';
import type { Area, Layout } from '../world/layout.ts';
import { type Overlay, topOverlay } from '../world/overlay.ts';
import { useTheme } from '../world/theme.ts';
import { focused, type Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';
import { useHints } from './hints.ts';

const questionOf = (ui: Ui) => {
  const over = topOverlay(ui);
  return over?.kind === 'question' ? over : undefined;
};

/** The question that is asked, in a box over the pane that it is about. */
export function QuestionBox({ place }: { readonly place: Layout }): ReactNode {
  const question = useUi(questionOf);
  return question && <Asked question={question} place={place} />;
}

interface Props {
  readonly question: Overlay & { readonly kind: 'question' };
  readonly place: Layout;
}

function Asked({ question, place }: Props): ReactNode {
  const { extents } = useWorld();
  const { linear } = useTheme();
  const buttons = useHints('box');
  const mouse = useUi(listensToMouse);
  const focus = useUi(focused);
  const isRead = useRead(question.since);
  const area = linear ? place.body : dialogArea(place.body, aboutOf(place, focus), question, buttons);
  return (
    <Dialog
      area={area}
      {...question}
      buttons={isRead ? buttons : NONE}
      onButtons={mouse ? extents.setButtons : undefined}
    />
  );
}

const NONE: ReturnType<typeof useHints> = [];
const listensToMouse = (ui: Ui): boolean => ui.mouse;

/** The pane with the focus, or all of them. */
const aboutOf = ({ panes, body }: Layout, focus: ReturnType<typeof focused>): Area => panes[focus] ?? body;

/** Whether a question that came up then takes its answers by now: its buttons are there when they can be pressed. */
function useRead(since: number): boolean {
  const { host, schedule } = useWorld();
  const [, again] = useState(0);
  const left = since + UNREAD - host.now();
  useEffect(
    () => (left > 0 ? schedule(left, () => again((count) => count + 1)) : undefined),
    [left, schedule],
  );
  return left <= 0;
}
