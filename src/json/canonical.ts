import { createReader } from './reader.ts';

/**
 * A JSON text in canonical form (RFC 8785): no spaces, members sorted by name, as few escapes as possible. Unlike in the RFC,
 * numbers keep all their digits, so that two which a double cannot distinguish stay different. Of members with the same name
 * the last counts. Undefined if the text is not JSON. Works at any depth.
 */
export function canonicalText(text: string): string | undefined {
  const reader = createReader(text);
  const around: Container[] = [];
  let whole: string | undefined;
  const put = (name: string | undefined, value: string): void => {
    const into = around.at(-1);
    if (into === undefined) whole = value;
    else if (into.members === undefined) into.items.push(value);
    else into.members.set(name ?? '', value);
  };
  for (;;) {
    const event = reader.next();
    const name = reader.keyStart < 0 ? undefined : JSON.parse(text.slice(reader.keyStart, reader.keyEnd));
    switch (event) {
      case 'end':
        return whole;
      case 'error':
        return undefined;
      case 'value':
        put(name, scalar(reader.kind, text.slice(reader.start, reader.end)));
        break;
      case 'open':
        around.push({ name, items: [], members: reader.kind === 'object' ? new Map() : undefined });
        break;
      case 'close': {
        const closed = around.pop();
        if (closed !== undefined) put(closed.name, written(closed));
      }
    }
  }
}

/** An object or array that is being read. */
interface Container {
  readonly name: string | undefined;
  readonly items: string[];
  readonly members: Map<string, string> | undefined;
}

/** Concatenated with +, which copies nothing: a join at each of a million levels would copy the text a million times. */
function written({ items, members }: Container): string {
  let text = '';
  if (members === undefined) {
    for (const item of items) text += text === '' ? item : `,${item}`;
    return `[${text}]`;
  }
  // Sorted by UTF-16 code units, as the RFC says and JavaScript does.
  for (const name of [...members.keys()].sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${members.get(name)}`;
  return `{${text}}`;
}

function scalar(kind: string, text: string): string {
  if (kind === 'number') return canonicalNumber(text);
  return kind === 'string' ? JSON.stringify(JSON.parse(text)) : text;
}

/** JavaScript writes an exponent from 1e21 on, and below 1e-6. */
const LARGE = 21;
const SMALL = -7;

/** A number as JavaScript writes one, with as many digits as it has: `1` for `1.0`, `1000` for `1e3`. */
export function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  // Where the decimal point stands, counted from before the first digit.
  const point = BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length);
  return sign + placed(digits, point);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function placed(digits: string, point: bigint): string {
  if (point > LARGE || point <= SMALL + 1) {
    const fraction = digits.length === 1 ? '' : `.${digits.slice(1)}`;
    const exponent = point - 1n;
    return `${digits[0]}${fraction}e${exponent > 0n ? '+' : ''}${exponent}`;
  }
  const at = Number(point);
  if (at <= 0) return `0.${'0'.repeat(-at)}${digits}`;
  return at >= digits.length ? digits.padEnd(at, '0') : `${digits.slice(0, at)}.${digits.slice(at)}`;
}
