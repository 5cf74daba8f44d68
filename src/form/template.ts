import type { JsonObject } from '../json/shape.ts';
import { visible } from '../text/visible.ts';
import { own } from './schema.ts';

/** A variable of a URI template. */
export interface TemplateVariable {
  readonly name: string;
  /** Written `{name*}`: a list or a map is spread over the URI. */
  readonly explode: boolean;
}

/**
 * Expands a URI template, RFC 6570 levels 1 to 4. A value is text, a list or a map of text (§2.3); a number or boolean
 * is its text, and null, an empty list and an empty map count as undefined. What is not an expression by the grammar stays as is, so that a person
 * sees what the server wrote.
 */
export function expand(template: string, values: JsonObject): string {
  return split(template)
    .map((part) => (typeof part === 'string' ? encode(part, true) : expandExpression(part, values)))
    .join('');
}

/** The variables of a template in the order of their first appearance. */
export function templateVariables(template: string): readonly TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>();
  for (const part of split(template)) {
    if (typeof part === 'string') continue;
    for (const { name, explode } of part.specs) {
      variables.set(name, { name, explode: explode || variables.get(name)?.explode === true });
    }
  }
  return [...variables.values()];
}

/**
 * The variables without which a URI makes no sense: all but those of a query (`{?q}`, `{&q}`), which a template's author
 * offers rather than asks for.
 */
function neededVariables(template: string): readonly string[] {
  const needed = split(template).flatMap((part) =>
    typeof part === 'string' || part.operator.separator === '&' ? [] : part.specs.map(({ name }) => name),
  );
  return [...new Set(needed)];
}

/** The schema of a template's variables, all but those of a query required; an exploded one is text, a list or a map of text. */
export function templateSchema(template: string): JsonObject & { readonly required: readonly string[] } {
  const text = { type: 'string' };
  const several = { type: ['string', 'array', 'object'], items: text, additionalProperties: text };
  const properties = templateVariables(template).map(({ name, explode }) => [name, explode ? several : text]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: neededVariables(template),
    additionalProperties: false,
  };
}

/** Why a template is not one by RFC 6570, in a sentence without its full stop; undefined where it is. */
export function templateProblem(template: string): string | undefined {
  for (const part of split(template)) {
    if (typeof part !== 'string') continue;
    const [odd] = /[{}]/.exec(part) ?? [];
    if (odd === undefined) continue;
    if (template.includes('{{')) return 'use single braces around a variable';
    const [whole] = /\{[^{}]*\}/.exec(part) ?? [];
    if (whole !== undefined) return `${visible(whole)} is not an expression of RFC 6570`;
    return odd === '{' ? 'a { has no }' : 'a } has no {';
  }
  return undefined;
}

/** `{?x,y*}`: an operator and its variables. */
interface Expression {
  readonly operator: Operator;
  readonly specs: readonly Spec[];
}

interface Spec extends TemplateVariable {
  /** `{name:3}`: at most so many characters. */
  readonly prefix: number | undefined;
}

/** RFC 6570, appendix A. */
interface Operator {
  readonly first: string;
  readonly separator: string;
  /** `name=value` rather than `value`. */
  readonly named: boolean;
  /** What follows a name without a value. */
  readonly ifEmpty: string;
  /** Reserved characters are kept. */
  readonly reserved: boolean;
}

const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

const expression = /\{([+#./;?&]?)((?:[^{}\s]+))\}/g;
const spec = /^((?:[A-Za-z0-9_.-]|%[0-9A-Fa-f]{2})+)(?:(\*)|:([1-9]\d{0,3}))?$/;

/** Literals and expressions in turn. Names are taken a little more freely than the grammar: hyphens occur. */
function split(template: string): readonly (string | Expression)[] {
  const parts: (string | Expression)[] = [];
  let end = 0;
  for (const match of template.matchAll(expression)) {
    const specs = (match[2] ?? '').split(',').map(parseSpec);
    const operator = operators[match[1] ?? ''];
    if (operator === undefined || specs.some((one) => one === undefined)) continue;
    parts.push(template.slice(end, match.index));
    parts.push({ operator, specs: specs.filter((one) => one !== undefined) });
    end = match.index + match[0].length;
  }
  return [...parts, template.slice(end)];
}

function parseSpec(text: string): Spec | undefined {
  const [, name, star, prefix] = spec.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { name, explode: star !== undefined, prefix: prefix === undefined ? undefined : Number(prefix) };
}

function expandExpression({ operator, specs }: Expression, values: JsonObject): string {
  const parts = specs.flatMap((one) => {
    const value = own(values, one.name);
    return isDefined(value) ? [expandOne(operator, one, value)] : [];
  });
  return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
}

function isDefined(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function expandOne(operator: Operator, { name, explode, prefix }: Spec, value: unknown): string {
  const say = (text: string) => encode(text, operator.reserved);
  const named = (text: string) => (text === '' ? `${name}${operator.ifEmpty}` : `${name}=${text}`);
  if (typeof value !== 'object' || value === null) {
    const whole = String(value);
    const text = say(prefix === undefined ? whole : [...whole].slice(0, prefix).join(''));
    return operator.named ? named(text) : text;
  }
  const pairs: readonly (readonly [string | undefined, string])[] = Array.isArray(value)
    ? value.map((item) => [undefined, say(String(item))] as const)
    : Object.entries(value).map(([key, member]) => [say(key), say(String(member))] as const);
  if (!explode) {
    const joined = pairs.map(([key, text]) => (key === undefined ? text : `${key},${text}`)).join(',');
    return operator.named ? named(joined) : joined;
  }
  return pairs
    .map(([key, text]) => {
      if (key !== undefined)
        return text === '' && operator.named ? `${key}${operator.ifEmpty}` : `${key}=${text}`;
      return operator.named ? named(text) : text;
    })
    .join(operator.separator);
}

/** Percent-encodes UTF-8; `reserved` keeps what has a meaning in a URI, and escapes that are there already. */
function encode(text: string, reserved: boolean): string {
  const kept = reserved ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/y : /[A-Za-z0-9\-._~]/y;
  let out = '';
  let at = 0;
  while (at < text.length) {
    kept.lastIndex = at;
    const piece = kept.exec(text)?.[0];
    const character = piece ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    out += piece ?? percent(character);
    at += character.length;
  }
  return out;
}

const utf8 = new TextEncoder();

/** A lone surrogate becomes U+FFFD, as everywhere UTF-8 is made of it. */
function percent(character: string): string {
  return [...utf8.encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
