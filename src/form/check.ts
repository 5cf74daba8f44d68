import { compileSchema } from './compile.ts';
import { type Choose, explain } from './explain.ts';
import type { Problem } from './problem.ts';
import type { Schema, SchemaDocument } from './schema.ts';
import { type Fault, validate } from './validate.ts';

/** What a check found. */
export interface Verdict {
  readonly problems: readonly Problem[];
  /** Why the value could not be checked to the end. */
  readonly unchecked?: string;
}

/**
 * Checks a parsed value against a schema as a server sent it; for results against an `outputSchema` as well. Never
 * throws. Formats are hints and not checked.
 */
export function checkAgainst(raw: unknown, value: unknown): Verdict {
  const document = compileSchema(raw);
  return checkValue(document, document.root, value);
}

/** Checks a parsed value; `choose` says which variant the person picked, so that only that one is explained. */
export function checkValue(
  document: SchemaDocument,
  schema: Schema,
  value: unknown,
  choose?: Choose,
): Verdict {
  const found = run(document, schema, value);
  if (typeof found === 'string') return { problems: [], unchecked: found };
  const problems = explain({ document, schema, value, choose }, found);
  const unchecked = document.patterns.unchecked();
  return unchecked === undefined ? { problems } : { problems, unchecked };
}

/** How many errors a value has; 0 when it is right, infinite when that cannot be found out. */
export function countErrors(document: SchemaDocument, schema: Schema, value: unknown): number {
  const found = run(document, schema, value);
  return typeof found === 'string' ? Number.POSITIVE_INFINITY : found.length;
}

/** What is wrong, or why that cannot be found out. How deep and how long it goes is bounded. */
function run(document: SchemaDocument, schema: Schema, value: unknown): readonly Fault[] | string {
  try {
    const found = document.patterns.within(() => validate(document, schema, value));
    return found?.value ?? document.patterns.unchecked() ?? 'it takes too long to check';
  } catch (error) {
    return `too large to be checked here: ${error instanceof Error ? error.message : String(error)}`;
  }
}
