import type { Client } from '../../../clients/client.ts';
import { givenName } from '../../../clients/naming.ts';
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
  return clients.flatMap((client) =>
    groupsOf(client, server, tools).flatMap((group) => toldOf(client, group)),
  );
}

interface Group {
  readonly name: string;
  readonly tools: readonly CheckedTool[];
}

/** Names that are changed are compared with each other and with those that are not, which stay apart. */
function groupsOf(client: Client, server: string, tools: readonly CheckedTool[]): readonly Group[] {
  if (client.naming === undefined) return [];
  const changed = tools.filter((tool) => isChanged(client, server, tool));
  if (changed.length === 0) return [];
  const others = new Map(tools.map((tool) => [tool.name, tool]));
  for (const { name } of changed) others.delete(name);
  const [plain] = others.keys();
  const before = plain === undefined ? '' : givenName(client, server, plain).name.slice(0, -plain.length);
  const byName = new Map<string, CheckedTool[]>();
  for (const tool of changed) {
    const { name, fate } = givenName(client, server, tool.name);
    // What is left out is met by no one, and a hash keeps apart what it cuts.
    if (fate === 'left out' || (fate === 'cut' && client.naming.long === 'hash')) continue;
    const same = name.startsWith(before) ? others.get(name.slice(before.length)) : undefined;
    const known = byName.get(name);
    if (known !== undefined) known.push(tool);
    else byName.set(name, same === undefined ? [tool] : [same, tool]);
  }
  const places = new Map(tools.map((tool, at) => [tool, at]));
  const placeOf = (tool: CheckedTool): number => places.get(tool) ?? 0;
  return [...byName].flatMap(([name, group]) =>
    group.length > 1 ? [{ name, tools: group.sort((one, other) => placeOf(one) - placeOf(other)) }] : [],
  );
}

/** Whether a name is not just put behind that of the server; names that are not stay apart. */
function isChanged({ naming }: Client, server: string, { name }: CheckedTool): boolean {
  if (naming === undefined) return false;
  const { prefix, most = Number.POSITIVE_INFINITY, replaces } = naming;
  return (
    prefix.length + server.length + name.length > most ||
    (replaces !== undefined && name.search(replaces) >= 0)
  );
}

/** Told of the first of them; `naming` says how that is known. */
function toldOf(client: Client, { name, tools }: Group): readonly FamilyFinding<'same-name'>[] {
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
