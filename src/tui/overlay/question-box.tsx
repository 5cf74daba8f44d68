import { type ReactNode, useEffect, useState } from 'react';
import { type BoxProps, Dialog, dialogArea } from '../kit/dialog.tsx';
import { overlayOf } from '../world/overlay.ts';
import type { Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';
import { UNREAD } from './question.ts';

const questionOf = (ui: Ui) => overlayOf(ui, 'question');

/** The question that is asked. */
export function QuestionBox({ place, buttons, onButtons }: BoxProps): ReactNode {
  const question = useUi(questionOf);
  const isRead = useRead(question?.since ?? 0);
  if (question === undefined) return null;
  const area = dialogArea(place, question, buttons);
  return <Dialog area={area} {...question} buttons={isRead ? buttons : NONE} onButtons={onButtons} />;
}

const NONE: BoxProps['buttons'] = [];

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
