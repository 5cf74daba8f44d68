import type { AuthorizationStep, Entry, HttpPurpose, LifeEvent } from '../session/frame.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const amount: Check = (value) => typeof value === 'number' && value >= 0;
const whole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** Exchanges are told by numbers of 32 bits. */
const exchange: Check = (value) => whole(value) && (value as number) < 2 ** 31;
/** ms. No clock goes further: beyond it there are no dates. */
const time: Check = (value) => amount(value) && (value as number) < 1e15;
const number: Check = (value) => Number.isSafeInteger(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const headers: Check = (value) =>
  Array.isArray(value) && value.every((line) => Array.isArray(line) && line.length === 2 && line.every(text));
const pair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(whole);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);

const events: Readonly<Record<LifeEvent, true>> = {
  spawn: true,
  ready: true,
  close: true,
  exit: true,
  reconnect: true,
  timeout: true,
  cancel: true,
  assumed: true,
  lost: true,
  throttled: true,
  authorization: true,
};

const steps: Readonly<Record<AuthorizationStep, true>> = {
  kept: true,
  remark: true,
  wanted: true,
  client: true,
  asked: true,
  answered: true,
  granted: true,
  failed: true,
  forgotten: true,
};

const purposes: Readonly<Record<HttpPurpose, true>> = {
  'resource metadata': true,
  'server metadata': true,
  registration: true,
  callback: true,
  token: true,
  refresh: true,
};

const direction = oneOf('c2s', 's2c');

/** The members of each type of line and what they may be; a `?` marks those that may be absent. */
const members: Readonly<Record<Entry['type'], Readonly<Record<string, Check>>>> = {
  frame: {
    dir: direction,
    n: whole,
    're?': whole,
    'ms?': amount,
    'x?': exchange,
    'by?': oneOf('user', 'auto', 'server'),
    'cut?': texts,
    'pre?': text,
    'post?': text,
    'line?': whole,
    'part?': pair,
    'lines?': whole,
    'raw?': text,
    msg: text,
  },
  invalid: {
    dir: direction,
    n: whole,
    'x?': exchange,
    'line?': whole,
    'lines?': whole,
    'text?': text,
    'base64?': text,
    why: text,
  },
  stderr: { text },
  http: {
    x: exchange,
    phase: oneOf('request', 'response', 'event', 'end', 'error'),
    'for?': oneOf(...Object.keys(purposes)),
    'method?': text,
    'url?': text,
    'status?': whole,
    'headers?': headers,
    'event?': (value) => typeof value === 'object' && value !== null,
    'body?': text,
    'base64?': text,
    'detail?': text,
    'code?': text,
  },
  life: {
    at: text,
    event: oneOf(...Object.keys(events)),
    'pid?': whole,
    'clean?': flag,
    'code?': number,
    'signal?': text,
    're?': whole,
    'answer?': whole,
    'transport?': text,
    'step?': oneOf(...Object.keys(steps)),
    'url?': text,
    'detail?': text,
  },
  finding: { at: whole, rule: text, 'path?': text, message: text, 'count?': whole },
  note: { at: whole, 'mark?': flag, 'text?': text },
};

const numbered = { seq: whole, t: time, conn: whole, session: whole, 'redacted?': texts };

interface Member {
  readonly name: string;
  readonly optional: boolean;
  readonly check: Check;
}

const tables = new Map<string, readonly Member[]>(
  Object.entries(members).map(([type, own]) => [type, Object.entries({ ...numbered, ...own }).map(member)]),
);

function member([written, check]: [string, Check]): Member {
  const optional = written.endsWith('?');
  return { name: optional ? written.slice(0, -1) : written, optional, check };
}

/**
 * What is wrong with a parsed line as an {@link Entry}: nothing, `unknown type`, or the member that is not as it
 * must be. By hand rather than by a schema: a million lines are read in seconds.
 */
export function problemOf(line: Readonly<Record<string, unknown>>): string | undefined {
  const table = tables.get(String(line['type']));
  if (table === undefined) return 'unknown type';
  for (const { name, optional, check } of table) {
    const value = line[name];
    if (value === undefined ? !optional : !check(value)) return `its member ${name} is not valid`;
  }
  return undefined;
}
