import { appOf } from '../../../surface/app.ts';
import type { Situation } from '../../world/command.ts';
import { reachable } from '../../world/reason.ts';
import type { Ui } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';
import { recordedCall } from './recalled.ts';
import { shownDetail } from './shown.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** The newest requests that read the views of tools, by URI. */
    readonly views?: Readonly<Record<string, number>>;
  }
}

/** The URI of the view (MCP Apps) of a tool, or of a resource that is one. */
export function viewUriOf({ list, item }: ListEntry): string | undefined {
  if (list === 'tools') return appOf(item.raw)?.uri;
  return list === 'resources' && item.name.startsWith('ui://') ? item.name : undefined;
}

/** The seq of the newest request that read a resource, wherever it was asked for. */
export function readSeq(
  { views = {}, details, recalled }: Pick<Ui, 'views' | 'details' | 'recalled'>,
  uri: string,
): number | undefined {
  const seqs = ['resources', 'skills'].map((list) => {
    const key = `${list} ${uri}`;
    return Object.hasOwn(details, key) ? details[key]?.call : undefined;
  });
  const known = [Object.hasOwn(views, uri) ? views[uri] : undefined, ...seqs].filter(
    (seq) => seq !== undefined,
  );
  if (known.length > 0) return Math.max(...known);
  return recordedCall(recalled, { list: 'resources', item: { name: uri } })?.seq;
}

/** Why there is no view to save, in one sentence. */
export function viewDisabledReason(situation: Situation): string | undefined {
  const now = shownDetail(situation.ui.get(), situation.host.store.state());
  const uri = now && viewUriOf(now.entry);
  if (uri === undefined) return 'It has no view.';
  return readSeq(situation.ui.get(), uri) === undefined ? reachable(situation) : undefined;
}

/** What `o` is called where there is a view. */
export const viewWord = (situation: Situation): string => {
  const now = shownDetail(situation.ui.get(), situation.host.store.state());
  return now !== undefined && viewUriOf(now.entry) !== undefined ? 'save view' : '';
};
