import type { Host } from '../../../host/host.ts';
import { argumentsOf, summaryOf } from '../../../session/summary.ts';
import { cut } from '../../../text/cut.ts';
import { width } from '../../../text/width.ts';
import { secretsOf } from '../../world/secrets.ts';
import type { Theme } from '../../world/theme.ts';

/** How much of a request is looked at for its arguments. */
const HEAD = 8192;

/** What stands above a result in the place of its form: what was asked with, and how to change it, `a=2 b=4000 · e edit`. */
export function callLine(
  { log, mask }: Pick<Host, 'log' | 'mask'>,
  seq: number,
  revealed: boolean,
  cells: number,
  { paint, glyphs }: Theme,
): string {
  const head = secretsOf(mask, revealed).mask(log.head(seq, HEAD));
  const method = log.row(seq)?.method ?? '';
  const given = method === 'resources/read' ? summaryOf(method, head) : argumentsOf(head);
  const end = ` ${glyphs.bullet} `;
  const told = cut(given === '' ? 'no arguments' : given, Math.max(0, cells - width(end) - KEY.length));
  return `${paint('dim', `${told}${end}`)}${paint('accent', 'e')} ${paint('dim', 'edit')}`;
}

const KEY = 'e edit';
