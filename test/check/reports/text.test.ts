import { describe, expect, it } from 'vitest';
import { textReport } from '../../../src/check/reports/text.ts';
import { width } from '../../../src/text/width.ts';
import { finding, reportOf, USUAL } from '../../support/check-report.ts';

const lines = (findings: Parameters<typeof reportOf>[0], columns = 80) =>
  textReport(reportOf(findings), columns);

describe('textReport', () => {
  it('says of nothing that it found nothing', () => {
    expect(lines([])).toEqual([
      'crm 1.0.0 (2025-11-25, 3 tools)',
      '',
      'nothing found',
      '0 errors, 0 warnings, 0 notes',
    ]);
  });

  it('lists what is suppressed, and why', () => {
    const suppressions = [{ rule: 'client', item: '*', reason: 'our gateway renames them' }];
    const found = [finding(), finding({ client: 'kimi' }), finding({ rule: 'client/x', item: 'tool:list' })];
    expect(textReport(reportOf(found, { ...USUAL, suppressions }), 80)).toMatchInlineSnapshot(`
      [
        "crm 1.0.0 (2025-11-25, 3 tools)",
        "",
        "Suppressed in .mcp-loupe.json",
        "  tool:search",
        "    client/name-length (2 findings): our gateway renames them",
        "  tool:list",
        "    client/x: our gateway renames them",
        "",
        "nothing left: 3 suppressed",
        "0 errors, 0 warnings, 0 notes, 3 suppressed",
      ]
    `);
  });

  it('tells item by item, the worst first, each rule once', () => {
    expect(
      lines([
        finding({ item: 'tool:list', rule: 'advice/short', level: 'warning', message: 'short', path: '' }),
        finding(),
        finding({ client: 'kimi', message: 'Kimi cuts search' }),
        finding({ rule: 'stdio/crlf', level: 'warning', item: 'server', message: 'CR', path: '', seq: 4 }),
      ]),
    ).toMatchInlineSnapshot(`
      [
        "crm 1.0.0 (2025-11-25, 3 tools)",
        "",
        "tool:search",
        "  error    client/name-length  /name",
        "           Cursor leaves out search",
        "           Kimi cuts search",
        "           → Shorten the name.",
        "",
        "tool:list",
        "  warning  advice/short",
        "           short",
        "           → Shorten the name.",
        "",
        "server",
        "  warning  stdio/crlf",
        "           CR (#4)",
        "           → Shorten the name.",
        "",
        "2 errors, 2 warnings, 0 notes (4 findings, some told in one line)",
      ]
    `);
  });

  it('tells by what is done which clients a rule is about, the worst in full', () => {
    const name = { item: 'tool:find_orders', fix: 'Shorten the name to 45 characters.', limit: 64 };
    const told = lines(
      [
        finding({
          ...name,
          client: 'zed',
          effect: 'cut',
          level: 'warning',
          message: 'Zed shortens find_orders',
        }),
        finding({
          ...name,
          client: 'vscode',
          effect: 'cut',
          level: 'warning',
          message: 'VS Code shortens it',
        }),
        finding({
          ...name,
          client: 'cursor',
          effect: 'left out',
          limit: 60,
          reported: '2025-09',
          message: 'x',
        }),
        finding({ ...name, client: 'claude-code', effect: 'refused', message: 'Claude Code: all fails' }),
        finding({ ...name, client: 'opencode', effect: 'refused', message: 'opencode: all fails' }),
        finding({ ...name, rule: 'client/root-union', message: 'tool find_orders: odd' }),
      ],
      120,
    );
    expect(told.slice(2)).toMatchInlineSnapshot(`
      [
        "tool:find_orders",
        "  error    client/name-length  /name",
        "           Claude Code: all fails",
        "           every request fails: opencode (64)",
        "           left out: Cursor (60, reported 2025-09)",
        "           cut (warning): Zed (64), VS Code (64)",
        "           → Shorten the name to 45 characters.",
        "  error    client/root-union  /name",
        "           this tool: odd",
        "           → The same as for client/name-length.",
        "",
        "4 errors, 2 warnings, 0 notes (6 findings, some told in one line)",
      ]
    `);
  });

  it('calls a tool this tool once, and not where it is one of several', () => {
    const said = (message: string) =>
      lines([finding({ item: 'tool:find_orders', message, path: '' })], 120)[4]?.trim();
    expect(said('tool find_orders: inputSchema is missing')).toBe('this tool: inputSchema is missing');
    expect(said('tools a, find_orders: inputSchema is missing')).toBe(
      'tools a, find_orders: inputSchema is missing',
    );
    expect(said('duplicate tool name find_orders')).toBe('duplicate tool name find_orders');
  });

  it('folds notes, and what many items share', () => {
    const many = Array.from({ length: 9 }, (_, at) =>
      finding({
        item: `tool:t${at}`,
        rule: 'advice/x',
        level: 'warning',
        message: `t${at} is odd`,
        path: '',
      }),
    );
    expect(
      lines([
        ...many,
        finding(),
        finding({ rule: 'cost/list', level: 'note', item: 'server', message: 'The list has 3 kB', path: '' }),
        ...many.map((one) => ({ ...one, rule: 'advice/y', level: 'note' as const })),
      ]),
    ).toMatchInlineSnapshot(`
      [
        "crm 1.0.0 (2025-11-25, 3 tools)",
        "",
        "tool:search",
        "  error    client/name-length  /name",
        "           Cursor leaves out search",
        "           → Shorten the name.",
        "",
        "In many items",
        "  warning  advice/x in 9 items: t0, t1, t2, t3 and 5 more",
        "           such as: t0 is odd",
        "           → Shorten the name.",
        "",
        "Notes (in full: --report json, or --rule 'ID=warning')",
        "  cost/list  The list has 3 kB",
        "  advice/y in 9 items: t0, t1, t2, t3 and 5 more",
        "    such as: t0 is odd",
        "",
        "1 error, 9 warnings, 10 notes (20 findings, some told in one line)",
      ]
    `);
  });

  it.each([40, 80, 120])('keeps to %i columns, and shows no control character', (columns) => {
    const odd = finding({
      item: `tool:${'very_long_'.repeat(12)}`,
      message: `A sentence \u001b[31m of \u202e many words ${'and words '.repeat(30)}\n::error::x`,
    });
    for (const line of lines([odd], columns)) {
      expect(width(line)).toBeLessThanOrEqual(columns);
      expect(line).toMatch(/^\P{Cc}*$/u);
    }
  });
});
