import type { Client, Treatment } from '../../../../clients/client.ts';
import { CLIENTS, clientNamed } from '../../../../clients/clients.ts';
import { givenName } from '../../../../clients/naming.ts';
import { type ToolView, toolView, type ViewNote } from '../../../../clients/tool-view.ts';
import type { ListItem } from '../../../../spec/check/item.ts';
import { isAppOnly } from '../../../../surface/app.ts';
import { visible } from '../../../../text/visible.ts';
import { width } from '../../../../text/width.ts';
import { memo, memoOf } from '../../../../time/memo.ts';
import type { Lens, SeenServer, SeenTool } from '../../../kit/lens.ts';
import { seenResult } from './result-words.ts';
import { toolLines, toolSections } from './tool-words.ts';

/**
 * The clients that there is something to see of, in the order in which the key goes through them: those first that give tools
 * names of their own.
 */
export const SEEN_AS: readonly Client[] = CLIENTS.filter(
  ({ kind, naming, results, rules }) =>
    (kind === 'client' || kind === 'api') &&
    (naming !== undefined || results !== undefined || rules.length > 0),
).toSorted((one, other) => Number(one.naming === undefined) - Number(other.naming === undefined));

/** The one among them with this id, or another name that it goes by. */
export const seenAs = (word: string): Client | undefined =>
  SEEN_AS.find((client) => client === clientNamed(word));

/** The lens of a client: the same one each time. */
export const lensOf: (client: Client) => Lens = memoOf(make);

function make(client: Client): Lens {
  const viewOf = memoOf((tool: ListItem, server: string): SeenTool => {
    const view = named(toolView(client, server, tool), tool);
    // Hosts keep it from every model (MCP Apps).
    const mark = isAppOnly(tool.raw)
      ? ({ kind: 'left out', short: 'for its view' } as const)
      : markOf(view.notes.filter(({ rule }) => rule.limit.on !== 'app'));
    return { view, ...(mark === undefined ? {} : { mark }) };
  });
  const beyond = mostTools(client);
  const late = memoOf(
    (seen: SeenTool): SeenTool => ({
      ...seen,
      mark: { kind: 'left out', short: `beyond ${beyond} tools` },
    }),
  );
  const longest = memo((tools: readonly ListItem[], server: string): number =>
    tools.reduce(
      (most, { name }) =>
        Math.max(most, width(visible(isCountedOnly(client) ? name : givenName(client, server, name).name))),
      0,
    ),
  );
  return {
    client,
    tool: ({ lists, server }, tool) => {
      const seen = viewOf(tool, nameOf(server));
      const { items } = lists.tools;
      return items.length > beyond && !items.slice(0, beyond).includes(tool) ? late(seen) : seen;
    },
    longest: ({ lists, server }) => longest(lists.tools.items, nameOf(server)),
    lines: toolLines,
    sections: toolSections,
    result: (result, tool) => seenResult(client, result, tool),
  };
}

/**
 * Of a client that puts nothing between the server's name and the tool's it is only known how long both may be together, and
 * not what its model is given.
 */
const isCountedOnly = ({ naming }: Client): boolean => naming?.prefix === '{server}';

const named = (view: ToolView, { name }: ListItem): ToolView =>
  isCountedOnly(view.client) ? { ...view, given: { ...view.given, name } } : view;

/** What clients put before the names of a server's tools: as the server calls itself, since a session knows no other name. */
const nameOf = (server: SeenServer['server']): string => server?.name ?? '';

/** How many tools a client takes before it leaves out those behind. */
function mostTools({ rules }: Client): number {
  for (const { limit, effect } of rules)
    if (limit.on === 'number of tools' && effect === 'left out') return limit.most;
  return Number.POSITIVE_INFINITY;
}

/** What becomes of a tool at its worst: that it is not there, before that it fails, before that it is another one. */
function markOf(notes: readonly ViewNote[]): SeenTool['mark'] {
  for (const effect of WORST) {
    const found = notes.find(({ rule }) => rule.effect === effect);
    if (found === undefined) continue;
    const { on } = found.rule.limit;
    return effect === 'left out'
      ? { kind: 'left out', short: on === 'name length' ? 'name too long' : 'left out' }
      : { kind: 'changed', short: `${SUBJECTS[on] ?? 'tool'} ${effect}` };
  }
  return undefined;
}

const WORST: readonly Treatment[] = ['left out', 'refused', 'cut', 'replaced'];

const SUBJECTS: Readonly<Partial<Record<ViewNote['rule']['limit']['on'], string>>> = {
  'name length': 'name',
  'name characters': 'name',
  'description length': 'description',
  schema: 'schema',
};
