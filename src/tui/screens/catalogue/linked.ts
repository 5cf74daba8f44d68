import type { Context } from '../../world/command.ts';
import { warn } from '../../world/say.ts';
import { paneName } from '../../world/ui.ts';
import { callDisabledReason, changeDetail, shown } from './ask.ts';
import type { Detail } from './detail.ts';

declare module '../../world/command.ts' {
  interface Services {
    /** Reads a resource that a result links to, in the place of the result. */
    readonly readLink: (context: Context, uri: string) => void;
  }
}

/** Reads the resource that a result links to and shows it in the place of the result, until esc. */
export function readLink(context: Context, uri: string): void {
  const { link } = shown(context)?.detail ?? {};
  const reason =
    shown(context) === undefined ? 'Links can be opened only in a result.' : callDisabledReason(context);
  if (reason !== undefined) {
    warn(context, reason);
    return;
  }
  const call = context.host.connection?.request('resources/read', { uri });
  if (call === undefined || call.seq === 0) return;
  const { screen, sheets } = context.ui.get();
  const from = link === undefined ? sheets[paneName(screen, 'detail')] : link.from;
  changeDetail(context, ({ against: _, ...detail }) => ({ ...detail, link: { seq: call.seq, uri, from } }));
}

/** Reads it once more; false where no link is followed. */
export function readAgain(context: Context): boolean {
  const uri = shown(context)?.detail.link?.uri;
  if (uri === undefined) return false;
  readLink(context, uri);
  return true;
}

/** Goes back from what a link led to, to the result with the link; false where none was followed. */
export function closeLink(context: Context): boolean {
  const { link } = shown(context)?.detail ?? {};
  if (link === undefined) return false;
  changeDetail(context, withoutLink);
  const { from } = link;
  if (from !== undefined) {
    const name = paneName(context.ui.get().screen, 'detail');
    context.ui.update((ui) => ({ ...ui, sheets: { ...ui.sheets, [name]: from } }));
  }
  return true;
}

const withoutLink = ({ link: _, ...detail }: Detail): Detail => detail;
