import { describe, expect, it } from 'vitest';
import { width } from '../../../../src/text/width.ts';
import { loadRules } from '../../../../src/tui/kit/sheet/finding.ts';
import { lookAt } from '../../../../src/tui/kit/sheet/opened.ts';
import { resultSheet } from '../../../../src/tui/screens/catalogue/result-sheet.ts';
import { frameSheet } from '../../../../src/tui/screens/traffic/frame-sheet.ts';
import { answered, first, resulting, seen } from './looking.ts';

/** Colours, the clipboard, the cursor, the direction of text, and what is not seen at all. */
const EVIL = 'a\u001b[31m\u001b]52;c;eA==\u0007\u009b2J\u202eb\u200b\r\u0000\ud800\u2028é日本👩‍💻';
const CONTROLS =
  /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\u2028\ud800](?![\udc00-\udfff])/u;

/** A value with the text in place of all its strings and names. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return EVIL;
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => [
      [name, name === 'type' || name === 'role' ? one : poisoned(one)],
      [EVIL, EVIL],
    ]),
  );
}

const BLOCKS = [
  { type: 'text', text: 'x', annotations: { audience: ['x'], priority: 'x', other: 'x' } },
  { type: 'image', mimeType: 'x', data: 'x' },
  { type: 'audio', mimeType: 'x', data: 'x' },
  { type: 'resource_link', uri: 'x', name: 'x', title: 'x', description: 'x', mimeType: 'x' },
  { type: 'resource', resource: { uri: 'x', mimeType: 'x', text: 'x' } },
  { type: 'resource', resource: { uri: 'x', mimeType: 'x', blob: 'x' } },
  { type: 'x', of: { no: ['kind'] } },
  'x',
];

const SESSIONS = [
  ['a result', resulting('tools/call', poisoned({ content: BLOCKS, structuredContent: { a: 'x' } }))],
  [
    'a resource',
    resulting(
      'resources/read',
      poisoned({
        contents: [
          { uri: 'x', text: 'x' },
          { uri: 'x', blob: 'x' },
        ],
      }),
    ),
  ],
  [
    'a prompt',
    resulting('prompts/get', { description: EVIL, messages: [{ role: EVIL, content: BLOCKS[0] }] }),
  ],
  [
    'an error',
    answered('tools/call', { name: EVIL }, [
      's2c',
      { id: 7, error: { code: EVIL, message: EVIL, data: [EVIL] } },
    ]),
  ],
  ['no message', answered('tools/call', { name: EVIL }, ['s2c', { id: 7, result: {} }], { invalid: EVIL })],
] as const;

await loadRules();

describe.each(SESSIONS)('%s that is full of controls', (_, host) => {
  const sheets = [
    ...[false, true].map((raw) => resultSheet(host, 5, { raw, revealed: false })),
    ...Array.from({ length: host.log.length }, (__, seq) =>
      frameSheet(host, seq, { raw: seq % 2 === 0, revealed: true }),
    ),
  ].flatMap((sheet) => (sheet === undefined ? [] : [sheet]));

  it.each([20, 37, 60, 110])('lets none of them out, and stays in %d cells', (cells) => {
    let text = '';
    for (const sheet of sheets) {
      const look = first(sheet);
      for (let item = 0; item < 60; item += item < 5 ? 1 : 5) {
        const at = { item, row: 0 };
        const ui = { ...look.ui, at, top: at };
        const rows = seen(lookAt({ pane: ui }, 'pane', sheet), { cells, height: 9 });
        for (const row of rows) expect(width(row)).toBeLessThanOrEqual(cells + 2);
        text += rows.join('\n');
      }
    }
    expect(text.replaceAll('\n', '')).not.toMatch(CONTROLS);
    expect(text).toContain('<ESC>[31m');
  });
});
