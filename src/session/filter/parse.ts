import { guard } from '../../text/guard.ts';
import { closest } from '../../text/suggest.ts';
import type { FilterLine } from './line.ts';
import { keyTerm, latencyTerm, type Term, type Test } from './terms.ts';
import { type FilterProblem, type Word, wordsOf } from './words.ts';

/** A filter that can be used. */
export interface Filter {
  readonly matches: Test;
  /** What comes later can make a line fit, or no longer fit: an answer, a finding, a mark. */
  readonly changes: boolean;
  /** Time alone can. */
  readonly timed: boolean;
  /** What turned out while it was used: one of its patterns takes too long. */
  readonly late: () => FilterProblem | undefined;
  /** It asks for nothing but what belongs to the request of the line with this label, which need not be searched for. */
  readonly with?: string;
  /** It asks for lines of a session. */
  readonly sessions?: true;
}

/** A filter, or what is wrong with its text. */
export type Parsed = { readonly filter: Filter } | { readonly problem: FilterProblem };

/** Filters by name, which stand as `@name` in others. */
export type SavedFilters = Readonly<Record<string, string>>;

/** How deep saved filters may stand in each other. */
const DEEPEST = 10;

/**
 * Reads a filter:
 *
 *   or    = and { "or" and }           and   = not { ["and"] not }        not = { "not" } one
 *   one   = "(" or ")" | key:value | >200ms | "text" | /pattern/i | @saved | word
 *
 * A word, like a quoted text, is looked for in the line as it crossed the wire; case counts only if it has a capital
 * letter. The empty text is the filter that lets everything through.
 */
export function parseFilter(text: string, saved: SavedFilters = {}, depth = 0): Parsed {
  const { words, problem } = wordsOf(text);
  if (problem !== undefined) return { problem };
  const late: Late[] = [];
  const reader: Reader = { words, at: 0, end: text.length, saved, depth, changes: false, timed: false, late };
  if (words.length === 0)
    return { filter: { matches: () => true, changes: false, timed: false, late: () => undefined } };
  const read = either(reader);
  if (typeof read !== 'function') return { problem: read };
  const rest = reader.words[reader.at];
  if (rest !== undefined) return { problem: { at: rest.start, message: 'a ) without its (' } };
  const { changes, timed, sessions, with: label } = reader;
  const isAll = label !== undefined && words.length === 1;
  const filter = { matches: read, changes, timed, late: () => firstOf(late), ...(sessions && { sessions }) };
  return { filter: isAll ? { ...filter, with: label } : filter };
}

type Late = Filter['late'];

