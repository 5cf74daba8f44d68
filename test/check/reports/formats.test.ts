import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../src/check/check.ts';
import { githubReport } from '../../../src/check/reports/github.ts';
import { junitReport } from '../../../src/check/reports/junit.ts';
import { jsonReport } from '../../../src/check/reports/report.ts';
import { sarifReport } from '../../../src/check/reports/sarif.ts';
import { checkCases } from '../../support/check-cases.ts';
import { finding, reportOf, USUAL } from '../../support/check-report.ts';
import { sarifSchema } from '../../support/sarif-schema.ts';
import { elementsIn } from '../../support/xml.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isSarif = ajv.compile(sarifSchema);

/** What a stranger's server may put into any text. */
const ODD = 'a\u0000\u001b[2J\r\n::error::b,c:d%0A]]>&<x y="z">\u202e\ud800\uffff|`é🙂';

const odd = finding({ item: `tool:${ODD}`, message: ODD, path: `/${ODD}`, fix: ODD });
const suppressed = reportOf([finding(), finding({ rule: 'advice/short', level: 'warning' })], {
  ...USUAL,
  suppressions: [{ rule: 'client/*', item: 'tool:*', reason: 'known' }],
});
const reports = [
  reportOf([]),
  reportOf([odd, finding({ level: 'note', source: 'a/b#1', sure: 'reports', seen: '2026-11-29', seq: 4 })]),
  suppressed,
  ...checkCases.map(({ subject }) => reportOf(findingsOf(subject))),
];

function sarifOf(report: (typeof reports)[number]) {
  const log = JSON.parse(sarifReport(report));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  return log.runs[0];
}

describe('sarifReport', () => {
  it('is SARIF for every report, with rules that its results refer to', () => {
    for (const report of reports) {
      const { tool, results } = sarifOf(report);
      for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
  });

  it('names the file of the repository, and what is suppressed with its reason', () => {
    const { results } = sarifOf(suppressed);
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({
      ruleId: 'advice/short',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'server.js' }, region: { startLine: 1 } } }],
    });
    expect(results[1].suppressions).toEqual([{ kind: 'external', justification: 'known' }]);
  });

  it('has 5,000 results at most, errors first, and says how many it left out', () => {
    const many = Array.from({ length: 6_000 }, (_, at) =>
      finding({ item: `tool:t${at}`, level: at % 2 === 0 ? 'warning' : 'error' }),
    );
    const { results } = sarifOf(reportOf(many));
    expect(results).toHaveLength(5_000);
    expect(results[2_999].level).toBe('error');
    expect(results[3_000].level).toBe('warning');
    expect(results[4_999].message.text).toMatch(/^1001 more results are left out/);
    expect(sarifOf(reportOf(many.slice(0, 5_000))).results[4_999].level).toBe('warning');
  });
});

describe('junitReport', () => {
  it('can be read by a stock parser, whatever a server says', () => {
    for (const report of reports) {
      const [root, ...others] = elementsIn(junitReport(report));
      expect(root?.name).toBe('testsuites');
      const cases = others.filter(({ name }) => name === 'testcase').length;
      expect(cases).toBe(Math.max(1, report.findings.length + report.suppressed.length));
      const [suite] = others;
      expect(suite?.attributes['tests']).toBe(String(cases));
      const failures = others.filter(({ name }) => name === 'failure').length;
      expect(suite?.attributes['failures']).toBe(String(failures));
      expect(failures).toBe(report.findings.filter(report.isFailure).length);
    }
  });

  it('keeps what was said, made visible', () => {
    const failure = elementsIn(junitReport(reportOf([odd]))).find(({ name }) => name === 'failure');
    expect(failure?.attributes['message']).toBe(
      'a<NUL><ESC>[2J<CR><LF>::error::b,c:d%0A]]>&<x y="z"><U+202E><U+D800>\ufffd|`é🙂',
    );
    expect(failure?.text).toContain('error: a<NUL>');
  });

  it('fails what ends with exit code 5, passes the rest, skips what is suppressed', () => {
    const names = elementsIn(junitReport(suppressed)).map(({ name }) => name);
    expect(names).toEqual(['testsuites', 'testsuite', 'testcase', 'system-out', 'testcase', 'skipped']);
  });
});

describe('junitReport of several files', () => {
  it('gives what is about none of them to the first', () => {
    const checked = ['a.json', 'b.json'].map((label) => ({ name: label, facts: '', label }));
    const found = [finding({ item: 'tool:b', of: 'b.json' }), finding({ item: 'server' })];
    const elements = elementsIn(junitReport({ ...reportOf(found), checked }));
    expect(elements.flatMap(({ attributes: { classname, tests } }) => classname ?? tests ?? [])).toEqual([
      ...['1', 'server', '1', 'tool:b'],
    ]);
  });
});

describe('githubReport', () => {
  it('escapes each character of a cell once', () => {
    const { summary } = githubReport(reportOf([finding({ message: 'a<b>&|#;' })]), true);
    expect(summary).toContain('| a&#60;b&#62;&#38;&#124;&#35;; |');
  });

  it('is one command a line, whatever a server says', () => {
    const { lines } = githubReport(reportOf([odd]), true);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=server\.js,title=client\/name-length::tool:a<NUL><ESC>/);
    expect(lines[0]).toContain('d%250A');
    expect(lines[0]).toMatch(/^\P{Cc}*$/u);
  });

  it('escapes what separates properties', () => {
    const { lines } = githubReport(reportOf([finding({ rule: 'a/b,c:d%' })]), true);
    expect(lines[0]).toContain('title=a/b%2Cc%3Ad%25::');
  });

  it('has ten annotations a level, and everything in the summary', () => {
    const many = ['error', 'warning', 'note'].flatMap((level) =>
      Array.from({ length: 12 }, (_, at) => finding({ level: level as 'error', item: `tool:x${at}|` })),
    );
    const { lines, summary } = githubReport(reportOf(many), true);
    for (const command of ['error', 'warning', 'notice'])
      expect(lines.filter((line) => line.startsWith(`::${command} `))).toHaveLength(10);
    expect(lines.slice(-2)).toEqual([
      '6 more are in the summary of the step',
      '12 errors, 12 warnings, 12 notes',
    ]);
    expect(summary.match(/^\| (?:error|warning|note) \| tool:x\d+&#124; \|/gm)).toHaveLength(36);
    expect(githubReport(reportOf(many), false).lines).toContain('6 more have no annotation');
  });

  it('keeps a summary below what GitHub takes', () => {
    const many = Array.from({ length: 5_000 }, () => finding({ message: 'long '.repeat(100) }));
    const { summary } = githubReport(reportOf(many), true);
    expect(summary.length).toBeLessThan(1_000_000);
    expect(summary).toMatch(/\n\d+ more are left out\n$/);
  });
});

describe('jsonReport', () => {
  it('gives back what was found, to the character', () => {
    expect(JSON.parse(jsonReport(reportOf([odd]))).findings[0].item).toBe(odd.item);
  });
});
