import { memberText } from '../../../json/parts.ts';
import { locateError } from '../../../json/reader.ts';
import { isObject } from '../../../json/shape.ts';
import type { Log } from '../../../session/log/log.ts';
import { redactorFor } from '../../../session/redaction/redactor.ts';
import { phaseWord, type SessionState } from '../../../session/state.ts';
import { addressOf, type Target } from '../../../session/target.ts';
import type { PastCall } from '../../../settings/history.ts';
import type { Preset } from '../../../settings/preset.ts';
import { storableArguments } from '../../../settings/storable-arguments.ts';
import { LIST_NAMES, LISTS, type ListName } from '../../../spec/methods.ts';
import { quoteShell } from '../../../text/quote.ts';
import type { Context } from '../../world/command.ts';
import type { Schedule } from '../../world/pace.ts';
import { react } from '../../world/react.ts';
import { warn } from '../../world/say.ts';
import { print } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** What was called before this session. */
    readonly recalled: Recalled;
  }
}

/** What was called before: on this machine, and what a team keeps in its file. */
export interface Recalled {
  /** What the calls and presets are of; absent until the server has said who it is. */
  readonly server?: string;
  /** The files have been read. */
  readonly isRead: boolean;
  /** The calls of all servers, the newest first. */
  readonly calls: readonly PastCall[];
  readonly presets: readonly Preset[];
  /** What was called in the recording that is open. */
  readonly recorded: RecordedCalls;
}

/** Nothing read yet, or nothing there. */
export const nothingRecalled: Recalled = { isRead: false, calls: [], presets: [], recorded: {} };

/** The calls of an entry, the newest first. */
export const pastCalls = ({ server, calls }: Recalled, { list, item }: ListEntry): readonly PastCall[] =>
  calls.filter((call) => call.server === server && call.list === list && call.name === item.name);

/** The newest call of an entry. */
export const lastCall = ({ server, calls }: Recalled, { list, item }: ListEntry): PastCall | undefined =>
  calls.find((call) => call.server === server && call.list === list && call.name === item.name);

/** The newest call of an entry in the recording that is open. */
export function recordedCall(
  { recorded }: Recalled,
  { list, item }: { readonly list: ListName; readonly item: Pick<ListEntry['item'], 'name'> },
): RecordedCall | undefined {
  // Skills are read as the resources that they are.
  const key = recordedKey(list === 'skills' ? 'resources' : list, item.name);
  return Object.hasOwn(recorded, key) ? recorded[key] : undefined;
}

/** The presets of a tool. */
export const presetsOf = ({ server, presets }: Recalled, { list, item }: ListEntry): readonly Preset[] =>
  list === 'tools' ? presets.filter((one) => one.server === server && one.tool === item.name) : [];

/** With one call more; the same arguments are there once. */
function withCall(recalled: Recalled, call: PastCall): Recalled {
  const others = recalled.calls.filter(
    (one) =>
      one.server !== call.server ||
      one.list !== call.list ||
      one.name !== call.name ||
      one.arguments !== call.arguments,
  );
  return { ...recalled, calls: [call, ...others] };
}

/** The newest call of an item in a recording. */
export interface RecordedCall {
  /** The seq of its request, which has an answer. */
  readonly seq: number;
  /** The exact JSON text of its arguments. */
  readonly arguments: string;
}

/** The newest calls in a recording, by list and name of what was called. */
type RecordedCalls = Readonly<Record<string, RecordedCall>>;

/** Names an item in {@link RecordedCalls}. */
const recordedKey = (list: ListName, name: string): string => `${list} ${name}`;

/** How many calls are looked at, the newest first: each may have to be read from the file. */
const LOOKED_AT = 10_000;

/** Finds the newest call of each item that got an answer, among the newest calls of a log. */
export function recordedCalls(log: Log): RecordedCalls {
  const found: Record<string, RecordedCall> = {};
  let left = LOOKED_AT;
  for (let place = log.lines.length - 1; place >= 0 && left > 0; place--) {
    const seq = log.lines.at(place);
    const list = calledList(log, seq);
    if (list === undefined) continue;
    left -= 1;
    const [key, call] = callAt(log, seq, list) ?? [];
    if (key !== undefined && call !== undefined && !Object.hasOwn(found, key)) found[key] = call;
  }
  return found;
}

