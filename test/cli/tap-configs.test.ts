import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exit, UsageError } from '../../src/cli/exit.ts';
import type { ProcessIo } from '../../src/cli/process-io.ts';
import { type FrontEnd, start } from '../../src/cli/start.ts';
import { scratch } from '../support/cli.ts';

/** What is known of a config that is handed: see `checkInstalled` in check-config.mjs, which shares no code with us. */
interface Expected {
  readonly client: string;
  readonly file: string;
  readonly place: string;
  readonly install: string;
  readonly entries: readonly { readonly tapped: boolean | null }[];
  readonly changes: readonly { readonly name: string }[];
}

interface Checker {
  checkInstalled(want: Expected, before: string, after: string): string[];
  checkUninstalled(want: Expected, before: string, result: string, after?: string, said?: string): string[];
  change(want: Expected, name: string, text: string): string;
}

const CONFIGS = new URL('../fixtures/configs/', import.meta.url);
const checker = (await import(new URL('check-config.mjs', CONFIGS).href)) as Checker;
const names = readdirSync(CONFIGS).filter((name) => !name.endsWith('.mjs'));

/** What an entry that is tapped starts. */
const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/**
 * `mcp-loupe tap` in this process, for a user with another home: that it is the same in one of its own is proven in
 * tap-install.test.ts, and hundreds of them would take a minute.
 */
async function tap(words: readonly string[], cwd: string): Promise<{ code: number; said: string }> {
  let said = '';
  const say = (text: string): void => {
    said += text;
  };
  const io = { out: say, json: say, err: (line: string) => say(`${line}\n`), isTerminal: false, cwd };
  const stop = new AbortController().signal;
  try {
    const all = { ...io, env: process.env, stop } as unknown as ProcessIo;
    return { code: await start(['tap', ...words], all, {} as FrontEnd), said };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: exit.usage, said: said + error.message };
  }
}

/** Lives in this home until the test is over. */
function moveTo(home: string): void {
  const { argv } = process;
  const [, before = ''] = argv;
  const places = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, '.config') };
  for (const [name, place] of Object.entries(places)) vi.stubEnv(name, place);
  argv[1] = PROGRAM;
  onTestFinished(() => {
    argv[1] = before;
    vi.unstubAllEnvs();
  });
}

/** A home with this config in its place, and a client whose config it is. */
function placed(name: string) {
  const folder = new URL(`${name}/`, CONFIGS);
  const want = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Expected;
  const home = scratch();
  const project = join(home, 'work');
  const path = join(want.place.replace(/^~/, home).replace('<project>', project), want.file);
  for (const one of [project, dirname(path)]) mkdirSync(one, { recursive: true });
  writeFileSync(path, readFileSync(new URL(want.file, folder)), { mode: 0o640 });
  const [client = ''] = want.client.split(' ');
  const original = readFileSync(path, 'utf8');
  moveTo(home);
  const run = (...words: string[]) => tap(words, project);
  return { want, home, path, client, original, run, text: () => readFileSync(path, 'utf8') };
}

describe.each(names)('%s', (name) => {
  it('is tapped and restored to the byte, again and again', async () => {
    const { want, path, client, original, run, text, home } = placed(name);
    const { mode } = statSync(path);
    const asked = await run('--install', client);
    const isTapped = want.entries.some(({ tapped }) => tapped === true);
    expect(asked.code, asked.said).toBe(isTapped ? 2 : 0);
    expect(text()).toBe(original);
    expect((await run('--install', client, '--dry-run')).code).toBe(0);
    expect(text()).toBe(original);
    for (const _ of [1, 2]) {
      const installed = await run('--install', client, '--yes');
      expect(installed.code, installed.said).toBe(0);
      const after = text();
      expect(checker.checkInstalled(want, original, after)).toEqual([]);
      expect(statSync(path).mode).toBe(mode);
      expect(await run('--install', client, '--yes')).toMatchObject({ code: 0 });
      expect(text()).toBe(after);
      const restored = await run('--uninstall', client);
      expect(restored.code, restored.said).toBe(0);
      expect(checker.checkUninstalled(want, original, text())).toEqual([]);
      expect(statSync(path).mode).toBe(mode);
      expect(readdirSync(dirname(path)).filter((one) => one.includes('backup'))).toEqual([]);
      expect(await run('--uninstall', client)).toMatchObject({ code: 0 });
      expect(text()).toBe(original);
    }
    expect(readdirSync(join(home, 'state/mcp-loupe/taps')).filter((one) => /installed/.test(one))).toEqual(
      [],
    );
  });

  it('is restored around what was changed meanwhile', async () => {
    const { want, path, client, original, run, text, home } = placed(name);
    if (want.changes.length === 0) return;
    expect(await run('--install', client, '--yes')).toMatchObject({ code: 0 });
    const installed = text();
    const record = join(home, 'state/mcp-loupe/taps/installed.json');
    const kept = readFileSync(record);
    for (const { name: change } of want.changes) {
      if (name === 'project-1' && change === 'level') continue; // A header, which a tapped entry has elsewhere.
      writeFileSync(record, kept);
      writeFileSync(path, checker.change(want, change, installed));
      const { said, code } = await run('--uninstall', client);
      const bad = checker.checkUninstalled(want, original, text(), change, said);
      expect({ change, bad, said: bad.length > 0 ? said : '' }).toEqual({ change, bad: [], said: '' });
      expect(code).toBe(0);
    }
  }, 60_000);
});
