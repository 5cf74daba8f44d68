import type { Subscribed } from '../../../session/state.ts';
import { visible } from '../../../text/visible.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { announce } from '../../world/say.ts';
import { sideAfter } from './ask.ts';
import { loadComparing } from './call-sheet.ts';
import { detailOf, withDetail, withResult } from './detail.ts';
import { allEntries, type ListEntry } from './entries.ts';
import { uriOf } from './subscribing.ts';

/**
 * Shows the content of a resource that was subscribed to, and what differs in it whenever it was read again because it
 * had changed. Returns the way to stop.
 */
export function watchUpdates(context: Context): () => void {
  return react(
    context.host.store,
    ({ subscriptions }) => subscriptions,
    (subscriptions, before) => {
      const known = new Map(before.map((one) => [one.uri, one]));
      for (const one of subscriptions) {
        if (one.read !== undefined && one.read !== known.get(one.uri)?.read) show(context, one);
      }
    },
  );
}

function show(context: Context, { uri, read, before, updated }: Subscribed): void {
  const { host } = context;
  if (read === undefined || host.log.row(read)?.by !== 'auto') return;
  if (before === undefined || updated === undefined) {
    showRead(context, uri, read, undefined);
    return;
  }
  void loadComparing().then((count) => {
    const found = count(host.log, read, before);
    showRead(context, uri, read, found === undefined ? undefined : before);
    announce(context, `${nameOf(uri)} changed (${found ?? 'no difference'})`);
  });
}

/** The last part of a URI, by which a person knows a resource. */
const nameOf = (uri: string): string => visible(/[^/:]+(?=\/*$)/.exec(uri)?.[0] ?? uri);

/** Puts what was read where the resource is shown, in the list or as one of a template; the newest stays. */
function showRead(context: Context, uri: string, read: number, against: number | undefined): void {
  const { host, ui } = context;
  const { details, recalled } = ui.get();
  const all = allEntries(host.store.state().lists, 'resources');
  const ofTemplate = (entry: ListEntry) =>
    uriOf(host.log, { entry, detail: detailOf(details, recalled, entry) });
  const entry =
    all.find(({ list, item }) => list === 'resources' && item.name === uri) ??
    all.find((one) => one.list === 'resourceTemplates' && ofTemplate(one) === uri);
  if (entry === undefined) return;
  ui.update(
    withDetail(entry, (detail) =>
      (detail.call ?? 0) > read
        ? detail
        : withResult({ ...detail, showing: sideAfter(context, detail) }, read, against),
    ),
  );
}
