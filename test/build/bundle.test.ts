import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closure } from '../../scripts/build/closure.mjs';
import { packageFolders } from '../../scripts/build/licenses.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;
const metafile: Metafile = JSON.parse(readFileSync(join(ROOT, 'dist/meta.json'), 'utf8'));

describe('the bundle', () => {
  const start = closure(metafile, 'dist/main.js');
  const lazy = Object.keys(metafile.outputs).filter((output) => !start.outputs.includes(output));

  it.each([
    'ink',
    'react',
    'yoga-layout',
    'meow',
    'zod',
    'diff',
    'chokidar',
    'picomatch',
    '@modelcontextprotocol',
    'string-width',
  ])('loads %s only when it is needed', (name) => {
    const isOfPackage = (input: string) => input.startsWith(`node_modules/${name}/`);
    expect(start.inputs.filter(isOfPackage)).toEqual([]);
    expect(
      lazy.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {})).some(isOfPackage),
    ).toBe(true);
  });

  it('reads all that every start needs from a few files', () => {
    expect(start.outputs.length).toBeLessThan(10);
  });

  it('draws the first frame from a few files, and without what takes Node.js time to load', () => {
    const [screens = ''] =
      Object.entries(metafile.outputs).find(
        ([, { entryPoint }]) => entryPoint === 'src/tui/shell/start.tsx',
      ) ?? [];
    const { outputs } = closure(metafile, screens);
    expect(outputs.length).toBeLessThan(35);
    const texts = outputs.map((output) => readFileSync(join(ROOT, output), 'utf8')).join('\n');
    expect(texts).toMatch(/from"node:child_process"/);
    expect(texts.match(/from"node:(?:crypto|https?|readline|perf_hooks)"/g)).toBeNull();
  });

  it('reads nothing of the program in the thread that decodes pictures', () => {
    const { inputs } = closure(metafile, 'dist/chunks/decoding.js');
    expect(inputs).not.toContain('src/session/intake.ts');
  });

  it('loads the screens and the demonstration only when they are needed', () => {
    expect(start.inputs.filter((input) => /^src\/(?:tui|demo)\//.test(input))).toEqual([]);
  });

  it('loads what speaks HTTP only for remote servers', () => {
    const http = (input: string) => /^src\/transport\/(?:remote|http|sse|ws|fetch|dialer)\.ts$/.test(input);
    expect(start.inputs.filter(http)).toEqual([]);
    const chunks = lazy.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
    expect(chunks.filter(http)).toHaveLength(6);
  });

  it("starts the layout without Node.js' HTTP client", () => {
    const [yoga] = Object.entries(metafile.outputs).find(([, { inputs }]) =>
      Object.keys(inputs).some((input) => input.includes('yoga-wasm')),
    ) ?? ['no chunk has the layout'];
    const script = `await import(process.argv[1]); console.log(process.moduleLoadList.join('\\n'))`;
    const args = ['--input-type=module', '-e', script, join(ROOT, yoga)];
    const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(loaded).toMatch(/^NativeModule /m);
    expect(loaded).not.toContain('internal/deps/undici');
  });

  it('is built for production', () => {
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
    expect(inputs.filter((input) => input.includes('development'))).toEqual([]);
    expect(inputs).toContain('scripts/build/stand-ins/react-devtools-core.mjs');
  });

  it('comes with the licence of each package in it', () => {
    const text = readFileSync(join(ROOT, 'dist/licenses.txt'), 'utf8');
    for (const folder of packageFolders(metafile)) {
      const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      expect(text).toContain(`\n${name} ${version} (`);
    }
    expect(text).toMatch(/^yargs-parser \S+ \(ISC\), in meow\nCopyright .*Contributors$/m);
  });

  it('keeps each copyright notice word for word, and few texts of a licence', () => {
    const text = readFileSync(join(ROOT, 'dist/licenses.txt'), 'utf8');
    const paths = packageFolders(metafile).flatMap((folder) => {
      const file = readdirSync(join(ROOT, folder)).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
      return file === undefined ? [] : [join(folder, file)];
    });
    const sources = [...paths, 'node_modules/meow/build/licenses.md'].map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const notices = sources.flatMap((source) => source.match(/^.*copyright (?:\(c\)|©|\d).*$/gim) ?? []);
    expect(notices.length).toBeGreaterThan(80);
    const lines = new Set(text.split('\n'));
    expect(notices.filter((notice) => !lines.has(notice.trim()))).toEqual([]);
    expect(text.match(/^Permission is hereby granted/gm)?.length).toBeLessThan(5);
  });
});

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-pack-'));
  const installed = join(folder, 'package');
  const readme = () => readFileSync(join(installed, 'README.md'), 'utf8');
  const manifest = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

  beforeAll(() => {
    // Packed from a copy without the chunks of earlier builds, which stay in dist for programs that still run.
    const staged = join(folder, 'staged');
    const old = (path: string) =>
      path.includes('/dist/chunks/') && metafile.outputs[relative(ROOT, path)] === undefined;
    for (const name of [
      'package.json',
      'README.md',
      'LICENSE',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs',
      'dist',
    ]) {
      cpSync(join(ROOT, name), join(staged, name), { recursive: true, filter: (path) => !old(path) });
    }
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const packed = execFileSync('npm', args, { cwd: staged, encoding: 'utf8' });
    execFileSync('tar', ['xf', packed.trim()], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds what is needed and nothing else', () => {
    const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'];
    expect(readdirSync(installed).sort()).toEqual([...texts, 'dist', 'docs', 'package.json'].sort());
    // What the README points to, but for its pictures.
    const docs = readdirSync(join(installed, 'docs'));
    expect(docs.every((name) => /\.(?:md|json)$/.test(name))).toBe(true);
    for (const [, name] of readme().matchAll(/\(docs\/([\w.]+\.(?:md|json))/g)) expect(docs).toContain(name);
    const dist = ['chunks', 'licenses.txt', 'main.js', 'mcp-loupe.js'];
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(dist);
  });

  it('takes at most 3.25 MB', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const bytes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3.25e6);
  });

  it('installs nothing else and runs nothing when installed', () => {
    const { dependencies, peerDependencies, optionalDependencies, scripts } = manifest();
    expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
    expect(Object.keys(scripts).filter((name) => /install|prepare|prepublish/.test(name))).toEqual([]);
  });

  it('runs in an empty folder', () => {
    const bin = join(installed, manifest().bin['mcp-loupe']);
    expect(statSync(bin).mode & 0o111).toBe(0o111);
    const run = (...args: string[]) => execFileSync(bin, args, { cwd: folder, encoding: 'utf8' });
    expect(run('--version')).toContain(manifest().version);
    expect(run('demo')).toContain('kestrel-hill');
  });
});
