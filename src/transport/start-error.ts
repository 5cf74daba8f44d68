import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, extname, join, resolve } from 'node:path';
import { readHead } from '../disk/file.ts';
import type { StdioTarget } from '../session/target.ts';
import { closest } from '../text/suggest.ts';
import { hostMeant } from './mistyped.ts';
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

/** Explains why a command could not be started, and what to do about it. */
export function startErrorOf(error: unknown, target: StdioTarget): StartError {
  const cause = error instanceof Error ? error : new Error(String(error));
  return new StartError(sentence(cause, target), { cause });
}

/** Why a command could not be started, as far as that can be seen without starting it; nothing when it may be. */
export function startProblem(target: StdioTarget): string | undefined {
  const { command, cwd, env } = target;
  // There the system tries suffixes and folders of its own.
  if (process.platform === 'win32') return undefined;
  const places = command.includes('/')
    ? [resolve(cwd, command)]
    : (env['PATH'] ?? '/usr/bin:/bin').split(delimiter).map((folder) => resolve(cwd, folder, command));
  let problem: unknown = Object.assign(new Error('not found'), { code: 'ENOENT' });
  for (const place of places) {
    const kind = kindOf(place);
    if (kind === 'nothing') continue;
    try {
      // What can be run of a folder is that one may go into it.
      if (kind === 'folder') throw Object.assign(new Error('a folder'), { code: 'EACCES' });
      accessSync(place, constants.X_OK);
      return kindOf(cwd) === 'folder' ? undefined : startErrorOf(problem, target).message;
    } catch (error) {
      problem = error;
    }
  }
  return startErrorOf(problem, target).message;
}

/** Commands that are built into shells, and what to write here instead. */
const SHELL_WORDS: Readonly<Record<string, string>> = {
  cd: '--cwd FOLDER',
  export: '-e NAME=value',
  set: '-e NAME=value',
  source: '--env-file FILE',
};

/** The programs that run most servers, for "did you mean". */
const PROGRAMS = [
  'node',
  'npx',
  'npm',
  'pnpm',
  'bunx',
  'deno',
  'python',
  'python3',
  'uv',
  'uvx',
  'docker',
  'podman',
];

function sentence(error: NodeJS.ErrnoException, { command, cwd }: StdioTarget): string {
  const folder = kindOf(cwd);
  if (folder === 'nothing') return `no such folder: ${cwd}${aboutTilde(cwd)}`;
  if (folder === 'file') return `not a folder: ${cwd}`;
  const file = resolve(cwd, command);
  const kind = kindOf(file);
  const runner = RUNNERS[extname(command)];
  if (kind === 'file') {
    if (runner) return `not a command: ${command} — try: ${runner} ${command}`;
    if (/\.mcp\.jsonl(?:\.gz)?$/i.test(command))
      return `${command} is a recording — try: mcp-loupe open ${command}`;
    if (/\.(?:jsonc?|toml|ya?ml)$/i.test(command))
      return `${command} is not a program — if it is the config of a client: --config ${command}`;
  }
  switch (error.code) {
    case 'ENOENT':
      return missing(command, file, kind);
    case 'EACCES':
      return kind === 'folder'
        ? `${command} is a folder, not a command — name the program that starts the server in it, such as node ${join(command, 'index.js')}`
        : `not executable: ${command} — try: chmod +x ${command}`;
    case 'E2BIG':
      return `cannot start ${command}: arguments and environment are too long`;
    default:
      return `cannot start ${command}: ${error.message}`;
  }
}

/** Why there is nothing to start, and what was most likely meant. */
function missing(command: string, file: string, kind: ReturnType<typeof kindOf>): string {
  const isPath = /[/\\]/.test(command);
  if (isPath && kind === 'file')
    return `cannot start ${command}: the interpreter that its first line names is missing${shebang(file)}`;
  const none = `no such command: ${command}`;
  if (command !== command.trim() || /^["'].*["']$/.test(command))
    return `no such command: ${JSON.stringify(command)} — write it without the spaces or quotes around it`;
  if (/\s/.test(command)) {
    const next = /[|&;<>]/.test(command)
      ? 'a shell runs it: sh -c, and the line as one word'
      : 'write the command and its arguments apart, as separate words';
    return `no such command: "${command}" — ${next}`;
  }
  if (/^@[\w.-]+\/[\w.-]+(?:@[\w.-]+)?$/.test(command))
    return `${none} — a package of npm? Try: npx -y ${command}`;
  const address = hostMeant(command);
  if (address !== undefined) return `${none} — did you mean ${address}?`;
  if (isPath || RUNNERS[extname(command)]) return `no such file: ${command}${aboutTilde(command)}`;
  const shell = SHELL_WORDS[command];
  if (shell !== undefined) return `${none}: it is built into the shell — use ${shell}`;
  if (command === 'python') return `${none} — try: python3`;
  const near = closest(command, PROGRAMS);
  if (near !== undefined && near !== command)
    return `${none} — did you mean ${near}? Is it installed and on PATH?`;
  if (/mcp|server/i.test(command) && near === undefined)
    return `${none} — is it installed and on PATH? A package is run with npx -y ${command} or uvx ${command}`;
  return `${none} — is it installed and on PATH?`;
}

/** A path that only a shell understands. */
function aboutTilde(path: string): string {
  const [, rest] = /(?:^|[/\\])~[/\\](.*)$/.exec(path) ?? [];
  return rest === undefined ? '' : ` — only a shell expands ~; write ${join(homedir(), rest)}`;
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
