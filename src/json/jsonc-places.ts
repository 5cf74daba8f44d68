import { type Node, parseTree } from 'jsonc-parser';

/** Where the members of a JSON text with comments are written. */
export interface JsoncPlaces {
  /** The line, from 1, of the member or element that a path ends at; that of the nearest one around it if there is none. */
  line(path: readonly (string | number)[]): number;
  /** The names in the object at a path, each as often as it is written. */
  names(path: readonly (string | number)[]): readonly string[];
}

/** The places in a text that `parseJsonc` reads. Of a name that is written twice the last one counts, as it does there. */
export function jsoncPlaces(text: string): JsoncPlaces {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return {
    line(path) {
      const { offset } = walk(root, path).at(-1) ?? { offset: 0 };
      return text.slice(0, offset).split(/\r\n|\r|\n/).length;
    },
    names(path) {
      const nodes = walk(root, path);
      const value = nodes.length === path.length + 1 ? contentOf(nodes.at(-1)) : undefined;
      return value?.type === 'object' ? (value.children ?? []).map(nameOf) : [];
    },
  };
}

/** The root, then for each step of the path the member or element it leads to, as far as there are any. */
function walk(root: Node | undefined, path: readonly (string | number)[]): Node[] {
  const nodes = root === undefined ? [] : [root];
  for (const step of path) {
    const children = contentOf(nodes.at(-1))?.children ?? [];
    const next =
      typeof step === 'number' ? children[step] : children.findLast((member) => nameOf(member) === step);
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

/** The value of a member, or what is no member itself. */
function contentOf(node: Node | undefined): Node | undefined {
  return node?.type === 'property' ? node.children?.[1] : node;
}

function nameOf({ type, children }: Node): string {
  return type === 'property' ? String(children?.[0]?.value) : '';
}
