import { posix } from 'node:path';
import { type Outline, outline } from './syntax.ts';

/** How a module asks for another one. */
export interface Import {
  readonly specifier: string;
  /** `type` leaves nothing behind at run time; `lazy` is `import()`. */
  readonly kind: 'static' | 'type' | 'lazy';
}

/** What each file imports. */
type Imports = ReadonlyMap<string, readonly Import[]>;

const GROUND = ['text', 'json', 'time'];
const PURE = [...GROUND, 'spec', 'session', 'form', 'snippet', 'surface'];
/** What reads and writes files. */
const DISK = [...PURE, 'disk'];
const SESSIONS = [
  ...DISK,
  ...['transport', 'connection', 'auth', 'clients', 'check', 'transcript', 'settings', 'tap'],
];
const FRONT = [...SESSIONS, 'host'];

/** The folders under src/, each with those it may import from besides itself. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  text: ['json'],
  json: ['text'],
  time: ['text'],
  spec: GROUND,
  session: [...GROUND, 'spec'],
  form: GROUND,
  snippet: [...GROUND, 'session'],
  surface: [...GROUND, 'spec', 'session', 'form'],
  disk: ['text'],
  page: PURE,
  transport: DISK,
  connection: [...PURE, 'transport'],
  auth: [...PURE, 'transport'],
  clients: [...DISK, 'transport'],
  check: [...PURE, 'clients'],
  transcript: [...DISK, 'page'],
  settings: DISK,
  tap: [...DISK, 'transport', 'clients', 'transcript'],
  host: SESSIONS,
  replay: FRONT,
  cli: [...FRONT, 'replay'],
  tui: [...FRONT, 'replay'],
  demo: ['spec'],
};

/** Folders that know another one by its types alone. */
const TYPES_ALONE: readonly (readonly [from: string, to: string])[] = [
  ['connection', 'transport'],
  ['transcript', 'page'],
];

/** The files that stand in src/ itself; `version.ts` may be imported from anywhere but the pure folders. */
const ROOT_FILES = ['main.ts', 'version.ts'];

/** The rooms of tui/ that know even types of no other room of it than these. */
const LOW_ROOMS_OF_TUI: Readonly<Record<string, readonly string[]>> = {
  'tui/terminal': [],
  'tui/world': ['tui/terminal'],
};

/** The rooms of tui/, each with the rooms it may import from besides itself; types may come from everywhere. */
const WITHIN_TUI: Readonly<Record<string, readonly string[]>> = {
  'tui/terminal': [...GROUND, 'disk'],
  'tui/world': [...FRONT, 'tui/terminal'],
  'tui/kit': [...GROUND, 'form', 'snippet', 'spec', 'tui/world'],
  'tui/overlay': [...FRONT, 'replay', 'tui/terminal', 'tui/world', 'tui/kit'],
  'tui/screens': [
    ...PURE,
    'clients',
    'check',
    'connection',
    'settings',
    'host',
    'tui/world',
    'tui/kit',
    'tui/overlay',
  ],
  'tui/shell': [...FRONT, 'replay', 'tui/terminal', 'tui/world', 'tui/kit', 'tui/overlay', 'tui/screens'],
};

