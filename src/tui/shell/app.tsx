import { Box, Text, useInput } from 'ink';
import type { ComponentType, ReactNode } from 'react';
import { memo, useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Host, HostParts } from '../../host/host.ts';
import { type PhaseWord, phaseWord, type SessionState } from '../../session/state.ts';
import { visible } from '../../text/visible.ts';
import { wrap } from '../../text/wrap.ts';
import { Confined } from '../kit/confined.tsx';
import { footerHeight } from '../kit/footer.tsx';
import { lensIn, lensWord } from '../kit/lens.ts';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { type Tab, Tabs, tabPlaces } from '../kit/tabs.tsx';
import { DefinitionOverlay } from '../overlay/definition.tsx';
import { HelpOverlay } from '../overlay/help.tsx';
import { WritingOverlay } from '../overlay/writing.tsx';
import { AskedBox, askedArea } from '../screens/inbox/asked-box.tsx';
import { Dock } from '../screens/traffic/view.tsx';
import { showKey } from '../terminal/keys.ts';
import { type Area, inner, isBare, type Layout, layout, SMALLEST } from '../world/layout.ts';
import { isAskedInPlace, type Overlay, topOverlay } from '../world/overlay.ts';
import { type Theme, ThemeContext, useTheme } from '../world/theme.ts';
import { focused, type Ui } from '../world/ui.ts';
import {
  useCounts,
  useSession,
  useSituation,
  useTicks,
  useUi,
  useWorld,
  WorldContext,
} from '../world/world.ts';
import { Bottom } from './bottom.tsx';
import { Boxes, hasBox } from './boxes.tsx';
import { headerFacts, headerRow, type RecorderWord } from './header.ts';
import { screenOf, screens } from './screen-list.ts';
import type { OwnSessions } from './sessions.ts';
import { SessionsRow } from './sessions-row.tsx';

interface Props {
  readonly sessions: OwnSessions;
  readonly theme: Theme;
  /** A part of the screen could not be drawn, by a fault of ours; the rest goes on. */
  readonly onFault: (error: unknown) => void;
}

/**
 * The whole screen of the session in view, exactly as large as its `world.ui` says the window is: whoever mounts it reports
 * a resize by `world.ui.update(resized(size))`, and gives every key to `dispatch` (shell/commands.ts) first.
 */
export function App({ sessions, theme, onFault }: Props): ReactNode {
  // Without a mounted handler Ink leaves raw mode, and the program is deaf.
  useInput(() => {});
  const { shown } = useSyncExternalStore(sessions.subscribe, sessions.get);
  return (
    <ThemeContext value={theme}>
      <WorldContext key={shown.id} value={shown.world}>
        <Root sessions={sessions} onFault={onFault} />
      </WorldContext>
    </ThemeContext>
  );
}

function Root({ sessions, onFault }: Pick<Props, 'sessions' | 'onFault'>): ReactNode {
  const place = useLayout();
  const { extents } = useWorld();
  useLayoutEffect(() => extents.setLayout(place), [extents, place]);
  const { columns, rows } = place.size;
  return (
    <Box width={columns} height={rows} overflow="hidden" flexDirection="column">
      {place.tiny ? <TooSmall {...place} /> : <Screen place={place} sessions={sessions} onFault={onFault} />}
    </Box>
  );
}

interface ScreenProps extends Pick<Props, 'sessions' | 'onFault'> {
  readonly place: Layout;
}

