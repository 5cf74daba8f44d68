import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { type Client, foldersOf, pathsOf, type Surroundings } from './client.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { project } from './project.ts';
import { vsCode } from './vs-code.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** Every client we know. A new one is a file of its own and a name here. */
const CLIENTS: readonly Client[] = [
  project,
  claudeDesktop,
  claudeCode,
  cursor,
  vsCode,
  windsurf,
  geminiCli,
  zed,
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
  const placesOf = (client: Client, paths: readonly (readonly string[])[] = []): readonly ConfigPlace[] =>
    paths.map((path) => ({ client: client.name, path: join(...path) }));
  const ofFolder = CLIENTS.flatMap((client) =>
    placesOf(
      client,
      client.project?.map((path) => [surroundings.cwd, ...path]),
    ),
  );
  const ofUser = CLIENTS.flatMap((client) => placesOf(client, client.user?.(folders)));
  const places = [...ofFolder, ...ofUser];
  return places.filter(({ path }, at) => places.findIndex((other) => other.path === path) === at);
}

/** The client whose file of a project this is, by how its path ends, and that end. */
function clientOf(path: string): { readonly client: Client; readonly end: readonly string[] } | undefined {
  const parts = path.split(/[/\\]/);
  const isEnd = (end: readonly string[]): boolean => parts.slice(-end.length).join('/') === end.join('/');
  for (const client of CLIENTS) {
    const end = client.project?.find(isEnd);
    if (end !== undefined) return { client, end };
  }
  return undefined;
}

/**
 * The folder that a client has open when it reads this file: the one around it for a file of a project, else the one
 * the user works in.
 */
export function workspaceOf(path: string, { home, platform, cwd }: Omit<Surroundings, 'env'>): string {
  const { end } = clientOf(path) ?? {};
  if (end === undefined) return cwd;
  const folder = end.reduce((at) => pathsOf(platform).dirname(at), path);
  // What several clients share has no folder of its own, so it is a project's at home, too.
  return end.length > 1 && folder === home ? cwd : folder;
}

/** Whether `$VAR` is a variable in this file; elsewhere it is a text like any other. */
export const hasBareVariables = (path: string): boolean => clientOf(path)?.client.hasBareVariables === true;

/** Where servers may be in a file, whichever client's it is. */
export function serverPaths(folder: string): readonly (readonly string[])[] {
  const all = CLIENTS.flatMap(({ servers }) => servers(folder));
  return all.filter((path, at) => all.findIndex((other) => other.join('\0') === path.join('\0')) === at);
}
