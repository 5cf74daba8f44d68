import type { Context } from '../../world/command.ts';
import type { Screen } from '../screen.ts';
import { server, switches, watchAuthorization } from './commands.ts';
import { ServerView } from './view.tsx';

declare module '../../world/screens.ts' {
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
  watch: [watchAuthorization, (context, schedule) => schedule(RUNTIME, () => void tellRuntime(context))],
};

/** Finds out what runs the server. */
async function tellRuntime({ host, ui }: Pick<Context, 'host' | 'ui'>): Promise<void> {
  const { target } = host.store.state();
  if (target.transport !== 'stdio') return;
  const { runtimeOf } = await import('./runtime.ts');
  const runtime = await runtimeOf(target);
  if (runtime !== undefined) ui.update((now) => ({ ...now, runtime }));
}
