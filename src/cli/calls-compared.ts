import type { Host } from '../host/host.ts';
import { canonicalText } from '../json/canonical.ts';
import { memberText } from '../json/parts.ts';
import { beginsAsJson, isObject } from '../json/shape.ts';
import { type Log, latest } from '../session/log/log.ts';
import { outcomeOf } from '../session/outcome.ts';
import { isUse, methodNamed } from '../spec/methods.ts';
import type { Group } from '../surface/change.ts';
import { firstOf } from '../text/few.ts';
import { duration } from '../text/measure.ts';

/** One difference in how the same request was answered in two recordings. */
export interface CallChange {
  readonly method: string;
  /** The tool, prompt or URI. */
  readonly name: string;
  /** As canonical JSON text. */
  readonly arguments: string;
  readonly what: 'status' | 'shape' | 'findings' | 'latency';
  readonly group: Group;
  readonly before: unknown;
  readonly after: unknown;
  readonly message: string;
  /** The requests, in the one recording and the other. */
  readonly seqs: readonly [number, number];
}

/** The calls of two recordings, each with the one of the same method, item and arguments in the other. */
export interface ComparedCalls {
  readonly matched: number;
  /** Calls that only one of them has. */
  readonly alone: readonly [before: number, after: number];
  readonly changes: readonly CallChange[];
}

/** A recording, and how secrets are taken out of what it holds. */
type Compared = Pick<Host, 'log' | 'mask'>;

/** Compares what was called in both: how it ended, the shape of its result, findings about it, and how long it took. */
export function comparedCalls(before: Compared, after: Compared): ComparedCalls {
  const [old, now] = [callsIn(before.log), callsIn(after.log)];
  const mask = (text: string) => after.mask(before.mask(text));
  const changes: CallChange[] = [];
  let matched = 0;
  for (const [key, calls] of now) {
    for (const [nth, call] of calls.entries()) {
      const was = old.get(key)?.[nth];
      if (was === undefined) continue;
      matched += 1;
      changes.push(...callDifference(was, call).map((one) => maskedChange(one, mask)));
    }
  }
  const count = (calls: typeof old): number =>
    [...calls.values()].reduce((sum, { length }) => sum + length, 0);
  return { matched, alone: [count(old) - matched, count(now) - matched], changes };
}

/** Calls are told apart by what is secret in them, too. */
function maskedChange(change: CallChange, mask: Compared['mask']): CallChange {
  const value = (one: unknown): unknown =>
    typeof one === 'string' ? mask(one) : JSON.parse(mask(JSON.stringify(one)));
  return {
    ...change,
    name: mask(change.name),
    arguments: mask(change.arguments),
    message: mask(change.message),
    before: value(change.before),
    after: value(change.after),
  };
}

