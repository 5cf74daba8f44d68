import { hasNews } from '../../../surface/news.ts';
import { showDefinition } from '../../overlay/definition.tsx';
import type { Context, Situation } from '../../world/command.ts';

/** Why there is no difference to be shown, in one sentence. */
export const changesDisabledReason = ({ host }: Situation): string | undefined =>
  hasNews(host.store.state()) ? undefined : 'Nothing has changed since the first start of the server.';

/** Shows what changed with the last restart, and when the lists were last fetched again. */
export async function showChanges(context: Context): Promise<void> {
  const { changesSheet } = await import('./changes-sheet.ts');
  context.ui.update(showDefinition('What changed', (host, ui) => changesSheet(host, ui.revealed)));
}

/** The clients whose limits are crossed now and were not before, in a sentence; none where nothing changed. */
export async function crossedSince({ store, log }: Context['host']): Promise<readonly string[]> {
  if (!hasNews(store.state())) return [];
  return (await import('./changes-sheet.ts')).crossedSince({ store, log });
}
