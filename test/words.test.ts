import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Phrases that read like a translation, each with what a native speaker would write. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bof before\b/, 'previous'],
  [/\banew\b/, 'again'],
  [/\bis waited for\b/, 'is pending, is expected'],
  [/\bgone on with\b/, 'continued'],
  [/\btold of\b/, 'reported'],
  [/\bnothing of it\b/, 'none of it'],
  [/\blisted no more\b/i, 'no longer listed'],
  [/\b(?:is|are|was) (?:not )?\w+ any more\b/, 'no longer'],
  [/\ball the same\b/, 'anyway'],
  [/\bis none of\b/, 'is not one of'],
  [/\b(?:it|that|which|this) is none\b/, 'is not one'],
  [
    /(?<!\bthere )\bis no (?:JSON|text|folder|file|object|call|key|line|list|parameter|port|setting|size|step|message)\b/i,
    'is not a',
  ],
  [/\bfor want of\b/, 'because of missing'],
  [/\bmend(?:ed|s)?\b/i, 'fix'],
  [/\bheld against\b/, 'checked against'],
  [/\banother thing\b/, 'different, changed'],
  [/\bshaking hands\b/, 'handshake'],
  [/\bpick, go on\b/, 'choose, next'],
  [/\bas it stands\b/, 'as is'],
  [/\bgreets on\b/, 'prints a banner on'],
  [/\bcame upon\b/, 'hit, found'],
  [/\bthis is a recording:/i, 'not available in a recording'],
  [/\bnobody is there\b/, 'not available'],
  [/\bgo(?:es|ne)? about\b/, 'navigate'],
  [/\bstands? in the place of\b/, 'replaces'],
  [/\ba fault of mcp-loupe\b/, 'a bug in mcp-loupe'],
  [/\b(?:characters|messages|tools) alone\b/, 'only'],
];

const ROOT = new URL('..', import.meta.url).pathname;

const files = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/** String and template literals of a source, without its comments, and the line each begins on. */
function literals(source: string): readonly (readonly [number, string])[] {
  const found: [number, string][] = [];
  const parts = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g;
  for (const { 0: part, index } of source.matchAll(parts)) {
    if (!part.startsWith('/')) found.push([source.slice(0, index).split('\n').length, part]);
  }
  return found;
}

const wrong = (text: string): readonly string[] =>
  PHRASES.filter(([phrase]) => phrase.test(text)).map(
    ([phrase, better]) => `"${phrase.exec(text)?.[0]}" (better: ${better}) in ${text.slice(0, 100)}`,
  );

describe('words', () => {
  it.each(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...files('docs', /\.md$/)])(
    'of %s are those of a native speaker',
    (file) => {
      const paragraphs = readFileSync(join(ROOT, file), 'utf8').split(/\n\n|\n(?=[|-])/);
      expect(paragraphs.flatMap((text) => wrong(text.replaceAll('\n', ' ')))).toEqual([]);
    },
  );

  it('of the program are those of a native speaker', () => {
    const found = files('src', /\.tsx?$/).flatMap((file) =>
      literals(readFileSync(join(ROOT, file), 'utf8')).flatMap(([line, text]) =>
        wrong(text).map((sentence) => `${file}:${line}: ${sentence}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('are found in strings, not in comments and code', () => {
    expect(literals("// 'a'\nconst b = 'c d'; /* \"e\" */\nconst f = `g h i`;\n")).toEqual([
      [2, "'c d'"],
      [3, '`g h i`'],
    ]);
    expect(wrong('arguments of before')).toHaveLength(1);
    expect(wrong('previous arguments')).toEqual([]);
  });
});
