import { isObject } from '../../json/shape.ts';
import { ownerOf } from '../../session/state.ts';
import { visible } from '../../text/visible.ts';
import type { Situation } from './command.ts';

/** Why something cannot be done now, in one sentence; nothing when it can. */
export type Reason = (situation: Situation) => string | undefined;

/** The first of several reasons that there is. */
export const either =
  (...reasons: readonly Reason[]): Reason =>
  (situation) => {
    for (const reason of reasons) {
      const why = reason(situation);
      if (why !== undefined) return why;
    }
    return undefined;
  };

/** In a recording nothing can be sent, and least of all in the session of another program that is followed. */
export const live: Reason = ({ host }) => {
  if (host.connection !== undefined) return undefined;
  const owner = ownerOf(host.store.state());
  return owner === undefined
    ? 'Not available in a recording.'
    : `This session belongs to ${visible(owner)}: it is only followed.`;
};

/** What is sent while the server starts waits for it; to a server that is gone nothing can be sent. */
export const reachable: Reason = either(live, (situation) => {
  const { phase } = situation.host.store.state();
  return phase === 'failed' || phase === 'closed'
    ? `The server is gone; ${situation.services.restartWords(situation)}.`
    : undefined;
});

/** Until the handshake is over nobody knows what the server can do. */
export const ready: Reason = either(reachable, ({ host }) =>
  host.store.state().phase === 'ready' ? undefined : 'The server is not ready yet.',
);

/**
 * The server has to be there and to have declared a capability.
 *
 * @param path the capability, or a part of it: `logging`, `resources.subscribe`
 * @param why what to say when it has not
 */
export const announces = (path: string, why = `The server does not declare ${path}.`): Reason =>
  either(ready, ({ host }) => {
    let declared: unknown = host.store.state().capabilities.server;
    for (const name of path.split('.')) declared = isObject(declared) ? declared[name] : undefined;
    return declared === undefined || declared === false ? why : undefined;
  });
