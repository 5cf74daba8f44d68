import type { Host } from '../../../host/host.ts';
import type { Completion, Seen } from '../../../session/filter/complete.ts';
import type { SavedFilters } from '../../../session/filter/parse.ts';
import type { Log } from '../../../session/log.ts';
import { visible } from '../../../text/visible.ts';
import type { Ui } from '../../world/ui.ts';
import { filters } from './filtering.ts';
import { filterProblem } from './state.ts';

/** What stands beside a filter that is being typed: what is wrong with it, or how it can go on. */
export type FilterHelp =
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'offers'; readonly texts: readonly string[]; readonly about: string };

/** What the values of a filter can be: what this session has seen. */
export function seenIn({ log, store }: Pick<Host, 'log' | 'store'>, saved: SavedFilters): Seen {
  const { lists, findings } = store.state();
  return {
    methods: [...log.methods()].sort(),
    tools: lists.tools.items.map(({ name }) => name).filter((name) => name !== ''),
    rules: findings.map(({ rule }) => rule).sort(),
    requests: requestsIn(log),
    saved,
  };
}

/** The newest requests that something belongs to, and the newest lines among which they are looked for. */
const REQUESTS = 9;
const NEWEST = 500;

function requestsIn(log: Log): readonly string[] {
  const { traffic } = log;
  const found: string[] = [];
  const first = Math.max(0, traffic.length - NEWEST);
  for (let place = traffic.length - 1; place >= first && found.length < REQUESTS; place -= 1) {
    const seq = traffic.at(place);
    if (log.requestOf(seq) === seq && log.lastWith(seq) !== seq) found.push(String(seq));
  }
  return found;
}

/** How a text can go on; nothing while the language is not there. */
export const completionIn = (text: string, seen: Seen): Completion | undefined =>
  filters()?.complete(text, seen);

/** The help for the filter of the traffic, while it is typed. */
export function filterHelp(
  host: Pick<Host, 'log' | 'store'>,
  { prompt, traffic }: Ui,
): FilterHelp | undefined {
  if (prompt?.purpose.kind !== 'filterLog' || prompt.purpose.log !== 'traffic') return undefined;
  const found = completionIn(prompt.value, seenIn(host, traffic.saved));
  const word = prompt.value.slice(found?.from ?? 0);
  const problem = filterProblem(traffic);
  // A word that is still being typed is no mistake yet.
  const isOver = found === undefined || found.texts.length === 0 || word === '' || prompt.refused === true;
  if (problem !== undefined && isOver) return { kind: 'problem', text: visible(problem.message) };
  if (found === undefined) return undefined;
  const texts = found.texts.map((text) => visible(text.trim()));
  return { kind: 'offers', texts, about: found.about ?? '' };
}
