import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientSections } from '../scripts/readme/clients.mjs';
import {
  between,
  checkTables,
  FINDING_GROUPS,
  faultTable,
  findingTables,
  generated,
  keyTables,
} from '../scripts/readme/tables.mjs';
import { tapTable } from '../scripts/readme/taps.mjs';
import { FAMILIES } from '../src/check/check.ts';
import { usage, verbUsage } from '../src/cli/usage.ts';
import { verbNamed } from '../src/cli/verbs.ts';
import { CLIENTS } from '../src/clients/clients.ts';
import { CONFIGS } from '../src/clients/config-places.ts';
import { faultRows, whenShown } from '../src/spec/faults.ts';
import { RULES } from '../src/spec/rules.ts';
import { commands } from '../src/tui/shell/commands.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('README.md', () => {
  it('has the faults and the usage of the program (npm run readme)', () => {
    expect(readme).toBe(generated(readme, { usage, faultRows, whenShown }));
  });

  it('begins with the picture', () => {
    expect(readme).toMatch(/^!\[[^\]]+\]\(demo\.gif\)/);
  });
});

describe('docs/keys.md', () => {
  it('has all commands with their keys and ids (npm run readme)', () => {
    const keys = readFileSync(new URL('../docs/keys.md', import.meta.url), 'utf8');
    expect(keys).toBe(between(keys, 'keys', keyTables(commands)));
    for (const { id } of commands) expect(keys, id).toContain(`| \`${id}\` |`);
  });
});

describe('docs/findings.md', () => {
  it('has all findings (npm run readme)', () => {
    const findings = readFileSync(new URL('../docs/findings.md', import.meta.url), 'utf8');
    expect(findings).toBe(between(findings, 'findings', findingTables(RULES, FINDING_GROUPS)));
    for (const id of Object.keys(RULES)) expect(findings.split(`| \`${id}\` |`), id).toHaveLength(2);
  });

  it('has a sentence for each group, and none for others', () => {
    const groups = new Set(Object.keys(RULES).map((id) => id.split('/')[0]));
    expect(Object.keys(FINDING_GROUPS).filter((group) => !groups.has(group))).toEqual([]);
    expect(() => findingTables({ 'x/y': RULES['id/null'] }, FINDING_GROUPS)).toThrow('x/y');
  });
});

describe('docs/tap.md', () => {
  const tap = readFileSync(new URL('../docs/tap.md', import.meta.url), 'utf8');

  it('has where clients keep their servers, of eight of them (npm run readme)', () => {
    const table = tapTable(CONFIGS);
    expect(tap).toBe(between(tap, 'configs', table));
    expect(table.split('\n')).toHaveLength(2 + 8);
  });
});

it.each(['tap', 'testing'])('docs/%s.md has commands that the program knows', (name) => {
  const page = readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```(?:sh|yaml|console)\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.split('\n').filter((one) => /mcp-loupe (?!node )/.test(one)));
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const own = line.replace(/^.*?mcp-loupe |#.*$| -- .*$/g, '');
    const verb = verbNamed(own.trim().split(' ')[0] ?? '');
    expect(verb, line).toBeDefined();
    for (const [option] of own.matchAll(/--[a-z-]+/g))
      expect(verb && verbUsage(verb), line).toContain(option);
  }
});

describe('docs/checks.md', () => {
  const checks = readFileSync(new URL('../docs/checks.md', import.meta.url), 'utf8');

  it('has all rules of check (npm run readme)', () => {
    expect(checks).toBe(between(checks, 'checks', checkTables(FAMILIES)));
    for (const { name, rules } of FAMILIES)
      for (const id of Object.keys(rules)) expect(checks.split(`| \`${name}/${id}\` |`), id).toHaveLength(2);
  });
});

describe('docs/clients.md', () => {
  it('has each client with every row, its source and its date (npm run readme)', () => {
    const page = readFileSync(new URL('../docs/clients.md', import.meta.url), 'utf8');
    expect(page).toBe(between(page, 'clients', clientSections(CLIENTS)));
    for (const { id, rules } of CLIENTS) {
      const [section = ''] = page.split('\n## ').filter((one) => one.includes(`(\`${id}\``));
      for (const rule of rules) expect(section, `${id} ${rule.id}`).toContain(`\`client/${rule.id}\``);
    }
  });
});

describe('the generated parts', () => {
  it('have a table a scope, the widest scope first', () => {
    const rows = [
      { id: 'help.up', scope: 'help', of: { title: 'Help' }, keys: ['up', 'k'], label: 'up' },
      { id: 'list.bar', scope: 'list', of: { title: 'Lists' }, keys: ['|'], label: 'bar' },
      { id: 'list.more', scope: 'list', of: { title: 'Lists' }, keys: [], label: 'more' },
    ];
    const head = ['', '| key | does | id |', '| --- | --- | --- |'];
    expect(keyTables(rows).split('\n')).toEqual([
      '## Lists',
      ...head,
      '| `\\|` | bar | `list.bar` |',
      '| palette | more | `list.more` |',
      '',
      '## Help',
      ...head,
      '| `up` `k` | up | `help.up` |',
    ]);
  });

  it('have a line a fault, with the id of a rule as code', () => {
    const rows = [
      ['a', { does: 'sings', seen: 'id/late' }],
      ['b', { does: 'sleeps', seen: 'here/there in Output' }],
    ] as const;
    expect(
      faultTable(rows, () => 'now')
        .split('\n')
        .slice(2),
    ).toEqual(['| `a` | sings | now | `id/late` |', '| `b` | sleeps | now | here/there in Output |']);
  });

  it('replace what stands between their marks and nothing else', () => {
    const text = 'a\n<!-- x -->\nold\n<!-- /x -->\nb\n';
    expect(between(text, 'x', 'new')).toBe('a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb\n');
    expect(() => between(text, 'y', 'new')).toThrow('<!-- y -->');
  });
});
