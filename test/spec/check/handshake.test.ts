import { expect, it } from 'vitest';
import { checkInitialize } from '../../../src/spec/check/handshake.ts';

const GOOD = { protocolVersion: '2025-06-18', serverInfo: { name: 'a', version: '1' }, capabilities: {} };

/** What is other than in a good answer, and the sentences it comes to, each with the path it is about. */
const ROWS: readonly (readonly [other: Record<string, unknown>, ...said: readonly RegExp[]])[] = [
  [{}],
  [{ protocolVersion: undefined }, /^\/result\/protocolVersion protocolVersion is missing; .*2025-06-18/],
  [
    { protocolVersion: '1999-01-01' },
    /^\/result\/protocolVersion protocolVersion is "1999-01-01"; .*2025-06-18/,
  ],
  [{ serverInfo: undefined }, /^\/result\/serverInfo serverInfo is missing$/],
  [{ serverInfo: [] }, /^\/result\/serverInfo serverInfo is an array; it must be an object$/],
  [
    { serverInfo: { name: 1, version: '1' } },
    /^\/result\/serverInfo\/name name is a number; it must be text$/,
  ],
  [{ serverInfo: {} }, /^\/result\/serverInfo\/name /, /^\/result\/serverInfo\/version /],
  [{ capabilities: undefined }, /^\/result\/capabilities capabilities is missing$/],
  [{ capabilities: { tools: true } }, /^\/result\/capabilities\/tools .*tools/],
];

it.each(ROWS.map(([other, ...said]) => ({ other, said })))('an answer with $other', ({ other, said }) => {
  const findings = checkInitialize({ ...GOOD, ...other }, true);
  expect(findings.map(({ path, message }) => `${path} ${message}`)).toEqual(
    said.map((sentence) => expect.stringMatching(sentence)),
  );
});
