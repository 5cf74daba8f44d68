import { parse } from '../json/parse.ts';
import { pointerOf, stepsOf, valueAt } from '../json/path.ts';
import { isObject } from '../json/shape.ts';
import type { Log } from '../session/log/log.ts';
import type { SessionState } from '../session/state.ts';
import { LIST_NAMES, LISTS, listOf } from '../spec/methods.ts';
import { ruleOf } from '../spec/rules.ts';
import { idsIn } from '../surface/item-id.ts';
import { byList } from '../surface/surface.ts';
import type { CheckFinding } from './finding.ts';
import type { ItemId } from './subject.ts';

/** What has to be known of a session for the findings on its wire. */
export interface Wire {
  readonly findings: SessionState['findings'];
  readonly lists: SessionState['lists'];
  readonly log: Pick<Log, 'row' | 'text'>;
}

/**
 * What is wrong in the messages of a session, under the ids and with the levels of docs/findings.md: at the item that a place
 * in a list is in, or that was called, else at the server. What is wrong with what a client sent, be it us, is not among it.
 */
export function wireFindings(wire: Wire): readonly CheckFinding[] {
  const { findings, log } = wire;
  const itemAt = itemFinder(wire);
  return findings.flatMap(({ rule, side, count, places }): readonly CheckFinding[] => {
    if (side === 'client') return [];
    const { severity: level = 'warning', next: fix = '' } = ruleOf(rule) ?? {};
    const own = places.filter(({ at }) => log.row(at)?.dir !== 'c2s');
    const told = own.map(({ at, path = '', message }): CheckFinding => {
      const place = itemAt(at, path);
      // A sentence may name the place in the message, of which the item is a part.
      const said = place.path === path ? message : message.replaceAll(path, place.path || 'the item');
      return { rule, level, ...place, message: said, fix, seq: at };
    });
    const more = own.length === 0 ? 0 : count - places.length;
    if (more <= 0) return told;
    const message = `${more} more of the same; the screens list all of them`;
    return [...told, { rule, level, item: 'server', path: '', message, fix }];
  });
}

/** Where a finding belongs: what was listed or used, and the place in it; in a message that is about neither, the server. */
function itemFinder({
  lists,
  log: { row, text },
}: Wire): (at: number, path: string) => Pick<CheckFinding, 'item' | 'path'> {
  const ids = byList((list) => idsIn(list, lists[list].items));
  const pages = new Map<number, unknown>();
  const messageAt = (seq: number): unknown => {
    if (!pages.has(seq)) pages.set(seq, parse(text(seq) ?? ''));
    return pages.get(seq);
  };
  const used = (request: number | undefined): ItemId | undefined => {
    const method = request === undefined ? undefined : row(request)?.method;
    const list = LIST_NAMES.find((name) => LISTS[name].use === method);
    if (list === undefined || request === undefined) return undefined;
    const name = valueAt(messageAt(request), `/params/${LISTS[list].key}`);
    return typeof name === 'string' ? ids[list](name) : undefined;
  };
  return (at, path) => {
    const { method = '', re } = row(at) ?? {};
    const list = listOf(method);
    const [result, member, place = '', ...inner] = stepsOf(path) ?? [];
    if (list === undefined || result !== 'result' || member !== list || place === '')
      return { item: used(re) ?? 'server', path };
    const item = valueAt(messageAt(at), pointerOf([result, member, place]));
    const name = isObject(item) ? item[LISTS[list].key] : undefined;
    if (typeof name !== 'string' || name === '') return { item: 'server', path };
    return { item: ids[list](name), path: pointerOf(inner) };
  };
}
