import type { Schema, TypeName } from './schema.ts';

/**
 * What a schema asks for at one place, whatever stands there: the kind of its editor and what a person needs to know.
 * It has no path; the same field serves every item of a list.
 */
export type Field = FieldFacts &
  (
    | { readonly kind: 'text'; readonly suggestions: readonly string[] }
    | { readonly kind: 'number' | 'integer' }
    | { readonly kind: 'boolean' }
    /** One of a list of values. */
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    /** A list of some of a list of values. */
    | { readonly kind: 'multi-choice'; readonly options: readonly Option[] }
    | { readonly kind: 'list'; readonly prefix: readonly Schema[]; readonly rest: Schema }
    /** An object: named properties, and what else it takes. A map has no named properties. */
    | { readonly kind: 'group' | 'map'; readonly properties: readonly Property[]; readonly extra: Extra }
    /** One of several kinds of values; `any` offers every type of JSON. */
    | {
        readonly kind: 'union' | 'any';
        readonly variants: readonly Variant[];
        /** The property whose constant tells the variants apart. */
        readonly discriminator?: string;
      }
    /** What is not understood, or allows nothing: `finding` says why. */
    | { readonly kind: 'json' }
  );

/** The kinds of editors. */
export type FieldKind = Field['kind'];

interface FieldFacts {
  /** The schema with references and `allOf` merged in. */
  readonly schema: Schema;
  /** Null is allowed beside the values of the kind. */
  readonly nullable: boolean;
  readonly finding?: string;
}

/** A value to pick. */
export interface Option {
  /** What is shown: the value's title, else the value. */
  readonly label: string;
  /** The value as JSON text; sent with its own type. */
  readonly text: string;
  readonly value: unknown;
}

/** A named property of a group. */
export interface Property {
  readonly name: string;
  readonly node: Schema;
  readonly required: boolean;
}

/** What an object takes beside its named properties. */
export interface Extra {
  readonly patterns: readonly { readonly matches: (name: string) => boolean; readonly node: Schema }[];
  /** Members that match no pattern; an impossible schema when there must be none. */
  readonly rest: Schema;
  /** What their names must look like. */
  readonly names?: Schema;
  /** The schema itself speaks of properties that it does not name. */
  readonly asked: boolean;
  /** The schema asks for them, so that a form should offer to add one. */
  readonly invited: boolean;
}

/** One possibility of a union. */
export interface Variant {
  /** The discriminating constant, the title, the distinguishing names or the type. */
  readonly label: string;
  readonly node: Schema;
  /** Where in the schema it was taken from, outermost first; empty for a type of a list of types. */
  readonly route: readonly Branch[];
  /** For the types of `any`: the type. */
  readonly type?: TypeName;
}

/** A branch of `anyOf` or `oneOf`. */
export interface Branch {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly index: number;
}

export type GroupField = Extract<Field, { kind: 'group' | 'map' }>;
export type UnionField = Extract<Field, { kind: 'union' | 'any' }>;

/** Whether the field's value is one line or text that can be typed. */
export function isScalar(kind: FieldKind): boolean {
  return (
    kind === 'text' || kind === 'number' || kind === 'integer' || kind === 'boolean' || kind === 'choice'
  );
}
