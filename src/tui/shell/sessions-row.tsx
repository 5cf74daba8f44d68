import { Text } from 'ink';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { phaseWord } from '../../session/state.ts';
import { visible } from '../../text/visible.ts';
import { tabsRow } from '../kit/tabs.tsx';
import { useTheme } from '../world/theme.ts';
import type { OwnSessions, WindowSession } from './sessions.ts';

interface Props {
  readonly sessions: OwnSessions;
  readonly width: number;
}

/** The row of sessions above the tabs: number, name, and how each stands. */
export function SessionsRow({ sessions, width }: Props): ReactNode {
  const theme = useTheme();
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaving = sessions.get().all.map(({ world }) => world.log.subscribe(listener));
      return () => {
        for (const leave of leaving) leave();
      };
    },
    [sessions],
  );
  const { all, shown } = sessions.get();
  useSyncExternalStore(subscribe, () => all.map(standing).join(' '));
  const tabs = all.map((session, place) => ({
    key: String(place + 1),
    title: `${visible(session.name)} ${standing(session)}`,
    count: undefined,
  }));
  return <Text wrap="truncate">{tabsRow(tabs, String(all.indexOf(shown) + 1), width, theme)}</Text>;
}

const standing = ({ host }: WindowSession): string => phaseWord(host.store.state());
