import { parse } from '../../json/parse.ts';
import { memberText } from '../../json/parts.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { announces, capabilityOf, listOf, methodNamed, opensConnection } from '../../spec/methods.ts';
import type { Conversation, RecordedLine } from '../conversation.ts';
import { hasHidden } from '../hidden.ts';
import { callOf, versionIn } from './call.ts';
import { listsIn, type RecordedLists } from './lists.ts';
import type { MockReaction } from './misses.ts';
import { type Reaction, type Reactions, reactionsIn } from './reactions.ts';
import { asksTask, type RecordedTasks, tasksIn } from './tasks.ts';
import { type UsedItems, usedIn } from './used.ts';

/** A recording as a mock goes through it. */
export interface Recorded extends Reactions {
  /** What opens a connection in each era, and its discoveries. */
  readonly openings: readonly Reaction[];
  readonly legacy: JsonObject | undefined;
  readonly modern: { readonly supported: readonly string[]; readonly capabilities: JsonObject } | undefined;
  readonly lists: RecordedLists;
  readonly usedItems: UsedItems;
  readonly tasks: RecordedTasks;
  /** By what they ask for; those in which the redaction has replaced something are held against each call. */
  readonly calls: ReadonlyMap<string, readonly MockReaction[]>;
  readonly hidden: readonly (readonly MockReaction[])[];
  readonly byMethod: ReadonlyMap<string, readonly MockReaction[]>;
  /** The exact texts of the ids that the client used. */
  readonly used: ReadonlySet<string>;
  /** Further rounds (2026-07-28), in order. */
  readonly rounds: readonly MockReaction[];
  /** Those whose answer, or a question within, holds a value that the redaction has replaced. */
  readonly redacted: ReadonlySet<Reaction>;
  /** What was sent beside answers that holds such a value. */
  readonly redactedAside: ReadonlySet<RecordedLine>;
}

/** @param ignore pointers into requests: what is there does not count */
export function recordedIn(conversation: Conversation, ignore: readonly string[]): Recorded {
  const reactions = reactionsIn(conversation);
  const calls = new Map<string, MockReaction[]>();
  const hidden = new Map<string, MockReaction[]>();
  const byMethod = new Map<string, MockReaction[]>();
  const rounds: MockReaction[] = [];
  const redacted = new Set<Reaction>();
  for (const reaction of reactions.all) {
    const { method } = reaction.request.line;
    if (isRedacted(reaction)) redacted.add(reaction);
    if (isServedOtherwise(method)) continue;
    const call = callOf(method, reaction.request.params, ignore);
    const one = { reaction, call };
    if (call.round !== undefined) rounds.push(one);
    else {
      add(hasHidden(call.params) ? hidden : calls, call.key, one);
      add(byMethod, method, one);
    }
  }
  const openings = reactions.all.filter(({ request }) => opensConnection(request.line.method));
  const { requests, loose } = conversation;
  const notices = [...requests.flatMap(({ within }) => within), ...loose]
    .filter(({ dir, kind }) => dir === 's2c' && kind === 'notification')
    .sort((one, other) => one.seq - other.seq);
  return {
    ...reactions,
    openings,
    legacy: capabilitiesIn(openings, 'initialize'),
    modern: modernIn(reactions.all, openings),
    lists: listsIn(reactions.all, notices),
    usedItems: usedIn(reactions.all),
    tasks: tasksIn(reactions.all, notices),
    calls,
    hidden: [...hidden.values()],
    byMethod,
    used: new Set(reactions.all.map(({ request }) => memberText(request.line.msg, 'id') ?? '')),
    rounds,
    redacted,
    redactedAside: asideIn(reactions),
  };
}

function add(map: Map<string, MockReaction[]>, key: string, one: MockReaction): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [one]);
  else there.push(one);
}

/** What is not answered by what was answered to the same request. */
const isServedOtherwise = (method: string): boolean =>
  listOf(method) !== undefined || opensConnection(method) || asksTask(method) || method === 'tasks/list';

const isRedacted = ({ request: { end }, acts }: Reaction): boolean => {
  const asked: readonly RecordedLine[] = acts.flatMap((one) => (one.kind === 'ask' ? [one.line] : []));
  return [...asked, ...(end.kind === 'answered' ? [end.line] : [])].some(({ msg }) => hasHidden(msg));
};

/** What belongs to an answer stands or falls with it, as a question of the server does. */
function asideIn({ all, opening }: Reactions): ReadonlySet<RecordedLine> {
  const within = all.flatMap(({ acts }) => acts.filter(({ kind }) => kind === 'send'));
  const acts = [...opening, ...within, ...all.flatMap(({ after }) => after)];
  return new Set(acts.flatMap(({ kind, line }) => (kind !== 'heard' && hasHidden(line.msg) ? [line] : [])));
}

const resultOf = ({ request: { end } }: Reaction): string | undefined =>
  end.kind === 'answered' ? memberText(end.line.msg, 'result') : undefined;

function capabilitiesIn(openings: readonly Reaction[], method: string): JsonObject | undefined {
  for (const reaction of openings) {
    const result = reaction.request.line.method === method ? parse(resultOf(reaction) ?? '') : undefined;
    if (isObject(result)) return isObject(result['capabilities']) ? result['capabilities'] : {};
  }
  return undefined;
}

/** A server of the modern era needs no handshake: that requests name a revision is enough. */
function modernIn(all: readonly Reaction[], openings: readonly Reaction[]): Recorded['modern'] {
  const named = all.flatMap((reaction) => {
    const version = methodNamed(reaction.request.line.method)?.opens
      ? undefined
      : versionIn(reaction.request.params);
    return version === undefined || resultOf(reaction) === undefined ? [] : [version];
  });
  const found = openings
    .filter(({ request }) => request.line.method === 'server/discover')
    .map((reaction) => parse(resultOf(reaction) ?? ''))
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
