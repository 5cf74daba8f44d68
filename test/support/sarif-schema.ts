/**
 * The members of SARIF 2.1.0 that reports have, as the specification defines them (OASIS, errata 01; the numbers are its
 * sections). Written for this test: packages that hold the whole schema bring twenty others with them.
 */
const text = { type: 'string', minLength: 1 };
const message = { type: 'object', required: ['text'], properties: { text }, additionalProperties: false };
const level = { enum: ['none', 'note', 'warning', 'error'] };

const rule = {
  // 3.49 reportingDescriptor
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    shortDescription: message,
    help: message,
    defaultConfiguration: { type: 'object', properties: { level }, additionalProperties: false },
  },
  additionalProperties: false,
};

const location = {
  // 3.28
  type: 'object',
  properties: {
    physicalLocation: {
      // 3.29
      type: 'object',
      required: ['artifactLocation'],
      properties: {
        artifactLocation: {
          // 3.4
          type: 'object',
          properties: { uri: { type: 'string', format: 'uri-reference' }, uriBaseId: text },
          additionalProperties: false,
        },
        region: {
          // 3.30
          type: 'object',
          properties: { startLine: { type: 'integer', minimum: 1 } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    logicalLocations: {
      // 3.33
      type: 'array',
      uniqueItems: true,
      items: { type: 'object', properties: { fullyQualifiedName: text }, additionalProperties: false },
    },
  },
  additionalProperties: false,
};

const result = {
  // 3.27
  type: 'object',
  required: ['message'],
  properties: {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    suppressions: {
      // 3.35
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['inSource', 'external'] }, justification: text },
        additionalProperties: false,
      },
    },
    properties: { type: 'object' },
  },
  additionalProperties: false,
};

const run = {
  // 3.14
  type: 'object',
  required: ['tool', 'results'],
  properties: {
    tool: {
      type: 'object',
      required: ['driver'],
      properties: {
        driver: {
          // 3.19 toolComponent
          type: 'object',
          required: ['name'],
          properties: {
            name: text,
            version: text,
            rules: { type: 'array', uniqueItems: true, items: rule },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: { type: 'array', items: result },
  },
  additionalProperties: false,
};

export const sarifSchema = {
  // 3.13 sarifLog
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: { type: 'array', items: run },
  },
  additionalProperties: false,
};