/** Where a package may be used at run time; packages that are not listed may be used outside the pure folders. */
const PACKAGES: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [
    /^@modelcontextprotocol\//,
    [/^(?:transport|connection|auth|demo|replay)\//, /^spec\/check\/sdk-verdict\.ts$/],
  ],
  [/^(?:ink|react)(?:$|[-/])/, [/^tui\//]],
  [/^meow$/, [/^cli\//]],
  [/^(?:string-width|get-east-asian-width)$/, [/^text\//]],
  [/^diff$/, [/^text\//]],
  [/^jsonc-parser$/, [/^json\//, /^settings\//]],
  [/^@cfworker\/json-schema$/, [/^form\//, /^demo\//]],
];

const NAMELESS = /^(?:utils?|helpers?|types|hooks|lib|common)(?:\.tsx?)?$/;
const MAX_LINES = 400;
const MAX_FUNCTION = 100;
const MAX_FILES = 60;
/** Below this a file with a single importer belongs in it. */
const MIN_LINES = 20;
/** Folders of one file a row, however short it is: a verb, a client, a part of the specification, a format. */
const ROWS =
  /^(?:cli\/verbs|clients|check\/(?:families|reports)|spec\/shapes|transcript\/(?:foreign|export))\//;

/**
 * Everything in these sources that breaks "Who may import whom" or the habits of CONTRIBUTING.md.
 * @param files the text of every file by its path within src/, e.g. `text/cut.ts`
 */
export function breaches(files: ReadonlyMap<string, string>): string[] {
  const importsOf: Imports = new Map([...files].map(([path, source]) => [path, imports(source)]));
  const outlines = new Map([...files].map(([path, source]) => [path, outline(path, source)]));
  const found: string[] = [];
  for (const [path, source] of files) {
    found.push(...shape(path, source));
    for (const one of importsOf.get(path) ?? []) {
      const why = forbidden(path, one, files);
      if (why !== undefined) found.push(`${path} imports ${one.specifier}: ${why}`);
    }
    found.push(...inside(path, outlines.get(path)));
  }
  return [...found, ...cycles(importsOf), ...doubles(outlines), ...tiny(files, importsOf), ...crowds(files)];
}

/** The room a file stands in. */
function roomOf(path: string): string {
  const [top = '', second = '', ...rest] = path.split('/');
  if (second === '') return 'src';
  return top === 'tui' && rest.length > 0 ? `tui/${second}` : top;
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
  const lines = linesOf(source);
  if (lines > MAX_LINES) found.push(`${path}: ${lines} lines, at most ${MAX_LINES}`);
  if (/^export default\b|^export \{[^}]*\bas default\b/m.test(source))
    found.push(`${path}: a default export`);
  if (isBarrel(source)) found.push(`${path}: a barrel file; import from where a thing is`);
  return found;
}

const linesOf = (source: string) => source.split('\n').length - 1;

/** What is too long in a file, and what it hides in itself. */
function inside(path: string, { functions, weakMaps }: Outline = outline(path, '')): string[] {
  return [
    ...functions
      .filter(({ lines }) => lines > MAX_FUNCTION)
      .map(
        ({ name, line, lines }) =>
          `${path}:${line} ${name}: ${lines} lines, at most ${MAX_FUNCTION} a function`,
      ),
    ...weakMaps.map((name) => `${path}: ${name} hides state in a module`),
  ];
}

/** The types that are exported under one name from several files: each once a file. */
function doubles(outlines: ReadonlyMap<string, Outline>): string[] {
  const homes = new Map<string, string[]>();
  for (const [path, { types }] of outlines) {
    for (const name of types) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  return [...homes].flatMap(([name, paths]) =>
    paths.length === 1
      ? []
      : paths.map(
          (path) =>
            `${path}: ${name} is also a type of ${paths.filter((other) => other !== path).join(', ')}`,
        ),
  );
}

/** The files that are too small to stand alone. */
function tiny(files: ReadonlyMap<string, string>, importsOf: Imports): string[] {
  const importers = new Map<string, Set<string>>();
  for (const [path, wanted] of importsOf) {
    for (const { specifier } of wanted) {
      const target = posix.join(posix.dirname(path), specifier);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return [...files].flatMap(([path, source]) => {
    const [only, ...others] = importers.get(path) ?? [];
    if (only === undefined || others.length > 0 || linesOf(source) >= MIN_LINES || ROWS.test(path)) return [];
    return [`${path}: ${linesOf(source)} lines for ${only} alone`];
  });
}

/** The files that are too many for their folder. */
function crowds(files: ReadonlyMap<string, string>): string[] {
  const folders = new Map<string, string[]>();
  for (const path of files.keys()) {
    const folder = posix.dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].flatMap(([folder, paths]) =>
    paths
      .slice(MAX_FILES)
      .map((path) => `${path}: one of ${paths.length} files in ${folder}/, at most ${MAX_FILES}`),
  );
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
  const [room, other] = [roomOf(path), roomOf(target)];
  if (to === 'tui' && room !== other && LOW_ROOMS_OF_TUI[room]?.includes(other) === false)
    return `${room}/ may not know ${other}/`;
  if (one.kind === 'type') return undefined;
  if (TYPES_ALONE.some(([knower, known]) => knower === from && known === to))
    return `${from}/ may not know ${to}/ but by its types`;
  return forbiddenWithinTui(path, target);
}

function forbiddenWithinTui(path: string, target: string): string | undefined {
  const [from, to] = [roomOf(path), roomOf(target)];
  const screen = (file: string) => (roomOf(file) === 'tui/screens' ? file.split('/')[2] : undefined);
  if (from === to) {
    return screen(path) === screen(target) ? undefined : 'screens may not know each other';
  }
  return WITHIN_TUI[from]?.includes(to) === false ? `${from}/ may not know ${to}/` : undefined;
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

/** The import cycles, types and what is imported late included. */
function cycles(importsOf: Imports): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push(`a cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const { specifier } of importsOf.get(path) ?? []) {
      const target = posix.join(posix.dirname(path), specifier);
      if (specifier.startsWith('.') && importsOf.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  return found;
}
