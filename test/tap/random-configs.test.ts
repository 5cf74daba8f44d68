import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configuredNamed } from '../../src/clients/config-places.ts';
import { type ConfigText, readConfigText, writeConfigText } from '../../src/tap/config-text.ts';
import { keptOf, planInstall, planRestore } from '../../src/tap/install.ts';
import { scratch } from '../support/cli.ts';

interface Expected {
  readonly entries: readonly {
    readonly path: readonly string[];
    readonly transport: string;
    readonly tapped: boolean | null;
  }[];
  readonly changes: readonly { readonly name: string }[];
}

/** Shares no code with us. */
const checker = (await import(new URL('../fixtures/configs/check-config.mjs', import.meta.url).href)) as {
  checkInstalled(want: Expected, before: string, after: string): string[];
  checkUninstalled(want: Expected, before: string, result: string, after?: string, said?: string): string[];
  change(want: Expected, name: string, text: string): string;
};

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const ROOTS = {
  cursor: 'mcpServers',
  vscode: 'servers',
  zed: 'context_servers',
  'gemini-cli': 'mcpServers',
  windsurf: 'mcpServers',
} as const;

/** A config as a careless person writes it: comments and white space anywhere, members in any order. */
function randomConfig(seed: number) {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const may = (chance: number): boolean => random() < chance;
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  const end = pick(['\n', '\r\n']);
  let comments = 0;
  const comment = (): string => {
    comments += 1;
    return may(0.85) ? '' : pick([`/* ${comments} */`, `// ${comments}${end}`]);
  };
  const space = (): string =>
    pick(['', '', ' ', '\t', end, `${end}  `, `${end}\t\t`]) + comment() + pick(['', ' ']);
  const comma = (): string => (may(0.3) ? `,${space()}` : '');
  const string = (text: string): string =>
    may(0.2) ? JSON.stringify(text).replaceAll('/', '\\/') : JSON.stringify(text);
  const list = (items: readonly string[]): string =>
    `[${space()}${items.map((one) => one + space()).join(`,${space()}`)}${items.length > 0 ? comma() : ''}]`;
  type Member = readonly [name: string, value: string];
  const object = (members: readonly Member[]): string =>
    `{${space()}${members.map(([name, value]) => `${JSON.stringify(name)}${space()}:${space()}${value}${space()}`).join(`,${space()}`)}${members.length > 0 ? comma() : ''}}`;

  const client = pick(Object.keys(ROOTS) as (keyof typeof ROOTS)[]);
  const root = ROOTS[client];
  const entries: Expected['entries'][number][] = [];
  const servers = Array.from({ length: Math.floor(random() * 5) }, (_, at): Member => {
    const name = `${pick(['a', 'b b', 'é', 'x/y', '"q"'])}${at}`;
    const kind = pick(['started', 'started', 'reached', 'nested', 'off'] as const);
    const args: Member[] = may(0.3)
      ? []
      : [['args', list(['-y', '/a/b', ''].slice(Math.floor(random() * 4)).map(string))]];
    const more = shuffled<Member>([
      ['disabledTools', list(['"t"'])],
      ['n', '1.50'],
    ]).slice(Math.floor(random() * 3));
    entries.push({
      path: [root, name],
      transport: kind === 'reached' ? 'remote' : 'stdio',
      tapped: kind === 'off' ? null : true,
    });
    if (kind === 'nested')
      return [
        name,
        object(shuffled([['command', object(shuffled<Member>([['path', string('x')], ...args]))], ...more])),
      ];
    if (kind !== 'reached') {
      const off: Member[] = kind === 'off' ? [['disabled', 'true']] : [];
      return [name, object(shuffled<Member>([['command', string('/bin/x')], ...args, ...off, ...more]))];
    }
    const headers: Member[] = may(0.5)
      ? []
      : [
          [
            'headers',
            object([
              ['Authorization', string('Bearer x/y')],
              ['X', '"1"'],
            ]),
          ],
        ];
    const type: Member[] = may(0.5) ? [] : [['type', '"http"']];
    return [
      name,
      object(shuffled<Member>([['url', string(`https://h/${at}`)], ...headers, ...type, ...more])),
    ];
  });
  const text =
    (may(0.2) ? '\uFEFF' : '') +
    space() +
    object(
      shuffled<Member>([
        [root, object(servers)],
        ['other', '{}'],
      ]),
    ) +
    space();
  return {
    client,
    want: {
      entries,
      changes: [
        {
          name: 'add',
          ops: [{ op: 'addServer', path: [root], key: 'added', value: '{ "command": "true" }' }],
          expect: 'bytes',
        },
        ...entries.filter(({ tapped }) => tapped === true).flatMap(changesOf),
      ],
    },
    text,
  };
}

/** What may be done to a tapped entry, and what must come of it. */
function changesOf({ path }: Expected['entries'][number], at: number) {
  const json = (name: string, rest: readonly string[], how: object, expect: string, more: object = {}) => ({
    ...{
      name: `${name}-${at}`,
      ops: [{ op: 'json', path: [...path, ...rest], ...how }],
      expect,
      path,
      ...more,
    },
  });
  return [
    json('written anew', [], { do: 'last' }, 'json'),
    json('renamed', [], { do: 'rename', to: 'renamed' }, 'json'),
    json('deleted', [], { do: 'delete' }, 'gone'),
    json('variable', ['env'], { do: 'set', value: { ADDED: '1' } }, 'kept-or-said', { keep: ['ADDED'] }),
  ];
}

const COUNT = process.env['THOROUGH'] === '1' ? 200 : 30;

it(`${COUNT} configs that look like none are tapped and restored, whatever was changed meanwhile`, () => {
  const folder = scratch();
  const path = join(folder, 'config.json');
  const world = { home: folder, env: {}, platform: process.platform, cwd: folder };
  for (let seed = 1; seed <= COUNT; seed += 1) {
    const { client, want, text } = randomConfig(seed);
    const config = () => readConfigText(path, configuredNamed(client)!, world) as ConfigText;
    writeFileSync(path, text);
    const plan = planInstall(config(), [], {
      node: '/usr/bin/node',
      program: '/s/mcp-loupe/bin/1/mcp-loupe.js',
      client,
    });
    const here = keptOf(plan, client, '');
    writeConfigText(plan.config, plan.after);
    const installed = readFileSync(path, 'utf8');
    expect({ seed, bad: checker.checkInstalled(want, text, installed) }).toEqual({ seed, bad: [] });
    const restored = (from: string) => {
      writeFileSync(path, from);
      const back = planRestore(config(), { here, elsewhere: [], names: [], client, isOurs: () => true });
      writeConfigText(back.config, back.after);
      return {
        result: readFileSync(path, 'utf8'),
        said: back.said.map(({ name, says }) => `${name} ${says}`).join('\n'),
      };
    };
    expect({ seed, bad: checker.checkUninstalled(want, text, restored(installed).result) }).toEqual({
      seed,
      bad: [],
    });
    for (const { name } of want.changes) {
      const { result, said } = restored(checker.change(want, name, installed));
      expect({ seed, name, bad: checker.checkUninstalled(want, text, result, name, said) }).toEqual({
        seed,
        name,
        bad: [],
      });
    }
  }
}, 60_000);
