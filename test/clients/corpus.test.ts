import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT } from '../../src/check/families/client.ts';
import type { Subject } from '../../src/check/subject.ts';
import { CLIENTS } from '../../src/clients/clients.ts';
import { listCosts } from '../../src/clients/cost.ts';
import { toolView } from '../../src/clients/tool-view.ts';
import { NOTHING_ANSWERED } from '../../src/surface/answered.ts';
import { hasCorpus } from '../form/corpus.ts';
import { listingSurface } from '../support/listing.ts';

const LISTINGS = join(import.meta.dirname, '../../../shared/corpus/listings');

/** Each listing of the corpus as what is checked. */
const subjects = (): readonly Subject[] =>
  readdirSync(LISTINGS).map((file) => {
    const { tools }: { tools?: unknown } = JSON.parse(readFileSync(join(LISTINGS, file), 'utf8'));
    const surface = listingSurface(JSON.stringify({ 'tools/list': { tools } }));
    return { surface, answered: NOTHING_ANSWERED, server: file.replace('.json', ''), clients: CLIENTS };
  });

describe.skipIf(!hasCorpus)('the tools of the corpus under every client', () => {
  it('give findings that name item, client, limit and source, the same each time', () => {
    for (const subject of subjects()) {
      const found = CLIENT.find(subject);
      expect(CLIENT.find(subject)).toEqual(found);
      const keys = found.map(({ rule, item, client }) => `${rule} ${item} ${client}`);
      const names = (subject.surface.lists.tools ?? []).map(({ name }) => name);
      // Tools of one name have findings of one key.
      if (new Set(names).size === names.length) expect(new Set(keys).size).toBe(keys.length);
      for (const { message, fix, client, source, seen, sure, level } of found) {
        expect(message).toMatch(
          /^[^\p{Cc}]+ \((?:reported 20\d\d-\d\d, |documented: |in its code: )\S.*\)$/u,
        );
        expect(message.startsWith(CLIENTS.find(({ id }) => id === client)?.name ?? '-')).toBe(true);
        expect([fix, source, seen, sure, level].every((one) => one !== undefined && one !== '')).toBe(true);
      }
    }
  });

  it('are seen by each, and cost each something', () => {
    for (const { surface, server } of subjects()) {
      const tools = surface.lists.tools ?? [];
      for (const { bytes, tools: each } of listCosts(CLIENTS, surface, server)) {
        expect(each).toHaveLength(tools.length);
        expect(bytes).toBeGreaterThanOrEqual(each.length);
      }
      for (const client of CLIENTS)
        for (const tool of tools) {
          const { description, given } = toolView(client, server, tool);
          expect(description.text + description.lost).toBe(tool.description);
          expect(given.name).not.toBe('');
        }
    }
  });
});
