import type { Client } from '../../../clients/client.ts';
import { namesBy } from '../../../clients/naming.ts';
import { LISTS } from '../../../spec/methods.ts';
import { firstOf } from '../../../text/few.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import { itemIds, type Subject } from '../../subject.ts';
import { type CheckedTool, toolsOf } from '../../tool.ts';

/** Items that are listed under one name. */
export function namesTwice({ surface }: Subject): readonly FamilyFinding<'name-twice'>[] {
  const known = new Set<string>();
  return itemIds(surface).flatMap(([id, { name }]): readonly FamilyFinding<'name-twice'>[] => {
    if (name === '' || !known.has(id)) {
      known.add(id);
      return [];
    }
    const key = Object.values(LISTS).find(({ noun }) => id.startsWith(`${noun}:`))?.key ?? 'name';
    const message = `${visible(name)} is listed twice, and only one of them can be asked for`;
    return [{ id: 'name-twice', item: id, path: `/${key}`, message }];
  });
}

/** Tools with names of their own that become one name before the model of a client. */
export function namesForClients({
  surface,
  server,
  clients,
}: Subject): readonly FamilyFinding<'same-name'>[] {
  const tools = [...new Map(toolsOf(surface).map((tool) => [tool.name, tool])).values()];
  const places = new Map(tools.map(({ name }, at) => [name, at]));
  return clients.flatMap((client) =>
    [...groupsOf(client, server, places)].flatMap(([name, group]) =>
      group.length < 2
        ? []
        : toldOf(
            client,
            name,
            group.sort(byPlace).flatMap((at) => tools[at] ?? []),
          ),
    ),
  );
}

const byPlace = (one: number, other: number): number => one - other;

/** The places of the tools that get one name; names that nothing becomes of stay apart, and are looked for only by those that change. */
function groupsOf(
  client: Client,
  server: string,
  places: ReadonlyMap<string, number>,
): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  if (client.naming === undefined) return groups;
  const givenTo = namesBy(client, server);
  const before = givenTo('').name;
  for (const [own, place] of places) {
    const { name, fate } = givenTo(own);
    // What is left out is met by no one, and a hash keeps apart what it cuts.
    if (fate === 'same' || fate === 'left out' || (fate === 'cut' && client.naming.long === 'hash')) continue;
    const known = groups.get(name);
    if (known !== undefined) {
      known.push(place);
      continue;
    }
    const other = name.startsWith(before) ? name.slice(before.length) : '';
    const same = givenTo(other).fate === 'same' ? places.get(other) : undefined;
    groups.set(name, same === undefined ? [place] : [same, place]);
  }
  return groups;
}

/** Told of the first of them; `naming` says how that is known. */
function toldOf(
  client: Client,
  name: string,
  tools: readonly CheckedTool[],
): readonly FamilyFinding<'same-name'>[] {
  const [first] = tools;
  if (first === undefined || client.naming === undefined) return [];
  const { source, seen, sure } = client.naming;
  const names = tools.map((tool) => visible(tool.name));
  return [
    {
      id: 'same-name',
      item: first.id,
      path: '/name',
      client: client.id,
      message: `${client.name} gives ${firstOf(names, 4)} the same name, ${visible(name)}`,
      source,
      seen,
      sure,
    },
  ];
}
