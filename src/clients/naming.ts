import type { Client } from './client.ts';

/** What a client calls a tool before its model. */
export interface GivenName {
  readonly name: string;
  /** Its length in UTF-16 units before it was shortened. */
  readonly length: number;
  /** What became of it: characters replaced, cut, left out of the list, refused with every request. */
  readonly fate: 'same' | 'replaced' | 'cut' | 'left out' | 'refused';
}

/** The name that a client gives a tool of a server. */
export function givenName({ naming }: Client, server: string, tool: string): GivenName {
  if (naming === undefined) return { name: tool, length: tool.length, fate: 'same' };
  const { prefix, prefixMost, replaces, most, long } = naming;
  const before = prefix.replace('{server}', () => server);
  const whole = before.slice(0, prefixMost) + tool;
  const name = replaces === undefined ? whole : whole.replace(replaces, '_');
  const fate = replaces !== undefined && tool.replace(replaces, '_') !== tool ? 'replaced' : 'same';
  const { length } = name;
  if (most === undefined || length <= most || long === undefined) return { name, length, fate };
  switch (long) {
    case 'left out':
    case 'refused':
      return { name, length, fate: long };
    case 'end':
    case 'hash':
      return { name: name.slice(0, most), length, fate: 'cut' };
    case 'middle':
      return { name: middleCut(name, most), length, fate: 'cut' };
  }
}

/** Both ends of a text, with `...` between them. */
function middleCut(text: string, most: number): string {
  const head = Math.floor((most - 3) / 2);
  return `${text.slice(0, head)}...${text.slice(text.length - (most - 3 - head))}`;
}
