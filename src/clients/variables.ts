import * as z from 'zod';
import { isObject } from '../json/shape.ts';
import { isSecretVariable } from '../session/redaction/names.ts';
import { TargetError } from '../transport/shell.ts';

/** A question that a config asks before a server is started (VS Code's `inputs`). */
export interface ConfigInput {
  readonly id: string;
  readonly description?: string;
  readonly default?: string;
  /** What is typed is not shown. */
  readonly password: boolean;
  /** The answers to choose from, if not any will do. */
  readonly options?: readonly string[];
}

const option = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);
const input = z.object({
  id: z.string(),
  description: z.string().optional().catch(undefined),
  default: z.string().optional().catch(undefined),
  password: z.boolean().catch(false),
  options: z.array(option).min(1).optional().catch(undefined),
});

/** The questions of a config; one that cannot be read is asked by its id alone, when something needs it. */
export function readInputs(root: Readonly<Record<string, unknown>>): readonly ConfigInput[] {
  const mcp = root['mcp'];
  const lists = [root['inputs'], isObject(mcp) ? mcp['inputs'] : undefined];
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: unknown) => {
      const { data } = input.safeParse(one);
      if (data === undefined) return [];
      const { id, password, description, default: otherwise, options } = data;
      return [
        {
          id,
          password,
          ...(description === undefined ? {} : { description }),
          ...(otherwise === undefined ? {} : { default: otherwise }),
          ...(options === undefined ? {} : { options }),
        },
      ];
    });
}

/** The values of the variables in a config. */
export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the client has open. */
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** What was answered to `${input:…}`, by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** `$VAR` is a variable too, as in the files of Gemini CLI. */
  readonly bare: boolean;
}

/** Fills texts in, and knows which secrets went into them. */
export interface Expander {
  /**
   * The text with its variables filled in: `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${input:id}`,
   * `${workspaceFolder}` and the few others that do not depend on an editor.
   *
   * @throws TargetError naming the variable that has no value, and the next step
   */
  expand(text: string): string;
  /** Values that were filled in and are secret: what was typed, and variables with secret names. */
  readonly secrets: ReadonlySet<string>;
}

/** A default may hold variables of its own, one level deep. */
const VARIABLE = /\$\{((?:[^{}]|\$\{[^{}]*\})*)\}|\$([A-Za-z_]\w*)/g;

export function createExpander(variables: Variables): Expander {
  const secrets = new Set<string>();

  const fromEnvironment = (name: string, otherwise: string | undefined): string => {
    const value = Object.hasOwn(variables.env, name) ? variables.env[name] : undefined;
    // As in a shell, `:-` also replaces a variable that is empty.
    if (value === undefined || (value === '' && otherwise !== undefined)) {
      if (otherwise !== undefined) return expand(otherwise);
      throw new TargetError(`the environment has no ${name}; set it, or write a default: \${${name}:-…}`);
    }
    if (value !== '' && isSecretVariable(name, value)) secrets.add(value);
    return value;
  };

  const typed = (id: string): string => {
    const value = variables.inputs.get(id);
    if (value === undefined) throw new TargetError(`nobody has answered \${input:${id}}`);
    if (value !== '') secrets.add(value);
    return value;
  };

  const valueAt = (whole: string, inside: string | undefined, bare = ''): string => {
    if (inside === undefined) return variables.bare ? fromEnvironment(bare, undefined) : whole;
    const [, isInput, id = ''] = /^(input):(.+)$/.exec(inside) ?? [];
    if (isInput !== undefined) return typed(id);
    const [, prefix, name = '', , otherwise] = /^(env:)?([A-Za-z_]\w*)(:-(.*))?$/s.exec(inside) ?? [];
    const place = prefix === undefined && Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    if (place !== undefined) return place(variables);
    if (name !== '') return fromEnvironment(name, otherwise);
    if (inside === '/') return separator(variables);
    throw new TargetError(`${whole} has a meaning only within the client`);
  };

  const expand = (text: string): string =>
    text.replace(VARIABLE, (whole, inside, bare) => valueAt(whole, inside, bare));
  return { expand, secrets };
}

/** The ids of `${input:…}` in a text. */
export function inputsIn(text: string): string[] {
  return [...text.matchAll(/\$\{input:([^{}]+)\}/g)].map(([, id = '']) => id);
}

const separator = ({ platform }: Variables): string => (platform === 'win32' ? '\\' : '/');

/** Names that VS Code and Cursor give to places. */
const PLACES: Readonly<Record<string, ((variables: Variables) => string) | undefined>> = {
  workspaceFolder: ({ folder }) => folder,
  workspaceRoot: ({ folder }) => folder,
  workspaceFolderBasename: ({ folder }) => folder.split(/[/\\]/).findLast((part) => part !== '') ?? '',
  cwd: ({ folder }) => folder,
  userHome: ({ home }) => home,
  pathSeparator: separator,
};
