import type { Finding } from '../spec/finding.ts';
import { badUtf8 } from './bad-utf8.ts';
import type { Piece } from './chunk.ts';

/** A piece as text, taken apart into what may be JSON and what surrounds it. */
export interface Surroundings {
  /** The whole text as it came, line breaks included. */
  readonly whole: string;
  /** Headers and a byte order mark. */
  readonly pre: string;
  /** What may be JSON, on one line. */
  readonly core: string;
  /** A CR. */
  readonly post: string;
  readonly isUtf8: boolean;
  /** The text does not give the bytes back: they are no UTF-8, or line breaks were replaced. */
  readonly raw: boolean;
  readonly findings: readonly Finding[];
}

/** Takes a piece apart. Offsets are bytes from the beginning of the piece, from 0. */
export function surroundings(piece: Piece, whole: string): Surroundings {
  const findings = [...piece.findings];
  const bad = badUtf8(piece.bytes, whole);
  if (bad >= 0) findings.push({ rule: 'stdio/utf8', message: `invalid UTF-8 at byte ${bad}` });

  let pre = piece.bytes.toString('utf8', 0, piece.header);
  let core = whole.slice(pre.length);
  if (core.startsWith('\uFEFF')) {
    findings.push({
      rule: 'stdio/bom',
      message: `a byte order mark at byte ${piece.header}; UTF-8 needs none`,
    });
    pre += '\uFEFF';
    core = core.slice(1);
  }
  const post = core.endsWith('\r') ? '\r' : '';
  core = core.slice(0, core.length - post.length);
  if (post !== '' && core.trim() !== '') {
    const at = piece.bytes.length - 1;
    findings.push({
      rule: 'stdio/crlf',
      message: `a carriage return at byte ${at}; a line ends in LF alone`,
    });
  }
  const isSpread = core.includes('\n');
  if (isSpread) core = core.replaceAll(/\r?\n/g, ' ');
  return {
    whole,
    pre,
    core,
    post,
    isUtf8: bad < 0 && piece.original === undefined,
    raw: bad >= 0 || isSpread || piece.original !== undefined,
    findings,
  };
}
