import { write } from '../json/write.ts';
import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import type { Answerer } from './answerer.ts';
import type { Close, ConnectionCommand, ConnectionEvent, Effect, Moment, Timer } from './event.ts';
import type { ConnectionPorts, Link } from './ports.ts';
import type { ConnectionState, OpenServerRequest } from './state.ts';
import { step } from './step.ts';

/** ms to wait for a notification to arrive before the next message is sent: a server may never answer its POST. */
const ARRIVAL = 3_000;

/** Passes events to `step` (step.ts) and carries out the effects. */
export interface Driver {
  dispatch(event: ConnectionEvent): void;
  /** Dispatches a command with a new ticket; resolves with the value of its `resolve`. */
  waitFor<Value>(command: (ticket: number) => ConnectionCommand): Promise<Value>;
  /** The same for a request, whose first id and seq are known when it returns. */
  begin<Value>(command: (ticket: number) => ConnectionCommand): {
    id: number;
    seq: number;
    readonly done: Promise<Value>;
  };
}

/** The effects go to the transport, the clock and the callers. */
export function createDriver(ports: ConnectionPorts, answerer: Answerer, state: ConnectionState): Driver {
  const { link, soon } = ports;
  const queue: ConnectionEvent[] = [];
  const waiting = new Map<number, (value: never) => void>();
  const begun = new Map<number, { id: number; seq: number }>();
  let tickets = 0;
  let isBusy = false;

  /** Events that occur while effects are carried out are queued. */
  const dispatch = (event: ConnectionEvent): void => {
    queue.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) run(next);
    } finally {
      isBusy = false;
    }
  };

  const run = (event: ConnectionEvent): void => {
    for (const effect of step(state, event, momentOf(ports, answerer))) carryOut(effect);
  };

  const timers = createTimers(ports, (timer) => dispatch({ type: 'timer', timer }));
  const transportEffect = createTransportEffects(ports, state, dispatch);

  const send = ({ message, sent, request: id }: Extract<Effect, { type: 'send' }>): void => {
    const seq = link.send(write(message), sent);
    if (id !== undefined) run({ type: 'sent', id, seq, why: seq === 0 ? link.whyUnwritable() : undefined });
  };

  /**
   * A rule answers only when everything that arrived with the question is filed, which may take two slices of the event
   * loop: the server may cancel it at once. A person may answer from now on.
   */
  const rule = (question: OpenServerRequest): void => {
    const answer = answerer.answer(question.method, question.params);
    const ruled = (): void => dispatch({ type: 'ruled', question, answer });
    if (answer === undefined) ruled();
    else soon(ruled);
  };

  const carryOut = (effect: Effect) => {
    switch (effect.type) {
      case 'send':
        return send(effect);
      case 'cancel':
        return giveUp(link, effect);
      case 'life':
        return ports.life(effect.entry);
      case 'start timer':
        return timers.start(effect.timer, effect.ms);
      case 'stop timer':
        return timers.stop(effect.timer);
      case 'begun':
        Object.assign(begun.get(effect.ticket) ?? {}, { id: effect.id, seq: effect.seq });
        return void begun.delete(effect.ticket);
      case 'resolve':
        waiting.get(effect.ticket)?.(effect.value as never);
        return void waiting.delete(effect.ticket);
      case 'rule':
        return rule(effect.question);
      case 'open':
      case 'respawn':
      case 'change':
      case 'prepare':
      case 'deliver':
      case 'close':
        return void transportEffect(effect);
      case 'leave':
        return link.leave();
      case 'new session':
        return link.newSession();
      case 'revision':
        return link.setProtocolVersion(effect.revision);
    }
  };

  const waitFor = <Value>(command: (ticket: number) => ConnectionCommand): Promise<Value> => {
    tickets += 1;
    const ticket = tickets;
    const promise = new Promise<Value>((resolve) => waiting.set(ticket, resolve));
    dispatch(command(ticket));
    return promise;
  };

  return {
    dispatch,
    waitFor,
    begin(command) {
      const first = { id: 0, seq: 0 };
      const done = waitFor<never>((ticket) => {
        begun.set(ticket, first);
        return command(ticket);
      });
      return Object.assign(first, { done });
    },
  };
}

/** A plain literal: this is done for every frame, and spreads cost several times as much. */
const momentOf = ({ now, state, link }: ConnectionPorts, { capabilities }: Answerer): Moment => ({
  now: now(),
  session: state(),
  isLinked: link.current() !== 0,
  capabilities,
});

function giveUp(link: Link, { id, reason, mayNotify }: Extract<Effect, { type: 'cancel' }>): void {
  if (link.abandon(id, reason) || !mayNotify) return;
  const params = { requestId: id, reason };
  link.send(write({ jsonrpc: '2.0', method: 'notifications/cancelled', params }), { by: 'auto' });
}

function createTimers({ later }: Pick<Clock, 'later'>, ring: (timer: Timer) => void) {
  const running = new Map<string, () => void>();
  const nameOf = ({ of, id = '' }: Timer): string => `${of} ${id}`;
  const stop = (timer: Timer): void => {
    running.get(nameOf(timer))?.();
    running.delete(nameOf(timer));
  };
  return {
    stop,
    start(timer: Timer, ms: number): void {
      stop(timer);
      const over = (): void => {
        running.delete(nameOf(timer));
        ring(timer);
      };
      running.set(nameOf(timer), later(ms, over));
    },
  };
}

/** What takes a while: a transport is opened, changed or closed. */
type TransportEffect = Extract<
  Effect,
  { type: 'open' | 'respawn' | 'change' | 'prepare' | 'deliver' | 'close' }
>;

function createTransportEffects(
  ports: ConnectionPorts,
  state: ConnectionState,
  dispatch: (event: ConnectionEvent) => void,
): (effect: TransportEffect) => Promise<void> {
  const { link } = ports;
  /** The transport that is being closed. */
  let ending: Promise<void> | undefined;

  const close = async (what: Close): Promise<void> => {
    ending = link.close() ?? ending;
    const mine = ending;
    await mine;
    if (ending === mine) ending = undefined;
    dispatch({ type: 'closed', close: what, wasOpen: mine !== undefined });
  };

  const respawn = async (attempt: number, clean: boolean): Promise<void> => {
    await link.close();
    // The connection was closed or opened again meanwhile.
    if (state.attempt !== attempt) return;
    link.newSession();
    dispatch({ type: 'opened', attempt, how: 'respawn', opened: await link.open(clean) });
  };

  return async (effect) => {
    if (effect.type === 'close') return close(effect.close);
    const { attempt } = effect;
    switch (effect.type) {
      case 'open':
        return dispatch({ type: 'opened', attempt, how: 'open', opened: await link.open(effect.clean) });
      case 'respawn':
        return respawn(attempt, effect.clean);
      case 'change':
        return dispatch({
          ...{ type: 'opened', attempt, how: 'change' },
          opened: (await link.change(effect.news)) ?? 'none',
        });
      case 'prepare':
        await ports.prepare();
        return dispatch({ type: 'prepared', attempt });
      case 'deliver':
        await atMost(ports, ARRIVAL, link.delivered());
        return dispatch({ type: 'delivered', attempt });
    }
  };
}
