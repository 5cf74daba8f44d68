import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { readHead } from '../disk/file.ts';
import type { StdioTarget } from '../session/target.ts';
import { StartError } from './transport.ts';

/** Programs that run a file with this suffix. */
const RUNNERS: Readonly<Record<string, string>> = {
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.ts': 'npx tsx',
  '.mts': 'npx tsx',
  '.py': 'python3',
  '.rb': 'ruby',
  '.jar': 'java -jar',
};

/** Says why a command could not be started, and what to do about it. */
export function startErrorOf(error: unknown, target: StdioTarget): StartError {
  const cause = error instanceof Error ? error : new Error(String(error));
  return new StartError(sentence(cause, target), { cause });
}

function sentence(error: NodeJS.ErrnoException, { command, cwd }: StdioTarget): string {
  const folder = kindOf(cwd);
  if (folder === 'nothing') return `no such folder: ${cwd}`;
  if (folder === 'file') return `not a folder: ${cwd}`;
  const isPath = /[/\\]/.test(command);
  const file = resolve(cwd, command);
  const kind = kindOf(file);
  const runner = RUNNERS[extname(command)];
  if (kind === 'file' && runner) return `not a command: ${command} — try: ${runner} ${command}`;
  if (error.code === 'ENOENT') {
    if (isPath && kind === 'file') {
      return `cannot start ${command}: the interpreter that its first line names is missing${shebang(file)}`;
    }
    if (/\s/.test(command))
      return `no such command: "${command}" — write the command and its arguments apart`;
    if (isPath) return `no such file: ${command}`;
    return `no such command: ${command} — is it installed and on PATH?`;
  }
  if (error.code === 'EACCES') {
    if (kind === 'folder') return `${command} is a folder, not a command`;
    return `not executable: ${command} — try: chmod +x ${command}`;
  }
  if (error.code === 'E2BIG') return `cannot start ${command}: arguments and environment are too long`;
  return `cannot start ${command}: ${error.message}`;
}

function kindOf(path: string): 'file' | 'folder' | 'nothing' {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 'nothing';
  return stats.isDirectory() ? 'folder' : 'file';
}

/** The first line of a script, when it names an interpreter. */
function shebang(file: string): string {
  try {
    const [line = ''] = readHead(file, 256).toString('utf8').split('\n', 1);
    return line.startsWith('#!') ? ` (${line})` : '';
  } catch {
    return '';
  }
}
