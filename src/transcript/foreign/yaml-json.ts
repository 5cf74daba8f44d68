import { CST, Parser } from 'yaml';

/**
 * The value of a YAML document, as PyYAML reads it (YAML 1.1), as JSON text: numbers keep their digits, members their order. What JSON
 * has no value for is a text: dates, for they were texts before, and numbers that are none. Undefined where it is no YAML.
 */
export function jsonOfYaml(text: string): string | undefined {
  try {
    const documents = [...new Parser().parse(text)].filter(
      ({ type }) => type === 'document' || type === 'error',
    );
    const [document] = documents;
    if (documents.length !== 1 || document?.type !== 'document') return undefined;
    return createWriter().write(document.value, document.start);
  } catch {
    // It is not whole, or too deep, or an alias leads nowhere.
    return undefined;
  }
}

type Item =
  | CST.FlowCollection['items'][number]
  | CST.BlockMap['items'][number]
  | CST.BlockSequence['items'][number];

/** Writes the parts of one document as JSON. */
function createWriter() {
  const anchors = new Map<string, string>();
  let aliases = 0;

  /** @param props what stands before a value: its tag and its anchor, if any */
  function write(token: CST.Token | null | undefined, props: readonly CST.SourceToken[] = []): string {
    const before = aliases;
    const json = jsonOf(
      token,
      props.some(({ type }) => type === 'tag'),
    );
    const anchor = props.find(({ type }) => type === 'anchor');
    if (anchor === undefined) return json;
    // With aliases of aliases a small file could become endless.
    if (aliases > before) throw new Error('an alias within an anchor');
    anchors.set(anchor.source.slice(1), json);
    return json;
  }

  function jsonOf(token: CST.Token | null | undefined, isTagged: boolean): string {
    switch (token?.type) {
      case undefined:
        return 'null';
      case 'scalar':
        return isTagged ? JSON.stringify(textOf(token)) : plain(textOf(token));
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
      case 'block-scalar':
        return JSON.stringify(textOf(token));
      case 'alias':
        aliases += 1;
        return anchors.get(token.source.slice(1)) ?? fail('an alias leads nowhere');
      case 'block-map':
        return `{${membersOf(token.items)}}`;
      case 'block-seq':
        return `[${elementsOf(token.items.filter(({ start }) => start.some(({ type }) => type === 'seq-item-ind')))}]`;
      case 'flow-collection': {
        const isMap = token.start.type === 'flow-map-start';
        if (!token.end.some(({ type }) => type === (isMap ? 'flow-map-end' : 'flow-seq-end')))
          return fail('the end is missing');
        const items = token.items.filter(({ value, sep }) => value !== undefined || sep !== undefined);
        return isMap ? `{${membersOf(items)}}` : `[${elementsOf(items)}]`;
      }
      default:
        return fail(`${token?.type} is no value`);
    }
  }

  const membersOf = (items: readonly Item[]): string =>
    items
      .filter(({ key, sep }) => key !== undefined || sep !== undefined)
      .map(memberOf)
      .join(',');

  const memberOf = ({ key, sep, value }: Item): string =>
    `${JSON.stringify(key ? textOf(key) : '')}:${write(value, sep)}`;

  /** A pair in a list is an object of its own. */
  const elementsOf = (items: readonly Item[]): string =>
    items
      .map((item) => (item.key === undefined ? write(item.value, item.start) : `{${memberOf(item)}}`))
      .join(',');

  return { write };
}

function fail(why: string): never {
  throw new Error(why);
}

function textOf(token: CST.Token): string {
  const scalar = CST.resolveAsScalar(token, true, (_, __, message) => fail(message));
  return scalar === null ? fail('a name is not a text') : scalar.value;
}

const NULL = /^(?:~|null|Null|NULL|)$/;
const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const DECIMAL = /^[-+]?(?:0|[1-9][\d_]*)$/;
/** 0b101, 017, 0x1F */
const BASED = /^([-+]?)(?:0b([01_]+)|0([0-7_]+)|0x([\da-fA-F_]+))$/;
/** Characters of a number that has to be turned into another system: more are a text. */
const MOST_DIGITS = 1000;
/** 1:30 is 90 */
const SIXTIETHS = /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+$/;
/** 1.5, 1.0e+17, .5; without a point or a sign of the exponent it is none */
const FLOAT = /^([-+]?)(\d[\d_]*\.[\d_]*|\.\d[\d_]*)(e[-+]\d+)?$/i;

/** A plain scalar, by the tables of PyYAML. */
function plain(text: string): string {
  if (NULL.test(text)) return 'null';
  if (TRUE.test(text)) return 'true';
  if (FALSE.test(text)) return 'false';
  if (DECIMAL.test(text)) return text.replace(/[+_]/g, '');
  if (text.length > MOST_DIGITS && !FLOAT.test(text)) return JSON.stringify(text);
  const [, sign = '', binary, octal, hexadecimal] = BASED.exec(text.replaceAll('_', '')) ?? [];
  const based = binary ? `0b${binary}` : octal ? `0o${octal}` : hexadecimal ? `0x${hexadecimal}` : undefined;
  if (based !== undefined) return `${sign === '-' ? '-' : ''}${BigInt(based)}`;
  if (SIXTIETHS.test(text)) {
    const [first = '', ...others] = text.replace(/[-+_]/g, '').split(':');
    const value = others.reduce((sum, part) => sum * 60n + BigInt(part), BigInt(first));
    return `${text.startsWith('-') ? '-' : ''}${value}`;
  }
  const float = FLOAT.exec(text);
  if (float === null) return JSON.stringify(text);
  const [, minus = '', mantissa = '', exponent = ''] = float;
  const [whole = '', fraction = ''] = mantissa.replaceAll('_', '').split('.');
  return `${minus === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction || '0'}${exponent}`;
}
