import type { Client, ClientRule, Treatment } from '../../clients/client.ts';
import { type Crossing, crossingsOf } from '../../clients/crossings.ts';
import { LISTS } from '../../spec/methods.ts';
import { visible } from '../../text/visible.ts';
import type { CheckFinding } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** What each client that is asked about does not take as it is: `client/*`. */
export const clientFindings = ({ clients, surface, server }: Subject): readonly CheckFinding[] =>
  crossingsOf(clients, surface, server).map(findingOf);

function findingOf(crossing: Crossing): CheckFinding {
  const { client, rule, list, item, path } = crossing;
  const { source, seen, sure, level, id } = rule;
  return {
    rule: `client/${id}`,
    level,
    item: list === undefined || item === undefined ? 'server' : `${LISTS[list].noun}:${item.name}`,
    path,
    client: client.id,
    message: crossingWords(crossing),
    fix: FIXES[rule.limit.on],
    source,
    seen,
    sure,
  };
}

/** `Cursor leaves out very-long-name: 71 characters with the server's name, 60 are taken (reported 2026-03, …)`. */
function crossingWords({ client, rule, item, fact }: Crossing): string {
  const what = item === undefined ? subjectOf(rule) : visible(item.name);
  return `${client.name} ${EFFECTS[rule.effect]} ${what}: ${fact} ${evidenceWords(client, rule)}`;
}

const subjectOf = ({ limit }: ClientRule): string =>
  limit.on === 'instructions length' ? 'the instructions' : 'tools';

const EFFECTS: Readonly<Record<Treatment, string>> = {
  'left out': 'leaves out',
  cut: 'cuts',
  refused: 'fails on every request with',
  replaced: 'changes',
  ignored: 'ignores',
  deferred: 'puts off',
  wanted: 'asks for more of',
};

const evidenceWords = (_: Client, { sure, seen, source }: ClientRule): string =>
  sure === 'reports' ? `(reported ${seen.slice(0, 7)}, ${source})` : `(${source})`;

const FIXES: Readonly<Record<ClientRule['limit']['on'], string>> = {
  'name length': 'Shorten the name, or the name of the server in the configuration.',
  'name characters': 'Use letters, digits, _ and - alone.',
  'description length': 'Say what the model needs first, and move the rest into a resource or a prompt.',
  'instructions length': 'Say what the model needs first, and move the rest into a resource or a prompt.',
  'number of tools': 'Offer fewer tools, or groups of them that can be switched on.',
  schema: 'Write the schema without it.',
  hints: 'State the hints in annotations, true or false.',
  title: 'Give it a title.',
  result: 'Put what the model needs where this client reads it.',
  app: 'Put what the view shows into content as well.',
};
