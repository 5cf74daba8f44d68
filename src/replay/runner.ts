import type { Outcome } from '../connection/call.ts';
import type { Connection } from '../connection/connection.ts';
import type { Host } from '../host/host.ts';
import { textAt } from '../json/inner.ts';
import { memberText, memberTexts } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { secretsInVariables } from '../session/redaction/arguments.ts';
import type { CheckAgainst } from '../spec/check/result.ts';
import { announcesTasks } from '../spec/task.ts';
import { judge } from './expectation.ts';
import { type GivenSecrets, withSecrets } from './secrets.ts';
import { namesOf, type SendStep, type SingleStep } from './step.ts';
import { unwantedError } from './unwanted-error.ts';
import { createVariables, environmentOf, filledIn, type StepVariables } from './variables.ts';
import type { AnswerDifference } from './verification.ts';

/** The server that steps are sent to. */
export interface SteppedServer {
  readonly host: Host;
  readonly connection: Connection;
}

/** What became of one step. */
export interface Performed {
  /** How its request ended; absent for a pause, for a notification, and for what was not sent. */
  readonly outcome?: Outcome;
  /** The frame of the answer, where one came. */
  readonly seq?: number;
  /** The exact text of the message with the answer; of a task what it ended with, as an answer has it. */
  readonly message?: string;
  readonly ms: number;
  /**
   * Whether it came out as the step wants it: all that it expects holds and all that it saves is there; and it was answered
   * without an error, or was cancelled as the step says, unless it says by a pointer what the answer should be.
   */
  readonly passed: boolean;
  /** What is not as the step expects it; what it was to save and is not there. */
  readonly differences: readonly AnswerDifference[];
  /** Why it was not sent, or got no answer, in one sentence. */
  readonly why?: string;
  /** It was not sent, as a value that it needs was not saved. */
  readonly isSkipped?: true;
}

/** Performs steps one after the other, or side by side, over one connection. */
export interface Runner {
  /** Never rejects. The parts of a step may be performed at the same time; what one saves is there for those that begin later. */
  perform(step: SingleStep): Promise<Performed>;
}

/** What steps need beside their server. */
export interface RunnerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Pauses end when this is aborted. */
  readonly stop: AbortSignal;
  /** What is sent in the place of `[redacted]`; absent where nobody can give that. */
  readonly secrets?: GivenSecrets;
}

