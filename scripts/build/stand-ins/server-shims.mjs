// @ts-check
// Stands in for what @modelcontextprotocol/server takes from the place where it runs. Its own for Node.js holds all of
// Ajv, to check what is answered to an elicitation; the validator that is here anyway does that as well.
import { Validator } from '@cfworker/json-schema';

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  /** @param {import('@cfworker/json-schema').Schema} schema */
  getValidator(schema) {
    const validator = new Validator(schema, '2020-12');
    return (/** @type {unknown} */ data) => {
      const { valid, errors } = validator.validate(data);
      if (valid) return { valid, data, errorMessage: undefined };
      return { valid, data: undefined, errorMessage: errors.at(-1)?.error ?? 'it does not fit the schema' };
    };
  }
}
