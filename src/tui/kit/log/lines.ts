import { useMemo } from 'react';
import type { Host } from '../../../host/host.ts';
import type { Ui } from '../../world/ui.ts';
import { useUi, useWorld } from '../../world/world.ts';

/** The lines, when they began, what hides the secrets in them, and the session they make. */
export type Lines = Pick<Host, 'log' | 'started' | 'mask' | 'now' | 'store'>;

/** Whether the person has asked to see the secrets. */
export const isRevealed = (ui: Ui): boolean => ui.revealed;

/** The lines, with their secrets where the person has asked to see them. */
export function useLines(): Lines {
  const { host } = useWorld();
  const revealed = useUi(isRevealed);
  return useMemo(() => (revealed ? { ...host, mask: (text) => text } : host), [host, revealed]);
}