/** A runner for one connection that is ready. */
export function createRunner(server: SteppedServer, { env, stop, secrets }: RunnerOptions): Runner {
  const { host } = server;
  const variables = createVariables(env);
  const checkOf = schemaCheck();
  const tools = toolsOf(server);
  const requests = new Set<number>();
  const unsaved = new Map<string, string>();
  const keep = ({ name: own, method }: SendStep, name: string, value: string | undefined): void => {
    variables.save(name, value);
    if (value === undefined) unsaved.set(name, own ?? method);
  };

  const send = async (step: SendStep, params: string | undefined): Promise<Performed> => {
    const { method, expect, save } = step;
    const needsOutputSchema = expect?.text.includes('"$schema"') === true;
    if (method === 'tools/call' && (needsOutputSchema || !step.raw)) await tools.load(needsOutputSchema);
    const from = host.log.length;
    const started = host.now();
    const sent = request(server.connection, step, paramsOf(params), stop);
    requests.add(sent.seq);
    const { outcome, wasCancelled } = await sent.done;
    const isAnswered = outcome.kind === 'result' || outcome.kind === 'error';
    const message = isAnswered ? messageOf(host, outcome) : undefined;
    // What took several requests, rounds of input or a task, took from the first to the last answer.
    const isOnlyOne = isAnswered && host.log.row(outcome.seq)?.re === sent.seq;
    const ms = isOnlyOne ? outcome.ms : rounded(host.now() - started);
    const differences: AnswerDifference[] = [];
    for (const { name, pointer } of save) {
      const value = message === undefined ? undefined : textAt(message, pointer);
      keep(step, name, value);
      if (value === undefined)
        differences.push({ pointer, kind: 'missing', wanted: `a value to save as ${name}` });
    }
    if (expect !== undefined) {
      const findings =
        expect.findings === undefined
          ? []
          : await findingsIn(host, from, (seq) => seq !== sent.seq && requests.has(seq));
      const outputSchema = needsOutputSchema ? tools.outputSchema(params) : undefined;
      const how = { given: variables.given, outputSchema, check: await checkOf() };
      differences.push(...judge(expect, { message, ms, findings }, how));
    }
    const unwanted = message === undefined ? undefined : unwantedError(message, expect, differences);
    if (unwanted !== undefined && differences.length > 0) differences.splice(0, differences.length, unwanted);
    const isGood = expect !== undefined && expect.answer.length > 0 ? true : isSuccess(outcome, wasCancelled);
    return {
      ...{ outcome, ms, differences, passed: differences.length === 0 && isGood },
      ...(isAnswered ? { seq: outcome.seq } : { why: host.mask(outcome.why) }),
      ...(message !== undefined && { message }),
    };
  };

  return {
    async perform(step) {
      const done: Performed = { ms: 0, passed: true, differences: [] };
      if (step.kind === 'sleep') {
        const started = host.now();
        await pause(step.ms, host, stop);
        return { ...done, ms: rounded(host.now() - started) };
      }
      const names = namesOf(step);
      const unset = names.filter((name) => variables.given(name) === undefined);
      if (unset.length > 0) {
        for (const { name } of step.save) keep(step, name, undefined);
        return { ...done, passed: false, isSkipped: true, why: unsetWhy(unset, unsaved) };
      }
      const fromEnvironment = environmentOf(names, env);
      host.learn?.(secretsInVariables(fromEnvironment, Object.keys(fromEnvironment)));
      const restored = restoredParams(filled(step.params, variables), secrets);
      if ('why' in restored) {
        for (const { name } of step.save) keep(step, name, undefined);
        return { ...done, passed: false, why: restored.why };
      }
      if (!step.method.startsWith('notifications/')) return send(step, restored.params);
      server.connection.notify(step.method, paramsOf(restored.params));
      return done;
    },
  };
}

const filled = (params: string | undefined, { given }: StepVariables): string | undefined =>
  params === undefined ? undefined : filledIn(params, given);

/** What is redacted is never sent, wherever it comes from: from the file, from a variable, or from an answer. */
const restoredParams = (params: string | undefined, secrets: GivenSecrets | undefined) =>
  params === undefined ? { params } : withSecrets(params, secrets);

/** `savedBy` says of the names that could not be saved whose step that was. */
function unsetWhy(names: readonly string[], savedBy: ReadonlyMap<string, string>): string {
  const each = names.map((name) => {
    const by = savedBy.get(name);
    return `\${${name}} has no value${by === undefined ? '' : `, as ${by} did not save it`}`;
  });
  return `it was not sent: ${each.join('; ')}`;
}

/** Answered without an error, also by the tool itself, or cancelled as was asked. */
function isSuccess(outcome: Outcome, wasCancelled: boolean): boolean {
  if (outcome.kind !== 'result') return outcome.kind === 'cancelled' && wasCancelled;
  return !(isObject(outcome.result) && outcome.result['isError'] === true);
}

/** What holds values against schemas is loaded when a step needs it. */
function schemaCheck(): () => Promise<CheckAgainst> {
  let loaded: Promise<CheckAgainst> | undefined;
  return () => {
    loaded ??= import('../host/check.ts').then(({ createSchemaCheck }) => createSchemaCheck());
    return loaded;
  };
}

/** The message with an answer. What a task ended with is within the result of another (2026-07-28). */
function messageOf({ log }: Host, { seq, kind, inTask }: Extract<Outcome, { readonly seq: number }>): string {
  const message = log.text(seq) ?? '{}';
  if (inTask !== true) return message;
  return `{"${kind}":${memberText(memberText(message, 'result') ?? '', kind) ?? 'null'}}`;
}

