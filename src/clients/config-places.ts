import type { ClientConfig, ClientId } from './client.ts';
import { CLIENTS, clientNamed } from './clients.ts';
import { foldersOf, pathsOf, type Surroundings } from './folders.ts';
import { project } from './project.ts';

/** Whose configuration we know: a client, or `project` for the file that several share. */
export interface Configured {
  readonly id: ClientId | 'project';
  readonly name: string;
  readonly config: ClientConfig;
}

/** Every configuration we know, that which several clients share first. */
export const CONFIGS: readonly Configured[] = [
  { id: 'project', name: 'project', config: project },
  ...CLIENTS.flatMap(({ id, name, config }) => (config === undefined ? [] : [{ id, name, config }])),
];

/** The configuration with this id, or another name that its client goes by. */
export const configuredNamed = (word: string): Configured | undefined =>
  CONFIGS.find(({ id }) => id === (clientNamed(word)?.id ?? word));

/** A file in which a client may keep its servers. */
export interface ConfigPlace {
  readonly client: string;
  readonly path: string;
}

/** The files of all clients on this platform, those of the folder first, whether they are there or not. */
export function configPlaces(surroundings: Surroundings): readonly ConfigPlace[] {
  const of = CONFIGS.map((one) => ({ client: one.name, ...filesOf(one, surroundings) }));
  const places = [
    ...of.flatMap(({ client, folder }) => folder.map((path) => ({ client, path }))),
    ...of.flatMap(({ client, user }) => user.map((path) => ({ client, path }))),
  ];
  return places.filter(({ path }, at) => places.findIndex((other) => other.path === path) === at);
}

/** The files of one client on this platform, whether they are there or not: those of the folder, and those of the user. */
export function filesOf(
  { config }: Configured,
  surroundings: Surroundings,
): { readonly folder: readonly string[]; readonly user: readonly string[] } {
  const { join } = pathsOf(surroundings.platform);
  const user = config.user?.(foldersOf(surroundings)) ?? [];
  return {
    folder: (config.project ?? []).map((path) => join(surroundings.cwd, ...path)),
    user: user.map((path) => join(...path)),
  };
}

/** The configuration whose file of a project this is, by how its path ends, and that end. */
function projectOf(
  path: string,
): { readonly config: ClientConfig; readonly end: readonly string[] } | undefined {
  const parts = path.split(/[/\\]/);
  const isEnd = (end: readonly string[]): boolean => parts.slice(-end.length).join('/') === end.join('/');
  for (const { config } of CONFIGS) {
    const end = config.project?.find(isEnd);
    if (end !== undefined) return { config, end };
  }
  return undefined;
}

/**
 * The folder that a client has open when it reads this file: the one around it for a file of a project, else the one
 * the user works in.
 */
export function workspaceOf(path: string, { home, platform, cwd }: Omit<Surroundings, 'env'>): string {
  const { end } = projectOf(path) ?? {};
  if (end === undefined) return cwd;
  const folder = end.reduce((at) => pathsOf(platform).dirname(at), path);
  // What several clients share has no folder of its own, so it is a project's at home, too.
  return end.length > 1 && folder === home ? cwd : folder;
}

/** Whether `$VAR` is a variable in this file; elsewhere it is a text like any other. */
export const hasBareVariables = (path: string): boolean => projectOf(path)?.config.hasBareVariables === true;

/** Where servers may be in a file, whichever client's it is. */
export function serverPaths(folder: string): readonly (readonly string[])[] {
  const all = CONFIGS.flatMap(({ config }) => config.servers(folder));
  return all.filter((path, at) => all.findIndex((other) => other.join('\0') === path.join('\0')) === at);
}
