import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Host } from '../../../../src/host/host.ts';
import { createLog } from '../../../../src/session/log/log.ts';
import { aboutItem } from '../../../../src/tui/screens/catalogue/about-item.ts';
import type { ListEntry } from '../../../../src/tui/screens/catalogue/entries.ts';
import { nothingRecalled } from '../../../../src/tui/screens/catalogue/recalled.ts';
import type { Ui } from '../../../../src/tui/world/ui.ts';
import { converse, handshake, type Step } from '../../../support/conversation.ts';

const URI = 'skill://mail/SKILL.md';
const TEXT = '---\nname: mail\n---\nWrite a mail.';
const digest = `sha256:${createHash('sha256').update(TEXT).digest('hex')}`;
const raw = { uri: URI, frontmatter: { name: 'mail' }, resources: [{ uri: URI, digest }] };
const item = { raw, name: URI, title: 'mail', description: '', problems: [], seq: 1 };
const entry = (): ListEntry => ({ key: `skills ${URI}`, list: 'skills', item: { ...item } });

it('reads what was read of a skill once, however often it is drawn, and again when it was read again', () => {
  const started = handshake({ resources: {} });
  const read = (id: number, text: string): readonly Step[] => [
    ['c2s', { id, method: 'resources/read', params: { uri: URI } }],
    ['s2c', { id, result: { contents: [{ uri: URI, text }] } }],
  ];
  const { state, accepted } = converse([...started, ...read(7, 'changed'), ...read(8, TEXT)]);
  const log = createLog(1_000_000);
  for (const one of accepted) log.add(one);
  let texts = 0;
  const counting = {
    ...{ row: log.row, lines: log.lines },
    text: (seq: number) => {
      texts += 1;
      return log.text(seq);
    },
  };
  const host = {
    log: counting,
    store: { state: () => state },
    mask: (text: string) => text,
  } as unknown as Host;
  const drawn = (call: number): string => {
    const details = { [`skills ${URI}`]: { call } };
    const ui = { views: {}, details, recalled: nothingRecalled } as unknown as Ui;
    return aboutItem(host, ui, entry())?.key ?? '';
  };
  const first = started.length + 1;
  expect(drawn(first)).toContain('its digest');
  expect(drawn(first)).not.toContain('fits its digest');
  const once = texts;
  expect(once).toBeGreaterThan(0);
  drawn(first);
  expect(texts).toBe(once);
  expect(drawn(first + 2)).toContain('fits its digest');
  expect(texts).toBeGreaterThan(once);
});
