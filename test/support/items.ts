import { type ListItem, readItem } from '../../src/spec/check/item.ts';
import type { ListName } from '../../src/spec/methods.ts';

/** An item of a list as a session reads it. */
export const listItem = (list: ListName, raw: unknown): ListItem => readItem(list, raw, 1, 'legacy').item;

/** A tool without parameters, but for what is given. */
export const toolItem = (raw: object): ListItem =>
  listItem('tools', { inputSchema: { type: 'object', properties: {} }, ...raw });
