import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { pretty } from '../json/pretty.ts';
import { JsonText, write } from '../json/write.ts';

/** Arguments under a label, of one tool of one server: an element of `presets` in `.mcp-loupe.json` (docs/settings.md). */
export interface Preset {
  /** What the server calls itself. */
  readonly server: string;
  readonly tool: string;
  readonly label: string;
  /** JSON text of an object, on one line; numbers as written in the file. */
  readonly arguments: string;
}

/** Whether both are of the same tool of the same server, under the same label. */
export const isSame = (one: Preset, other: Preset): boolean =>
  one.server === other.server && one.tool === other.tool && one.label === other.label;

/**
 * The text of `.mcp-loupe.json` with a preset in it: its arguments in the place of those of an element, or as a new
 * element at the end. All else stays as it is, to the character.
 *
 * @param content JSON with comments: an object, `presets` in it a list or absent
 * @param place of the element whose arguments are replaced
 */
export function withPreset(content: string, preset: Preset, place: number | undefined): string {
  const tree = parseTree(content, [], { allowTrailingComma: true });
  const nodeAt = (...path: (string | number)[]): Node | undefined => tree && findNodeAtLocation(tree, path);
  const args = new JsonText(preset.arguments);
  const old = place === undefined ? undefined : nodeAt('presets', place, 'arguments');
  if (old !== undefined) {
    const { before, after } = around(content, old);
    return before + printed(write(args), content, indentAt(content, old.offset)) + after;
  }
  const { server, tool, label } = preset;
  const element = write({ server, tool, label, arguments: args });
  const list = nodeAt('presets');
  if (list !== undefined) return appended(content, list, element);
  return tree === undefined ? content : appended(content, tree, `[${element}]`, '"presets": ');
}

/** Adds a value at the end of a list, or of an object with its name before it. */
function appended(content: string, to: Node, json: string, name = ''): string {
  const { unit, eol } = formatOf(content);
  const outer = indentAt(content, to.offset);
  const last = to.children?.at(-1);
  if (last === undefined) {
    const end = to.offset + to.length - 1;
    const value = name + printed(json, content, outer + unit);
    return `${content.slice(0, end).trimEnd()}${eol}${outer}${unit}${value}${eol}${outer}${content.slice(end)}`;
  }
  const inner = startsLine(content, last.offset) ? indentAt(content, last.offset) : outer + unit;
  const end = last.offset + last.length;
  return `${content.slice(0, end)},${eol}${inner}${name}${printed(json, content, inner)}${content.slice(end)}`;
}

const around = (content: string, { offset, length }: Node) => ({
  before: content.slice(0, offset),
  after: content.slice(offset + length),
});

/** JSON over several lines, as the file is written; the first line goes where it is put. */
function printed(json: string, content: string, indent: string): string {
  const { unit, eol } = formatOf(content);
  const [first = '', ...rest] = pretty(json).split('\n');
  const lines = rest.map((line) => {
    const body = line.trimStart();
    return indent + unit.repeat((line.length - body.length) / 2) + body;
  });
  return [first, ...lines].join(eol);
}

const lineBefore = (content: string, offset: number): string =>
  content.slice(content.lastIndexOf('\n', offset - 1) + 1, offset);

const startsLine = (content: string, offset: number): boolean => lineBefore(content, offset).trim() === '';

/** The blanks that a line begins with. */
const indentAt = (content: string, offset: number): string =>
  /^\s*/.exec(lineBefore(content, offset))?.[0] ?? '';

/** How a file is indented, by its first indented line, and how its lines end. */
function formatOf(content: string): { readonly unit: string; readonly eol: string } {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(content) ?? [];
  return { unit: indent.startsWith('\t') ? '\t' : indent, eol: content.includes('\r\n') ? '\r\n' : '\n' };
}
