import { wholeDifference } from '../../../clients/difference.ts';
import type { Host } from '../../../host/host.ts';
import type { SessionState } from '../../../session/state.ts';
import { LIST_NAMES } from '../../../spec/methods.ts';
import { type Change, GROUPS, type Group } from '../../../surface/change.ts';
import { newsOf } from '../../../surface/news.ts';
import {
  byItem,
  changeId,
  countWords,
  fullWords,
  GROUP_SAYS,
  reportedChange,
} from '../../../surface/words.ts';
import { andMore, firstOf } from '../../../text/few.ts';
import { isProse, wordDiff } from '../../../text/word-diff.ts';
import { memo } from '../../../time/memo.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { textSection } from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import type { Secrets } from '../../world/secrets.ts';
import type { Meaning } from '../../world/theme.ts';

/** Changes that are shown of each group. */
const MOST = 200;

/** What changed in what the server offers: group by group, the heaviest first, item by item; enter goes to the item. */
export function changesSheet(
  { store, log, mask }: Pick<Host, 'store' | 'log' | 'mask'>,
  revealed: boolean,
): Sheet {
  const state = store.state();
  const changes = changesIn(log, state);
  return logSheet(
    { log, mask },
    {
      key: 'changes',
      changes: `${state.session} ${state.era} ${LIST_NAMES.map((name) => state.lists[name].changed?.seq).join()}`,
      revealed,
      groups: (secrets) => [
        [
          textSection('told', [countWords(changes) || 'the same, written differently'], {
            meaning: changes.length === 0 ? 'ok' : 'strong',
          }),
        ],
        ...GROUPS.flatMap((group) => groupSections(group, changes, secrets)),
      ],
      whole: () => JSON.stringify(changes.map(reportedChange), undefined, 2),
      file: 'changes',
    },
  );
}

/** The clients whose limits are crossed since, in a sentence; none where no limit is. */
export function crossedSince({ store, log }: Pick<Host, 'store' | 'log'>): readonly string[] {
  const clients = new Set(changesIn(log, store.state()).flatMap((change) => change.clients ?? []));
  return clients.size === 0 ? [] : [`crosses limits of ${firstOf([...clients], 3)}`];
}

const changesIn = (log: Host['log'], state: SessionState): readonly Change[] =>
  changesOf(log, state.previous, state.era, state.lists, state);

/** Worked out again only when something has changed again. */
const changesOf = memo(
  (
    log: Host['log'],
    _previous: SessionState['previous'],
    _era: SessionState['era'],
    _lists: SessionState['lists'],
    state: SessionState,
  ): readonly Change[] => {
    const { before, after } = newsOf(state, log.text);
    return wholeDifference(before, after);
  },
);

const MEANINGS: Readonly<Record<Group, Meaning>> = {
  breaking: 'failed',
  client: 'finding',
  policy: 'finding',
  review: 'strong',
  safe: 'ok',
};

function groupSections(
  group: Group,
  changes: readonly Change[],
  secrets: Secrets,
): readonly (readonly Section[])[] {
  const own = changes.filter((one) => one.group === group);
  if (own.length === 0) return [];
  const more = own.length - MOST;
  return [
    [
      textSection(group, [GROUP_SAYS[group]], { meaning: MEANINGS[group] }),
      ...[...byItem(own.slice(0, MOST))].flatMap(([item, inner]) =>
        itemSections(group, item, inner, secrets),
      ),
      ...(more > 0 ? [textSection(`${group} more`, [`  ${andMore(more).trim()}`], { meaning: 'dim' })] : []),
    ],
  ];
}

function itemSections(
  group: Group,
  words: string,
  changes: readonly Change[],
  { mask }: Secrets,
): readonly Section[] {
  const [first] = changes as [Change];
  const id = `${group} ${words}`;
  const item = first.list === undefined ? {} : { item: changeId(first) };
  return [
    textSection(id, [`  ${mask(words)}`], { meaning: 'accent', ...item }),
    ...changes.flatMap((change, nth) => {
      const words = `    ${change.level === undefined ? '' : 'error: '}${mask(fullWords(change))}`;
      const meaning = change.level === undefined ? {} : { meaning: 'error' as const };
      return [
        textSection(`${id} ${nth}`, [words], { ...item, ...meaning }),
        ...textSections(`${id} ${nth}`, change, mask),
      ];
    }),
  ];
}

/** A text that differs in some of its words, as it was and as it is. */
function textSections(
  id: string,
  { before, after, group }: Change,
  mask: (text: string) => string,
): readonly Section[] {
  if (!isProse(before) || !isProse(after) || group === 'client') return [];
  const runs = wordDiff(mask(before), mask(after));
  const side = (kind: 'removed' | 'added'): string =>
    runs.flatMap((run) => (run.kind === 'same' || run.kind === kind ? run.items : [])).join(' ');
  return [
    textSection(`${id} was`, [`      - ${side('removed')}`], { meaning: 'failed' }),
    textSection(`${id} is`, [`      + ${side('added')}`], { meaning: 'ok' }),
  ];
}
