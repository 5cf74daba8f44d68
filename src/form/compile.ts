import { pointerStep } from '../json/path.ts';
import { isObject, type JsonObject, typeName } from '../json/shape.ts';
import { type Dialect, dialectOf, keywords, knows, type SchemaReader } from './keyword.ts';
import { createPatterns } from './patterns.ts';
import { cutLoops, documentResource, findReferent, type Referent, type Resource, resourceOf } from './ref.ts';
import {
  createDerive,
  type Schema,
  type SchemaDocument,
  type SchemaFinding,
  type SchemaInProgress,
} from './schema.ts';

/** Schemas nested deeper than this are not read; the deepest real one has 11 levels. */
const deepest = 200;

/**
 * Reads a schema as a server sent it, whatever it is. Never throws: what is malformed is left out with a finding,
 * so that the rest of the form still works. Each schema object is read once, so the result is as large as the input.
 *
 * JSON Schema 2020-12, 2019-09, draft-07 and older (by `$schema`; 2020-12 when there is none), and OpenAPI's
 * `nullable`.
 */
export function compileSchema(raw: unknown): SchemaDocument {
  const reader = new DocumentReader(raw);
  const root = reader.node(raw, '', 0);
  reader.followReferences();
  cutLoops(root, reader.refs, (at) => reader.finding(at, 'refers only to itself, so it has no effect'));
  const { refs, patterns, findings } = reader;
  return { root, refs, patterns, findings, derive: createDerive() };
}

/** What is known while one document is read. A class because every keyword's reader needs it. */
class DocumentReader implements SchemaReader {
  readonly raw: unknown;
  readonly dialect: Dialect;
  readonly refs: Record<string, Schema> = Object.create(null);
  readonly findings: SchemaFinding[] = [];
  readonly patterns = createPatterns();
  private readonly known = new Map<object, Schema>();
  private readonly referents = new Map<string, Referent>();
  private resource: Resource;

  constructor(raw: unknown) {
    this.raw = raw;
    this.dialect = dialectOf(raw);
    this.resource = documentResource(raw);
  }

  finding(at: string, message: string): void {
    this.findings.push({ at, message });
  }

  /** One schema at a pointer. */
  node(raw: unknown, at: string, depth: number): Schema {
    if (raw === true) return {};
    if (raw === false) return { not: {} };
    if (!isObject(raw)) return this.refused(at, `${typeName(raw)} is not a schema`);
    if (depth > deepest) return this.refused(at, `is nested deeper than ${deepest} levels`);
    const known = this.known.get(raw);
    if (known !== undefined) return known;
    const schema: SchemaInProgress = {};
    this.known.set(raw, schema);
    const around = this.resource;
    this.resource = resourceOf(raw, around);
    for (const [keyword, value] of Object.entries(raw)) {
      const read = keywords[keyword];
      if (read === undefined || value === undefined || !knows(this.dialect, keyword)) continue;
      read({ reader: this, schema, raw, keyword, value, at: `${at}/${pointerStep(keyword)}`, depth });
    }
    this.reference(raw, schema, at);
    if (raw['nullable'] === true && schema.type === undefined) allowNull(schema);
    this.resource = around;
    return schema;
  }

  private refused(at: string, finding: string): Schema {
    this.finding(at, finding);
    return { finding };
  }

  private reference(raw: JsonObject, schema: SchemaInProgress, at: string): void {
    for (const keyword of ['$ref', '$recursiveRef', '$dynamicRef']) {
      const ref = raw[keyword];
      if (ref === undefined || !knows(this.dialect, keyword)) continue;
      const referent =
        typeof ref === 'string'
          ? findReferent(this.raw, ref, this.resource)
          : { why: `${keyword} is not a string` };
      if ('why' in referent) {
        this.finding(`${at}/${keyword}`, referent.why);
        schema.finding = referent.why;
        continue;
      }
      schema.$ref = this.keyOf(String(ref), referent);
    }
  }

  /** The name that a referent has in `refs`: the reference itself, unless it already means another referent. */
  private keyOf(ref: string, referent: Referent): string {
    let key = ref;
    for (let other = 2; (this.referents.get(key) ?? referent).value !== referent.value; other += 1) {
      key = `${ref} ${other}`;
    }
    this.referents.set(key, referent);
    return key;
  }

  /** Reads what references point at; a map is walked on to what is added meanwhile. */
  followReferences(): void {
    for (const [ref, { value, resource }] of this.referents) {
      this.resource = resource;
      this.refs[ref] = this.node(value, ref, 0);
    }
  }
}

/** OpenAPI 3.0 says `nullable` beside a reference or a union as well, and means that null is one more possibility. */
function allowNull(schema: SchemaInProgress): void {
  const none: Schema = { type: ['null'] };
  if (schema.anyOf !== undefined) schema.anyOf = [...schema.anyOf, none];
  const value: SchemaInProgress = {};
  for (const keyword of ['$ref', 'allOf', 'oneOf'] as const) {
    if (schema.anyOf !== undefined || schema[keyword] === undefined) continue;
    Object.assign(value, { [keyword]: schema[keyword] });
    delete schema[keyword];
  }
  if (Object.keys(value).length > 0) schema.anyOf = [value, none];
}
