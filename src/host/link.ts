import type { Inbound, LifeNews, Link, Opened, SentLine } from '../connection/ports.ts';
import type { Capture } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { Transport } from '../transport/transport.ts';

/** What a link needs from its host. */
export interface LinkPorts {
  /** A new transport; its code may have to be loaded first. */
  readonly make: (clean: boolean) => Transport | Promise<Transport>;
  /** Numbers, matches, records and folds a capture. */
  readonly file: (capture: Capture, session: number, sent?: SentLine) => Accepted;
  /** The connection, which gets what was filed in the current session. */
  readonly inbound: () => Inbound;
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
}

/** A link that also files events of the connection in the current session. */
export interface HostLink extends Link {
  life(entry: LifeNews): void;
}

/**
 * Holds the current transport: its captures are filed first and then passed on.
 *
 *   transport ─ capture ─▶ file ─ accepted ─▶ connection
 *       ▲                                         │
 *       └───────────────── send ──────────────────┘
 */
export function createLink({ make, file, inbound, wall }: LinkPorts): HostLink {
  let transport: Transport | undefined;
  let session = 0;
  let sending: (SentLine & { seq: number }) | undefined;
  let opened = 0;
  /** Counts opens and closes, so that an open in progress notices a later one. */
  let turn = 0;

  const take = (capture: Capture, during: number): void => {
    const sent = 'dir' in capture && capture.dir === 'c2s' ? sending : undefined;
    const accepted = file(capture, during, sent);
    if (sent?.seq === 0) sent.seq = accepted.entry.seq;
    if (during === session) inbound().accepted(accepted);
  };

  const start = async (made: Transport): Promise<Opened> => {
    const during = session;
    made.oncapture = (capture) => take(capture, during);
    made.onlost = (loss) => {
      if (made === transport) inbound().lost(loss);
    };
    made.onerror = ({ message }) => inbound().stray(message);
    transport = made;
    opened += 1;
    try {
      await made.start();
      return 'open';
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error) };
    }
  };

  const leave = (): void => {
    const during = session;
    if (transport === undefined) return;
    transport.oncapture = (capture) => {
      if (capture.type === 'http') take(capture, during);
    };
    void transport.close();
  };

  const life = (entry: LifeNews): void =>
    take({ type: 'life', at: new Date(wall()).toISOString(), ...entry }, session);

  return {
    life,
    leave,
    async open(clean) {
      turn += 1;
      const mine = turn;
      let made: Transport;
      try {
        const making = make(clean);
        // A process is started in the same tick.
        made = making instanceof Promise ? await making : making;
      } catch (error) {
        return { why: error instanceof Error ? error.message : String(error) };
      }
      return turn === mine ? start(made) : 'superseded';
    },
    change(news) {
      const other = transport?.alternative?.();
      if (other === undefined) return undefined;
      leave();
      life(news);
      return start(other);
    },
    newSession() {
      session += 1;
    },
    close() {
      turn += 1;
      const closing = transport?.close();
      transport = undefined;
      return closing;
    },
    killNow: () => transport?.killNow(),
    current: () => (transport === undefined ? 0 : opened),
    send(text, sent) {
      const mark = { ...sent, seq: 0 };
      sending = mark;
      transport?.sendText(text);
      sending = undefined;
      return mark.seq;
    },
    abandon: (id, why) => transport?.abandon?.(id, why) ?? false,
    delivered: () => transport?.delivered?.() ?? Promise.resolve(),
    whyUnwritable: () => transport?.whyUnwritable?.(),
    setProtocolVersion: (revision) => transport?.setProtocolVersion?.(revision),
  };
}
