import { jsonIn } from '../json/inner.ts';
import { elementTexts, memberText, memberTexts } from '../json/parts.ts';
import { type Path, stepsOf } from '../json/path.ts';
import { mark } from '../session/redaction/redaction.ts';
import { type Hider, plain } from './hide.ts';
import type { Invocation } from './invocation.ts';

/** What was answered, for a test that holds a later answer against it. */
export interface KnownAnswer {
  /** The exact JSON text of the response. */
  readonly message: string;
  /** Where in the response the person looks, as a JSON pointer that goes on into JSON in a text. */
  readonly at: string | undefined;
  /** A text with a pattern in place of what is another one each time, such as a time, between what stands around it. */
  readonly fleetingPieces: (text: string) => readonly (string | RegExp)[];
}

/** One thing that a test holds of a result. */
export interface Check {
  /** The way to the value in the result, up to a text that holds JSON. */
  readonly path: Path;
  /** The way on in the JSON that the text there holds. */
  readonly inner?: Path;
  readonly is:
    | { readonly kind: 'equal'; readonly json: string }
    | { readonly kind: 'length'; readonly of: string | number }
    | { readonly kind: 'begins'; readonly with: string };
}

/** What a test holds of an answer. */
export type Expected =
  | { readonly kind: 'error'; readonly code: string; readonly message?: string; readonly data?: string }
  | {
      readonly kind: 'result';
      /** The tool has to say that it failed. */
      readonly failed: boolean;
      readonly checks: readonly Check[];
      /** Characters of the answer, where it is too long to be held whole. */
      readonly whole?: number;
    };

/** What is known of a string that is another one each time, or has a secret in it: `any` text, or a pattern for it. */
export function patternOf(text: string, answered: KnownAnswer | undefined): 'any' | RegExp | undefined {
  const pieces = piecesOf(text, answered);
  if (pieces.length === 1) return undefined;
  if (pieces.every((piece) => piece === '' || piece === SECRET)) return 'any';
  return new RegExp(pieces.map(sourceOf).join(''), 's');
}

const sourceOf = (piece: string | RegExp): string =>
  typeof piece === 'string'
    ? piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    : piece.source.replace(/^\^|\$$/g, '');

/** What stands in the place of a secret. */
const SECRET = /.+/;

/** What of a text is the same each time, with a pattern between each two. */
const piecesOf = (text: string, answered: KnownAnswer | undefined): readonly (string | RegExp)[] =>
  text.split(mark).flatMap((one, at) => {
    const pieces = answered?.fleetingPieces(one) ?? [one];
    return at === 0 ? pieces : [SECRET, ...pieces];
  });

/** What is said in a test that holds not all of an answer. */
export const wholeNote = (characters: number): string =>
  `The answer has ${characters.toLocaleString('en-US')} characters: this holds a part of it.`;

/** Characters of JSON that a test holds, of one long text, and elements of a long array. */
const ROOM = 4_000;
const BEGINNING = 200;
const ELEMENTS = 3;

/** What a test holds: all of a short answer; of a long one the part that is looked at, else its beginning. */
export function expectedOf({ method }: Invocation, answered: KnownAnswer | undefined, hide: Hider): Expected {
  const nothing = { kind: 'result', failed: false, checks: [] } as const;
  if (answered === undefined) return nothing;
  const error = hidden(answered.message, 'error', hide);
  if (error !== undefined) return errorOf(error);
  const result = hidden(answered.message, 'result', hide);
  if (result === undefined) return nothing;
  const failed = method === 'tools/call' && memberText(result, 'isError') === 'true';
  const all = createChecks(Number.POSITIVE_INFINITY, answered);
  addRoots(all, method, result);
  if (all.size <= ROOM) return { kind: 'result', failed, checks: all.checks };
  const some = createChecks(ROOM, answered);
  const steps = stepsOf(answered.at ?? '') ?? [];
  const spot = steps[0] === 'result' && steps.length > 2 ? spotAt(result, steps.slice(1)) : undefined;
  if (spot === undefined) addRoots(some, method, result);
  else some.add(spot.text, spot.path, spot.inner);
  return { kind: 'result', failed, checks: some.checks, whole: result.length };
}

function hidden(message: string, name: string, hide: Hider): string | undefined {
  const text = memberText(message, name);
  return text && plain(hide.json(text, [`{"${name}":`, '}']) ?? ['null']);
}

function errorOf(error: string): Expected {
  const [code = '0', message, data] = ['code', 'message', 'data'].map((name) => memberText(error, name));
  const said: unknown = JSON.parse(message ?? 'null');
  return {
    kind: 'error',
    code,
    ...(typeof said === 'string' && said !== '' && said.length <= ROOM ? { message: said } : {}),
    ...(data !== undefined && data !== 'null' && data.length <= ROOM ? { data } : {}),
  };
}

