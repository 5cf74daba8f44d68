import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/** What a module is made of, as far as the rules of size and of names go. */
export interface Outline {
  /** Every function with a body, each with its name (or `?`) and its lines, the nested ones included. */
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[];
  /** The names of exported interfaces, type aliases, classes and enumerations. */
  readonly types: readonly string[];
  /** The names of constants and variables of the module itself that hold a `WeakMap` or `WeakSet`. */
  readonly weakMaps: readonly string[];
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration', 'ClassDeclaration'];

type Syntax = Node & Readonly<Record<string, unknown>>;

/** The outline of a module's source text; throws where it does not parse. */
export function outline(path: string, source: string): Outline {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const functions: Outline['functions'][number][] = [];
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  const lineAt = (offset: number) => ends.filter((end) => end < offset).length + 1;

  const visit = (node: Syntax, named: Syntax | undefined): void => {
    if (FUNCTIONS.includes(node.type) && node['body'] !== null) {
      const line = lineAt(node.start);
      functions.push({
        name: nameOf(node) ?? nameOf(named) ?? '?',
        line,
        lines: lineAt(node.end) - line + 1,
      });
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key];
      for (const one of Array.isArray(child) ? child : [child]) if (one) visit(one as Syntax, node);
    }
  };
  visit(program as unknown as Syntax, undefined);

  const types: string[] = [];
  const weakMaps: string[] = [];
  for (const statement of program.body as unknown as Syntax[]) {
    const exported = statement.type === 'ExportNamedDeclaration';
    const declaration = (exported ? statement['declaration'] : statement) as Syntax | null;
    if (declaration === null) continue;
    if (exported && TYPES.includes(declaration.type)) types.push(nameOf(declaration) ?? '?');
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const one of declaration['declarations'] as Syntax[]) {
      const init = one['init'] as Syntax | null;
      const made = init?.type === 'NewExpression' ? (init['callee'] as Syntax)['name'] : undefined;
      if (made === 'WeakMap' || made === 'WeakSet') weakMaps.push(nameOf(one) ?? '?');
    }
  }
  return { functions, types, weakMaps };
}

/** The name a declaration, a variable or a member of an object gives to what it holds. */
function nameOf(node: Syntax | undefined): string | undefined {
  const name = ((node?.['id'] ?? node?.['key']) as Syntax | null | undefined)?.['name'];
  return typeof name === 'string' ? name : undefined;
}
