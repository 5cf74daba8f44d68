import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** A text that is not JSON, comments allowed or not. */
export interface JsoncProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** A few words, e.g. "colon expected". */
  readonly message: string;
}

/** Parses JSON as people write it in files: with comments and trailing commas. */
export function parseJsonc(text: string): { readonly value: unknown } | { readonly problem: JsoncProblem } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return { value };
  const lines = text.slice(0, first.offset).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { problem: { line: lines.length, column, message: words(printParseErrorCode(first.error)) } };
}

/** "ColonExpected" → "colon expected". */
function words(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
