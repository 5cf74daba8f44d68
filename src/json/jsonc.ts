import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { DEEPEST, tooDeepAt } from './parse.ts';

/** A text that is not JSON, comments allowed or not. */
export interface JsoncProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** A few words, e.g. "colon expected". */
  readonly message: string;
}

/** Parses JSON as people write it in files: with comments and trailing commas, and no deeper than {@link DEEPEST}. */
export function parseJsonc(text: string): { readonly value: unknown } | { readonly problem: JsoncProblem } {
  const beyond = tooDeepAt(text);
  if (beyond !== undefined)
    return problemAt(text, beyond, `nested more than ${DEEPEST.toLocaleString('en')} deep`);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return { value };
  return problemAt(text, first.offset, words(printParseErrorCode(first.error)));
}

function problemAt(text: string, offset: number, message: string): { readonly problem: JsoncProblem } {
  const lines = text.slice(0, offset).split('\n');
  return { problem: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message } };
}

/** "ColonExpected" → "colon expected". */
function words(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** Where the members of a JSON text with comments are written. */
export interface JsoncPlaces {
  /** The line, from 1, of the member or element that a path ends at; that of the nearest one around it if there is none. */
  line(path: readonly (string | number)[]): number;
  /** The names in the object at a path, each as often as it is written. */
  names(path: readonly (string | number)[]): readonly string[];
}

/** The places in a text that `parseJsonc` reads. Of a name that is written twice the last one counts, as it does there. */
export function jsoncPlaces(text: string): JsoncPlaces {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return {
    line(path) {
      const { offset } = walk(root, path).at(-1) ?? { offset: 0 };
      return text.slice(0, offset).split(/\r\n|\r|\n/).length;
    },
    names(path) {
      const nodes = walk(root, path);
      const value = nodes.length === path.length + 1 ? contentOf(nodes.at(-1)) : undefined;
      return value?.type === 'object' ? (value.children ?? []).map(nameOf) : [];
    },
  };
}

/** The root, then for each step of the path the member or element it leads to, as far as there are any. */
function walk(root: Node | undefined, path: readonly (string | number)[]): Node[] {
  const nodes = root === undefined ? [] : [root];
  for (const step of path) {
    const children = contentOf(nodes.at(-1))?.children ?? [];
    const next =
      typeof step === 'number' ? children[step] : children.findLast((member) => nameOf(member) === step);
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

/** The value of a member; anything else itself. */
function contentOf(node: Node | undefined): Node | undefined {
  return node?.type === 'property' ? node.children?.[1] : node;
}

function nameOf({ type, children }: Node): string {
  return type === 'property' ? String(children?.[0]?.value) : '';
}
