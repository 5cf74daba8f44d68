import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { makeFolders } from '../disk/folders.ts';
import { stateFolder } from '../disk/place.ts';
import { version } from '../version.ts';

/** Where copies of this program are kept for the entries that run it, a folder for each version. */
export const binFolder = (): string => join(stateFolder(), 'bin');

/** A copy of this program that stays where it is, whatever becomes of a package cache. */
export interface ProgramCopy {
  /** The absolute path of what Node is given. */
  readonly program: string;
  /** Makes the copy, whole or not at all, unless it is there. Throws what the disk says. */
  make(): void;
}

/**
 * The copy of the program that runs now.
 *
 * @param running what Node was given to run
 */
export function programCopy(running: string): ProgramCopy {
  const own = realpathSync(running);
  const source = dirname(own);
  const name = basename(own);
  const bin = binFolder();
  // A tap that was installed may itself install others.
  if (isWithin(source, bin)) return { program: own, make: () => {} };
  // A build for trying things out has the version of the one before.
  const folder = [version, `${version}-${markOf(source)}`]
    .map((one) => join(bin, one))
    .find((one, at) => at === 1 || !existsSync(one) || markOf(one) === markOf(source));
  const place = folder ?? bin;
  return { program: join(place, name), make: () => copy(source, place) };
}

const isWithin = (path: string, folder: string): boolean =>
  existsSync(folder) && path.startsWith(realpathSync(folder) + sep);

/** Tells builds apart: what every start reads names all else by its content. */
function markOf(folder: string): string {
  const main = join(folder, 'main.js');
  return existsSync(main) ? createHash('sha256').update(readFileSync(main)).digest('hex').slice(0, 12) : '';
}

function copy(source: string, place: string): void {
  if (existsSync(place)) return;
  const fresh = `${place}.${process.pid}.new`;
  try {
    makeFolders(dirname(place));
    cpSync(source, fresh, { recursive: true, filter: (path) => basename(path) !== 'meta.json' });
    writeFileSync(join(fresh, 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`);
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another one was quicker.
    if (!existsSync(place)) throw error;
  }
}

/**
 * Removes the copies that none of these texts names, but not one that is being made; who calls it knows that no tap runs.
 */
export function sweepCopies(texts: readonly string[]): void {
  const bin = binFolder();
  if (!existsSync(bin)) return;
  for (const name of readdirSync(bin)) {
    // In JSON a backslash is written twice.
    const written = [join(bin, name), join(realpathSync(bin), name)].flatMap((path) => [
      `${path}${sep}`,
      JSON.stringify(`${path}${sep}`).slice(1, -1),
    ]);
    if (texts.some((text) => written.some((path) => text.includes(path)))) continue;
    if (!name.endsWith('.new')) rmSync(join(bin, name), { recursive: true, force: true });
  }
}

/**
 * The path of Node that stays when it is updated: a link on the PATH that leads to the one that runs, as version
 * managers make them, but none that lasts only as long as a shell; else its own.
 */
export function nodePath(running: string, path: string): string {
  const own = realpathSync(running);
  const links = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !FLEETING.test(folder))
    .map((folder) => join(folder, basename(running)));
  return links.includes(own) ? own : (links.find((link) => leadsTo(link, own)) ?? own);
}

/** Folders of one shell, one project or one run: fnm, npm, and temporary ones. */
const FLEETING = /multishells?|node_modules|_npx|[\\/]\.cache[\\/]|^\/(?:tmp|run|var\/(?:tmp|folders))\//i;

function leadsTo(link: string, file: string): boolean {
  try {
    return realpathSync(link) === file;
  } catch {
    return false;
  }
}