interface Checks {
  readonly checks: readonly Check[];
  /** Characters of the JSON that is held. */
  readonly size: number;
  /** Holds a value, in parts where there is no room for all of it. */
  add(text: string, path: Path, inner?: Path): void;
  count(of: number, path: Path): void;
}

/** Collects checks, until there is no more room. */
function createChecks(room: number, answered: KnownAnswer): Checks {
  const checks: Check[] = [];
  let size = 0;
  const push = (path: Path, inner: Path | undefined, is: Check['is']): void => {
    checks.push({ path, ...(inner === undefined ? {} : { inner }), is });
  };
  const hold = (text: string, path: Path, inner?: Path): void => {
    if (size + text.length <= room) {
      size += text.length;
      push(path, inner, { kind: 'equal', json: text });
    } else if (size < room) holdParts(text, path, inner);
  };
  const holdParts = (text: string, path: Path, inner?: Path): void => {
    if (text.startsWith('"')) {
      const whole: string = JSON.parse(text);
      const [first, ...others] = piecesOf(whole, answered);
      const start = String(first)
        .slice(0, BEGINNING)
        .replace(/[\ud800-\udbff]$/, '');
      size += start.length;
      if (others.length === 0) push(path, inner, { kind: 'length', of: whole });
      if (start !== '') push(path, inner, { kind: 'begins', with: start });
      return;
    }
    const elements = elementTexts(text);
    if (elements !== undefined) push(path, inner, { kind: 'length', of: elements.length });
    const parts =
      elements === undefined ? (memberTexts(text) ?? []) : [...elements.slice(0, ELEMENTS).entries()];
    for (const [step, value] of parts) {
      if (inner === undefined) hold(value, [...path, step]);
      else hold(value, path, [...inner, step]);
    }
  };
  return {
    checks,
    get size() {
      return size;
    },
    add(text, path, inner) {
      const json = inner === undefined ? jsonIn(text) : undefined;
      if (json === undefined) hold(text, path, inner);
      else hold(json, path, []);
    },
    count: (of, path) => push(path, undefined, { kind: 'length', of }),
  };
}

/** The parts of a result that say what was answered: those that each SDK keeps as they came. */
function addRoots(checks: Checks, method: Invocation['method'], result: string): void {
  const structured = memberText(result, 'structuredContent');
  if (method === 'tools/call' && structured !== undefined) {
    checks.add(structured, ['structuredContent']);
    return;
  }
  const list = LISTS[method];
  const items = elementTexts(memberText(result, list) ?? '');
  if (items === undefined) return;
  checks.count(items.length, [list]);
  for (const [place, item] of items.entries()) {
    const path = [list, place];
    addContent(checks, item, path, method === 'prompts/get' ? ['role'] : CONTENT);
    const content = method === 'prompts/get' ? memberText(item, 'content') : undefined;
    if (content !== undefined) addContent(checks, content, [...path, 'content']);
  }
}

const LISTS: Readonly<Record<Invocation['method'], string>> = {
  'tools/call': 'content',
  'prompts/get': 'messages',
  'resources/read': 'contents',
};

/** What content of all kinds has in all revisions: text, pictures and sound, links, resources. */
const CONTENT = ['type', 'text', 'data', 'mimeType', 'uri', 'name', 'blob'];

function addContent(checks: Checks, item: string, path: Path, names: readonly string[] = CONTENT): void {
  const type = memberText(item, 'type');
  for (const name of names) {
    const text = memberText(item, name);
    // Of a text there is nothing else to say than what it is.
    if (text !== undefined && !(name === 'type' && type === '"text"')) checks.add(text, [...path, name]);
  }
  const resource = memberText(item, 'resource');
  if (resource !== undefined) addContent(checks, resource, [...path, 'resource']);
}

/** The value that steps lead to, and where JSON in a text begins on the way. */
function spotAt(
  result: string,
  steps: readonly string[],
): { readonly text: string; readonly path: Path; readonly inner?: Path } | undefined {
  let text = result;
  const path: (string | number)[] = [];
  let inner: (string | number)[] | undefined;
  for (const step of steps) {
    const json = inner === undefined ? jsonIn(text) : undefined;
    if (json !== undefined) {
      text = json;
      inner = [];
    }
    const elements = elementTexts(text);
    const next = elements === undefined ? memberText(text, step) : elements[Number(step)];
    if (next === undefined) return undefined;
    text = next;
    (inner ?? path).push(elements === undefined ? step : Number(step));
  }
  return { text, path, ...(inner === undefined ? {} : { inner }) };
}
