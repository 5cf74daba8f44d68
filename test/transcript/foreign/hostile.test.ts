import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ForeignKind, LogOutput } from '../../../src/transcript/foreign/kind.ts';
import { headOf, LOG_KINDS } from '../../../src/transcript/foreign/kinds.ts';

const SAMPLES = new URL('../../fixtures/logs/samples', import.meta.url).pathname;

/** A line of each kind of sample that is long enough to hold a message. */
const begun: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(SAMPLES).flatMap((name) => {
    const { tool, files, made } = JSON.parse(readFileSync(join(SAMPLES, name, 'expected.json'), 'utf8'));
    if (made === true) return [];
    const text = readFileSync(join(SAMPLES, name, files[0]), 'utf8').replace(/^\ufeff/, '');
    return [[tool, text.split('\n').filter((line) => line.length > 60)] as const];
  }),
);

/** What patterns that go back and forth would look at again and again, or one after another until the stack is full. */
const AWKWARD = [
  ...[' { metadata: ', '[', '[a', '{', '{"a":', '{}', '"', '"a"', "'", '\\', '\\"', "\\'", '1', ':59', '_1', ' ', 'a', ': '],
  ...['"recorded_at"', 'MCP server ', '[1', '...[1', '} ', '- ', 'a: ', '{\n ', '"},{"', "' + '", '\u2028', '\u0000'],
]; // biome-ignore format: a line each

const LONG = 64 * 1024;
const TIMES = 8;

describe('time with what a log repeats', () => {
  it.each(LOG_KINDS.map((kind) => [kind.name, kind] as const))(
    'grows no faster than it: %s',
    async (_, kind) => {
      const begins = beginningsOf(kind);
      for (const repeated of AWKWARD) {
        for (const begin of begins) {
          const read = (length: number) => cpuOf(kind, begin + repeated.repeat(length / repeated.length));
          const [short, long] = [await read(LONG / TIMES), await read(LONG)];
          // What is looked at for each of its characters takes 64 times as long.
          expect(long, `${begin} ${repeated}`).toBeLessThan(short * TIMES * 3 + 150);
        }
      }
    },
  );

  it('does not grow with what stands before an object over many lines', async () => {
    for (const kind of LOG_KINDS.filter(({ form }) => form === 'lines')) {
      const read = (times: number) => cpuOf(kind, `${'a'.repeat(times)}{${'\n 1'.repeat(times / 10)}`);
      const [short, long] = [await read(LONG / TIMES), await read(LONG)];
      expect(long, kind.tool).toBeLessThan(short * TIMES * 3 + 150);
    }
  });

  it('does not end what a stack holds', async () => {
    const long = 'x'.repeat(12e6);
    for (const kind of LOG_KINDS.filter(({ form }) => form === 'lines'))
      for (const begin of beginningsOf(kind)) expect(await cpuOf(kind, begin + long)).toBeGreaterThan(0);
  });
});

/** Nothing, and what such a log begins with. */
function beginningsOf({ tool, form }: ForeignKind): readonly string[] {
  const [line = ''] = begun.get(tool) ?? [];
  return form === 'document' ? ['', line.slice(0, line.lastIndexOf('"') + 1)] : ['', line.slice(0, 60)];
}

/** The ms of the processor that it takes to recognize a log and to read it. */
async function cpuOf(kind: ForeignKind, text: string): Promise<number> {
  const out: LogOutput = { add() {}, assume() {} };
  const before = process.cpuUsage();
  kind.recognizes(headOf('x.log', text.slice(0, 64 * 1024)));
  const reader = kind.read(out);
  const lines = kind.form === 'lines' ? text.split('\n') : [text];
  for (const line of [...(begun.get(kind.tool) ?? []).slice(0, 1), ...lines]) await reader.take(line, true);
  reader.end();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
