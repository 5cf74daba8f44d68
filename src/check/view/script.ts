import type { OriginKind } from '../../surface/view.ts';

/** An address in a script, as written, and what it is used for. */
interface ScriptUrl {
  readonly kind: OriginKind;
  readonly text: string;
  readonly where: string;
  readonly also?: OriginKind;
}

/** What a script loads, as far as it can be told without running it. */
export interface ScriptOrigins {
  readonly urls: readonly ScriptUrl[];
  /** Texts that hold elements: it may write them into its document. */
  readonly documents: readonly string[];
}

/** A text in a script: what it begins with, and the name that stands before that where it is a template. */
interface Literal {
  readonly text: string;
  readonly head?: string;
}

/**
 * The addresses that a script connects to or loads from: those given to the functions that do so, at once or by a constant.
 * Addresses that it only holds, shows or links to are not among them, nor is what stands in comments.
 */
export function originsInScript(script: string): ScriptOrigins {
  const { code: outline, literals } = outlineOf(script);
  const code = withoutUrls(outline, literals);
  const constants = new Map<string, string>();
  for (const [, name = '', place = ''] of code.matchAll(CONSTANT)) {
    const text = textAt(literals, place, constants);
    if (text !== undefined && /^(?:https?:|wss?:)?\/\//i.test(text)) constants.set(name, text);
  }
  const urls: ScriptUrl[] = [];
  for (const { pattern, ...sink } of SINKS) {
    for (const [, place, path] of code.matchAll(pattern)) {
      const text =
        place === undefined
          ? constants.get(path?.split('.').at(-1) ?? '')
          : textAt(literals, place, constants);
      if (text !== undefined) urls.push({ ...sink, text });
    }
  }
  const styles = literals.flatMap(({ text }) =>
    [...text.matchAll(/url\(\s*["']?((?:https?:)?\/\/[^)"']+)/gi)].map(
      ([, url = '']): ScriptUrl => ({ kind: 'resourceDomains', text: url, where: 'style' }),
    ),
  );
  const documents = literals.flatMap(({ text }) =>
    text.includes('=') && /<[a-z][\w:-]{0,60}\s/i.test(text) ? [text] : [],
  );
  return { urls: [...urls, ...styles], documents };
}

/** A name, and the text that it stands for. Nobody writes longer ones, and a server may. */
const CONSTANT = /(?<![\w$])([\w$]{1,100})["']?\s{0,20}[=:]\s{0,20}"(\d+)"/g;

/** `new URL(…)` stands for its first argument, or for its second where the first is relative. */
const withoutUrls = (outline: string, literals: readonly Literal[]): string =>
  outline.replace(NEW_URL, (_, first: string, base: string | undefined) => {
    const { text = '' } = literals[Number(first.replace(/"/g, ''))] ?? {};
    const isRelative = first.startsWith('"') && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(text);
    return isRelative && base !== undefined ? base : first;
  });

const NEW_URL = /(?<![\w$.])new\s+URL\(\s*("\d+"|[\w$.]+)\s*(?:,\s*("\d+"|[\w$.]+)\s*)?\)/g;

function textAt(
  literals: readonly Literal[],
  place: string,
  constants: ReadonlyMap<string, string>,
): string | undefined {
  const literal = literals[Number(place)];
  if (literal?.head === undefined) return literal?.text;
  const begins = constants.get(literal.head.split('.').at(-1) ?? '');
  return begins === undefined ? undefined : begins + literal.text;
}

/** What is given first: a text, or a name. */
const GIVEN = String.raw`(?:"(\d+)"|([\w$]+(?:\??\.[\w$]+)*))`;
const sink = (kind: OriginKind, where: string, before: string, also?: OriginKind) => ({
  ...{ kind, where, ...(also === undefined ? {} : { also }) },
  pattern: new RegExp(`${before}\\s*${GIVEN}`, 'g'),
});

/** The functions and members that load something, or connect to it. */
const SINKS = [
  sink('connectDomains', 'fetch()', String.raw`(?<![\w$])fetch\(`),
  sink('connectDomains', 'Request', String.raw`(?<![\w$])new\s+Request\(`),
  sink('connectDomains', 'WebSocket', String.raw`(?<![\w$])new\s+(?:[\w$]+\.)?WebSocket\(`),
  sink('connectDomains', 'EventSource', String.raw`(?<![\w$])new\s+(?:[\w$]+\.)?EventSource\(`),
  sink('connectDomains', 'WebTransport', String.raw`(?<![\w$])new\s+WebTransport\(`),
  sink('connectDomains', 'sendBeacon()', String.raw`\.sendBeacon\(`),
  sink('connectDomains', 'XMLHttpRequest', String.raw`\.open\(\s*"\d+"\s*,`),
  sink('connectDomains', 'axios', String.raw`(?<![\w$])axios(?:\.\w+)?\(`),
  sink('connectDomains', 'axios', String.raw`(?<![\w$])baseURL\s*:`),
  sink('connectDomains', 'jQuery', String.raw`(?<![\w$])(?:\$|jQuery)\.(?:get|post|getJSON|ajax)\(`),
  sink('resourceDomains', 'import()', String.raw`(?<![\w$.])import\(`),
  sink('resourceDomains', 'import', String.raw`(?<![\w$.])import(?=\s*")`),
  sink(
    'resourceDomains',
    'import',
    String.raw`(?<![\w$.])(?:import|export)(?:\s+|(?=[{*]))[\w$\s{},*]{1,500}?(?<![\w$])from(?=\s*")`,
  ),
  sink('resourceDomains', 'importScripts()', String.raw`(?<![\w$])importScripts\(`),
  sink('resourceDomains', 'Worker', String.raw`(?<![\w$])new\s+(?:Shared)?Worker\(`),
  sink('resourceDomains', 'Audio', String.raw`(?<![\w$])new\s+Audio\(`),
  sink('resourceDomains', 'src', String.raw`\.(?:src|srcset|poster)\s*=(?!=)`, 'frameDomains'),
  // As elements are made by functions: h('img', { src }).
  sink('resourceDomains', 'src', String.raw`[{,]\s*(?:src|"src")\s*:`, 'frameDomains'),
  sink('resourceDomains', 'src', String.raw`\.setAttribute\(\s*"src"\s*,`, 'frameDomains'),
] as const;

/** A script with `"7"` in place of its seventh text, without comments and regular expressions, and the texts. */
function outlineOf(script: string): { readonly code: string; readonly literals: readonly Literal[] } {
  const literals: Literal[] = [];
  const code: string[] = [];
  /** Where the expressions in templates end: how many braces are open in each. */
  const open: number[] = [];
  let last = '';
  const token = new RegExp(TOKEN);
  for (let at = 0; at < script.length; ) {
    token.lastIndex = at;
    const [found = script[at] ?? ''] = token.exec(script) ?? [];
    at += found.length;
    const [first = ''] = found;
    if (first === '"' || first === "'") {
      const end = endOf(script, at, first === '"' ? /\\[\s\S]|["\n]/g : /\\[\s\S]|['\n]/g);
      last = add(literals, code, { text: unescaped(script.slice(at, end)) });
      at = end + (script[end] === first ? 1 : 0);
    } else if (first === '`' || (first === '}' && open.at(-1) === 0)) {
      if (first === '}') {
        open.pop();
        code.push(')');
      }
      const end = endOf(script, at, /\\[\s\S]|`|\$\{/g);
      const isWhole = script[end] !== '$';
      const text = unescaped(script.slice(at, end));
      if (first === '`') {
        const [, head] =
          text === '' && !isWhole ? (/^\$\{\s*([\w$.]+)\s*\}/.exec(script.slice(end, end + 80)) ?? []) : [];
        const rest = head === undefined ? text : '';
        last = add(literals, code, head === undefined ? { text: rest } : { text: rest, head });
      } else {
        literals.push({ text });
        last = '"';
      }
      at = end + (isWhole ? 1 : 2);
      if (!isWhole) {
        open.push(0);
        code.push('(');
        last = '(';
      }
    } else if (found.startsWith('//') || found.startsWith('/*')) code.push(' ');
    else if (first === '/' && found.length === 1 && !/[\w$)\]"]/.test(last)) {
      REGEXP.lastIndex = at - 1;
      at += (REGEXP.exec(script)?.[0].length ?? 1) - 1;
      code.push('0');
      last = '0';
    } else {
      if (first === '{' && open.length > 0) open[open.length - 1]! += 1;
      if (first === '}' && open.length > 0) open[open.length - 1]! -= 1;
      code.push(found);
      // A value may not follow these words: what looks like a division begins a regular expression.
      if (/\S/.test(found))
        last = /^(?:return|typeof|case|in|of|do|else|void|delete|throw)$/.test(found)
          ? '('
          : (found.at(-1) ?? '');
    }
  }
  return { code: code.join(''), literals };
}

const TOKEN = /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|[\w$]+|\s+|[\s\S]/y;
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,2000}\/[a-z]{0,20}/y;

function add(literals: Literal[], code: string[], literal: Literal): string {
  code.push(KEPT.has(literal.text) ? `"${literal.text}"` : `"${literals.length}"`);
  literals.push(literal);
  return '"';
}

/** Texts that tell what is done with the next one. */
const KEPT: ReadonlySet<string> = new Set(['src']);

/** Where a text ends: where one of its `ends` stands that is not escaped. A star over what it may hold is too much for long ones. */
function endOf(script: string, from: number, ends: RegExp): number {
  ends.lastIndex = from;
  for (let found = ends.exec(script); found !== null; found = ends.exec(script)) {
    if (!found[0].startsWith('\\')) return found.index;
  }
  return script.length;
}

/** A text of a script without its escapes. */
const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(
        /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([\s\S]))/gi,
        (_, x, u, point, one) => {
          const hex = x ?? u ?? point;
          if (hex === undefined) return one === 'n' ? '\n' : one;
          const code = Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : '';
        },
      )
    : text;
