import { createScanner, type Scalar, type TokenKind } from './tokens.ts';

/** The kind of a JSON value; for `true` and `false` the value itself. */
export type ValueKind = Scalar | 'object' | 'array';

/**
 * `value`: a scalar. `open` and `close`: the brackets of an object or array. `end`: the value is complete and
 * nothing follows it. `error`: the text is no JSON; `start` and `message` say where and why.
 */
export type ReaderEvent = 'value' | 'open' | 'close' | 'end' | 'error';

/** Steps through a JSON text value by value; the fields describe the event that `next` returned. */
export interface Reader {
  next(): ReaderEvent;
  readonly kind: ValueKind;
  /** Offsets of the scalar or the bracket. */
  readonly start: number;
  readonly end: number;
  /** Offsets of the member's name with its quotes; -1 where there is none, and at `close`. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** How many objects and arrays are around. */
  readonly depth: number;
  readonly message: string;
}

/**
 * Reads exactly what `JSON.parse` accepts, at any depth, without building a value: numbers keep their digits,
 * duplicate names their place. Reading may begin at any value inside a text; who stops at its end need not
 * care about what follows.
 */
export function createReader(text: string, from = 0): Reader {
  const scanner = createScanner(text, from);
  /** The kinds of the containers around, the innermost last and in `inside` too. */
  const around: Container[] = [];
  let inside: Container | undefined;
  let state: 'start' | 'opened' | 'after' = 'start';
  const reader = {
    next,
    kind: 'null' as ValueKind,
    start: from,
    end: from,
    keyStart: -1,
    keyEnd: -1,
    depth: 0,
    message: '',
  };
  return reader;

  function next(): ReaderEvent {
    reader.keyStart = -1;
    reader.keyEnd = -1;
    const token = scanner.next();
    if (inside === undefined) return state === 'start' ? value(token) : ended(token);
    const closing = inside === 'object' ? '}' : ']';
    if (token === closing) return close(inside);
    if (state === 'opened') return member(token);
    if (token !== ',') return fail(token, `a comma or ${closing} is missing`);
    const following = scanner.next();
    return following === closing
      ? fail(following, `a comma cannot stand before ${closing}`)
      : member(following);
  }

  function member(token: TokenKind): ReaderEvent {
    if (inside === 'array') return value(token);
    if (token !== 'string') return fail(token, 'the name of a member is missing');
    reader.keyStart = scanner.start;
    reader.keyEnd = scanner.end;
    const colon = scanner.next();
    return colon === ':' ? value(scanner.next()) : fail(colon, 'a colon is missing after the name');
  }

  function value(token: TokenKind): ReaderEvent {
    switch (token) {
      case '{':
        return open('object');
      case '[':
        return open('array');
      case 'string':
      case 'number':
      case 'true':
      case 'false':
      case 'null':
        state = 'after';
        return here('value', token);
      case '}':
      case ']':
      case ',':
      case ':':
      case 'end':
      case 'error':
        return fail(token, 'a value is missing');
    }
  }

  function open(kind: Container): ReaderEvent {
    here('open', kind);
    around.push(kind);
    inside = kind;
    state = 'opened';
    return 'open';
  }

  function close(kind: Container): ReaderEvent {
    around.pop();
    inside = around.at(-1);
    state = 'after';
    return here('close', kind);
  }

  function here(event: ReaderEvent, kind: ValueKind): ReaderEvent {
    reader.kind = kind;
    reader.start = scanner.start;
    reader.end = scanner.end;
    reader.depth = around.length;
    return event;
  }

  function ended(token: TokenKind): ReaderEvent {
    return token === 'end' ? 'end' : fail(token, 'something follows the end of the value');
  }

  function fail(token: TokenKind, message: string): ReaderEvent {
    reader.start = scanner.start;
    reader.end = scanner.end;
    if (token === 'error') reader.message = scanner.message;
    else
      reader.message = token === 'end' && around.length > 0 ? `${message}: the text ends too early` : message;
    return 'error';
  }
}

type Container = 'object' | 'array';
