import { isObject } from '../../../json/shape.ts';
import type { Log } from '../../../session/log/log.ts';
import type { Subscribed } from '../../../session/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import { announces, either } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { shown } from './ask.ts';
import type { Shown } from './shown.ts';

/** Why changes of what is selected cannot be asked for, in one sentence. */
export const subscribeDisabledReason = either(
  (situation) => {
    const now = shown(situation);
    const uri = now && uriOf(situation.host.log, now);
    if (now?.entry.list === 'resourceTemplates' && uri === undefined)
      return 'Read it first: you can subscribe to a resource, but not to a template.';
    return uri === undefined ? 'Only resources have subscriptions.' : undefined;
  },
  announces(
    'resources.subscribe',
    'The server does not declare resources.subscribe; use "send raw" to try anyway.',
  ),
);

/** The word in the footer: what the key does now. */
export const subscribeWord = (situation: Situation): string =>
  subscriptionInView(situation) === undefined ? 'subscribe' : 'unsubscribe';

/** Subscribes to the selected resource, or unsubscribes from it. */
export function toggleSubscription(context: Context): void {
  const { connection, log } = context.host;
  const now = shown(context);
  const uri = now && uriOf(log, now);
  if (connection === undefined || uri === undefined) return;
  const known = subscriptionInView(context);
  const asked = known === undefined ? connection.subscribe(uri) : connection.unsubscribe(uri);
  void asked.then((why) => {
    if (why !== undefined)
      warn(context, `${known === undefined ? 'Not subscribed' : 'Still subscribed'}: ${why}.`);
    else tell(context, known === undefined ? `subscribed to ${uri}` : `no longer subscribed to ${uri}`);
  });
}

/** The subscription to what is in view. */
function subscriptionInView(situation: Situation): Subscribed | undefined {
  const { log, store } = situation.host;
  const now = shown(situation);
  const known = now && uriOf(log, now);
  return known === undefined ? undefined : store.state().subscriptions.find(({ uri }) => uri === known);
}

/** The resource that is in view: the selected one, or that of a template which was read and is shown. */
export function uriOf(log: Log, { entry, detail }: Shown): string | undefined {
  if (entry.list === 'resources') return entry.item.name;
  if (entry.list !== 'resourceTemplates' || detail.showing !== 'result' || detail.call === undefined)
    return undefined;
  const { params } = JSON.parse(log.text(detail.call) ?? '{}');
  return isObject(params) && typeof params['uri'] === 'string' ? params['uri'] : undefined;
}
