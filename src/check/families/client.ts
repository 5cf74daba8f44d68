import { crossingWords } from '../../clients/crossing-words.ts';
import { type Crossing, crossingsOf } from '../../clients/crossings.ts';
import { LISTS } from '../../spec/methods.ts';
import type { CheckFinding } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** What each client that is asked about does not take as it is: `client/*`. */
export const clientFindings = ({ clients, surface, server }: Subject): readonly CheckFinding[] =>
  crossingsOf(clients, surface, server).map(findingOf);

function findingOf(crossing: Crossing): CheckFinding {
  const { client, rule, list, item, path } = crossing;
  const { source, seen, sure, level, id } = rule;
  const { message, fix } = crossingWords(crossing);
  return {
    rule: `client/${id}`,
    level,
    item: list === undefined || item === undefined ? 'server' : `${LISTS[list].noun}:${item.name}`,
    path,
    client: client.id,
    message,
    fix,
    source,
    seen,
    sure,
  };
}
