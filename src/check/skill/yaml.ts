/** A value of YAML, as far as frontmatter uses it. What a text without quotes means is up to the reader. */
export type Yaml =
  | { readonly is: 'plain' | 'quoted'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly Yaml[] }
  | { readonly is: 'map'; readonly members: ReadonlyMap<string, Yaml> };

const plain = (text: string): Yaml => ({ is: 'plain', text });
const quoted = (text: string): Yaml => ({ is: 'quoted', text });

/** A line: how far it is indented, and its text without that and without white space at its end. */
interface Line {
  readonly indent: number;
  readonly text: string;
  /** As it stands. */
  readonly whole: string;
}

/** What is read, and the number of the line behind it. */
type Read = readonly [value: Yaml, next: number];

/** Something that this reader does not know. */
class Unknown extends Error {}

/** A text of YAML of the kind that people write as frontmatter; undefined for all else: anchors, tags, several documents. */
export function readYaml(text: string): Yaml | undefined {
  const lines = text.split(/\r\n|\r|\n/).map((whole): Line => {
    const [space = ''] = /^ */.exec(whole) ?? [];
    return { indent: space.length, text: whole.trim(), whole };
  });
  try {
    const first = skipped(lines, 0);
    const [value, next] = block(lines, first, 0);
    return skipped(lines, next) >= lines.length ? value : undefined;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** The next line that says something. */
function skipped(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && /^(?:#|$)/.test(lines[at]?.text ?? '')) at += 1;
  return at;
}

const MAPPING =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#&*!|>'"%@`[\]{},?-][^#]{0,200}?|[?-][^\s#][^#]{0,200}?))\s*:(?=\s|$)\s*/;
const DEEPEST = 40;

function block(lines: readonly Line[], from: number, depth: number): Read {
  const line = lines[from];
  if (line === undefined) return [plain(''), from];
  if (depth > DEEPEST || line.whole.includes('\t')) throw new Unknown();
  if (/^-(?:\s|$)/.test(line.text)) return sequence(lines, from, line.indent, depth);
  if (MAPPING.test(line.text)) return mapping(lines, from, line.indent, depth);
  return scalar(lines, from, line.text, line.indent - 1);
}

function mapping(lines: readonly Line[], from: number, indent: number, depth: number): Read {
  const members = new Map<string, Yaml>();
  let at = from;
  for (let line = lines[at]; line !== undefined && line.indent === indent; line = lines[at]) {
    const [head, double, single, plain] = MAPPING.exec(line.text) ?? [];
    if (head === undefined || line.whole.includes('\t')) throw new Unknown();
    const name = double === undefined ? (single?.replaceAll("''", "'") ?? plain ?? '') : unescaped(double);
    if (members.has(name) || name === '<<') throw new Unknown();
    const [value, next] = memberValue(lines, at, line.text.slice(head.length), indent, depth);
    members.set(name, value);
    at = skipped(lines, next);
  }
  if ((lines[at]?.indent ?? 0) > indent) throw new Unknown();
  return [{ is: 'map', members }, at];
}

function sequence(lines: readonly Line[], from: number, indent: number, depth: number): Read {
  const items: Yaml[] = [];
  let at = from;
  for (let line = lines[at]; line !== undefined && line.indent === indent; line = lines[at]) {
    const [head] = /^-(?:\s+|$)/.exec(line.text) ?? [];
    if (head === undefined) break;
    const text = line.text.slice(head.length);
    const inner = indent + head.length;
    const nested = lines.with(at, { indent: inner, text, whole: text });
    const [value, next] =
      MAPPING.test(text) || /^-(?:\s|$)/.test(text)
        ? block(nested, at, depth + 1)
        : memberValue(lines, at, text, indent, depth);
    items.push(value);
    at = skipped(lines, next);
  }
  return [{ is: 'list', items }, at];
}

/** The value behind a name, or behind the dash of an item. */
function memberValue(lines: readonly Line[], at: number, text: string, indent: number, depth: number): Read {
  if (text !== '' && !text.startsWith('#')) return scalar(lines, at, text, indent);
  const next = skipped(lines, at + 1);
  const below = lines[next];
  const isBelow =
    below !== undefined &&
    (below.indent > indent ||
      (below.indent === indent &&
        /^-(?:\s|$)/.test(below.text) &&
        !/^-(?:\s|$)/.test(lines[at]?.text ?? '')));
  return isBelow ? block(lines, next, depth + 1) : [plain(''), at + 1];
}

/** A value that begins in a line, of which more may stand below it, indented further than `indent`. */
function scalar(lines: readonly Line[], at: number, text: string, indent: number): Read {
  const first = text[0] ?? '';
  if (/^[|>]/.test(text)) return folded(lines, at, text, indent);
  if (/[&*!%@`]/.test(first)) throw new Unknown();
  const end = continued(lines, at, indent);
  const rows = [text, ...lines.slice(at + 1, end).map((line) => line.text)];
  if (first === '"' || first === "'") {
    const whole = joined(rows);
    const pattern = first === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/ : /^'((?:[^']|'')*)'\s*(?:#.*)?$/;
    const inner = pattern.exec(whole)?.[1];
    if (inner === undefined) throw new Unknown();
    return [quoted(first === '"' ? unescaped(inner) : inner.replaceAll("''", "'")), end];
  }
  if (first === '[' || first === '{') return [flow(rows.map(uncommented).join(' ')), end];
  const bare = rows.map(uncommented);
  if (bare.some((row) => /:\s|:$/.test(row))) throw new Unknown();
  return [plain(joined(bare)), end];
}

/** The line behind the last that belongs to a scalar. */
function continued(lines: readonly Line[], at: number, indent: number): number {
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next];
    if (line === undefined || (line.text !== '' && line.indent <= indent)) break;
    if (line.text !== '') end = next + 1;
  }
  return end;
}

const uncommented = (row: string): string => row.replace(/(?:^|\s)#.*$/, '').trim();

/** Lines become one: a single break is a space, an empty line is a break. */
function joined(rows: readonly string[]): string {
  let text = rows[0] ?? '';
  let breaks = 0;
  for (const row of rows.slice(1)) {
    if (row === '') breaks += 1;
    else {
      text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + row;
      breaks = 0;
    }
  }
  return text;
}

/** A block of text: `|` keeps its lines, `>` folds them. */
function folded(lines: readonly Line[], at: number, text: string, indent: number): Read {
  const [head, style, given = '', more = ''] =
    /^([|>])(?:([1-9])?([+-])?|([+-])([1-9]))\s*(?:#.*)?$/.exec(text) ?? [];
  if (head === undefined || style === undefined) throw new Unknown();
  let end = at + 1;
  while (end < lines.length && (lines[end]?.text === '' || (lines[end]?.indent ?? 0) > indent)) end += 1;
  const body = lines.slice(at + 1, end);
  const deep = given === '' ? (body.find((line) => line.text !== '')?.indent ?? 0) : indent + Number(given);
  const rows = body.map(({ whole }) => whole.slice(deep));
  let value = '';
  for (const [place, row] of rows.entries()) {
    const before = rows[place - 1];
    if (place === 0) value = row;
    else if (style === '|' || /^\s/.test(row) || /^\s/.test(before ?? '')) value += `\n${row}`;
    else if (row === '') value += '\n';
    else value += before === '' ? row : ` ${row}`;
  }
  const bare = value.replace(/[\n ]+$/, '');
  return [quoted(more === '-' || bare === '' ? bare : more === '+' ? `${value}\n` : `${bare}\n`), end];
}

/** A value in brackets. */
function flow(text: string): Yaml {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found[1] ?? found[0];
  };
  /** The next value follows, or the bracket that closes. */
  const parted = (close: RegExp): void => {
    if (take(/\s*,/y) !== undefined) return;
    close.lastIndex = at;
    if (!close.test(text)) throw new Unknown();
  };
  const value = (depth: number): Yaml => {
    if (depth > DEEPEST) throw new Unknown();
    take(/\s*/y);
    if (take(/\[/y) !== undefined) {
      const items: Yaml[] = [];
      while (take(/\s*\]/y) === undefined) {
        items.push(value(depth + 1));
        parted(/\s*\]/y);
      }
      return { is: 'list', items };
    }
    if (take(/\{/y) !== undefined) {
      const members = new Map<string, Yaml>();
      while (take(/\s*\}/y) === undefined) {
        const name = value(depth + 1);
        if (!('text' in name) || take(/\s*:\s*/y) === undefined) throw new Unknown();
        members.set(name.text, value(depth + 1));
        parted(/\s*\}/y);
      }
      return { is: 'map', members };
    }
    const double = take(/"((?:[^"\\]|\\.)*)"/y);
    if (double !== undefined) return quoted(unescaped(double));
    const single = take(/'((?:[^']|'')*)'/y);
    if (single !== undefined) return quoted(single.replaceAll("''", "'"));
    const bare = take(/[^\s,[\]{}&*!|>'"%@`#:][^,[\]{}#:]*(?::(?!\s)[^,[\]{}#:]*)*/y);
    if (bare === undefined) throw new Unknown();
    return plain(bare.trim());
  };
  const whole = value(0);
  if (take(/\s*$/y) === undefined) throw new Unknown();
  return whole;
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' },
  ...{ N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029' },
};

/** A text in double quotes without its escapes. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([\s\S]))/gi, (_, x, u, long, one) => {
    const hex = x ?? u ?? long;
    if (hex === undefined) return ESCAPES[one] ?? one;
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