function firstOf(late: readonly Late[]): FilterProblem | undefined {
  for (const one of late) {
    const problem = one();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Reader {
  readonly words: readonly Word[];
  at: number;
  readonly end: number;
  readonly saved: SavedFilters;
  readonly depth: number;
  changes: boolean;
  timed: boolean;
  readonly late: Late[];
  with?: string;
  sessions?: true;
}

type Read = Test | FilterProblem;

const isOperator = (word: Word | undefined, name: string): boolean =>
  word?.kind === 'word' && word.key === undefined && word.value.toLowerCase() === name;

function either(reader: Reader): Read {
  const tests: Test[] = [];
  do {
    const read = all(reader);
    if (typeof read !== 'function') return read;
    tests.push(read);
  } while (skip(reader, 'or'));
  return tests.length === 1 ? tests[0]! : (line) => tests.some((test) => test(line));
}

function all(reader: Reader): Read {
  const tests: Test[] = [];
  do {
    const read = negated(reader);
    if (typeof read !== 'function') return read;
    tests.push(read);
  } while (skip(reader, 'and') || goesOn(reader.words[reader.at]));
  return tests.length === 1 ? tests[0]! : (line) => tests.every((test) => test(line));
}

const goesOn = (word: Word | undefined): boolean =>
  word !== undefined && word.kind !== ')' && !isOperator(word, 'or');

function negated(reader: Reader): Read {
  if (!skip(reader, 'not')) return one(reader);
  const read = negated(reader);
  return typeof read === 'function' ? (line) => !read(line) : read;
}

function skip(reader: Reader, name: string): boolean {
  if (!isOperator(reader.words[reader.at], name)) return false;
  reader.at += 1;
  return true;
}

function one(reader: Reader): Read {
  const word = reader.words[reader.at];
  const before = reader.words[reader.at - 1];
  if (word === undefined || word.kind === ')' || isOperator(word, 'or') || isOperator(word, 'and')) {
    const message = `something is missing ${before === undefined ? 'here' : `after ${before.value}`}`;
    return { at: word?.start ?? reader.end, message };
  }
  reader.at += 1;
  if (word.kind === '(') return group(reader, word);
  const term = termOf(reader, word);
  if ('problem' in term) return { at: word.start, message: term.problem };
  reader.changes ||= term.changes === true;
  reader.timed ||= term.timed === true;
  if (term.with !== undefined) reader.with = term.with;
  if (term.sessions) reader.sessions = true;
  const { late } = term;
  if (late !== undefined)
    reader.late.push(() => {
      const message = late();
      return message === undefined ? undefined : { at: word.start, message };
    });
  return term.test;
}

function group(reader: Reader, open: Word): Read {
  const read = either(reader);
  if (typeof read !== 'function') return read;
  if (reader.words[reader.at]?.kind !== ')') return { at: open.start, message: 'a ( is open: end it with )' };
  reader.at += 1;
  return read;
}

function termOf(reader: Reader, { kind, key, value, flags = '' }: Word): Term {
  if (kind === 'regex') return patternTerm(value, flags);
  if (kind === 'text') return textTerm(value);
  if (key !== undefined) return keyTerm(key, value);
  if (value.startsWith('@') && value.length > 1) return savedTerm(reader, value.slice(1));
  return latencyTerm(value) ?? textTerm(value);
}

function savedTerm({ saved, depth }: Reader, name: string): Term {
  const text = Object.hasOwn(saved, name) ? saved[name] : undefined;
  if (text === undefined) {
    const near = closest(name, Object.keys(saved));
    const hint = near === undefined ? `to search for the text write "@${name}"` : `did you mean @${near}?`;
    return { problem: `there is no saved filter named ${name}; ${hint}` };
  }
  if (depth >= DEEPEST) return { problem: `@${name} refers to itself` };
  const parsed = parseFilter(text, saved, depth + 1);
  if ('problem' in parsed) return { problem: `@${name}: ${parsed.problem.message}` };
  const { matches: test, changes, timed, late } = parsed.filter;
  const told = () => {
    const problem = late();
    return problem && `@${name}: ${problem.message}`;
  };
  return { test, changes, timed, late: told };
}

/** Found in the text of the line, its method, or its kind. */
const inText =
  (isIn: (text: string) => boolean, word?: string): Test =>
  ({ row, text, mayHold }: FilterLine): boolean =>
    isIn(`${row.method ?? ''} ${row.kind ?? ''} ${row.type}`) ||
    ((word === undefined || mayHold(word)) && isIn(text()));

function textTerm(value: string): Term {
  const source = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const pattern = new RegExp(source, /\p{Lu}/u.test(value) ? 'u' : 'iu');
  return { test: inText((text) => text.search(pattern) !== -1, plainWord(value)) };
}

/** A word as it may be looked for in bytes; undefined for one beyond ASCII. */
const plainWord = (value: string): string | undefined =>
  /^[ -~]+$/.test(value) ? value.toLowerCase() : undefined;

function patternTerm(source: string, flags: string): Term {
  const unknown = /[^imsu]/.exec(flags)?.[0];
  if (unknown !== undefined)
    return { problem: `${unknown} is not a flag; to search for slashes write "/${source}/…"` };
  try {
    const pattern = guard(new RegExp(source, flags));
    return {
      test: inText((text) => pattern.test(text) === true),
      late: () =>
        pattern.isSlow()
          ? `the pattern /${source}/ takes too long and was stopped; write a simpler one`
          : undefined,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error);
    return { problem: `the pattern /${source}/ cannot be used: ${why}` };
  }
}
