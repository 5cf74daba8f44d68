import type { Root } from '../../../connection/root.ts';
import { openPrompt } from '../../overlay/typed.ts';
import type { Context, Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';

/** Why the roots cannot be changed, in one sentence. */
export function whyNoRoots({ host }: Situation): string | undefined {
  if (host.connection === undefined) return 'This is a recording: nobody hears of other roots.';
  return 'roots' in host.store.state().capabilities.client
    ? undefined
    : 'No roots were announced to this server: start with --root, or switch them on in the palette.';
}

/** Asks for the roots, in the order in which the server is told of them. */
export function askForRoots({ host, ui }: Context): void {
  const uris = (host.connection?.roots() ?? []).map(({ uri }) => uri);
  ui.update(openPrompt('roots', { kind: 'roots' }, uris.join(' ')));
}

/** Offers these roots from now on: URIs and paths of folders with spaces between them. */
export function changeRoots({ host, ui, terminal }: Context, typed: string): void {
  const known = new Map((host.connection?.roots() ?? []).map((root) => [root.uri, root]));
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const roots: Root[] = [];
  for (const word of words) {
    const root = known.get(word) ?? terminal.root(word);
    if (root === undefined) {
      warn({ host, ui }, `${word} is no folder, and the roots are as they were.`);
      return;
    }
    roots.push(root);
  }
  host.connection?.setRoots(roots);
  // In the modern era nobody listens: the server asks again by itself (client/roots#root-list-changes).
  if (host.store.state().era !== 'modern') host.connection?.notify('notifications/roots/list_changed');
  tell({ host, ui }, roots.length === 1 ? 'one root is offered' : `${roots.length} roots are offered`);
}
