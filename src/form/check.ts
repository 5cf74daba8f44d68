import { type OutputUnit, type Schema as ValidatorSchema, validate } from '@cfworker/json-schema';
import { withBudget } from './budget.ts';
import { compileSchema } from './compile.ts';
import { type Choose, explain } from './explain.ts';
import type { Problem } from './problem.ts';
import type { Schema, SchemaDocument } from './schema.ts';

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
  return { problems: explain({ document, schema, value, choose }, found) };
}

/** How many errors a value has; 0 when it is right, infinite when that cannot be found out. */
export function countErrors(document: SchemaDocument, schema: Schema, value: unknown): number {
  const found = run(document, schema, value);
  return typeof found === 'string' ? Number.POSITIVE_INFINITY : found.length;
}

/** The validator's errors, or why there is no verdict. Its stack and our budget bound how deep and long it goes. */
function run(document: SchemaDocument, schema: Schema, value: unknown): readonly OutputUnit[] | string {
  const lookup = document.refs as Record<string, ValidatorSchema>;
  try {
    return withBudget(() => validate(value, schema as ValidatorSchema, '2020-12', lookup, false)).errors;
  } catch (error) {
    return `too large to be checked here: ${error instanceof Error ? error.message : String(error)}`;
  }
}
