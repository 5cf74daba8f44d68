import { statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import picomatch from 'picomatch';

/** The files that patterns name, and who hears of their changes. */
export interface Watched {
  /** Globs, files and folders; those that begin with `!` are left out. */
  readonly patterns: readonly string[];
  readonly cwd: string;
  /** A file was changed, came or went; its path is relative to `cwd`. */
  readonly onChange: (path: string) => void;
  /** It cannot be watched (any more), in one sentence. */
  readonly onError: (why: string) => void;
}

/** A watch that is on. */
export interface Watching {
  /** Files that the patterns named when it began. */
  readonly count: number;
  close(): Promise<void>;
}

/** What no pattern means by its stars. */
const LEFT_OUT = new Set(['node_modules', '.git']);

/** A pattern with the folder it begins in. */
interface Place {
  readonly base: string;
  /** Levels of folders below it that may hold a file of it. */
  readonly depth: number;
  readonly matches: (path: string) => boolean;
}

/** Why patterns cannot be watched, in one sentence; nothing when they can. */
export function watchProblem({ patterns, cwd }: Pick<Watched, 'patterns' | 'cwd'>): string | undefined {
  if (patterns.every((pattern) => pattern.startsWith('!')))
    return 'only excludes files; add a pattern for files to watch';
  for (const pattern of patterns.filter((one) => !one.startsWith('!'))) {
    const { base } = placeOf(pattern, cwd);
    if (!isFolder(base)) return `"${pattern}": there is no folder ${base}`;
  }
  return undefined;
}

/** Watches files until it is closed; resolves once all changes from now on are noticed. */
export function watchFiles({ patterns, cwd, onChange, onError }: Watched): Promise<Watching> {
  const places = patterns.filter((one) => !one.startsWith('!')).map((one) => placeOf(one, cwd));
  const others = patterns.filter((one) => one.startsWith('!')).map((one) => placeOf(one.slice(1), cwd));
  const isMeant = (path: string): boolean =>
    places.some(({ matches }) => matches(path)) && !others.some(({ matches }) => matches(path));
  const mayHold = (path: string): boolean =>
    places.some(({ base, depth }) => {
      const below = partsBelow(base, path);
      return below !== undefined && below.length <= depth && !below.some((part) => LEFT_OUT.has(part));
    });
  let count = 0;
  let isReady = false;
  const watcher = watch([...new Set(places.map(({ base }) => base))], {
    ignored: (path, stats) => stats !== undefined && !(stats.isDirectory() ? mayHold(path) : isMeant(path)),
  });
  const told = (path: string): void => {
    if (!isMeant(path)) return;
    if (isReady) onChange(relative(cwd, path));
    else count += 1;
  };
  watcher.on('add', told).on('change', told).on('unlink', told);
  watcher.on('error', (error) => onError(error instanceof Error ? error.message : String(error)));
  return new Promise((done) => {
    watcher.on('ready', () => {
      isReady = true;
      done({ count, close: () => watcher.close() });
    });
  });
}

/** A glob is matched below the folder before its first sign; a folder means all that is in it. */
function placeOf(pattern: string, cwd: string): Place {
  const { base, glob } = picomatch.scan(pattern);
  const from = resolve(cwd, base);
  if (glob === '') {
    if (isFolder(from)) return { base: from, depth: Number.POSITIVE_INFINITY, matches: within(from, '**') };
    return { base: dirname(from), depth: 0, matches: (path) => path === from };
  }
  const depth = glob.includes('**') ? Number.POSITIVE_INFINITY : glob.split('/').length - 1;
  return { base: from, depth, matches: within(from, glob) };
}

function within(base: string, glob: string): (path: string) => boolean {
  const matches = picomatch(glob, { dot: true });
  return (path) => {
    const below = partsBelow(base, path);
    return below !== undefined && !below.some((part) => LEFT_OUT.has(part)) && matches(below.join('/'));
  };
}

/** The names on the way from a folder to what is in it; nothing for what is elsewhere. */
function partsBelow(base: string, path: string): readonly string[] | undefined {
  if (path === base) return [];
  const way = relative(base, path);
  return basename(way) === '..' || way.startsWith(`..${sep}`) || resolve(way) === way
    ? undefined
    : way.split(sep);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
