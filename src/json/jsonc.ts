import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
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
