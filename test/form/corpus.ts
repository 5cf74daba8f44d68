import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The listings of real servers, kept beside the repository and not in it. */
const corpus = join(import.meta.dirname, '../../../shared/corpus');

export const hasCorpus = existsSync(corpus);
if (!hasCorpus) console.warn('skipped: the corpus of listings is not beside this checkout');

interface Tool {
  readonly name: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/** A tool with arguments that are known to be right, and some known to be wrong. */
export interface Sample {
  readonly name: string;
  readonly schema: unknown;
  readonly valid: readonly (readonly [label: string, value: unknown])[];
  readonly invalid: readonly unknown[];
}

/** Every tool of the corpus, whatever file it is in; once where another has the same schema and arguments. */
export function samples(): readonly Sample[] {
  const all = [...listed(), ...nasty(), ...supplement()];
  const distinct = new Map(all.map(({ name, ...same }) => [JSON.stringify(same), { name, ...same }]));
  return [...distinct.values()];
}

/** The schemas of what tools answer. */
export function outputSchemas(): readonly (readonly [name: string, schema: unknown])[] {
  return readdirSync(join(corpus, 'listings')).flatMap((file) => {
    const { tools }: { tools: readonly Tool[] } = read(`listings/${file}`);
    return tools
      .filter(({ outputSchema }) => outputSchema !== undefined)
      .map(({ name, outputSchema }) => [`${file} ${name}`, outputSchema] as const);
  });
}

/** The names of the tools in a listing. */
export const toolNames = (file: string): readonly string[] =>
  (read(`listings/${file}`) as { tools: readonly Tool[] }).tools.map(({ name }) => name);

function read(path: string): never {
  return JSON.parse(readFileSync(join(corpus, path), 'utf8')) as never;
}

function listed(): readonly Sample[] {
  return readdirSync(join(corpus, 'listings')).flatMap((file) => {
    const { tools }: { tools: readonly Tool[] } = read(`listings/${file}`);
    const known: Record<string, Record<string, unknown>> = read(`arguments/${file.replace(/-\d+of\d+/, '')}`);
    return tools.map(({ name, inputSchema }) => ({
      name: `${file.replace('.json', '')} ${name}`,
      schema: inputSchema,
      valid: verified(known[name] ?? {}),
      invalid: [],
    }));
  });
}

function verified(known: Readonly<Record<string, unknown>>): Sample['valid'] {
  return ['minimal', 'full'].filter((label) => label in known).map((label) => [label, known[label]] as const);
}

function nasty(): readonly Sample[] {
  return readdirSync(join(corpus, 'nasty')).map((file) => {
    const { inputSchema, tool, validArguments, invalidArguments }: Nasty = read(`nasty/${file}`);
    const unverified = 'compileError' in validArguments;
    return {
      name: `nasty ${file.replace('.json', '')}`,
      schema: inputSchema ?? (typeof tool === 'object' ? tool.inputSchema : undefined),
      valid: unverified ? [] : verified(validArguments),
      invalid: invalidArguments.map(({ args }) => args),
    };
  });
}

interface Nasty {
  readonly inputSchema?: unknown;
  readonly tool?: string | Tool;
  readonly validArguments: Readonly<Record<string, unknown>>;
  readonly invalidArguments: readonly { readonly args: unknown }[];
}

function supplement(): readonly Sample[] {
  const { tools }: { tools: readonly (Tool & { validArguments: Record<string, unknown> })[] } = read(
    'supplement/pydantic-shapes.json',
  );
  const { cases }: { cases: readonly Partial<Tool>[] } = read('supplement/spec-edge-cases.json');
  const shapes = tools.map(({ name, inputSchema, validArguments }) => ({
    name: `pydantic ${name}`,
    schema: inputSchema,
    valid: verified(validArguments),
    invalid: [],
  }));
  const edges = cases
    .filter(({ inputSchema }) => inputSchema !== undefined)
    .map(({ name, inputSchema }) => ({ name: `edge ${name}`, schema: inputSchema, valid: [], invalid: [] }));
  return [...shapes, ...edges];
}
