import { parse } from '../json/parse.ts';
import { same } from '../json/same.ts';
import type { Capture } from '../session/frame.ts';
import { isClients } from './recovered-messages.ts';

type Frame = Extract<Capture, { type: 'frame' }>;

/** Tells what a server sends from what comes back of what it was sent: by a terminal in between, or printed by itself. */
export interface Echo {
  /** A line was sent. */
  sent(text: string): void;
  /** The line to take a message for that is only an echo, with the finding at the first; undefined for any other. */
  of(frame: Frame): Capture | undefined;
}

/** Lines that may still come back. */
const KEPT = 64;

/**
 * A request that only clients send is never the server's, and proves the echo; from then on every line that equals one
 * that was sent is one, once.
 */
export function createEcho(): Echo {
  const lines = new Map<string, number>();
  let isProven = false;

  const isEcho = ({ msg, message, pre = '' }: Frame): boolean => {
    const isOurs = isClients(message);
    // Behind other text nobody sends an answer.
    if (!isOurs && !isProven && pre.trim() === '') return false;
    const text = lines.has(msg) ? msg : lineOf(message);
    const times = lines.get(text) ?? 0;
    if (times > 1) lines.set(text, times - 1);
    else lines.delete(text);
    return isOurs || times > 0;
  };

  /** The line that says the same in another order, or with other spaces. */
  const lineOf = (message: unknown): string => {
    for (const line of lines.keys()) if (same(parse(line), message)) return line;
    return '';
  };

  return {
    sent(text) {
      lines.set(text, (lines.get(text) ?? 0) + 1);
      if (lines.size <= KEPT) return;
      for (const oldest of lines.keys()) {
        lines.delete(oldest);
        break;
      }
    },
    of(frame) {
      if (!isEcho(frame)) return undefined;
      const findings = isProven ? [] : [{ rule: 'stdio/echo', message: CAUSE }];
      isProven = true;
      const { dir, n, line, pre = '', post = '', msg } = frame;
      const why = 'an echo of what was sent';
      return {
        type: 'invalid',
        dir,
        n,
        ...(line === undefined ? {} : { line }),
        text: pre + msg + post,
        why,
        findings,
      };
    },
  };
}

const CAUSE =
  'what is sent comes back: a terminal is in between (docker run -t, ssh -t), or the server prints its input; echoes are ignored';
