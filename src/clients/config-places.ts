import type { ClientConfig } from './client.ts';
import { CLIENTS } from './clients.ts';
import { foldersOf, pathsOf, type Surroundings } from './folders.ts';
import { project } from './project.ts';

/** Every configuration we know, that which several clients share first. */
const CONFIGS: readonly { readonly name: string; readonly config: ClientConfig }[] = [
  { name: 'project', config: project },
  ...CLIENTS.flatMap(({ name, config }) => (config === undefined ? [] : [{ name, config }])),
];

/** A file in which a client may keep its servers. */
export interface ConfigPlace {
  readonly client: string;
  readonly path: string;
}

/** The files of all clients on this platform, those of the folder first, whether they are there or not. */
export function configPlaces(surroundings: Surroundings): readonly ConfigPlace[] {
  const { join } = pathsOf(surroundings.platform);
  const folders = foldersOf(surroundings);
  const placesOf = (client: string, paths: readonly (readonly string[])[] = []): readonly ConfigPlace[] =>
    paths.map((path) => ({ client, path: join(...path) }));
  const ofFolder = CONFIGS.flatMap(({ name, config }) =>
    placesOf(
      name,
      config.project?.map((path) => [surroundings.cwd, ...path]),
    ),
  );
  const ofUser = CONFIGS.flatMap(({ name, config }) => placesOf(name, config.user?.(folders)));
  const places = [...ofFolder, ...ofUser];
  return places.filter(({ path }, at) => places.findIndex((other) => other.path === path) === at);
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
