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
