import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visible, visibleLines } from '../../text/visible.ts';
import type { Ended, Lending } from './lending.ts';

/** A text that was given to an editor; `why` it did not come back, in one sentence. */
export type Edited =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface Programs {
  readonly lending: Lending;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Opens a text in `$VISUAL` or `$EDITOR`. `extension` (`json`, `txt`) tells the editor what it is. The file is
 * readable by its owner alone and removed afterwards. The line end that editors put at the end is taken away
 * unless it was there before.
 */
export async function edit(text: string, extension: string, { lending, env }: Programs): Promise<Edited> {
  const program = env['VISUAL'] || env['EDITOR'] || fallback('vi', 'notepad');
  return withFile(text, extension, async (file) => {
    const failure = whyFailed(program, 'VISUAL or EDITOR', await runOn(program, file, lending));
    if (failure !== undefined) return { kind: 'failed', why: `${failure}; the text is as it was` };
    const edited = await readFile(file, 'utf8');
    return { kind: 'text', text: text.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '') };
  });
}

/** Shows a text in `$PAGER`, made safe to show; returns why it could not, in one sentence. */
export async function page(text: string, { lending, env }: Programs): Promise<string | undefined> {
  const program = env['PAGER'] || fallback('less', 'more');
  const shown = `${visibleLines(text).join('\n')}\n`;
  return withFile(shown, 'txt', async (file) =>
    whyFailed(program, 'PAGER', await runOn(program, file, lending)),
  );
}

async function withFile<T>(text: string, extension: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-loupe-'));
  try {
    const file = join(folder, `text.${extension}`);
    await writeFile(file, text, { mode: 0o600 });
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The variables hold a command line: plain words are run as they are, anything else by the shell. */
function runOn(program: string, file: string, lending: Lending): Promise<Ended> {
  if (process.platform === 'win32') return lending.run('cmd.exe', ['/d', '/s', '/c', `${program} "${file}"`]);
  const words = program.trim().split(/\s+/);
  if (words.every((word) => /^[\w./+:@,-]+$/.test(word))) {
    const [command = 'vi', ...args] = words;
    return lending.run(command, [...args, file]);
  }
  return lending.run('/bin/sh', ['-c', `${program} "$@"`, program, file]);
}

function whyFailed(program: string, variable: string, ended: Ended): string | undefined {
  const name = visible(program);
  switch (ended.kind) {
    case 'missing':
      return `${visible(ended.why)}; set ${variable} to one that is there`;
    case 'signal':
      return `${name} was ended by ${ended.signal}`;
    case 'code':
      return ended.code === 0 ? undefined : `${name} ended with code ${ended.code}`;
  }
}

const fallback = (unix: string, windows: string): string => (process.platform === 'win32' ? windows : unix);
