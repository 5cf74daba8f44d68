import { visible } from '../text/visible.ts';
import type { ClientRule, Treatment } from './client.ts';
import type { Crossing } from './crossings.ts';

/** A crossing in words. */
export interface CrossingWords {
  /** In one sentence, with the client, the item and the limit. */
  readonly message: string;
  /** The same for a place where client and item stand already: `left out: 71 characters with the server's name, 60 are taken`. */
  readonly says: string;
  /** What to change. */
  readonly fix: string;
}

/** `Cursor leaves out very-long-name: 71 characters with the server's name, 60 are taken (reported 2026-03, …)`. */
export function crossingWords({ client, rule, item, fact }: Crossing): CrossingWords {
  const what = item === undefined ? subjectOf(rule) : visible(item.name);
  return {
    message: `${client.name} ${EFFECTS[rule.effect]} ${what}: ${fact} ${evidenceWords(rule)}`,
    says: `${EFFECTS[rule.effect]} it: ${fact}`,
    fix: FIXES[rule.limit.on],
  };
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

const evidenceWords = ({ sure, seen, source }: ClientRule): string =>
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
