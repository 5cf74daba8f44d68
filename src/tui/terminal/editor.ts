import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST, readBytes, textOf } from '../../disk/file.ts';
import { reason } from '../../text/reason.ts';
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
  return withFile<Edited>(text, extension, async (file) => {
    const failure = whyFailed(program, 'VISUAL or EDITOR', await runOn(program, file, lending));
    if (failure !== undefined) return { kind: 'failed', why: `${failure}; the text is unchanged` };
    const edited = textOf(readBytes(file, MOST.content));
    return { kind: 'text', text: text.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '') };
  }).catch((error: unknown) => {
    const why = `the file for the editor could not be written or read: ${reason(error)}`;
    return { kind: 'failed', why: `${visible(why)}; the text is unchanged` };
  });
}

/** Shows a text in `$PAGER`, made safe to show; returns why it could not, in one sentence. */
export async function page(text: string, { lending, env }: Programs): Promise<string | undefined> {
  const program = env['PAGER'] || fallback('less', 'more');
  const shown = `${visibleLines(text).join('\n')}\n`;
  return withFile(shown, 'txt', async (file) =>
    whyFailed(program, 'PAGER', await runOn(program, file, lending)),
  ).catch((error: unknown) => visible(`the file for the pager could not be written: ${reason(error)}`));
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
      return `${visible(ended.why)}; set ${variable} to an installed program`;
    case 'signal':
      return `${name} was killed by ${ended.signal}`;
    case 'code':
      return ended.code === 0 ? undefined : `${name} ended with code ${ended.code}`;
  }
}

const fallback = (unix: string, windows: string): string => (process.platform === 'win32' ? windows : unix);
