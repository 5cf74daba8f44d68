import { createHash } from 'node:crypto';
import type { Client, Naming } from './client.ts';

/** What a client calls a tool before its model. */
export interface GivenName {
  /** The hash in it, where there is one, is one of ours: theirs depends on more than the names. */
  readonly name: string;
  /** Its length in UTF-16 units before it was shortened. */
  readonly length: number;
  /** What became of it: characters replaced, cut, left out of the list, refused with every request. */
  readonly fate: 'same' | 'replaced' | 'cut' | 'left out' | 'refused';
}

/** The name that a client gives a tool of a server. */
export const givenName = (client: Client, server: string, tool: string): GivenName =>
  namesBy(client, server)(tool);

/** The names that a client gives the tools of a server. */
export function namesBy({ naming }: Client, server: string): (tool: string) => GivenName {
  if (naming === undefined) return (name) => ({ name, length: name.length, fate: 'same' });
  const { replaces, most, long } = naming;
  const taken = (part: string): string => (replaces === undefined ? part : part.replace(replaces, '_'));
  const prefix = prefixOf(naming, server);
  const before = taken(prefix);
  return (tool) => {
    const own = taken(tool);
    const name = before + own;
    const { length } = name;
    if (most === undefined || length <= most || long === undefined)
      return { name, length, fate: own === tool ? 'same' : 'replaced' };
    switch (long) {
      case 'left out':
      case 'refused':
        return { name, length, fate: long };
      case 'end':
        return { name: name.slice(0, most), length, fate: 'cut' };
      case 'hash':
        return { name: `${name.slice(0, most - HASH - 1)}_${hashOf(prefix + tool)}`, length, fate: 'cut' };
      case 'middle':
        return { name: middleCut(name, most), length, fate: 'cut' };
    }
  };
}

/** How long a tool's own name may be so that all these clients take it as it is; as long as one likes (Infinity) where none has a limit. */
export function longestName(clients: readonly Client[], server: string): number {
  let longest = Number.POSITIVE_INFINITY;
  for (const client of clients)
    for (const { limit } of client.rules)
      if (limit.on === 'name length')
        longest = Math.min(longest, limit.most - givenName(client, server, '').length);
  return longest;
}

function prefixOf({ prefix, server: made = {}, once }: Naming, server: string): string {
  const { lower, replaces, most } = made;
  const lowered = lower ? server.toLowerCase() : server;
  const name = (replaces === undefined ? lowered : lowered.replace(replaces, '_')).slice(0, most);
  const [first = ''] = prefix.split('{server}');
  const left = once && name.startsWith(first) ? prefix.slice(first.length) : prefix;
  return left.replace('{server}', () => name);
}

/** Digits of a hash at the end of a name. */
const HASH = 12;

const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, HASH);

/** Both ends of a text, with `...` between them. */
function middleCut(text: string, most: number): string {
  const head = Math.floor((most - 3) / 2);
  return `${text.slice(0, head)}...${text.slice(text.length - (most - 3 - head))}`;
}
