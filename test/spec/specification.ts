import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Direction } from '../../src/spec/envelope.ts';
import { REVISIONS, type Revision } from '../../src/spec/revision.ts';

/** The schema files of the specification lie beside this checkout, where they are at hand. */
const FOLDER = new URL('../../../shared/spec/', import.meta.url);

export const isHere = REVISIONS.every((revision) => existsSync(new URL(`${revision}.json`, FOLDER)));

/** As much of JSON Schema as those files use. */
export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

export type Message = Record<string, unknown>;

/** One type of message in one revision. */
export interface MessageType {
  /** The definition of the message, or of the result in it. */
  readonly name: string;
  readonly dir: Direction;
  readonly request?: { readonly method: string };
  /** The pointer at which a value of the definition stands in its message: the whole, or `/result`. */
  readonly at: '' | '/result';
  /** What belongs around it. */
  readonly envelope: Message;
  /** What the schema says of a message of this type. */
  readonly accepts: (message: Message) => boolean;
}

/** The file of one revision. */
export interface Specification {
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly types: readonly MessageType[];
}

/**
 * Where the files say something else than the specification they were generated from: `number` became `integer`, and
 * `null` was lost.
 */
const AMENDED: Readonly<Record<string, (schema: Schema) => unknown>> = {
  JSONValue: () => ({}),
  ElicitResult: (schema) => JSON.parse(JSON.stringify(schema).replace('"integer"', '"number"')),
};

export function readSpecification(revision: Revision): Specification {
  const file = JSON.parse(readFileSync(new URL(`${revision}.json`, FOLDER), 'utf8'));
  const keyword = 'definitions' in file ? 'definitions' : '$defs';
  const definitions: Record<string, Schema> = file[keyword];
  for (const [name, amend] of Object.entries(AMENDED))
    if (name in definitions) Object.assign(definitions, { [name]: amend(definitions[name] ?? {}) });
  const ajv = new (keyword === '$defs' ? Ajv2020 : Ajv)({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(file, 'spec');
  const compiled = new Map<string, ValidateFunction>();
  const fits = (name: string, value: unknown): boolean => {
    const check = compiled.get(name) ?? ajv.compile({ $ref: `spec#/${keyword}/${name}` });
    compiled.set(name, check);
    return check(value) === true;
  };
  return { definitions, types: typesOf(definitions, fits) };
}

type Fits = (name: string, value: unknown) => boolean;

function typesOf(definitions: Readonly<Record<string, Schema>>, fits: Fits): readonly MessageType[] {
  const has = (name: string): boolean => name in definitions;
  const methodOf = (name: string): unknown => definitions[name]?.properties?.['method']?.const;

  /** The types that a union names; a union of one type is written as that type. */
  const union = (name: string): readonly string[] => {
    const { anyOf, properties } = definitions[name] ?? {};
    if (anyOf !== undefined) return anyOf.map(({ $ref = '' }) => $ref.split('/').at(-1) ?? '');
    if (properties === undefined) return [];
    return Object.keys(definitions).filter((one) => one !== name && methodOf(one) === methodOf(name));
  };

  const asked = (name: string, dir: Direction): MessageType => {
    const isRequest = name.endsWith('Request');
    const base = isRequest ? 'JSONRPCRequest' : 'JSONRPCNotification';
    return {
      name,
      dir,
      at: '',
      envelope: { jsonrpc: '2.0', ...(isRequest ? { id: 1 } : {}) },
      accepts: (message) => fits(base, message) && fits(name, message),
    };
  };

  const RESPONSE = has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse';
  const answered = (name: string, dir: Direction, method: string): MessageType => ({
    name,
    dir,
    request: { method },
    at: '/result',
    envelope: { jsonrpc: '2.0', id: 1 },
    accepts: (message) => fits(RESPONSE, message) && fits(name, message['result']),
  });

  /** All results that a request may have. */
  const resultsOf = (request: string): readonly string[] => {
    const subject = request.replace(/Request$/, '');
    const others = [
      ...(/^(?:CallTool|CreateMessage|Elicit)$/.test(subject) ? ['CreateTaskResult'] : []),
      ...(/^(?:CallTool|GetPrompt|ReadResource)$/.test(subject) ? ['InputRequiredResult'] : []),
    ];
    return [has(`${subject}Result`) ? `${subject}Result` : 'EmptyResult', ...others.filter(has)];
  };

  const exchange = (name: string, dir: Direction): readonly MessageType[] => {
    const method = String(methodOf(name));
    const back = dir === 'c2s' ? 's2c' : 'c2s';
    return [asked(name, dir), ...resultsOf(name).map((result) => answered(result, back, method))];
  };

  /** A response with an error; that of another code is another error, for which the general form holds. */
  const GENERAL = has('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError';
  const refused = (name: string): MessageType => {
    const code = /"const":(-\d+)/.exec(JSON.stringify(definitions[name]))?.[1];
    return {
      name,
      dir: 's2c',
      at: '',
      envelope: {},
      accepts(message) {
        const { code: sent } = (message['error'] ?? {}) as Message;
        return fits(code !== undefined && sent === Number(code) ? name : GENERAL, message);
      },
    };
  };

  return [
    ...union('ClientRequest').flatMap((name) => exchange(name, 'c2s')),
    ...union('ServerRequest').flatMap((name) => exchange(name, 's2c')),
    answered('EmptyResult', 's2c', 'example/unknown'),
    ...union('ClientNotification').map((name) => asked(name, 'c2s')),
    ...union('ServerNotification').map((name) => asked(name, 's2c')),
    ...Object.keys(definitions)
      .filter((name) => definitions[name]?.properties?.['error'] !== undefined)
      .map(refused),
  ];
}

/** Definitions whose name says message, but that are unions, general forms or parts of others. */
const NO_TYPE = [
  /^JSONRPC/,
  /^(?:Paginated|Cacheable)?(?:Request|Result|Notification)$/,
  /^(?:Client|Server)(?:Request|Notification|Result)$/,
  // In a message of 2026-07-28 alone, and tried there as members.
  /^(?:InputRe(?:quest|sponse)|CreateMessage(?:Request|Result)|ListRoots(?:Request|Result)|Elicit(?:Request|Result))$/,
  // A result with its envelope: the envelope and the result are tried by themselves.
  /ResultResponse$/,
  // Codes of the general error.
  /^(?:Error|ParseError|InvalidRequestError|MethodNotFoundError|InvalidParamsError|InternalError)$/,
];

/** The message types of a file that nothing above makes a type of: there should be none. */
export function forgotten({ definitions, types }: Specification): readonly string[] {
  const known = new Set(types.map(({ name }) => name));
  return Object.keys(definitions).filter(
    (name) =>
      /(?:Request|Response|Result|Notification|Error)$/.test(name) &&
      !known.has(name) &&
      !NO_TYPE.some((pattern) => pattern.test(name)),
  );
}
