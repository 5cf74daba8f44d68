import { isObject } from '../../json/shape.ts';
import type { Subscribed } from '../../session/state.ts';
import { restartWords, shown } from './ask.ts';
import type { Context, Situation } from './command.ts';
import { tell, warn } from './say.ts';

/** Why changes of what is selected cannot be asked for, in one sentence. */
export function whyNotSubscribed(situation: Situation): string | undefined {
  const { host } = situation;
  const { entry } = shown(situation) ?? {};
  if (entry?.list !== 'resources') return 'Only resources tell of their changes.';
  if (host.connection === undefined) return 'This is a recording: nobody tells of changes any more.';
  const { phase, capabilities } = host.store.state();
  if (phase === 'connecting') return 'The server is not ready yet.';
  if (phase !== 'ready') return `The server is gone; ${restartWords(situation)}.`;
  const resources = capabilities.server?.['resources'];
  return isObject(resources) && resources['subscribe'] === true
    ? undefined
    : 'The server did not announce resources.subscribe: send raw asks all the same.';
}

/** The word in the footer: what the key does now. */
export const subscribeWord = (situation: Situation): string =>
  subscriptionInView(situation) === undefined ? 'subscribe' : 'unsubscribe';

/** Has the server tell of changes of the selected resource, or no more. */
export function turnSubscription(context: Context): void {
  const { connection } = context.host;
  const { entry } = shown(context) ?? {};
  if (connection === undefined || entry === undefined) return;
  const { name } = entry.item;
  const known = subscriptionInView(context);
  const asked = known === undefined ? connection.subscribe(name) : connection.unsubscribe(name);
  void asked.then((why) => {
    if (why !== undefined)
      warn(context, `${known === undefined ? 'Not subscribed' : 'Still subscribed'}: ${why}.`);
    else tell(context, known === undefined ? `subscribed to ${name}` : `no longer subscribed to ${name}`);
  });
}

/** The subscription to what is selected. */
function subscriptionInView(situation: Situation): Subscribed | undefined {
  const { entry } = shown(situation) ?? {};
  if (entry?.list !== 'resources') return undefined;
  return situation.host.store.state().subscriptions.find(({ uri }) => uri === entry.item.name);
}
