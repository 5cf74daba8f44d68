import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { githubReport, sarifReport } from '../../src/cli/replay/verify-annotations.ts';
import { junitReport } from '../../src/cli/replay/verify-junit.ts';
import { countWords, jsonReport, type VerifiedFile } from '../../src/cli/replay/verify-report.ts';
import { textReport } from '../../src/cli/replay/verify-text.ts';
import { JsonText } from '../../src/json/write.ts';
import type { VerifiedStep } from '../../src/replay/verification.ts';
import type { Change } from '../../src/surface/change.ts';
import { sarifSchema } from '../support/sarif-schema.ts';
import { elementsIn } from '../support/xml.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const SCHEMA = fileURLToPath(new URL('../../docs/verify.schema.json', import.meta.url));
const isReport = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
const isSarif = ajv.compile(sarifSchema);

/** What a stranger's server may put into any text. */
const ODD = 'a\u0000\u001b[2J\r\n::error::b,c:d%0A]]>&<x y="z">\u202e\ud800|`é🙂';

const step = (given: Partial<VerifiedStep> = {}): VerifiedStep => ({
  ...{ index: 0, line: 1, method: 'tools/call', subject: 'order', status: 'same', ms: 12.4 },
  ...{ differences: [], noise: [], kinds: [] },
  ...given,
});
const file = (steps: readonly VerifiedStep[], given: Partial<VerifiedFile> = {}): VerifiedFile => ({
  ...{ file: 'mcp.steps.jsonl', location: 'mcp.steps.jsonl', kind: 'steps', steps },
  ...given,
});
const reportOf = (...files: readonly VerifiedFile[]) => ({ files, version: '0.0.0' });

const steps: readonly VerifiedStep[] = [
  step({ name: 'sum' }),
  step({
    ...{ index: 1, line: 3, name: 'total', status: 'different' },
    differences: [
      { pointer: '/result/structuredContent/total', kind: 'value', was: 41, is: 42 },
      {
        pointer: '/result/structuredContent/id',
        kind: 'value',
        was: new JsonText('9007199254740993'),
        is: 1,
      },
      { pointer: '/result/content/0/text', kind: 'value', was: 'the old words', is: 'the new words' },
      { pointer: 'ms', kind: 'value', wanted: 'at most 5', is: 12.4 },
      { pointer: '/result/isError', kind: 'missing', wanted: 'true' },
      { pointer: '/result/more', kind: 'added', is: null },
    ],
  }),
  step({ index: 2, line: 4, subject: 'wipe', status: 'skipped', ms: 0, why: 'wipe is marked destructive' }),
  step({ index: 3, line: 5, status: 'error', ms: 0, why: 'no answer within 60 s' }),
  step({ index: 4, line: 6, status: 'noise', noise: ['/result/n', '/result/m'] }),
  step({ index: 5, line: 7, kinds: [{ pointer: '/result/at', kind: 'time' }] }),
];
const change = (path: string, list?: 'tools'): Change => ({
  ...{ list, name: list === undefined ? '' : 'order', path, kind: 'changed' },
  ...{ group: 'review', before: 'a', after: 'b' },
});
const recorded = file([step({ line: 12 })], {
  ...{ file: 'a.mcp.jsonl', location: 'a.mcp.jsonl', kind: 'recording' },
  surface: [change('/description', 'tools'), change('/serverInfo/version')],
});
const odd = file(
  [
    step({
      ...{ name: ODD, subject: ODD, status: 'different', why: ODD },
      differences: [{ pointer: `/${ODD}`, kind: 'value', was: ODD, is: ODD }],
    }),
    step({ name: ODD, status: 'skipped', why: ODD }),
    step({ name: ODD, status: 'error', why: ODD }),
    step({ name: ODD, status: 'noise', noise: [`/${ODD}`] }),
  ],
  { file: ODD, location: ODD },
);
const all = reportOf(file(steps), recorded, odd);

