import { parse } from '../json/parse.ts';
import { memberText } from '../json/parts.ts';
import { valueAt } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { textOf } from '../session/frame.ts';
import type { Log } from '../session/log/log.ts';

/** What a server answered so far, beside its lists: what cannot be judged by what it offers alone. */
export interface Answered {
  /** Results of `tools/call`, oldest first. */
  readonly results: readonly AnsweredCall[];
  /** The contents of each resource that was read, by URI; a sentence where it could not be read. */
  readonly contents: ReadonlyMap<string, ReadContents>;
  /** The answers to `skills/get`, by URI. */
  readonly skills?: ReadonlyMap<string, GotSkill>;
  /** The documents of the server that lie outside of the protocol, such as its card. */
  readonly documents: readonly ServerDocument[];
}

/** An answer to `tools/call`. */
export interface AnsweredCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** The seq of the answer. */
  readonly seq: number;
  /** The result, or the error of JSON-RPC. */
  readonly result?: JsonObject;
  readonly error?: JsonObject;
  /** Characters of the result's text. */
  readonly size: number;
}

/** An answer to `resources/read`. */
export interface ReadContents {
  readonly seq: number;
  /** `contents` as sent; absent where it could not be read, and `why` says so in a sentence. */
  readonly contents?: readonly unknown[];
  readonly why?: string;
}

/** An answer to `skills/get`. */
export interface GotSkill {
  readonly seq: number;
  /** The entry as sent. */
  readonly skill?: unknown;
  /** Why there is none, in a sentence. */
  readonly why?: string;
}

/** A document that describes a server: its card, or its entry for a registry. */
export interface ServerDocument {
  readonly kind: 'server card' | 'registry entry';
  /** The URL or the path that it was read from. */
  readonly from: string;
  readonly value: unknown;
  /** Where the server was reached, and how it is spoken to there; absent where it was started. */
  readonly at?: { readonly url: string; readonly transport: string };
  /** The server was reached where it is tried, not where the document says that it is. */
  readonly isElsewhere?: true;
}

/** Nothing was seen. */
export const NOTHING_ANSWERED: Answered = { results: [], contents: new Map(), documents: [] };

/**
 * What a server answered, from the lines of its log: the calls of tools, and what was read.
 *
 * @param of the life of the server whose answers count, by its number; without it those of all
 * @param most at how many requests is looked, the newest: each may have to be read from the file
 */
export function answeredIn(
  log: Pick<Log, 'lines' | 'row' | 'text' | 'entry'>,
  of?: number,
  most = Number.POSITIVE_INFINITY,
): Pick<Answered, 'results' | 'contents' | 'skills'> {
  const results: AnsweredCall[] = [];
  const contents: [string, ReadContents][] = [];
  const skills: [string, GotSkill][] = [];
  let left = most;
  for (let place = log.lines.length - 1; place >= 0 && left > 0; place -= 1) {
    const request = log.lines.at(place);
    const { kind, method = '', dir } = log.row(request) ?? {};
    if (kind !== 'request' || dir !== 'c2s' || !READ.has(method)) continue;
    left -= 1;
    const entry = log.entry(request);
    if (entry === undefined) continue;
    if (of !== undefined && entry.session < of) break;
    const asked = valueAt(parse(textOf(entry)), '/params');
    const answer = answerTo(log, request);
    if (!isObject(asked) || answer === undefined) continue;
    const { uri } = asked;
    if (method === 'tools/call') results.push(...callOf(asked, answer));
    else if (typeof uri !== 'string') continue;
    else if (method === 'skills/get') skills.push([uri, skillIn(answer)]);
    else contents.push([uri, readOf(answer)]);
  }
  // The oldest first: of what was read twice, the newest counts.
  return {
    results: results.reverse(),
    contents: new Map(contents.reverse()),
    skills: new Map(skills.reverse()),
  };
}

/** The methods whose answers are kept. */
const READ: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'skills/get']);

/** What a request ended with, whatever was asked in between. */
interface Answer {
  readonly seq: number;
  readonly text: string;
  readonly result: unknown;
  readonly error: unknown;
}

/** What a request ended with; one that was to go on with input, or as a task, with what that ended with. */
function answerTo(log: Pick<Log, 'row' | 'text'>, request: number): Answer | undefined {
  let last = request;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    const { next } = log.row(last) ?? {};
    if (next === undefined || next <= last) break;
    last = next;
  }
  const { answer: seq, method } = log.row(last) ?? {};
  const { kind, asks } = log.row(seq ?? 0) ?? {};
  if (seq === undefined || asks === true || (kind !== 'result' && kind !== 'error')) return undefined;
  const text = log.text(seq) ?? '';
  const message = parse(text);
  // What a task ended with is within the task, in the modern era.
  const whole = method === 'tasks/get' ? valueAt(message, '/result') : message;
  const result = valueAt(whole, '/result');
  if (isObject(result) && isObject(result['task'])) return undefined;
  return { seq, text, result, error: valueAt(whole, '/error') };
}

const ROUNDS = 1_000;

function callOf(asked: JsonObject, { seq, text, result, error }: Answer): readonly AnsweredCall[] {
  const { name: tool, arguments: given } = asked;
  if (typeof tool !== 'string') return [];
  const size = (memberText(text, isObject(result) ? 'result' : 'error') ?? '').length;
  return [
    {
      ...{ tool, arguments: given, seq, size },
      ...(isObject(result) ? { result } : {}),
      ...(isObject(error) ? { error } : {}),
    },
  ];
}

function readOf({ seq, result, error }: Answer): ReadContents {
  const contents = isObject(result) ? result['contents'] : undefined;
  return Array.isArray(contents) ? { seq, contents } : { seq, why: whyNot(error, 'contents') };
}

function skillIn({ seq, result, error }: Answer): GotSkill {
  const skill = isObject(result) ? result['skill'] : undefined;
  return skill === undefined ? { seq, why: whyNot(error, 'skill') } : { seq, skill };
}

function whyNot(error: unknown, what: string): string {
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : `the answer has no ${what}`;
}
