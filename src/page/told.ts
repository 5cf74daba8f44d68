import { failureWord, isFailure } from '../session/outcome.ts';
import { argumentsOf, ENDED, errorMessageOf, summaryOf } from '../session/summary.ts';
import { takesArguments } from '../spec/methods.ts';
import { clock, duration, yoursIn } from '../text/measure.ts';
import type { PageLine } from './data.ts';
import type { PageLines } from './lines.ts';

/** What a row says of its line. */
export interface LineTold {
  readonly glyph: string;
  /** How it looks: its direction, or that it is bad. */
  readonly look: 'out' | 'in' | 'bad' | 'dim';
  readonly what: string;
  readonly subject: string;
}

/** How much of a text a row looks at. */
const HEAD = 2048;

const headOf = (line: PageLine | undefined): string => line?.text?.slice(0, HEAD) ?? '';

/** What a line is about, in few words; its texts are as they were. */
export function toldOf(lines: PageLines, line: PageLine): LineTold {
  const head = headOf(line);
  switch (line.type) {
    case 'frame':
      return frameTold(lines, line, head);
    case 'invalid':
      return { glyph: '✗', look: 'bad', what: line.more?.[0] ?? 'not a message', subject: head };
    case 'life': {
      const [what = 'connection', ...more] = line.more ?? [];
      return { glyph: '·', look: 'dim', what, subject: more.join(' · ') };
    }
    case 'http': {
      const look = line.finding ? 'bad' : 'dim';
      return { glyph: line.dir === 'c2s' ? '→' : '·', look, what: `HTTP ${line.x ?? ''}`, subject: head };
    }
    case 'stderr':
    case 'finding':
    case 'note':
      return { glyph: ' ', look: 'dim', what: line.type, subject: head };
  }
}

function frameTold(lines: PageLines, line: PageLine, head: string): LineTold {
  const { method = '', kind = 'none', dir } = line;
  const [glyph, look] = dir === 'c2s' ? (['→', 'out'] as const) : (['←', 'in'] as const);
  const request = lines.at(line.s, line.re);
  const name = request !== undefined && takesArguments(method) ? summaryOf(method, headOf(request)) : '';
  switch (kind) {
    case 'request':
    case 'notification': {
      const given = takesArguments(method) ? argumentsOf(head) : '';
      return { glyph, look, what: method, subject: `${summaryOf(method, head)} ${given}`.trim() };
    }
    case 'result':
      return line.failed
        ? { glyph, look: 'bad', what: 'tool error', subject: name || method }
        : { glyph, look, what: 'result', subject: `${method} ${name}`.trimEnd() };
    case 'error': {
      const subject = [name || method, errorMessageOf(head)].filter((text) => text !== '').join('  ');
      return { glyph, look: 'bad', what: failureWord(line, () => head), subject };
    }
    case 'none':
      return { glyph, look: 'bad', what: 'not a message', subject: head };
  }
}

/** How long the answer took, or how a request stands; empty where there is nothing to say. */
export function latencyOf(line: PageLine): string {
  if (line.ms !== undefined) {
    const own = line.ms - (line.yours ?? 0);
    const waited = yoursIn(line);
    if (own === 0 && waited !== '') return waited;
    return `${line.late ? 'late ' : ''}${duration(line.ms)}${waited === '' ? '' : ` · ${waited}`}`;
  }
  if (line.kind !== 'request') return '';
  const { ended = 'pending' } = line;
  if (line.cancelled) return ENDED.cancel;
  switch (ended) {
    case 'pending':
      return 'no answer';
    case 'timeout':
    case 'cancel':
    case 'closed':
      return ENDED[ended];
    case 'answered':
      return line.late ? 'came late' : '';
    case 'assumed':
      return 'error without id';
  }
}

/** Whether something went wrong with what a line says, or with its request. */
export const isBad = (line: PageLine): boolean =>
  line.type === 'invalid' || isFailure(line) || line.ended === 'timeout' || line.ended === 'closed';

/** When a line was: by the clock where that is known, else since the beginning. */
export function timeOf(lines: PageLines, line: PageLine): string {
  return lines.isTimed(line) ? clock(new Date(lines.time(line))) : `+${(line.t / 1000).toFixed(3)}`;
}
