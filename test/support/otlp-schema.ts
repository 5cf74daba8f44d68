/**
 * The messages of OTLP for traces as they stand in JSON (opentelemetry-proto, trace.proto and common.proto, with the rules of
 * its OTLP/JSON): names in lowerCamelCase, enumerations as numbers, 64-bit integers as texts, ids in hexadecimal.
 */
const text = { type: 'string' };
const nanos = { type: 'string', pattern: '^\\d{1,20}$' };
const uint32 = { type: 'integer', minimum: 0, maximum: 0xffffffff };
const hex = (length: number) => ({ type: 'string', pattern: `^(?!0+$)[0-9a-f]{${length}}$` });
const list = (items: object) => ({ type: 'array', items });
const of = (properties: object, ...required: readonly string[]) => ({
  ...{ type: 'object', properties, required },
  additionalProperties: false,
});

const value = {
  type: 'object',
  properties: {
    stringValue: text,
    boolValue: { type: 'boolean' },
    intValue: { type: 'string', pattern: '^-?\\d{1,19}$' },
    doubleValue: { type: 'number' },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
};
const attributes = list(of({ key: { ...text, minLength: 1 }, value }, 'key', 'value'));
const scope = of({ name: text, version: text, attributes });
const event = of(
  { timeUnixNano: nanos, name: { ...text, minLength: 1 }, attributes, droppedAttributesCount: uint32 },
  'timeUnixNano',
  'name',
);
const span = of(
  {
    ...{ traceId: hex(32), spanId: hex(16), parentSpanId: hex(16), traceState: text, flags: uint32 },
    ...{ name: { ...text, minLength: 1 }, kind: { type: 'integer', minimum: 0, maximum: 5 } },
    ...{ startTimeUnixNano: nanos, endTimeUnixNano: nanos, attributes, events: list(event) },
    ...{ droppedAttributesCount: uint32, droppedEventsCount: uint32 },
    status: of({ code: { type: 'integer', minimum: 0, maximum: 2 }, message: text }),
  },
  ...['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'],
);

/** The schema of an `ExportTraceServiceRequest`. */
export const OTLP_SCHEMA = of(
  {
    resourceSpans: list(
      of({
        resource: of({ attributes }),
        scopeSpans: list(of({ scope, spans: list(span) })),
        schemaUrl: text,
      }),
    ),
  },
  'resourceSpans',
);
