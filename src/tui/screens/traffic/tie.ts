import type { Host } from '../../../host/host.ts';
import type { Theme } from '../../world/theme.ts';

/**
 * What stands in the gutter of a row beside a selected one: a part of the bracket around all that belongs to the same
 * request, painted, one cell wide. It stays open at its end as long as that goes on: without an answer, or with one that
 * asks for input or is a task.
 */
export function tieFor(
  { log, store }: Pick<Host, 'log' | 'store'>,
  selected: number | undefined,
  theme: Theme,
): (seq: number) => string {
  const request = selected === undefined ? undefined : log.requestOf(selected);
  const last = request === undefined ? undefined : log.lastWith(request);
  if (request === undefined || last === undefined || last === request || theme.linear) return () => ' ';
  const [first = '', inner = '', end = '', by = ''] = theme.glyphs.ties;
  const goesOn = store.state().running.some(({ seq }) => log.requestOf(seq) === request);
  const isOver = log.row(request)?.ended !== undefined && !goesOn;
  return (seq) => {
    if (seq < request || seq > last) return ' ';
    if (log.requestOf(seq) !== request) return theme.paint('dim', by);
    return theme.paint('accent', seq === request ? first : seq === last && isOver ? end : inner);
  };
}
