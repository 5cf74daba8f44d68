import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILIES, findingsOf } from '../../src/check/check.ts';
import { itemIds } from '../../src/check/subject.ts';
import { valueAt } from '../../src/json/path.ts';
import { isObject } from '../../src/json/shape.ts';
import { subjectOf } from '../support/check-subject.ts';

/** The listings of real servers, kept beside the repository and not in it. */
const LISTINGS = new URL('../../../shared/corpus/listings/', import.meta.url);
const hasListings = existsSync(LISTINGS);
if (!hasListings) console.warn('skipped: the corpus of listings is not beside this checkout');

const listings = hasListings ? readdirSync(LISTINGS) : [];

const subjectIn = (file: string) => {
  const { tools, resources, resourceTemplates, prompts, initializeResult } = JSON.parse(
    readFileSync(new URL(file, LISTINGS), 'utf8'),
  );
  const { serverInfo, instructions } = initializeResult ?? {};
  return subjectOf(
    {
      tools: tools ?? [],
      resources: resources ?? [],
      resourceTemplates: resourceTemplates ?? [],
      prompts: prompts ?? [],
    },
    [],
    { server: serverInfo, instructions },
  );
};

/** Of what a server says of itself there is no item to look into. */
const ITSELF = 'server';

describe.skipIf(!hasListings)('findings of real servers', { timeout: 120_000 }, () => {
  it.each(listings)('%s', (file) => {
    const subject = subjectIn(file);
    const found = findingsOf(subject);
    expect(findingsOf(subjectIn(file))).toEqual(found);
    const items = new Map(itemIds(subject.surface).map(([id, item]) => [id, item.raw]));
    for (const { item, path, message, fix, rule } of found) {
      const what = `${rule} ${item} ${path}: ${message}`;
      expect(item === ITSELF || items.has(item), what).toBe(true);
      // Of a member that is missing it is the place where it would be.
      const around = path.replace(/\/[^/]*$/, '');
      if (item !== ITSELF)
        expect(valueAt(items.get(item), path) ?? valueAt(items.get(item), around), what).not.toBe(undefined);
      expect(message, what).toMatch(/\S[^.]$/s);
      expect(fix, what).toMatch(/\.$/);
      expect(isObject(valueAt(items.get(item), '')) || item === ITSELF, what).toBe(true);
    }
  });

  it('are of no rule that ordinary tools meet all the time, but for notes', () => {
    const counts = new Map<string, Set<string>>();
    let tools = 0;
    for (const file of listings) {
      const subject = subjectIn(file);
      tools += subject.surface.lists.tools?.length ?? 0;
      for (const { find, name } of FAMILIES)
        if (name !== 'client' && name !== 'apps' && name !== 'skills')
          for (const { rule, item, level } of find(subject)) {
            if (level === 'note') continue;
            const known = counts.get(rule) ?? new Set();
            counts.set(rule, known.add(`${file} ${item}`));
          }
    }
    const often = [...counts]
      .filter(([, items]) => items.size > tools * 0.04)
      .map(([rule, items]) => `${rule}: ${items.size}`);
    expect(tools).toBeGreaterThan(2_000);
    expect(often).toEqual([]);
  });
});
