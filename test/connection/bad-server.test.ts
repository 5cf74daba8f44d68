import { describe, expect, test } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import { VICTIM } from '../../src/spec/faults.ts';
import { CALL, scriptOf, verbFor } from '../support/faults.ts';
import { started } from '../support/started.ts';

const isAnswer = (id: number) => (capture: Capture) =>
  capture.type === 'frame' && capture.dir === 's2c' && (capture.message as { id: unknown }).id === id;

/** Scenario, the rules its stdout breaks, and whether what is asked for arrives. */
const SCENARIOS: readonly (readonly [string, readonly string[], boolean])[] = [
  ['none', [], true],
  ['banner', ['stdio/not-json', 'stdio/not-json'], true],
  ['bom', ['stdio/bom'], true],
  ['crlf', ['stdio/crlf'], true],
  ['pretty', ['stdio/multi-line'], true],
  ['contentlen', ['stdio/content-length'], true],
  ['noise-mid', ['stdio/not-json'], true],
  ['noise-prefix', ['stdio/log-prefix'], true],
  ['nonl-join', ['stdio/joined'], true],
  ['partial-exit', ['stdio/no-newline'], true],
  ['invalidutf8', ['stdio/utf8'], true],
  ['splitutf8', [], true],
  ['bigint', [], true],
  ['batch', ['batch/array'], true],
  ['notobj', Array.from({ length: 4 }, () => 'message/not-protocol'), true],
  ['huge50', [], true],
  ['stderrflood', [], true],
  ['chatty', [], true],
  ['exit-early', [], false],
  ['crash', [], false],
  ['kill-mid', [], false],
];

describe('a bad server', () => {
  test.each(SCENARIOS)('%s', async (scenario, rules, arrives) => {
    const one = await started(['node', ...scriptOf(scenario)]);
    const ask = (id: number, method: string, params: object): void =>
      one.transport.sendText(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const over = (capture: Capture): boolean => capture.type === 'life' && capture.event === 'exit';
    ask(1, 'initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
    });
    await one.until((capture) => isAnswer(1)(capture) || over(capture));
    if (verbFor(scenario) === CALL) ask(2, 'tools/call', { name: VICTIM, arguments: {} });
    else ask(2, 'tools/list', {});
    await one.until((capture) => isAnswer(2)(capture) || over(capture));
    await one.transport.close();

    const found = one.captures.flatMap((capture) => ('findings' in capture ? (capture.findings ?? []) : []));
    expect(found.map(({ rule }) => rule)).toEqual(rules);
    expect(one.captures.some(isAnswer(2))).toBe(arrives);
    expect(one.captures.at(-1)).toMatchObject({ type: 'life', event: 'exit' });
  });
});