/** The same of what has come since the line at `from`, by what was answered: none where that is nothing. */
function callsSince(log: Log, from: number): RecordedCalls | undefined {
  const found: Record<string, RecordedCall> = {};
  for (let place = Math.max(from, log.lines.length - LOOKED_AT); place < log.lines.length; place++) {
    const { dir, kind, re } = log.row(log.lines.at(place)) ?? {};
    const list = dir === 's2c' && kind !== 'request' && re !== undefined ? calledList(log, re) : undefined;
    const [key, call] = (list && callAt(log, re ?? 0, list)) ?? [];
    if (key !== undefined && call !== undefined) found[key] = call;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Of what list an item was called with this line, where that has an answer. */
function calledList(log: Log, seq: number): ListName | undefined {
  const { kind, dir, method, answer } = log.row(seq) ?? {};
  if (kind !== 'request' || dir !== 'c2s' || answer === undefined) return undefined;
  return LIST_NAMES.find((one) => LISTS[one].use === method);
}

function callAt(log: Log, seq: number, list: ListName): readonly [string, RecordedCall] | undefined {
  const params = memberText(log.text(seq) ?? '', 'params');
  const name = params === undefined ? undefined : nameIn(params, LISTS[list].key);
  if (params === undefined || name === undefined) return undefined;
  return [recordedKey(list, name), { seq, arguments: memberText(params, 'arguments') ?? '{}' }];
}

function nameIn(params: string, member: string): string | undefined {
  const value: unknown = JSON.parse(params);
  const name = isObject(value) ? value[member] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Reads what was called before, in a recording once all of it has been read, and learns from the session whose calls
 * they are. Returns the way to stop.
 */
export function recall(context: Context, schedule: Schedule): () => void {
  const { host, ui, memory } = context;
  const change = (now: Partial<Recalled>): void =>
    ui.update((before) => ({ ...before, recalled: { ...before.recalled, ...now } }));
  const learn = (server: string | undefined): void => {
    if (server !== undefined) change({ server });
  };
  learn(serverOf(host.store.state()));
  void Promise.all([memory.history(), memory.presets()]).then(([{ calls, remarks }, file]) => {
    // What was called meanwhile is the newest.
    change({ isRead: true, calls: [...ui.get().recalled.calls, ...calls], presets: file.presets });
    for (const remark of [...memory.remarks, ...remarks, ...file.remarks]) {
      ui.update(print(remark));
      warn(context, remark);
    }
  });
  const stop = react(host.store, serverOf, learn);
  if (phaseWord(host.store.state()) === 'following') {
    const stopFollowing = followCalls(context, schedule);
    return () => {
      stop();
      stopFollowing();
    };
  }
  if (host.connection === undefined)
    void host.checked().then(() => change({ recorded: recordedCalls(host.log) }));
  return stop;
}

/** ms between two looks at what was called in a session that is followed. */
const PACE = 200;

/** Learns what is called in a session that is followed, as it is answered. */
function followCalls({ host, ui }: Context, schedule: Schedule): () => void {
  const { store, log } = host;
  let looked = 0;
  let resting: (() => void) | undefined;
  const look = (): void => {
    resting = undefined;
    const calls = callsSince(log, looked);
    looked = log.lines.length;
    if (calls === undefined) return;
    ui.update((now) => {
      const recorded = { ...now.recalled.recorded, ...calls };
      return { ...now, recalled: { ...now.recalled, recorded } };
    });
  };
  const changed = (): void => {
    resting ??= schedule(PACE, look);
  };
  changed();
  const leave = store.subscribe(changed);
  return () => {
    leave();
    resting?.();
  };
}

/** Whose calls are remembered: what the server calls itself, else how it is reached, without secrets. */
function serverOf({ server, target }: SessionState): string | undefined {
  if (server === undefined) return undefined;
  return server.name !== undefined && server.name !== '' ? server.name : wordsOf(target);
}

/** A command line or an address without secrets; of a recording that of its server. */
export function wordsOf(target: Target): string {
  switch (target.transport) {
    case 'recorded':
      return target.of;
    case 'stdio':
      return quoteShell(redactorFor(target).words([target.command, ...target.args]));
    case 'http':
    case 'sse':
    case 'ws':
      return redactorFor(target).mask(addressOf(target));
  }
}

/** Remembers the arguments of a call, without their secrets; a text that is no JSON object is not remembered. */
export function rememberCall(context: Context, { list, item }: ListEntry, text: string): void {
  const { host, ui, memory } = context;
  const { server } = ui.get().recalled;
  if (server === undefined || list === 'resources' || list === 'skills' || !isJsonObject(text)) return;
  const { text: kept, left } = storableArguments(text, redactorFor(host.store.state().target));
  const at = new Date(host.started + host.now()).toISOString();
  const call = { at, server, list, name: item.name, arguments: kept, left };
  ui.update((now) => ({ ...now, recalled: withCall(now.recalled, call) }));
  void memory.remember(call).then((failure) => failure !== undefined && warn(context, failure));
}

/** Whether a text is one that can be kept as arguments. */
export const isJsonObject = (text: string): boolean =>
  locateError(text) === undefined && isObject(JSON.parse(text));
