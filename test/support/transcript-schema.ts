import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
// Its types are of CommonJS.
(formats as unknown as { default: typeof formats.default }).default(ajv);

/** Holds a parsed line of a transcript against the schema that is in the package. */
export const validate: ValidateFunction = ajv.compile(
  JSON.parse(readFileSync(new URL('../../docs/transcript.schema.json', import.meta.url), 'utf8')),
);

/** The lines of a transcript that the schema refuses, each with the reasons. Throws when the file holds a header at most. */
export function refusedLines(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  if (lines.length < 2) throw new Error(`${file} holds no session`);
  return lines.flatMap((line) =>
    validate(JSON.parse(line)) ? [] : [`${line}: ${ajv.errorsText(validate.errors)}`],
  );
}