describe('the report of what was verified', () => {
  it('is for people, with what differs below each step', () => {
    expect(textReport(reportOf(file(steps)), 80).join('\n')).toMatchSnapshot();
    expect(textReport(reportOf(file(steps), recorded), 60).join('\n')).toMatchSnapshot();
  });

  it('says what to do about what was done', () => {
    const value = { pointer: '/result/a', kind: 'value', was: 1, is: 2 } as const;
    const error = { ...value, kind: 'status', got: 'an error: no' } as const;
    const of = (index: number, difference: typeof value | typeof error) =>
      step({ index, name: `s${index}`, status: 'different', differences: [difference] });
    const lines = (isDone: boolean, changed: readonly number[], steps: readonly VerifiedStep[]) => {
      const places = changed.map((index) => ({ index }));
      const report = reportOf(file(steps, { update: { isDone, changed: places, settled: places } }));
      return textReport(report, 80).filter((line) => /^(?:→|\d|. s\d)/.test(line));
    };
    const [canBe, edited] = [
      '→ if the new values are right, --update writes them into the file',
      '→ if the new answer is right, edit the step',
    ];
    const [zero, one] = [of(0, value), of(1, value)];
    expect(lines(false, [0], [zero])).toEqual(['✗ s0  12 ms', canBe, '1 different']);
    expect(lines(false, [0], [zero, one]).slice(2)).toEqual([canBe, edited, '2 different']);
    expect(lines(true, [0], [zero])).toEqual(['✓ s0  12 ms  updated', '1 updated']);
    expect(lines(true, [0], [zero, one]).slice(2)).toEqual([edited, '1 updated, 1 different']);
    expect(lines(true, [], [of(0, error)])).toEqual(['✗ s0  12 ms', '1 different']);
  });

  it('says once why no step of a file could be sent', () => {
    const why = 'not sent: there was no connection';
    const lines = textReport(reportOf(file([1, 2].map(() => step({ status: 'error', ms: 0, why })))), 80);
    expect(lines).toEqual([`! 2 steps: ${why}`, '', '2 errors']);
  });

  it('says loudly when no call was made at all', () => {
    const skipped = step({ status: 'skipped', ms: 0, why: 'wipe is marked destructive' });
    expect(countWords(reportOf(file([skipped, skipped])))).toBe('no call was made: all 2 were skipped');
    expect(countWords(reportOf(file([skipped])))).toBe('no call was made: the only one was skipped');
    expect(countWords(reportOf(file([skipped, step()])))).toBe('1 same, 1 skipped');
  });

  it('says in one line that a build calls itself another version', () => {
    const surface = [{ ...change('/serverInfo/version'), before: '1.0.0', after: '2.0.0' }];
    const lines = textReport(reportOf(file([step()], { kind: 'recording', surface })), 80);
    expect(lines.slice(1)).toEqual(['', 'the server says version 2.0.0, was 1.0.0', '', '1 same']);
  });

  it('names no noise below other noise', () => {
    const noise = ['/result/items', '/result/items/0/r', '/result/itemsToo'];
    expect(textReport(reportOf(file([step({ status: 'noise', noise })])), 80)[1]).toBe(
      '    noise: /result/items, /result/itemsToo',
    );
  });

  it('shows nothing of a server as it is', () => {
    const { lines, summary } = githubReport(all, true);
    for (const text of [
      ...textReport(all, 80),
      ...lines,
      summary.replaceAll('\n', ''),
      junitReport(all).replaceAll('\n', ''),
    ])
      expect(text).not.toMatch(/[\u0000-\u001f\u202e\ud800-\udbff](?![\udc00-\udfff])/u);
  });

  it('is one document as JSON, exact, with the file in each step where there are several', () => {
    for (const report of [all, reportOf(file(steps)), reportOf()])
      expect(isReport(JSON.parse(jsonReport(report))), JSON.stringify(isReport.errors)).toBe(true);
    const text = jsonReport(reportOf(file(steps)));
    expect(text).toContain('"was":9007199254740993');
    const { steps: done, counts, surface } = JSON.parse(text);
    expect([done.length, done[0].file, surface]).toEqual([6, undefined, undefined]);
    expect(counts).toEqual({ same: 2, different: 1, noise: 1, skipped: 1, error: 1 });
    const several = JSON.parse(jsonReport(all));
    expect(several.steps[6]).toMatchObject({ file: 'a.mcp.jsonl', status: 'same' });
    expect(several.surface).toMatchObject({
      changes: [{ file: 'a.mcp.jsonl', path: '/description' }, { path: '/serverInfo/version' }],
      counts: { review: 2 },
    });
  });

  it('is JUnit that a stock parser reads, with what was skipped as skipped', () => {
    const elements = elementsIn(junitReport(all));
    const [, suite] = elements;
    expect(suite?.attributes).toMatchObject({
      name: 'mcp.steps.jsonl',
      tests: '6',
      failures: '1',
      errors: '1',
      skipped: '1',
    });
    const names = elements.slice(2, 12).map(({ name }) => name);
    expect(names).toEqual([
      ...['testcase', 'testcase', 'failure', 'testcase', 'skipped', 'testcase', 'error'],
      ...['testcase', 'system-out', 'testcase'],
    ]);
    expect(elements[4]?.text).toBe(
      [
        '/result/structuredContent/total: wanted 41, got 42',
        '/result/structuredContent/id: wanted 9007199254740993, got 1',
        '/result/content/0/text: the [-old-] {+new+} words',
        'ms: wanted at most 5, got 12.4',
        '/result/isError: wanted true, got nothing',
        '/result/more: wanted no further member, got null',
      ].join('\n'),
    );
    // What the server calls its version is no difference.
    const surface = elements.find(({ attributes }) => attributes['name'] === 'what the server offers');
    const failure = elements[elements.indexOf(surface!) + 1];
    expect([failure?.name, failure?.text]).toEqual([
      'failure',
      expect.stringMatching(/^tool:order: description/),
    ]);
  });

  it('is SARIF at the lines of the steps', () => {
    const log = JSON.parse(sarifReport(all));
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    const { tool, results } = log.runs[0];
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(
      results
        .slice(0, 3)
        .map(({ ruleId, locations: [{ physicalLocation }] }: (typeof results)[number]) => [
          ruleId,
          physicalLocation.artifactLocation.uri,
          physicalLocation.region.startLine,
        ]),
    ).toEqual([
      ['verify/different', 'mcp.steps.jsonl', 3],
      ['verify/error', 'mcp.steps.jsonl', 5],
      ['verify/surface', 'a.mcp.jsonl', 1],
    ]);
  });

  it('has as many results as GitHub takes, and says how many it left out', () => {
    const many = Array.from({ length: 6_000 }, () => step({ status: 'error', why: 'no' }));
    const log = JSON.parse(sarifReport(reportOf(file(many))));
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    expect(log.runs[0].results).toHaveLength(5_000);
    expect(log.runs[0].results.at(-1).message.text).toMatch(/^1001 more results are left out/);
  });

  it('is one command of a workflow a line', () => {
    const { lines, summary } = githubReport(all, true);
    expect(lines[0]).toMatch(
      /^::error file=mcp\.steps\.jsonl,line=3,title=total::\/result\/structuredContent\/total: wanted 41, got 42; /,
    );
    expect(lines.at(-1)).toBe(
      '3 same, 2 different, 2 with noise alone, 2 skipped, 2 errors, 1 difference in what the server offers',
    );
    expect(lines.filter((line) => line.startsWith('::notice'))).toEqual([
      '::notice file=mcp.steps.jsonl,line=4,title=skipped%3A tools/call wipe::wipe is marked destructive',
      expect.any(String),
    ]);
    expect(lines).toHaveLength(8);
    expect(summary).toContain('| skipped | tools/call wipe | wipe is marked destructive | mcp.steps.jsonl |');
    const many = reportOf(file(Array.from({ length: 12 }, () => step({ status: 'error', why: 'no' }))));
    expect(githubReport(many, false).lines.at(-2)).toBe('2 more have no annotation');
  });
});
