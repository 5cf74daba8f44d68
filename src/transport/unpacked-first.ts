import type { ExchangeWatcher } from './exchange-watcher.ts';
import { createSink, type InTurn, isPlain } from './sink.ts';

/**
 * Unpacks the body of a request, without waiting for it, before anything else of its exchange is told; where it cannot be unpacked, it is
 * told as it passed.
 *
 * @param limit bytes of the longest body that is kept
 */
export function unpackedFirst(
  to: ExchangeWatcher,
  inTurn: InTurn,
  coding: string,
  limit: number,
): ExchangeWatcher {
  if (isPlain(coding)) return to;
  const raw: Buffer[] = [];
  const unpacked: Buffer[] = [];
  let size = 0;
  /** What waits for the body to be unpacked. */
  let held: (() => void)[] | undefined = [];
  const sink = createSink(inTurn, coding, (chunk) => void unpacked.push(chunk), limit);
  const release = (why?: string): void => {
    const waiting = held ?? [];
    held = undefined;
    for (const chunk of why === undefined ? unpacked : raw) to.sent(chunk);
    raw.length = 0;
    unpacked.length = 0;
    for (const task of waiting) task();
  };
  const later =
    <Args extends readonly unknown[]>(tell: (...args: Args) => void) =>
    (...args: Args): void => {
      if (held === undefined) tell(...args);
      else if (held.push(() => tell(...args)) === 1) sink.end(release);
    };
  return {
    sent(bytes) {
      if (held === undefined || held.length > 0) return;
      size += bytes.length;
      // Of what is too long, what is kept is just too long as well.
      if (size - bytes.length <= limit) raw.push(bytes);
      sink.push(bytes);
    },
    ...{ wasSent: later(to.wasSent), answered: later(to.answered), came: later(to.came) },
    ...{
      ended: later(to.ended),
      tunnelled: later(to.tunnelled),
      moved: later(to.moved),
      broke: later(to.broke),
    },
  };
}
