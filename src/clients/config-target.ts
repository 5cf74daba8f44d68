import { resolve } from 'node:path';
import type { LiveTarget } from '../session/target.ts';
import { readEnvFile } from '../transport/environment.ts';
import { addressMeant, hostMeant, mistypedCommand, withoutQuotes } from '../transport/mistyped.ts';
import { type Shell, TargetError } from '../transport/shell.ts';
import { commandTarget, isAddress, parseTarget, type TargetOptions } from '../transport/target.ts';
import type { ConfigFile, ConfigServer } from './config-file.ts';
import type { ReachedEntry, StartedEntry } from './entry.ts';
import { type ConfigInput, createExpander, inputsIn, type Variables } from './variables.ts';

/** Where a config is used. */
export type ConfigUse = Omit<Variables, 'env' | 'platform'>;

/** Fills in the text of a member of an entry. */
type Fill = (text: string, path: readonly (string | number)[]) => string;

/**
 * The target that an entry of a client's config is. A server that is started gets what that client would give it: the
 * client's short list and the entry's variables, unless `--inherit-env` is given. Options go over the entry.
 *
 * @throws TargetError naming file, line and key of what is wrong
 */
export function configTarget(
  server: ConfigServer,
  options: TargetOptions,
  shell: Shell,
  use: ConfigUse,
): LiveTarget {
  const { entry, place } = server;
  if ('problems' in entry) throw new TargetError(entry.problems.join('\n'));
  const { expand, secrets } = createExpander({ ...use, env: shell.env, platform: shell.platform });
  const fill: Fill = (text, path) => {
    try {
      return expand(text);
    } catch (error) {
      if (error instanceof TargetError) throw new TargetError(`${place(path)}: ${error.message}`);
      throw error;
    }
  };
  const target =
    entry.by === 'stdio'
      ? startedTarget(entry, fill, place, options, shell, use)
      : reachedTarget(entry, fill, place, options, shell);
  return secrets.size === 0 ? target : { ...target, secrets: [...secrets] };
}

/** The questions that must be answered before a server can be started. */
export function questionsOf({ entry }: ConfigServer, { inputs }: ConfigFile): readonly ConfigInput[] {
  const ids = new Set(inputsIn(JSON.stringify(entry)));
  return [...ids].map((id) => inputs.find((input) => input.id === id) ?? { id, password: true });
}

function startedTarget(
  entry: StartedEntry,
  fill: Fill,
  place: ConfigServer['place'],
  options: TargetOptions,
  shell: Shell,
  { folder }: ConfigUse,
): LiveTarget {
  const command = fill(entry.command, ['command']);
  const problem = isAddress(command) ? 'is a URL; put it under "url"' : mistypedCommand(command);
  if (problem !== undefined) throw new TargetError(`${place(['command'])}: ${problem}`);
  const args = entry.args.map((arg, at) => fill(arg, ['args', at]));
  const taken = new Set(entry.env.filter(([, value]) => value === null).map(([name]) => name));
  const env = [
    ...(entry.envFile === undefined
      ? []
      : readEnvFile(fill(entry.envFile, ['envFile']), { ...shell, cwd: folder })),
    ...entry.env.flatMap(([name, value]) =>
      value === null ? [] : [[name, fill(value, ['env', name])] as const],
    ),
    ...(options.envFile ?? []).flatMap((file) => readEnvFile(file, shell)),
    ...(options.env ?? []),
  ];
  const passed = Object.fromEntries(Object.entries(shell.env).filter(([name]) => !taken.has(name)));
  const cwd = options.cwd ?? resolve(folder, entry.cwd === undefined ? '' : fill(entry.cwd, ['cwd']));
  return commandTarget(
    command,
    args,
    { ...options, env, envFile: [], cleanEnv: !options.inheritEnv, cwd },
    { ...shell, env: passed },
  );
}

function reachedTarget(
  entry: ReachedEntry,
  fill: Fill,
  place: ConfigServer['place'],
  options: TargetOptions,
  shell: Shell,
): LiveTarget {
  const url = withoutQuotes(fill(entry.url, [entry.member]));
  if (!isAddress(url)) {
    const meant = addressMeant(url) ?? hostMeant(url);
    const next = meant === undefined ? 'a URL begins with https://' : `did you mean ${meant}?`;
    throw new TargetError(`${place([entry.member])}: is not a URL; ${next}`);
  }
  const given = options.header ?? [];
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const header = entry.headers
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, text]) => {
      const value = fill(text, ['headers', name]);
      if (isHeader(name, value)) return [name, value] as const;
      throw new TargetError(`${place(['headers', name])}: has characters that a header may not have`);
    });
  const transport = options.transport ?? (entry.chosen ? entry.by : undefined);
  const target = parseTarget([url], { ...options, header: [...header, ...given], transport }, shell);
  const [own] = header.find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return own === undefined || target.transport === 'stdio'
    ? target
    : { ...target, authorizationIn: `in ${place(['headers', own])}` };
}

/** RFC 9110, 5.1 and 5.5. */
const isHeader = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
