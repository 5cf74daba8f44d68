import { expect, it } from 'vitest';
import { clientNamed } from '../../../../src/clients/clients.ts';
import { lensOf } from '../../../../src/tui/screens/catalogue/lens/lens.ts';
import { resultSheet } from '../../../../src/tui/screens/catalogue/result-sheet.ts';
import { first, resulting, seen } from '../../kit/sheet/looking.ts';

/** What is read of a result under the lens of a client, and the note of its title. */
function seenAs(id: string, result: object) {
  const client = clientNamed(id);
  if (client === undefined) throw new Error(`no client is called ${id}`);
  const look = { raw: false, revealed: false, seenAs: { lens: lensOf(client), tool: undefined } };
  const sheet = resultSheet(resulting('tools/call', result), 5, look);
  if (sheet === undefined) throw new Error('there is no result');
  const texts = sheet.sections.flatMap((section) => (section.kind === 'text' ? section.text : []));
  return { note: sheet.note, texts, rows: seen(first(sheet)).map((row) => row.slice(2)) };
}

const WHOLE = [{ type: 'text', text: '{"hits": 2}' }];

it('says of a text that is the structured content again that it does not reach the model', () => {
  const { note, rows } = seenAs('claude-code', { content: WHOLE, structuredContent: { hits: 2 } });
  expect(note).toBe('1 of 2 parts reach the model');
  expect(rows.slice(0, 2).join(' ')).toMatch(/^result → model: structuredContent .* dropped: content\[0\]/);
  const at = rows.indexOf('not for the model:');
  expect(rows[at + 1]).toBe('text content: same as structured content');
});

it('says of structured content that a client does not read that it does not reach the model', () => {
  const { rows } = seenAs('gemini-cli', {
    content: [{ type: 'text', text: 'two' }],
    structuredContent: { hits: 2 },
  });
  expect(rows[rows.indexOf('not for the model:') + 1]).toBe('structured content');
});

it('cuts texts where the client does, all of them together', () => {
  const sent = ['a'.repeat(99_990), `0123456789${'b'.repeat(20)}`, 'never seen'];
  const { texts } = seenAs('kimi', { content: sent.map((text) => ({ type: 'text', text })) });
  expect(texts.slice(texts.indexOf('0123456789')).filter((text) => text !== '')).toEqual([
    '0123456789',
    'the model sees no more than this: 20 characters are lost',
    'b'.repeat(20),
    'the model sees no more than this: 10 characters are lost',
    'never seen',
  ]);
});
