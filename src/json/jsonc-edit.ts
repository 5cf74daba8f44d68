import { format, getNodeValue, type Node, parseTree } from 'jsonc-parser';

/** A value in a JSON text with comments, and where it stands (UTF-16 units). */
export interface JsoncNode {
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  /** Of an object, in the order of the text, each as often as it is written. */
  readonly members?: readonly JsoncMember[];
  /** Of an array. */
  readonly items?: readonly JsoncNode[];
}

/** A member of an object. */
export interface JsoncMember {
  readonly name: string;
  /** Where its name begins and ends, with its quotes. */
  readonly from: number;
  readonly colon: number;
  readonly node: JsoncNode;
}

/** The values of a text that `parseJsonc` reads, without its byte order mark. */
export function jsoncTree(text: string): JsoncNode | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : nodeOf(root);
}

function nodeOf(node: Node): JsoncNode {
  const { offset: from, length, type, children = [] } = node;
  const place = { from, to: from + length };
  if (type === 'array') {
    const items = children.map(nodeOf);
    return { ...place, items, value: items.map(({ value }) => value) };
  }
  if (type !== 'object') return { ...place, value: getNodeValue(node) };
  const members = children.flatMap(({ children: [key, value] = [] }): JsoncMember[] =>
    key === undefined || value === undefined
      ? []
      : [{ name: String(key.value), from: key.offset, colon: key.offset + key.length, node: nodeOf(value) }],
  );
  // No assignment: `__proto__` is a name like any other.
  return { ...place, members, value: Object.fromEntries(members.map((one) => [one.name, one.node.value])) };
}

/** The member with this name; of several the last one counts, as for every reader of JSON. */
export const memberOf = (node: JsoncNode | undefined, name: string): JsoncMember | undefined =>
  node?.members?.findLast((member) => member.name === name);

/** The value that a path of names leads to. */
export const nodeAt = (root: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined =>
  path.reduce<JsoncNode | undefined>((node, name) => memberOf(node, name)?.node, root);

/** What is put in the place of a part of a text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text with all edits made, none of which may overlap another. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    parts.push(text.slice(done, edit.from), edit.text);
    done = edit.to;
  }
  return parts.join('') + text.slice(done);
}

/** What stands before a value on its line, if that is white space alone: it is then on a line of its own. */
function indentBefore(text: string, at: number): string | undefined {
  const begin = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const before = text.slice(begin, at);
  return begin > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** How lines end in a text: as its first one does. */
const lineEnd = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

/** What separates two members or items here: a line of its own for each, or a space. */
function separatorAt(text: string, at: number): string {
  const indent = indentBefore(text, at);
  return indent === undefined ? ', ' : `,${lineEnd(text)}${indent}`;
}

/** Puts items, each as JSON text, before all others of an array; in lines where those are. */
export function prependItems(text: string, array: JsoncNode, items: readonly string[]): TextEdit {
  const [first] = array.items ?? [];
  if (first === undefined) return { from: array.from + 1, to: array.from + 1, text: items.join(', ') };
  const between = separatorAt(text, first.from);
  return { from: first.from, to: first.from, text: items.map((item) => item + between).join('') };
}

/** Puts an item, as JSON text, behind all others of an array: on a line of its own where those have one, and behind their comments. */
export function appendItem(text: string, array: JsoncNode, item: string): readonly TextEdit[] {
  const last = array.items?.at(-1);
  if (last === undefined) return [{ from: array.from + 1, to: array.from + 1, text: item }];
  const rest = text.slice(last.to, array.to - 1);
  const said = rest.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, '');
  const comma = said.includes(',') ? [] : [{ from: last.to, to: last.to, text: ',' }];
  const indent = indentBefore(text, last.from);
  const isAlone = indent === undefined && !rest.includes('//');
  const at = array.to - 1 - (/\s*$/.exec(rest)?.[0].length ?? 0);
  // Both stand at one place where nothing is between them.
  const put = isAlone ? ` ${item}` : `${lineEnd(text)}${indent ?? ''}${item}`;
  return at === last.to && comma.length > 0
    ? [{ from: at, to: at, text: `,${put}` }]
    : [...comma, { from: at, to: at, text: put }];
}

/** Adds a member behind another one, in the style of that; `style` is the object whose arrays show how they are written. */
export function appendArray(
  text: string,
  after: JsoncMember,
  name: string,
  items: readonly string[],
  style: JsoncNode,
): TextEdit {
  const at = after.node.to;
  const written = `${separatorAt(text, after.from)}${JSON.stringify(name)}${colonOf(text, after)}`;
  return { from: at, to: at, text: written + arrayText(text, after.from, items, style) };
}

/** An array in the place of a member that begins at `at`: on one line, or on several where the text has arrays so. */
export function arrayText(text: string, at: number, items: readonly string[], style: JsoncNode): string {
  const indent = indentBefore(text, at);
  const around = text.slice(style.from, style.to);
  if (indent === undefined || !/\[\s*[\r\n]/.test(around)) return `[${items.join(', ')}]`;
  const end = lineEnd(text);
  const unit = indent.startsWith('\t') ? '\t' : (/\n( +|\t)\S/.exec(text)?.[1] ?? '  ');
  return `[${end}${items.map((item) => `${indent}${unit}${item}`).join(`,${end}`)}${end}${indent}]`;
}

/** What separates two members where this one stands. */
export const memberSeparator = (text: string, { from }: JsoncMember): string => separatorAt(text, from);

/** The colon of a member with the space around it. */
export function colonOf(text: string, { colon, node }: JsoncMember): string {
  const between = text.slice(colon, node.from);
  return /^\s*:\s*$/.test(between) ? between : ': ';
}

/** Takes a member out of its object, with the comma before it, or behind it where it is the first. */
export function removeMember(object: JsoncNode, member: JsoncMember): TextEdit {
  const members = object.members ?? [];
  const at = members.indexOf(member);
  const before = members[at - 1];
  if (before !== undefined) return { from: before.node.to, to: member.node.to, text: '' };
  const next = members[at + 1];
  return { from: member.from, to: next?.from ?? member.node.to, text: '' };
}

/** Takes the first items out of an array. */
export function dropItems(array: JsoncNode, count: number): TextEdit {
  const items = array.items ?? [];
  const first = items[0]?.from ?? array.to;
  const next = items[count];
  return next === undefined
    ? { from: array.from, to: array.to, text: '[]' }
    : { from: first, to: next.from, text: '' };
}

/** A value as JSON, in lines as they are where it is put. */
export function valueText(text: string, at: JsoncNode, value: unknown): string {
  const begin = Math.max(text.lastIndexOf('\n', at.from - 1), text.lastIndexOf('\r', at.from - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(begin, at.from))?.[0] ?? '';
  if (!/[\r\n]/.test(text.slice(at.from, at.to))) return JSON.stringify(value);
  const unit = /\n( +|\t)\S/.exec(text)?.[1] ?? '  ';
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${lineEnd(text)}${indent}`);
}

/** The text with each member and element on a line of its own, for people. */
export const onLines = (text: string): string =>
  edited(
    text,
    format(text, undefined, { insertSpaces: true, tabSize: 2, keepLines: false }).map(
      ({ offset, length, content }) => ({ from: offset, to: offset + length, text: content }),
    ),
  );
