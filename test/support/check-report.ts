import { checkRules } from '../../src/check/check.ts';
import type { CheckReport } from '../../src/check/reports/report.ts';
import { type Demand, type ToldFinding, verdictOn } from '../../src/check/verdict.ts';

/** What nobody asks anything else of. */
export const USUAL: Demand = { levels: [], suppressions: [], failOn: { level: 'error', words: [] } };

/** A finding, of which a test names what it is about. */
export const finding = (given: Partial<ToldFinding> = {}): ToldFinding => ({
  rule: 'client/name-length',
  level: 'error',
  item: 'tool:search',
  path: '/name',
  message: 'Cursor leaves out search',
  fix: 'Shorten the name.',
  ...given,
});

/** A report of these findings on one server. */
export const reportOf = (findings: readonly ToldFinding[], demand: Demand = USUAL): CheckReport => ({
  ...verdictOn(findings, demand),
  checked: [{ name: 'crm 1.0.0', facts: '2025-11-25, 3 tools', location: 'server.js' }],
  rules: checkRules(),
  version: '0.0.0',
});
