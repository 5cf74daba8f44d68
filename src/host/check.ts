import { checkValue } from '../form/check.ts';
import { compileSchema } from '../form/compile.ts';
import type { SchemaDocument } from '../form/schema.ts';
import { pointerOf } from '../json/path.ts';
import type { CheckAgainst } from '../spec/check/result.ts';

/**
 * Holds structured content against an `outputSchema`, with the forms' own reading of schemas. Each schema is compiled
 * once: a tool that is called a thousand times has one.
 */
export function createSchemaCheck(): CheckAgainst {
  const compiled = new WeakMap<object, SchemaDocument>();

  const documentOf = (schema: unknown): SchemaDocument => {
    if (typeof schema !== 'object' || schema === null) return compileSchema(schema);
    const known = compiled.get(schema) ?? compileSchema(schema);
    compiled.set(schema, known);
    return known;
  };

  return (schema, value) => {
    const document = documentOf(schema);
    const [broken] = document.findings;
    const { problems, unchecked } = checkValue(document, document.root, value);
    const malformed = broken === undefined ? [] : [`${broken.at || 'it'} ${broken.message}`];
    const untried = unchecked === undefined || malformed[0]?.includes(unchecked) ? [] : [unchecked];
    const unusable = [...malformed, ...untried].join('; ');
    return {
      ...(unusable === '' ? {} : { unusable }),
      problems: problems.map(({ path, sentence }) => ({ path: pointerOf(path), message: sentence })),
    };
  };
}
