import { Text } from 'ink';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useTheme } from '../world/theme.ts';
import { useWorld } from '../world/world.ts';
import { sessionLabels } from './session-labels.ts';
import type { OwnSessions } from './sessions.ts';

interface Props {
  readonly sessions: OwnSessions;
  readonly width: number;
}

/** The row of sessions above the tabs: number, name, how each stands, and what has come. */
export function SessionsRow({ sessions, width }: Props): ReactNode {
  const theme = useTheme();
  const { extents } = useWorld();
  const { standings } = sessions;
  const all = useSyncExternalStore(standings.subscribe, standings.get);
  const { id } = sessions.get().shown;
  const { text, places } = useMemo(() => sessionLabels(all, id, width, theme), [all, id, width, theme]);
  useLayoutEffect(() => extents.setSessions(places), [extents, places]);
  return <Text wrap="truncate">{text}</Text>;
}
