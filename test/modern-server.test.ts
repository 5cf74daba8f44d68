import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RuleId } from '../src/spec/rules.ts';
import { runCli } from './support/cli.ts';
import { portion } from './support/portion.ts';

/** Faults of servers of the modern era over stdio, one scenario name each. */
const SERVER = fileURLToPath(new URL('./fixtures/servers/modern-bad.mjs', import.meta.url));

const LIST = ['list', 'tools'];
const CALL = ['call', 'ok', 'a=1'];

/** What a scenario must come to: the verb, its exit code, the rules told of, and what is printed. */
type Row = readonly [
  scenario: string,
  verb: readonly string[],
  exit: number,
  rules: readonly RuleId[],
  prints: RegExp,
];

const ROWS: readonly Row[] = [
  ['none', LIST, 0, [], /^ok/],
  ['disc-noversions', LIST, 0, ['init/version'], /^ok/],
  ['disc-future', LIST, 3, ['init/version'], /^$/],
  ['disc-noresulttype', LIST, 0, ['modern/result-type'], /^ok/],
  ['disc-nocache', LIST, 0, ['modern/cache'], /^ok/],
  ['disc-anon', LIST, 0, ['init/server-info'], /^ok/],
  ['disc-unsupported', LIST, 3, ['init/version'], /^$/],
  ['disc-hang', LIST, 3, ['server/no-answer'], /^$/],
  ['nocachehints', LIST, 0, ['modern/cache'], /^ok/],
  ['badcache', LIST, 0, ['modern/cache'], /^ok/],
  ['noresulttype', LIST, 0, ['modern/result-type'], /^ok/],
  ['unknownresulttype', LIST, 0, ['modern/result-type'], /^ok/],
  ['irlist', LIST, 1, ['list/no-array', 'modern/input-required'], /^$/],
  ['badxheader', LIST, 0, ['list/bad-item'], /^ok.*badhdr/s],
  ['srvreq', LIST, 0, ['modern/server-request'], /^ok/],
  ['ping', LIST, 0, ['modern/server-request'], /^ok/],
  ['unsol-listchanged', LIST, 0, ['modern/notification'], /^ok/],
  ['legacy-notif', LIST, 0, ['modern/notification'], /^ok/],
  ['outarray', LIST, 0, [], /^ok/],
  ['call-ir', CALL, 0, [], /"inputResponses":\{"q":\{"action":"decline"\}\},"requestState":"opaque"/],
  ['call-irempty', CALL, 1, ['modern/input-required'], /^$/],
  ['call-nocontent', CALL, 0, ['result/no-content'], /1/],
  ['call-log', CALL, 0, ['modern/log'], /"arguments":\{"a":"1"\}/],
  ['call-task', CALL, 1, ['capability/not-served', 'task/shape'], /^$/],
];

/** Each that ends otherwise than well, and some of the rest. */
const rows = [
  ...ROWS.filter(([, , exit]) => exit !== 0),
  ...portion(ROWS.filter(([, , exit]) => exit === 0)),
];

describe('a modern server with faults', () => {
  it.concurrent.each(rows)('%s', async (scenario, verb, exit, rules, prints) => {
    const { code, stdout, stderr } = await runCli([...verb, '--', 'node', SERVER, scenario]);
    const told = [...stderr.matchAll(/^finding (\S+):/gm)].map(([, rule]) => rule);
    expect([code, [...new Set(told)].sort()], stderr).toEqual([exit, [...rules].sort()]);
    expect(stdout).toMatch(prints);
  });

  it('has no scenario without a row here', () => {
    const names = [...readFileSync(SERVER, 'utf8').matchAll(/sc === '([\w-]+)'/g)].map(([, name]) => name);
    expect(
      ROWS.map(([scenario]) => scenario)
        .filter((name) => name !== 'none')
        .sort(),
    ).toEqual([...new Set(names)].sort());
  });
});
