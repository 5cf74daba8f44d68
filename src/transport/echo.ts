import { parse } from '../json/parse.ts';
import { same } from '../json/same.ts';
import type { Capture } from '../session/frame.ts';
import { isFromClient } from './recovered-messages.ts';

type Frame = Extract<Capture, { type: 'frame' }>;

/** Recognizes our own lines that come back: from a terminal in between, or printed by the server. */
export interface Echo {
  /** A line was sent. */
  sent(text: string): void;
  /** The capture that replaces a message which is only an echo, the first with a finding; undefined for any other. */
  of(frame: Frame): Capture | undefined;
}

/** How many lines may still come back. */
const KEPT = 64;

/**
 * A request that only clients send is never the server's, and proves the echo; from then on every line that equals a
 * sent one is an echo, once.
 */
export function createEcho(): Echo {
  const lines = new Map<string, number>();
  let isProven = false;

  const isEcho = ({ msg, message, pre = '' }: Frame): boolean => {
    const isOurs = isFromClient(message);
    // A message behind other text is not an answer.
    if (!isOurs && !isProven && pre.trim() === '') return false;
    const text = lines.has(msg) ? msg : lineOf(message);
    const times = lines.get(text) ?? 0;
    if (times > 1) lines.set(text, times - 1);
    else lines.delete(text);
    return isOurs || times > 0;
  };

  /** The sent line with the same content in another order, or with other spaces. */
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
