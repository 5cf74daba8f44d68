import { expect, test } from 'vitest';
import { belowItem } from '../../src/check/sentence.ts';

test.each([
  ['tool:find_orders', 'Kimi cuts find_orders', 'Kimi cuts this tool'],
  ['tool:find_orders', 'tool find_orders: odd, find_orders', 'this tool: odd, find_orders'],
  ['tool:find_orders', 'mcp_find_orders for find_orders: odd', 'mcp_find_orders for this tool: odd'],
  ['tool:find_orders', 'find_orders_all, find_orders-2, crm.find_orders, find_orders.all'],
  ['tool:find_orders', 'it says "find_orders"'],
  ['tool:find_orders', 'tools a, find_orders: odd'],
  ['tool:find_orders', 'duplicate tool name find_orders'],
  ['tool:title', 'ChatGPT asks for a title: title has none'],
  ['tool:title', 'ChatGPT asks for a tool title: title has none'],
  ['tool:text', 'the context of text is odd'],
  ['tool:Search', 'Search is odd'],
  ['tool:a_b', 'a_b is odd'],
  ['tool:', 'a tool without a name'],
  ['server', 'the server is odd'],
  ['resource:ui://crm/map', 'ui://crm/map: no type', 'this resource: no type'],
  ['resource:ui://crm/map', 'ui://crm/map/2 and ui://crm/map.html'],
])('below %s: %s', (item, sentence, said = sentence) => {
  expect(belowItem(sentence, item)).toBe(said);
});
