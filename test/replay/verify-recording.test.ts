import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { VerifyOptions } from '../../src/replay/verifiable.ts';
import type { Verified } from '../../src/replay/verification.ts';
import { isDifferent } from '../../src/replay/verification.ts';
import { clientFrame, clientRecording } from '../support/client-recording.ts';
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

const verified = (name: string, build: number, options: Partial<VerifyOptions>): Promise<Verified> =>
  verifiedRecording(
    `${LOOP}recordings/${name}.build1.mcp.jsonl`,
    [`${LOOP}servers/${name}.mjs`, '--build', String(build)],
    options,
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

const HOW: Readonly<Record<string, Partial<VerifyOptions>>> = {
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

/** A recording of a server whose tools change: calls of these tools, each answered with its name. */
function recordingOfCalls(...names: readonly string[]): string {
  const protocolVersion = '2025-11-25';
  const hello = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const serverInfo = { name: 'growing', version: '1' };
  const opened = { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo };
  return clientRecording(
    clientFrame(1, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })),
    clientFrame(2, JSON.stringify({ jsonrpc: '2.0', id: 1, result: opened }), ',"re":1').replace(
      'c2s',
      's2c',
    ),
    ...names.flatMap((name, nth) => {
      const seq = 3 + nth * 2;
      const result = { content: [{ type: 'text', text: name }] };
      return [
        clientFrame(seq, JSON.stringify({ jsonrpc: '2.0', id: seq, method: 'tools/call', params: { name } })),
        clientFrame(seq + 1, JSON.stringify({ jsonrpc: '2.0', id: seq, result }), `,"re":${seq}`).replace(
          'c2s',
          's2c',
        ),
      ];
    }),
  ).file;
}

const GROWING = fileURLToPath(new URL('../support/servers/growing.mjs', import.meta.url));

describe('the tools of a server that change', () => {
  const found = async (build: number, names: readonly string[], options: Partial<VerifyOptions> = {}) => {
    const { steps } = await verifiedRecording(recordingOfCalls(...names), [GROWING, String(build)], options);
    return steps.map(({ subject, status, why = '' }) => `${subject} ${status} ${why}`.trim());
  };

  it('are called by the list as it is at the time', async () => {
    expect(await found(1, ['fresh', 'grow', 'fresh', 'old'])).toEqual([
      'fresh skipped the server did not list it at that time; --all sends it anyway',
      ...['grow same', 'fresh same', 'old same'],
    ]);
  });

  it('differ where one of them is gone, and nobody takes that for a reason of other differences', async () => {
    expect(await found(2, ['old', 'grow'])).toEqual(['old different old is no longer listed', 'grow same']);
  });

  it('are not called where they cannot be listed, which is an error', async () => {
    const why = 'the tools could not be listed, so nobody knows whether old does harm; --all sends it anyway';
    expect(await found(3, ['old'])).toEqual([`old error ${why}`]);
    expect(await found(3, ['old'], { all: true })).toEqual(['old same']);
  });
});
