import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { VerifyAsked } from '../../src/replay/verifiable.ts';
import type { Verified } from '../../src/replay/verification.ts';
import { isDifferent } from '../../src/replay/verification.ts';
import { portion } from '../support/portion.ts';
import { verifiedRecording } from '../support/verified.ts';

const LOOP = fileURLToPath(new URL('../fixtures/loop/', import.meta.url));

/** What must be said of a build. */
interface Wanted {
  readonly exit: number;
  /** The calls that differ, and where. */
  readonly calls?: readonly number[];
  readonly pointers?: readonly string[];
  readonly skipped?: readonly number[];
  readonly noise?: readonly string[];
  readonly noiseOrKinds?: readonly string[];
  readonly kinds?: readonly string[];
}

interface Server {
  readonly sameBuild: Readonly<Record<string, Wanted>>;
  readonly build2: Wanted & { readonly with?: string; readonly shape?: Wanted };
}

const serversIn = (file: string): Readonly<Record<string, Server>> =>
  JSON.parse(readFileSync(`${LOOP}servers/${file}`, 'utf8'));
const expected = { ...serversIn('expected.json'), ...serversIn('more.json') };

const verified = (name: string, build: number, asked: Partial<VerifyAsked>): Promise<Verified> =>
  verifiedRecording(
    `${LOOP}recordings/${name}.build1.mcp.jsonl`,
    [`${LOOP}servers/${name}.mjs`, '--build', String(build)],
    asked,
  );

const set = (texts: Iterable<string | number>) => [...new Set(texts)].sort();

function holds({ steps, surface = [] }: Verified, wanted: Wanted): void {
  const different = steps.filter(({ status }) => status === 'different');
  expect(steps.filter(({ status }) => status === 'error')).toEqual([]);
  expect(different.length + surface.filter(isDifferent).length > 0 ? 5 : 0).toBe(wanted.exit);
  const { calls, pointers, skipped, noise, noiseOrKinds, kinds } = wanted;
  if (calls !== undefined) expect(different.map(({ index }) => index)).toEqual(calls);
  if (pointers !== undefined)
    expect(set(different.flatMap(({ differences }) => differences.map(({ pointer }) => pointer)))).toEqual(
      set(pointers),
    );
  const skips = steps.filter(({ status }) => status === 'skipped').map(({ index }) => index);
  if (skipped !== undefined) expect(skips).toEqual(skipped);
  const noisy = steps.flatMap((step) => step.noise);
  const ofKind = steps.flatMap((step) => step.kinds.map(({ pointer }) => pointer));
  if (noise !== undefined) expect(set(noisy)).toEqual(set(noise));
  if (noiseOrKinds !== undefined) expect(set([...noisy, ...ofKind])).toEqual(set(noiseOrKinds));
  if (kinds !== undefined) expect(ofKind).toEqual(expect.arrayContaining([...kinds]));
}

const HOW: Readonly<Record<string, Partial<VerifyAsked>>> = {
  verify: {},
  verifyTwice: { twice: true },
  verifyAll: { all: true },
  bytes: { level: 'bytes' },
};

describe('a recording, verified against the build it is of and against the next', () => {
  it.concurrent.each(portion(Object.entries(expected)))('%s', async (name, { sameBuild, build2 }) => {
    for (const [how, wanted] of Object.entries(sameBuild))
      holds(await verified(name, 1, HOW[how] ?? {}), wanted);
    holds(await verified(name, 2, build2.with === '--twice' ? { twice: true } : {}), build2);
    if (build2.shape !== undefined) holds(await verified(name, 2, { level: 'shape' }), build2.shape);
  });
});
