import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { announces, capabilityOf, listOf, methodNamed, opensConnection } from '../../spec/methods.ts';
import type { Conversation, RecordedLine } from '../conversation.ts';
import { hasHidden } from '../hidden.ts';
import { callOf, versionIn } from './call.ts';
import { listsIn, type RecordedLists } from './lists.ts';
import type { MockScript } from './misses.ts';
import { type Script, type Scripts, scriptsOf } from './script.ts';
import { asksTask, type RecordedTasks, tasksIn } from './tasks.ts';
import { type UsedItems, usedIn } from './used.ts';

/** A recording as a mock goes through it. */
export interface Recorded extends Scripts {
  /** What opens a connection in each era, and its discoveries. */
  readonly openings: readonly Script[];
  readonly legacy: JsonObject | undefined;
  readonly modern: { readonly supported: readonly string[]; readonly capabilities: JsonObject } | undefined;
  readonly lists: RecordedLists;
  readonly usedItems: UsedItems;
  readonly tasks: RecordedTasks;
  /** By what they ask for; those in which the redaction has replaced something are held against each call. */
  readonly calls: ReadonlyMap<string, readonly MockScript[]>;
  readonly hidden: readonly (readonly MockScript[])[];
  readonly byMethod: ReadonlyMap<string, readonly MockScript[]>;
  /** The exact texts of the ids that the client used. */
  readonly used: ReadonlySet<string>;
  /** Further rounds (2026-07-28), in order. */
  readonly rounds: readonly MockScript[];
  /** Those whose answer, or a question within, holds a value that the redaction has replaced. */
  readonly redacted: ReadonlySet<Script>;
  /** What was sent beside answers that holds such a value. */
  readonly redactedAside: ReadonlySet<RecordedLine>;
}

/** @param ignore pointers into requests: what is there does not count */
export function recordedIn(conversation: Conversation, ignore: readonly string[]): Recorded {
  const scripts = scriptsOf(conversation);
  const calls = new Map<string, MockScript[]>();
  const hidden = new Map<string, MockScript[]>();
  const byMethod = new Map<string, MockScript[]>();
  const rounds: MockScript[] = [];
  const redacted = new Set<Script>();
  for (const script of scripts.all) {
    const { method } = script.request.line;
    if (isRedacted(script)) redacted.add(script);
    if (isServedOtherwise(method)) continue;
    const call = callOf(method, script.request.params, ignore);
    const one = { script, call };
    if (call.round !== undefined) rounds.push(one);
    else {
      add(hasHidden(call.params) ? hidden : calls, call.key, one);
      add(byMethod, method, one);
    }
  }
  const openings = scripts.all.filter(({ request }) => opensConnection(request.line.method));
  const { requests, loose } = conversation;
  const notices = [...requests.flatMap(({ within }) => within), ...loose]
    .filter(({ dir, kind }) => dir === 's2c' && kind === 'notification')
    .sort((one, other) => one.seq - other.seq);
  return {
    ...scripts,
    openings,
    legacy: capabilitiesIn(openings, 'initialize'),
    modern: modernIn(scripts.all, openings),
    lists: listsIn(scripts.all, notices),
    usedItems: usedIn(scripts.all),
    tasks: tasksIn(scripts.all, notices),
    calls,
    hidden: [...hidden.values()],
    byMethod,
    used: new Set(scripts.all.map(({ request }) => memberText(request.line.msg, 'id') ?? '')),
    rounds,
    redacted,
    redactedAside: asideIn(scripts),
  };
}

function add(map: Map<string, MockScript[]>, key: string, one: MockScript): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [one]);
  else there.push(one);
}

/** What is not answered by what was answered to the same request. */
const isServedOtherwise = (method: string): boolean =>
  listOf(method) !== undefined || opensConnection(method) || asksTask(method) || method === 'tasks/list';

const isRedacted = ({ request: { end }, steps }: Script): boolean => {
  const asked: readonly RecordedLine[] = steps.flatMap((step) => (step.kind === 'ask' ? [step.line] : []));
  return [...asked, ...(end.kind === 'answered' ? [end.line] : [])].some(({ msg }) => hasHidden(msg));
};

/** What belongs to an answer stands or falls with it, as a question of the server does. */
function asideIn({ all, opening }: Scripts): ReadonlySet<RecordedLine> {
  const within = all.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'send'));
  const steps = [...opening, ...within, ...all.flatMap(({ after }) => after)];
  return new Set(steps.flatMap(({ kind, line }) => (kind !== 'heard' && hasHidden(line.msg) ? [line] : [])));
}

const resultOf = ({ request: { end } }: Script): string | undefined =>
  end.kind === 'answered' ? memberText(end.line.msg, 'result') : undefined;

function capabilitiesIn(openings: readonly Script[], method: string): JsonObject | undefined {
  for (const script of openings) {
    const result = script.request.line.method === method ? parse(resultOf(script) ?? '') : undefined;
    if (isObject(result)) return isObject(result['capabilities']) ? result['capabilities'] : {};
  }
  return undefined;
}

/** A server of the modern era needs no handshake: that requests name a revision is enough. */
function modernIn(all: readonly Script[], openings: readonly Script[]): Recorded['modern'] {
  const named = all.flatMap((script) => {
    const version = methodNamed(script.request.line.method)?.opens
      ? undefined
      : versionIn(script.request.params);
    return version === undefined || resultOf(script) === undefined ? [] : [version];
  });
  const found = openings
    .filter(({ request }) => request.line.method === 'server/discover')
    .map((script) => parse(resultOf(script) ?? ''))
    .find(isObject);
  if (found === undefined && named.length === 0) return undefined;
  const { supportedVersions, capabilities } = found ?? {};
  const supported = Array.isArray(supportedVersions) ? supportedVersions : named;
  return {
    supported: [...new Set(supported.filter((one) => typeof one === 'string'))],
    capabilities: isObject(capabilities) ? capabilities : {},
  };
}

/** Whether the server announced what a method relies on. */
export function isAnnounced({ legacy, modern }: Recorded, method: string): boolean {
  const needs = capabilityOf(method);
  return announces(legacy, needs) || announces(modern?.capabilities, needs);
}
