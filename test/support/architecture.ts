import { posix } from 'node:path';

/** How a module asks for another one. */
export interface Import {
  readonly specifier: string;
  /** `type` leaves nothing behind at run time; `lazy` is `import()`. */
  readonly kind: 'static' | 'type' | 'lazy';
}

const GROUND = ['text', 'json', 'time'];
const PURE = [...GROUND, 'spec', 'session', 'form', 'snippet'];
/** What reads and writes files. */
const DISK = [...PURE, 'disk'];
const SESSIONS = [...DISK, 'transport', 'connection', 'auth', 'clients', 'transcript', 'settings'];
const FRONT = [...SESSIONS, 'host'];

/** The folders under src/, each with those it may import from besides itself. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  text: ['json'],
  json: ['text'],
  time: ['text'],
  spec: [...GROUND, 'session'],
  session: [...GROUND, 'spec'],
  form: GROUND,
  snippet: [...GROUND, 'session'],
  disk: ['text'],
  transport: DISK,
  connection: [...PURE, 'transport'],
  auth: [...PURE, 'transport'],
  clients: [...DISK, 'transport'],
  transcript: DISK,
  settings: DISK,
  host: SESSIONS,
  replay: FRONT,
  cli: [...FRONT, 'replay'],
  tui: [...FRONT, 'replay'],
  demo: [],
};

/** The files that stand in src/ itself; `version.ts` may be imported from anywhere but the pure folders. */
const ROOT_FILES = ['main.ts', 'version.ts'];

/** The rooms of tui/, each with those of them that it may import from besides itself, types included. */
const ROOMS_OF_TUI: Readonly<Record<string, readonly string[]>> = {
  terminal: [],
  world: ['terminal'],
};

/** What screens may import at run time: the rest of tui/ by path, other folders by name. */
const WITHIN_TUI: Readonly<Record<string, readonly RegExp[]>> = {
  'tui/screens': [/^tui\/(?!terminal\/)/, /^(?!tui\/|transport\/|auth\/|transcript\/|replay\/)/],
};

/** Where a package may be used at run time; packages that are not listed may be used outside the pure folders. */
const PACKAGES: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/^@modelcontextprotocol\//, [/^(?:transport|connection|auth|demo|replay)\//, /^spec\/sdk-verdict\.ts$/]],
  [/^(?:ink|react)(?:$|[-/])/, [/^tui\//]],
  [/^meow$/, [/^main\.ts$/]],
  [/^(?:string-width|get-east-asian-width)$/, [/^text\//]],
  [/^diff$/, [/^text\//]],
  [/^jsonc-parser$/, [/^json\//, /^settings\//]],
  [/^@cfworker\/json-schema$/, [/^form\//, /^demo\//]],
];

const NAMELESS = /^(?:utils?|helpers?|types|hooks|lib|common)(?:\.tsx?)?$/;
const MAX_LINES = 400;

/**
 * Everything in these sources that breaks "Who may import whom" or the habits of CONTRIBUTING.md, one sentence each.
 * @param files the text of every file by its path within src/, e.g. `text/cut.ts`
 */
export function breaches(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [path, source] of files) {
    found.push(...shape(path, source));
    for (const one of imports(source)) {
      const why = forbidden(path, one, files);
      if (why !== undefined) found.push(`${path} imports ${one.specifier}: ${why}`);
    }
  }
  return [...found, ...cycles(files)];
}

/** What is wrong with a file by itself. */
function shape(path: string, source: string): string[] {
  const found: string[] = [];
  const [top = '', ...rest] = path.split('/');
  if (rest.length === 0 ? !ROOT_FILES.includes(top) : !(top in FOLDERS))
    found.push(`${path}: no such place in src/`);
  for (const name of path.split('/')) {
    if (NAMELESS.test(name))
      found.push(`${path}: "${name}" names nothing; a thing lives with the noun it serves`);
  }
  const lines = source.split('\n').length - 1;
  if (lines > MAX_LINES) found.push(`${path}: ${lines} lines, at most ${MAX_LINES}`);
  if (/^export default\b|^export \{[^}]*\bas default\b/m.test(source))
    found.push(`${path}: a default export`);
  if (isBarrel(source)) found.push(`${path}: a barrel file; import from where a thing is`);
  return found;
}

/** Does it only pass on what others export? */
function isBarrel(source: string): boolean {
  const passed = /^export (?:\*|(?:type )?\{[^}]*\} from) /m.test(source) || /^export \*/m.test(source);
  return passed && !/^(?:export )?(?:async )?(?:const|let|function|class|interface|type \w)/m.test(source);
}

/** The imports of a source file. */
export function imports(source: string): Import[] {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const found: Import[] = [];
  for (const [, type, specifier = ''] of code.matchAll(
    /^(?:import|export)\s+(type\s+[\w{*])?(?:[^'"`;=]*?from\s+)?'([^']+)'/gm,
  )) {
    found.push({ specifier, kind: type === undefined ? 'static' : 'type' });
  }
  for (const [, typeOf, specifier = ''] of code.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'\s*\)/g)) {
    found.push({ specifier, kind: typeOf === undefined ? 'lazy' : 'type' });
  }
  return found;
}

/** Why a file may not import this, or nothing. */
function forbidden(path: string, one: Import, files: ReadonlyMap<string, string>): string | undefined {
  if (!one.specifier.startsWith('.')) return forbiddenPackage(path, one);
  const target = posix.join(posix.dirname(path), one.specifier);
  if (!files.has(target)) return 'there is no such file';
  const [from = '', to = ''] = [path.split('/')[0], target.split('/')[0]];
  if (from === 'main.ts') {
    const late = ['tui', 'demo'].includes(to) && one.kind === 'static';
    return late ? `${to}/ is loaded when it is needed, by import()` : undefined;
  }
  if (target === 'version.ts') return PURE.includes(from) ? `${from}/ is pure` : undefined;
  if (from !== to && !FOLDERS[from]?.includes(to)) return `${from}/ may not know ${to}/`;
  const [, room = ''] = path.split('/');
  const [, other = ''] = target.split('/');
  const rooms = from === 'tui' && to === 'tui' ? ROOMS_OF_TUI[room] : undefined;
  if (rooms !== undefined && room !== other && !rooms.includes(other))
    return `tui/${room}/ may not know tui/${other}/`;
  for (const [folder, allowed] of Object.entries(WITHIN_TUI)) {
    if (!path.startsWith(`${folder}/`) || allowed.some((may) => may.test(target))) continue;
    if (one.kind !== 'type') return `${folder}/ may not know it`;
  }
  return undefined;
}

function forbiddenPackage(path: string, { specifier, kind }: Import): string | undefined {
  if (kind === 'type') return undefined;
  const places = PACKAGES.find(([name]) => name.test(specifier))?.[1];
  if (places !== undefined) {
    return places.some((place) => place.test(path)) ? undefined : 'this package has its place elsewhere';
  }
  const [from = ''] = path.split('/');
  return PURE.includes(from) ? `${from}/ is pure` : undefined;
}

/** The import cycles, types included: each as a sentence. */
function cycles(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push(`a cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const { specifier, kind } of imports(files.get(path) ?? '')) {
      const target = posix.join(posix.dirname(path), specifier);
      if (specifier.startsWith('.') && kind !== 'lazy' && files.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return found;
}