const Screen = memo(function Screen({ place, sessions, onFault }: ScreenProps): ReactNode {
  const screen = useUi(shownScreen);
  const Over = useUi(overPanes);
  const isAsked = useUi(isAskedInPlace) && Over === undefined;
  const isBoxed = useUi(hasBox);
  const { linear } = useTheme();
  const { View } = screenOf(screen);
  const { size, tabs, body, panes, dock, footer } = place;
  const boxes = (
    <>
      {isAsked && !(linear && isBoxed) && (
        <Part area={askedArea(place)} onFault={onFault}>
          <AskedBox place={place} showKey={showKey} />
        </Part>
      )}
      {isBoxed && (
        <Part area={body} onFault={onFault}>
          <Boxes layout={place} />
        </Part>
      )}
    </>
  );
  return (
    <>
      <Header width={size.columns} />
      {place.sessions && <SessionsRow sessions={sessions} width={size.columns} />}
      {tabs && <ScreenTabs width={size.columns} />}
      <Box width={body.width} height={body.height} flexShrink={0} overflow="hidden">
        <Part area={body} onFault={onFault}>
          {linear && (isBoxed || isAsked) ? (
            boxes
          ) : Over === undefined ? (
            <View panes={panes} />
          ) : (
            <Over area={body} />
          )}
        </Part>
      </Box>
      {dock && (
        <Part area={dock} onFault={onFault}>
          <Dock area={dock} />
        </Part>
      )}
      {footer > 0 && (
        <Part
          area={{ left: 0, top: size.rows - footer, width: size.columns, height: footer, border: false }}
          onFault={onFault}
        >
          <Bottom width={size.columns} height={footer} />
        </Part>
      )}
      {!linear && boxes}
    </>
  );
});

interface PartProps extends Pick<Props, 'onFault'> {
  readonly area: Area;
  readonly children: ReactNode;
}

/** A part of the screen that fails by itself, and is tried again whenever the person does something. */
function Part({ area, onFault, children }: PartProps): ReactNode {
  const { ui } = useWorld();
  const { width } = inner(area);
  const told = (error: unknown) => {
    const text = `mcp-loupe failed to draw this (a bug): ${visible(String(error))}. The traffic shows the raw message (5, then p); details are printed when you quit.`;
    return wrap(text, width).map((row, key) => ({ key, text: row }));
  };
  return (
    <Confined
      retry={ui.subscribe}
      onFault={onFault}
      instead={(error) => (
        <Pane area={area} title="Fault" focused>
          <Rows rows={told(error)} />
        </Pane>
      )}
    >
      {children}
    </Confined>
  );
}

const shownScreen = (ui: Ui): Ui['screen'] => ui.screen;

/** What draws the overlays that lie over the panes; the others have their place at the bottom. */
const OVER_PANES: Partial<Record<Overlay['kind'], ComponentType<{ readonly area: Area }>>> = {
  help: HelpOverlay,
  writing: WritingOverlay,
  definition: DefinitionOverlay,
};

/** What draws the uppermost of them. */
const overPanes = ({ overlays }: Ui) =>
  OVER_PANES[overlays.findLast(({ kind }) => kind in OVER_PANES)?.kind ?? 'copying'];

/** How many rows there are to be read or typed at the bottom. */
function bottomRows(host: Host, ui: Ui): number {
  const { status, size } = ui;
  const over = topOverlay(ui);
  switch (over?.kind) {
    case 'prompt':
      return over.purpose.help?.(host, ui)?.kind === 'problem' ? 2 : 1;
    case 'palette':
    case 'copying':
    case 'question':
    case 'asked':
    case 'help':
    case 'writing':
    case 'definition':
    case undefined:
      if (status === undefined) return 0;
      return isBare(size) ? 1 : footerHeight(status.text, size.columns);
  }
}

/** The layout for the window and what is shown in it; the same object as long as nothing about it changes. */
function useLayout(): Layout {
  const size = useUi((ui) => ui.size);
  const several = useUi((ui) => ui.several);
  const screen = useUi(shownScreen);
  const focus = useUi(focused);
  const zoom = useUi((ui) => ui.zoom);
  const dock = useUi((ui) => ui.dock && ui.screen !== 'traffic');
  const dockSize = useUi((ui) => ui.dockSize);
  const { linear } = useTheme();
  const { host } = useWorld();
  const bottom = useUi(useCallback((ui: Ui) => bottomRows(host, ui), [host]));
  const { arrangement, room } = screenOf(screen);
  const list = useSituation(useCallback((ui: Ui, state: SessionState) => room?.list(state, ui), [room]));
  const third = useSituation(useCallback((ui: Ui, state: SessionState) => room?.third(ui, state), [room]));
  return useMemo(
    () =>
      layout(size, {
        arrangement,
        several,
        focus,
        zoom,
        dock,
        dockSize,
        linear,
        list,
        third,
        bottom,
      }),
    [size, arrangement, several, focus, zoom, dock, dockSize, linear, list, third, bottom],
  );
}