interface Call {
  readonly log: Log;
  readonly seq: number;
  readonly method: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a person or a script asked for, by what it was; the same thing twice keeps its order. */
function callsIn(log: Log): ReadonlyMap<string, readonly Call[]> {
  const found = new Map<string, Call[]>();
  for (let place = 0; place < log.traffic.length; place += 1) {
    const seq = log.traffic.at(place);
    const row = log.row(seq);
    if (row?.kind !== 'request' || row.dir !== 'c2s' || !isUse(row.method ?? '')) continue;
    const method = row.method ?? '';
    const params = memberText(log.text(seq) ?? '{}', 'params') ?? '{}';
    // What goes on with a call after input is a part of it.
    if (memberText(params, 'inputResponses') !== undefined) continue;
    const name: unknown = JSON.parse(memberText(params, methodNamed(method)?.subject ?? 'name') ?? 'null');
    const given = canonicalText(memberText(params, 'arguments') ?? '{}') ?? '{}';
    const call: Call = { log, seq, method, name: typeof name === 'string' ? name : '', arguments: given };
    const key = JSON.stringify([method, name, given]);
    const known = found.get(key);
    if (known === undefined) found.set(key, [call]);
    else known.push(call);
  }
  return found;
}

/** ms from which a latency says something, and how many times another it has to be. */
const SLOW = 100;
const TIMES = 2;

function callDifference(was: Call, is: Call): readonly CallChange[] {
  const { method, name, arguments: given } = is;
  const about = { method, name, arguments: given, seqs: [was.seq, is.seq] as const };
  const [old, now] = [endingOf(was), endingOf(is)];
  const found: CallChange[] = [];
  const add = (one: Pick<CallChange, 'what' | 'group' | 'before' | 'after' | 'message'>): void =>
    void found.push({ ...about, ...one });
  if (old.status !== now.status)
    add({
      what: 'status',
      group: old.status === 'ok' ? 'breaking' : now.status === 'ok' ? 'safe' : 'review',
      before: old.status,
      after: now.status,
      message: `${now.status}, was ${old.status}`,
    });
  else {
    const shapes = shapeDifference(old.result, now.result);
    if (shapes !== undefined) add({ what: 'shape', group: 'review', ...shapes });
  }
  const less = (one: readonly string[], other: readonly string[]) =>
    one.filter((rule) => !other.includes(rule));
  const [gone, come] = [less(old.findings, now.findings), less(now.findings, old.findings)];
  if (gone.length + come.length > 0)
    add({
      what: 'findings',
      group: come.length > 0 ? 'review' : 'safe',
      before: old.findings,
      after: now.findings,
      message: [part(come, 'found now'), part(gone, 'no longer found')].filter(Boolean).join(', '),
    });
  const [fast, slow] = [Math.min(old.ms, now.ms), Math.max(old.ms, now.ms)];
  if (slow >= SLOW && slow >= TIMES * fast)
    add({
      what: 'latency',
      group: now.ms > old.ms ? 'review' : 'safe',
      before: old.ms,
      after: now.ms,
      message: `took ${duration(now.ms)}, was ${duration(old.ms)}`,
    });
  return found;
}

const part = (rules: readonly string[], how: string): string =>
  rules.length === 0 ? '' : `${rules.join(', ')} ${how}`;

interface CallEnd {
  readonly status: string;
  /** The result as parsed; undefined for an error. */
  readonly result: unknown;
  readonly findings: readonly string[];
  /** Without the time that a person took; 0 where it is not known. */
  readonly ms: number;
}

function endingOf({ log, seq }: Call): CallEnd {
  const last = latest(log, seq);
  const answer = log.row(last)?.answer;
  const ended = outcomeOf(log, seq);
  const text = answer === undefined ? undefined : memberText(log.text(answer) ?? '', 'result');
  const rules = [seq, last, ...(answer === undefined ? [] : [answer])].flatMap((at) => log.findings(at));
  return {
    status: ended === undefined ? 'no answer' : ended.word === '' ? 'ok' : ended.word,
    result: text === undefined ? undefined : JSON.parse(text),
    findings: [...new Set(rules.map(({ rule }) => rule))].sort(),
    ms: Math.max(0, (ended?.ms ?? 0) - (ended?.yours ?? 0)),
  };
}

/** What differs in the types at each place of two results, items of lists taken together. */
function shapeDifference(
  before: unknown,
  after: unknown,
): Pick<CallChange, 'before' | 'after' | 'message'> | undefined {
  const [old, now] = [shapeOf(before), shapeOf(after)];
  const places = [...new Set([...old.keys(), ...now.keys()])].filter((at) => old.get(at) !== now.get(at));
  if (places.length === 0) return undefined;
  const words = places.map((at) => {
    const [was, is] = [old.get(at), now.get(at)];
    if (was === undefined) return `${at} added (${is})`;
    return is === undefined ? `${at} removed` : `${at} ${is}, was ${was}`;
  });
  const side = (shape: typeof old) =>
    Object.fromEntries(places.flatMap((at) => (shape.has(at) ? [[at, shape.get(at)]] : [])));
  return { before: side(old), after: side(now), message: firstOf(words, 5) };
}

/** Levels that are looked into. */
const DEEPEST = 32;

/** The types at each place: `structuredContent.items[].id` → `number or string`. JSON in a text is looked into. */
function shapeOf(whole: unknown): ReadonlyMap<string, string> {
  const types = new Map<string, Set<string>>();
  const walk = (value: unknown, at: string, depth: number): void => {
    const inner = typeof value === 'string' && beginsAsJson(value) ? parsed(value) : value;
    const type = inner === null ? 'null' : Array.isArray(inner) ? 'array' : typeof inner;
    const known = types.get(at) ?? new Set();
    types.set(at, known.add(inner === value ? type : `JSON text of an ${type}`));
    if (depth === DEEPEST) return;
    if (Array.isArray(inner)) for (const one of inner) walk(one, `${at}[]`, depth + 1);
    else if (isObject(inner))
      for (const [name, one] of Object.entries(inner))
        if (name !== '_meta') walk(one, at === '' ? name : `${at}.${name}`, depth + 1);
  };
  if (whole !== undefined) walk(whole, '', 0);
  return new Map([...types].map(([at, names]) => [at, [...names].sort().join(' or ')]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
