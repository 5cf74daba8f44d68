import { isSecretVariable } from '../session/secrets.ts';
import { TargetError } from '../transport/target-error.ts';

/** What the variables in a config stand for. */
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
  /** Values that were filled in and are nobody's business: what was typed, and variables with secret names. */
  readonly secrets: ReadonlySet<string>;
}

/** A default may hold variables of its own, one level deep. */
const VARIABLE = /\$\{((?:[^{}]|\$\{[^{}]*\})*)\}|\$([A-Za-z_]\w*)/g;

export function createExpander(variables: Variables): Expander {
  const secrets = new Set<string>();

  const fromEnvironment = (name: string, otherwise: string | undefined): string => {
    const value = Object.hasOwn(variables.env, name) ? variables.env[name] : undefined;
    // As in a shell, `:-` also stands in for a variable that is empty.
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
