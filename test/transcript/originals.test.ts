import { expect, test } from 'vitest';
import type { StderrEntry } from '../../src/session/frame.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { createOriginals } from '../../src/transcript/originals.ts';
import { redactEntry } from '../../src/transcript/redact-entry.ts';

const stderr = (seq: number, text: string): StderrEntry => ({
  type: 'stderr',
  seq,
  t: seq,
  conn: 1,
  session: 0,
  text,
});

/** Hides the words of an entry that begin with `secret-`. */
function hide(entry: StderrEntry) {
  const done = redactEntry(createRedactor(entry.text.match(/secret-\w+/g) ?? []), entry);
  if (done === undefined) throw new Error('nothing to hide');
  return done;
}

test('gives back what was hidden', () => {
  const originals = createOriginals();
  const entry = stderr(1, 'a secret-number and a secret-word');
  const done = hide(entry);
  originals.keep(done);
  expect(done.entry).toMatchObject({ text: 'a [redacted] and a [redacted]', redacted: ['/text'] });
  expect(originals.restore(done.entry)).toEqual(entry);
});

test('gives an entry that hides nothing back as it is', () => {
  const entry = stderr(1, 'nothing here');
  expect(createOriginals().restore(entry)).toBe(entry);
});

test('forgets the oldest beyond its limit, and counts the same secret once', () => {
  const word = `secret-${'x'.repeat(10_000)}`;
  const originals = createOriginals(50_000);
  const same = Array.from({ length: 50 }, (_, at) => hide(stderr(at + 1, `it is ${word}`)));
  for (const done of same) originals.keep(done);
  expect(same.filter((done) => originals.restore(done.entry) === undefined)).toEqual([]);

  const others = Array.from({ length: 5 }, (_, at) => hide(stderr(at + 51, `it is ${word}${at}`)));
  for (const done of others) originals.keep(done);
  const held = [...same, ...others].map((done) => originals.restore(done.entry) !== undefined);
  expect(held[0]).toBe(false);
  expect(held.at(-1)).toBe(true);
  expect(held.lastIndexOf(false)).toBeLessThan(held.indexOf(true));
});