function Header({ width }: { readonly width: number }): ReactNode {
  const theme = useTheme();
  const { host } = useWorld();
  const state = useCounts((now) => now);
  const share = host.reading?.();
  useTicks(share !== undefined || host.isTraced === true);
  const word = share === undefined ? recorderWord(host, theme) : readingWord(share, theme);
  const lens = lensWord(useUi(lensIn));
  const guise = host.as === undefined ? '' : `connected as ${visible(host.as.name)}`;
  const own = headerFacts(state, word, host.started, { guise, lens });
  const facts = host.parts === undefined ? own : { ...own, phase: phaseOfAll(host.parts) };
  return <Text wrap="truncate">{headerRow(facts, width, theme)}</Text>;
}

/** The word for several sessions: that of the best of them. */
function phaseOfAll({ all }: HostParts): PhaseWord {
  const words = all.map(({ host }) => phaseWord(host.store.state()));
  return BEST.find((word) => words.includes(word)) ?? 'closed';
}

const BEST: readonly PhaseWord[] = [
  'ready',
  'connecting',
  'following',
  'recorded',
  'not reachable',
  'failed',
];

/** How much of a recording has been read, as a bar. */
function readingWord(share: number, { glyphs }: Theme): RecorderWord {
  const full = Math.round(share * READING);
  const bar = `${glyphs.bar.repeat(full)}${glyphs.track.repeat(READING - full)}`;
  return { text: `reading ${bar} ${Math.floor(share * 100)}%`, meaning: 'running' };
}

/** Cells of that bar. */
const READING = 10;

/** Whether what crosses the wire is kept, and reaches the collector where there is one. */
function recorderWord({ connection, recording, isTraced, remarks }: Host, { glyphs }: Theme): RecorderWord {
  const kept = recording();
  if (isTraced && remarks().length > 0) return { text: `${glyphs.error} traces`, meaning: 'error' };
  // What is reopened is a recording.
  if (kept === undefined) return { text: connection === undefined ? '' : 'not recorded', meaning: 'finding' };
  return kept.stopped === undefined
    ? { text: `${glyphs.recording} rec`, meaning: 'dim' }
    : { text: `${glyphs.error} rec stopped`, meaning: 'error' };
}

function ScreenTabs({ width }: { readonly width: number }): ReactNode {
  const current = useUi((ui) => screenOf(ui.screen).key);
  const counts = useSession(countWords);
  const lines = useCounts(lineWords);
  const waits = useSituation(waitingWords);
  const { extents } = useWorld();
  const { parts } = useWorld().host;
  const tabs = useMemo(() => {
    const [counted, logged, waiting] = [counts.split(' '), lines.split(' '), waits.split(' ')];
    return screens.flatMap(({ id, key, title }, place): Tab[] => {
      // Of several sessions there is nothing else.
      if (parts !== undefined && id !== 'traffic') return [];
      const number = counted[place] || logged[place];
      const count = number ? Number(number) : undefined;
      if (waiting[place] === '') return [{ key, title, count }];
      const urgent = Number(waiting[place]);
      return [{ key, title, count: urgent, urgent: urgent > 0, lasting: true }];
    });
  }, [counts, lines, waits, parts]);
  useLayoutEffect(() => extents.setTabs(tabPlaces(tabs, current, width)), [extents, tabs, current, width]);
  return <Tabs tabs={tabs} current={current} width={width} />;
}

/** What the tab of each screen counts: as a text it is the same as long as the numbers are. */
const countWords = (state: SessionState): string =>
  screens.map(({ count }) => count?.(state) ?? '').join(' ');
const lineWords = (state: SessionState): string => screens.map(({ lines }) => lines?.(state) ?? '').join(' ');

/** What waits for the person on each screen, as such a text. */
const waitingWords = (ui: Ui, state: SessionState): string =>
  screens.map(({ waiting }) => waiting?.(ui, state) ?? '').join(' ');

function TooSmall({ size }: Layout): ReactNode {
  const { columns, rows } = size;
  return (
    <Text>{`mcp-loupe needs ${SMALLEST.columns} × ${SMALLEST.rows} cells; this window has ${columns} × ${rows}.`}</Text>
  );
}
