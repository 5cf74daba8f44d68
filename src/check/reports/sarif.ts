import { visible } from '../../text/visible.ts';
import type { ToldFinding } from '../verdict.ts';
import { type CheckReport, checkedOf, labelBefore } from './report.ts';

/** The most results that GitHub takes of a run. */
export const MOST = 5_000;

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * The report in SARIF 2.1.0, one JSON document: errors first, what is suppressed last with its reason. Where there are more
 * results than GitHub takes, the last says how many were left out.
 */
export function sarifReport(report: CheckReport): string {
  const all = [...report.findings, ...report.suppressed];
  const told = all.length <= MOST ? all : all.slice(0, MOST - 1);
  const left = all.length - told.length;
  const ids = [...new Set([...told.map(({ rule }) => rule), ...(left === 0 ? [] : [LEFT_OUT])])].sort();
  const places = new Map(ids.map((id, place) => [id, place] as const));
  const results = told.map((finding) => resultOf(report, finding, places.get(finding.rule)));
  if (left > 0) {
    const text = `${left} more results are left out: use --report json, or --rule to switch rules off`;
    results.push({ ruleId: LEFT_OUT, ruleIndex: places.get(LEFT_OUT), level: 'note', message: { text } });
  }
  return sarifDocument(
    report.version,
    ids.map((id) => ruleOf(report, id)),
    results,
  );
}

/** A document of one run with these rules (3.49) and results (3.27). */
export function sarifDocument(version: string, rules: readonly object[], results: readonly object[]): string {
  const driver = { name: 'mcp-loupe', version, rules };
  return JSON.stringify({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  });
}

const LEFT_OUT = 'check/left-out';

/** What a rule stands for (3.49 reportingDescriptor). */
function ruleOf({ rules }: CheckReport, id: string): object {
  const { says, fix, level } = rules.get(id) ?? {};
  if (says === undefined) return { id };
  return {
    id,
    shortDescription: { text: says },
    help: { text: fix === '' ? says : fix },
    defaultConfiguration: { level },
  };
}

/** A finding (3.27 result). */
function resultOf(
  report: CheckReport,
  finding: ToldFinding & { readonly reason?: string },
  place?: number,
): object {
  const { rule, level, item, path, client, message, fix, reason, source, seen, sure, seq } = finding;
  const label = visible(labelBefore(finding));
  const where = `${label}${visible(item)}${path === '' ? '' : visible(path)}`;
  const { location } = checkedOf(report, finding) ?? {};
  return {
    ruleId: rule,
    ruleIndex: place,
    level,
    message: {
      text: `${label}${visible(item)}: ${visible(message)}${fix === '' ? '' : ` → ${visible(fix)}`}`,
    },
    locations: [
      {
        ...(location === undefined ? {} : { physicalLocation: physical(location) }),
        logicalLocations: [{ fullyQualifiedName: where }],
      },
    ],
    // Without it, those of one line would be told apart by their order.
    partialFingerprints: { primaryLocationLineHash: [rule, where, client ?? ''].join(' ').trim() },
    properties: { item, path, client, source, seen, sure, seq },
    ...(reason === undefined ? {} : { suppressions: [{ kind: 'external', justification: visible(reason) }] }),
  };
}

/** A file of the repository; of most findings nobody knows where in it they are. */
export const physical = (path: string, startLine = 1): object => ({
  artifactLocation: {
    uri: visible(path).split('/').map(encodeURIComponent).join('/'),
    uriBaseId: '%SRCROOT%',
  },
  region: { startLine },
});
