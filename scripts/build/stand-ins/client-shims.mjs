// In place of @modelcontextprotocol/client/_shims, which brings Ajv along: of that package only authorization is used,
// and nothing there validates a schema.

/** A failed fetch is never one of CORS outside of browsers. */
export const CORS_IS_POSSIBLE = false;

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('schemas are not validated by this package');
  }
}