/** The rules that were broken since a line, sorted, but for what belongs to the requests of other steps. */
async function findingsIn(
  host: Host,
  from: number,
  isOther: (seq: number) => boolean,
): Promise<readonly string[]> {
  await host.checked();
  const { log } = host;
  const found = new Set<string>();
  for (let seq = from; seq < log.length; seq += 1) {
    const row = log.row(seq);
    if (row?.finding !== true || isOther(row.re ?? log.requestOf(seq) ?? seq)) continue;
    for (const { rule } of log.findings(seq)) found.add(rule);
  }
  return [...found].sort();
}

/** How a request ended, and whether its step had it cancelled. */
interface Sent {
  readonly outcome: Outcome;
  readonly wasCancelled: boolean;
}

function request(
  connection: Connection,
  { method, cancelAfter, raw }: SendStep,
  params: unknown,
  stop: AbortSignal,
): { readonly seq: number; readonly done: Promise<Sent> } {
  const call = connection.request(method, params, { oneRound: raw });
  const { seq } = call;
  let wasCancelled = false;
  const cancel = (): void => {
    wasCancelled = true;
    call.cancel(`cancelled after ${cancelAfter} ms`);
  };
  const timer = cancelAfter === undefined ? undefined : setTimeout(cancel, cancelAfter);
  const interrupt = (): void => call.cancel('interrupted');
  stop.addEventListener('abort', interrupt, { once: true });
  const done = call.done.then((outcome) => {
    clearTimeout(timer);
    stop.removeEventListener('abort', interrupt);
    return { outcome, wasCancelled };
  });
  return { seq, done };
}

/** The tools of a server, as far as a step needs to know them. */
interface KnownTools {
  /**
   * Which of them demand to be run as tasks is said by their list alone; it is asked for where that can be (2025-11-25), and where
   * it is needed anyway.
   */
  load(isNeeded: boolean): Promise<void>;
  /** The `outputSchema` of the tool that is named in these params. */
  outputSchema(params: string | undefined): unknown;
}

function toolsOf({ host: { store }, connection }: SteppedServer): KnownTools {
  let list: Promise<unknown> | undefined;
  return {
    async load(isNeeded) {
      const state = store.state();
      if (state.lists.tools.state === 'done') return;
      if (!isNeeded && (state.era === 'modern' || !announcesTasks(state, 'call'))) return;
      list ??= connection.list('tools', { by: 'auto' });
      await list;
    },
    outputSchema(params) {
      const called = params === undefined ? undefined : memberText(params, 'name');
      const name: unknown = called === undefined ? undefined : JSON.parse(called);
      const raw = store.state().lists.tools.items.find((tool) => tool.name === name)?.raw;
      return isObject(raw) ? raw['outputSchema'] : undefined;
    },
  };
}

/**
 * The members one by one, each to the character, so that the connection can put its own beside those of `_meta`.
 *
 * @param own members of `_meta` that the connection says for itself
 */
export function paramsOf(text: string | undefined, own: ReadonlySet<string> = new Set()): unknown {
  if (text === undefined) return undefined;
  const members = memberTexts(text);
  if (members === undefined) return new JsonText(text);
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === '_meta' ? metaOf(member, own) : new JsonText(member)]),
  );
}

function metaOf(text: string, own: ReadonlySet<string>): unknown {
  const members = memberTexts(text)?.filter(([name]) => !own.has(name));
  if (members === undefined) return new JsonText(text);
  if (members.length === 0 && own.size > 0) return undefined;
  return Object.fromEntries(members.map(([name, member]) => [name, new JsonText(member)]));
}

/** Why nothing can be sent any more, in one sentence. */
export function whyGone({ host: { store } }: SteppedServer, stop: AbortSignal): string | undefined {
  if (stop.aborted) return 'not sent: interrupted';
  const { phase, why } = store.state();
  return phase === 'ready' ? undefined : `not sent: ${why.join('; ') || 'the connection is gone'}`;
}

/** Waits, unless the server is gone or the program is asked to stop. */
function pause(ms: number, { store }: Host, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isOver = (): boolean => stop.aborted || store.state().phase !== 'ready';
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = store.subscribe(() => isOver() && end());
    if (isOver()) end();
  });
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
