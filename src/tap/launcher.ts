import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
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
  const plain = join(bin, version);
  const isFree = !existsSync(plain) || markOf(plain) === markOf(source);
  const place = isFree ? plain : `${plain}-${markOf(source)}`;
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
  if (existsSync(place)) {
    markUsed(place);
    return;
  }
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

/** Says that a copy is used; where that cannot be said, it is swept earlier. */
function markUsed(place: string): void {
  try {
    const now = new Date();
    utimesSync(place, now, now);
  } catch {
    return;
  }
}

/** Says of the program that runs that it is used, if it is a copy. */
export function markRunning(running: string): void {
  try {
    const source = dirname(realpathSync(running));
    if (isWithin(source, binFolder())) markUsed(source);
  } catch {
    return;
  }
}

/** ms that a copy is kept since it was last used: a config that we do not know of may name it. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes the copies that none of these texts names and that nobody has used for {@link KEPT} ms, but never one of this
 * version; who calls it knows that no tap runs.
 *
 * @param now ms since 1970
 */
export function sweepCopies(texts: readonly string[], now: number): void {
  const bin = binFolder();
  if (!existsSync(bin)) return;
  for (const name of readdirSync(bin)) {
    // In JSON a backslash is written twice.
    const written = [join(bin, name), join(realpathSync(bin), name)].flatMap((path) => [
      `${path}${sep}`,
      JSON.stringify(`${path}${sep}`).slice(1, -1),
    ]);
    if (texts.some((text) => written.some((path) => text.includes(path)))) continue;
    const isOwn = name === version || name.startsWith(`${version}-`);
    if (isOwn || statSync(join(bin, name)).mtimeMs > now - KEPT) continue;
    rmSync(join(bin, name), { recursive: true, force: true });
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
