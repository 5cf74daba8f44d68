import { type ReactNode, useMemo } from 'react';
import { phaseWord, type SessionState } from '../../../session/state.ts';
import { LIST_NAMES } from '../../../spec/methods.ts';
import { Pane } from '../../kit/pane.tsx';
import { Lines, position } from '../../kit/rows.tsx';
import { hasRules } from '../../kit/sheet/finding.ts';
import type { Context } from '../../world/command.ts';
import { inner, type ViewProps } from '../../world/layout.ts';
import type { Schedule } from '../../world/pace.ts';
import { react } from '../../world/react.ts';
import { useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useCounts, useScroll, useTicks, useUi, useWorld } from '../../world/world.ts';
import type { Screen } from '../screen.ts';
import { server, switches, watchAuthorization } from './commands.ts';
import type { ClientRow } from './parts.ts';
import { serverRows } from './rows.ts';

declare module '../../world/screen-id.ts' {
  interface ScreenIds {
    readonly server: true;
  }
}

/** ms after which the runtime of the server is asked for its version: the start does not wait for that. */
const RUNTIME = 1_000;

/** Who the server is, what was negotiated, and how far connecting has come. */
export const serverScreen: Screen = {
  id: 'server',
  key: '1',
  title: 'Server',
  arrangement: 'single',
  start: {},
  commands: server,
  everywhere: switches,
  scopes: () => ['server', 'scroll'],
  View: ServerView,
  watch: [
    watchAuthorization,
    watchClients,
    (context, schedule) => schedule(RUNTIME, () => void tellRuntime(context)),
  ],
};

/** Finds out what runs the server. */
async function tellRuntime({ host, ui }: Pick<Context, 'host' | 'ui'>): Promise<void> {
  const { target } = host.store.state();
  if (target.transport !== 'stdio') return;
  const { runtimeOf } = await import('./runtime.ts');
  const runtime = await runtimeOf(target);
  if (runtime !== undefined) ui.update((now) => ({ ...now, runtime }));
}

/** ms between two looks at what clients would not see: lists may change often, and a long one takes time. */
const AGAIN = 1_000;

/** Finds out what clients would not see, whenever what the server offers is known in full. Returns the way to stop. */
function watchClients({ host, ui }: Context, schedule: Schedule): () => void {
  let waits: (() => void) | undefined;
  let told: SessionState['lists'] | undefined;
  const tell = async (): Promise<void> => {
    const lists = offeredIn(host.store.state());
    if (lists === undefined || lists === told || waits !== undefined) return;
    told = lists;
    waits = schedule(AGAIN, () => {
      waits = undefined;
      void tell();
    });
    const { clientRows } = await import('./client-rows.ts');
    const rows = clientRows(host.store.state());
    ui.update((now) => ({ ...now, clientRows: rows }));
  };
  void tell();
  const stop = react(host.store, offeredIn, () => void tell());
  return () => {
    stop();
    waits?.();
  };
}

/** The lists, once each is there or will not come. */
const offeredIn = ({ lists }: SessionState): SessionState['lists'] | undefined =>
  LIST_NAMES.every((name) => !['unasked', 'loading'].includes(lists[name].state)) ? lists : undefined;

declare module '../../world/ui.ts' {
  interface Ui {
    /** The Server screen lists the names of the environment. */
    readonly environment?: boolean;
    /** What runs the server, with its version and its path, as far as that is known. */
    readonly runtime?: string;
    /** What each client would not see of the server; absent until that is known. */
    readonly clientRows?: readonly ClientRow[];
    /** The names that its tools share with those of other sessions, in words. */
    readonly sharedNames?: string | undefined;
    /** The files whose changes restart the server, in words. */
    readonly watched?: string;
  }
}

const watchedFiles = (ui: Ui): Ui['watched'] => ui.watched;
const sharedNames = (ui: Ui): Ui['sharedNames'] => ui.sharedNames;
const listsEnvironment = (ui: Ui): boolean => ui.environment === true;
const clientsOf = (ui: Ui): Ui['clientRows'] => ui.clientRows;
const runtimeOf = (ui: Ui): Ui['runtime'] => ui.runtime;
const chosenLevel = (ui: Ui): Ui['logLevel'] => ui.logLevel;
const all = (state: SessionState): SessionState => state;

/** Who the server is, what was negotiated, what is wrong, and how far connecting has come. */
function ServerView({ panes }: ViewProps): ReactNode {
  const { host } = useWorld();
  const theme = useTheme();
  const state = useCounts(all);
  const rules = useUi(hasRules);
  const area = panes.main;
  const { width, height } = inner(area ?? { left: 0, top: 0, width: 0, height: 0, border: true });
  const { mask, started } = host;
  const remarks = host.remarks();
  const logLevel = useUi(chosenLevel);
  const watched = useUi(watchedFiles);
  const shared = useUi(sharedNames);
  const environment = useUi(listsEnvironment);
  const runtime = useUi(runtimeOf);
  const clients = useUi(clientsOf);
  const isConnecting = state.phase === 'connecting' && phaseWord(state) !== 'recorded';
  useTicks(isConnecting);
  // A clock runs by whole seconds.
  const now = isConnecting ? Math.floor(host.now() / 1_000) * 1_000 : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of findings are loaded a moment later.
  const rows = useMemo(
    () =>
      serverRows(state, {
        ...{ theme, cells: width, started, mask, remarks, logLevel, watched },
        ...{ environment, runtime, clients, now, shared },
      }),
    [
      state,
      theme,
      width,
      started,
      mask,
      remarks,
      logLevel,
      watched,
      environment,
      runtime,
      clients,
      now,
      shared,
      rules,
    ],
  );
  const top = useScroll(paneName('server', 'main'), rows.length, height);
  if (area === undefined) return null;
  return (
    <Pane
      area={area}
      title="Server"
      right={position(top, height, rows.length)}
      focused
      seen={{ from: top, to: Math.min(rows.length, top + height), count: rows.length }}
    >
      <Lines lines={rows} top={top} height={height} />
    </Pane>
  );
}
