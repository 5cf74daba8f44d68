import type { Capture } from '../../src/session/frame.ts';
import { createFraming, type Framing } from '../../src/transport/framing.ts';
import { nearJson } from '../../src/transport/near-json.ts';

type Line = Extract<Capture, { type: 'frame' | 'invalid' }>;

/** What a framing makes of bytes cut into chunks at the given places. */
export function framed(input: string | Buffer, cuts: readonly number[] = [], limit?: number): Line[] {
  return driven((framing) => {
    const bytes = Buffer.from(input);
    const places = [0, ...cuts, bytes.length];
    for (let at = 1; at < places.length; at++) framing.push(bytes.subarray(places[at - 1], places[at]));
    framing.end();
  }, limit);
}

/** What a framing hands over while something is done with it. */
export function driven(use: (framing: Framing, lines: readonly Line[]) => void, limit?: number): Line[] {
  const lines: Line[] = [];
  use(
    createFraming('s2c', (capture) => lines.push(capture as Line), limit, {
      read: nearJson,
      onMalformed: () => {},
    }),
    lines,
  );
  return lines;
}

/** A capture in short: `✓` a message or `✗` none, its text, what surrounds it, and the rules it breaks. */
export function brief(capture: Line): string {
  const rules = (capture.findings ?? []).map(({ rule }) => rule).join(' ');
  const part = capture.type === 'frame' && capture.part ? `${capture.part[0] + 1}/${capture.part[1]} ` : '';
  const text = capture.type === 'frame' ? capture.msg : (capture.text ?? `base64:${capture.base64}`);
  const pre = capture.type === 'frame' && capture.pre ? `${JSON.stringify(capture.pre)} ` : '';
  const post = capture.type === 'frame' && capture.post ? ` ${JSON.stringify(capture.post)}` : '';
  const mark = capture.type === 'frame' ? '✓' : '✗';
  return `${mark} ${part}${pre}${text}${post}${rules ? ` ! ${rules}` : ''}`;
}

/** Puts the bytes together again, from `raw`, else from `pre`, `msg` and `post`; without the last LF. */
export function bytesOf(captures: readonly Line[]): Buffer {
  const pieces: Buffer[] = [];
  let lastLine = 1;
  let rawParts = 0;
  for (const capture of captures) {
    const line = capture.line ?? 0;
    if (line > lastLine) pieces.push(Buffer.from('\n'));
    lastLine = line + (capture.type === 'frame' ? (capture.lines ?? 1) : lineBreaks(capture)) - 1;
    if (line === undefined) throw new Error('a capture without a line');
    if (rawParts > 0) rawParts--;
    else if (capture.type === 'invalid') pieces.push(bytesOfInvalid(capture));
    else if (capture.raw === undefined)
      pieces.push(Buffer.from(`${capture.pre ?? ''}${capture.msg}${capture.post ?? ''}`));
    else {
      pieces.push(Buffer.from(capture.raw, 'base64'));
      rawParts = (capture.part?.[1] ?? 1) - 1;
    }
  }
  return Buffer.concat(pieces);
}

function bytesOfInvalid({ text, base64 }: Line & { type: 'invalid' }): Buffer {
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
}

function lineBreaks(capture: Line & { type: 'invalid' }): number {
  return bytesOfInvalid(capture).toString('latin1').split('\n').length;
}
