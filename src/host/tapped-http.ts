import type { HttpTarget } from '../session/target.ts';
import type { ExchangeWatcher, LookOn } from '../transport/exchange-watcher.ts';
import type { ExchangeReaderDeps } from '../transport/passed-exchange.ts';
import type { InTurn } from '../transport/sink.ts';
import { createTapQueue, type TapQueue, type TapQueueOptions } from './tap-queue.ts';
import type { Tapped } from './tapped.ts';

/** What records a reverse proxy; it can look on before the transcript is open. */
export interface HttpRecorder extends Pick<TapQueue<Tapped>, 'stop'> {
  readonly lookOn: LookOn;
  /** Looks at all that is left, and closes the transcript, which says why it ends. */
  finish(detail: string): Promise<void>;
}

/** What a recorder of a reverse proxy is given. */
export interface HttpRecorderOptions extends TapQueueOptions<Tapped> {
  readonly target: HttpTarget;
  /** Where clients reach the server through us. */
  readonly url: () => string;
  /** Loads what reads exchanges. */
  readonly reader: () => Promise<{ readonly createExchangeReader: (deps: ExchangeReaderDeps) => LookOn }>;
}

/** Records what passes a reverse proxy. */
export function createHttpRecorder(options: HttpRecorderOptions): HttpRecorder {
  const { target, url, clock } = options;
  let read: LookOn | undefined;
  const queue = createTapQueue({
    ...options,
    // What reads is loaded while clients may be served.
    async open(guard) {
      const [into, { createExchangeReader }] = await Promise.all([options.open(guard), options.reader()]);
      const { accept } = into;
      const inTurn: InTurn = (task, size) => queue.add(task, size);
      read = createExchangeReader({ target, url, accept, inTurn, wall: clock.wall });
      return into;
    },
  });
  return {
    stop: queue.stop,
    finish: (detail) =>
      queue.finish((into) => {
        into.life('close', { side: 'client', detail });
        into.life('exit', { detail });
      }),
    lookOn(request, connection) {
      let watcher: ExchangeWatcher | undefined;
      const later =
        <Args extends readonly unknown[]>(what: (to: ExchangeWatcher, ...args: Args) => void) =>
        (...args: Args): void => {
          const [bytes] = args.filter((one) => Buffer.isBuffer(one));
          queue.add(() => {
            if (watcher !== undefined) what(watcher, ...args);
          }, bytes?.length);
        };
      queue.add(() => {
        watcher = read?.(request, connection);
      });
      return {
        sent: later<[Buffer]>((to, bytes) => to.sent(bytes)),
        wasSent: later<Parameters<ExchangeWatcher['wasSent']>>((to, trailers) => to.wasSent(trailers)),
        answered: later<Parameters<ExchangeWatcher['answered']>>((to, head) => to.answered(head)),
        came: later<[Buffer]>((to, bytes) => to.came(bytes)),
        ended: later<Parameters<ExchangeWatcher['ended']>>((to, trailers) => to.ended(trailers)),
        tunnelled: later<Parameters<ExchangeWatcher['tunnelled']>>((to, dir, bytes) =>
          to.tunnelled(dir, bytes),
        ),
        moved: later<[string, string]>((to, was, now) => to.moved(was, now)),
        broke: later<Parameters<ExchangeWatcher['broke']>>((to, how) => to.broke(how)),
      };
    },
  };
}
