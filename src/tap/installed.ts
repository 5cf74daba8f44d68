import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { MOST, readBytes, readHead, textOf } from '../disk/file.ts';
import { makeFolders } from '../disk/folders.ts';
import { replace } from '../disk/write.ts';
import { codeOf, isMissing, reason } from '../text/reason.ts';
import { isAlive } from '../transcript/live.ts';
import { tapsFolder } from './taps.ts';

const entry = z.object({
  /** The config, with its links followed. */
  file: z.string(),
  /** Names from its root to the entry. */
  path: z.array(z.string()).min(1),
  client: z.string(),
  /** Its text before and since, each exactly as it is in the file. */
  was: z.string(),
  is: z.string(),
  /** When, in ISO 8601. */
  at: z.string(),
});

const document = z.object({ version: z.literal(1), entries: z.array(entry) });

/** An entry of a client's config that is tapped, and what it was. */
export type InstalledEntry = Readonly<z.infer<typeof entry>>;

/** Why what is installed cannot be read or written; the message is a sentence without its full stop. */
export class InstalledError extends Error {
  override name = 'InstalledError';
}

/** What was installed into configs, of all clients: kept in one file of the user's (0600). */
export const installedPath = (): string => join(tapsFolder(), 'installed.json');

/** All entries that are kept, the oldest first. Throws an {@link InstalledError}. */
export function readInstalled(path: string): readonly InstalledEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(textOf(readBytes(path, MOST.config)));
  } catch (error) {
    if (isMissing(error)) return [];
    const why = error instanceof SyntaxError ? 'it is not JSON' : reason(error);
    throw new InstalledError(`${path} cannot be read: ${why}; rename it if you can do without it`);
  }
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version > 1)
    throw new InstalledError(`${path} is of version ${version}, and this program reads version 1: update it`);
  const { data } = document.safeParse(value);
  if (data !== undefined) return data.entries;
  throw new InstalledError(`${path} is not what this program writes; rename it if you can do without it`);
}

/** Changes what is kept, by itself: others who want to wait up to {@link PATIENCE} ms. Throws an {@link InstalledError}. */
export async function withInstalled<T>(
  path: string,
  work: (
    entries: readonly InstalledEntry[],
    keep: (entries: readonly InstalledEntry[]) => void,
  ) => Promise<T> | T,
): Promise<T> {
  makeFolders(tapsFolder());
  const lock = `${path}.writing`;
  await take(lock);
  try {
    return await work(readInstalled(path), (entries) => {
      if (entries.length === 0) rmSync(path, { force: true });
      else replace(path, `${JSON.stringify({ version: 1, entries }, undefined, 2)}\n`);
    });
  } finally {
    rmSync(lock, { force: true });
  }
}

/** ms that another one is waited for, and between two looks. */
const PATIENCE = 10_000;
const PAUSE = 20;

async function take(lock: string): Promise<void> {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      const fd = openSync(lock, 'wx', 0o600);
      writeSync(fd, String(process.pid));
      closeSync(fd);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new InstalledError(`${lock}: ${reason(error)}`);
    }
    const left = leftBy(lock);
    if (left !== undefined) removeLeft(lock, left);
    else if (waited >= PATIENCE)
      throw new InstalledError(`another mcp-loupe is changing configs; if not, remove ${lock}`);
    else await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** ms after which a lock in which no process stands was left by one that ended before it wrote that. */
const UNWRITTEN = 2_000;

/** What a lock holds whose process is gone; nothing where somebody may still want it. */
export function leftBy(lock: string): string | undefined {
  try {
    const text = readHead(lock, 32).toString('utf8');
    const pid = Number(text);
    const isLeft = pid > 0 ? !isAlive(pid) : statSync(lock).mtimeMs < Date.now() - UNWRITTEN;
    return isLeft ? text : undefined;
  } catch {
    return undefined; // Taken back while we looked.
  }
}

/**
 * Removes a lock that was left, unless another one has done so meanwhile and has a lock of its own there: it is put out of
 * the way first, and put back if it is not what was seen.
 *
 * @param seen what the lock held
 */
export function removeLeft(lock: string, seen: string): void {
  const aside = `${lock}.${process.pid}.old`;
  try {
    renameSync(lock, aside);
    if (readHead(aside, 32).toString('utf8') === seen) rmSync(aside);
    else renameSync(aside, lock);
  } catch {
    return; // Another one was quicker.
  }
}
