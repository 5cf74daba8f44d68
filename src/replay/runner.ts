import type { Outcome } from '../connection/call.ts';
import type { Connection } from '../connection/connection.ts';
import type { Host } from '../host/host.ts';
import { memberTexts } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { announcesTasks } from '../spec/task.ts';
import type { SendStep, SingleStep } from './step.ts';

/** The server that steps are sent to. */
export interface SteppedServer {
  readonly host: Host;
  readonly connection: Connection;
}

/** What became of one step. */
export interface Performed {
  /** How its request ended; absent for a pause and for a notification, which have no answer. */
  readonly outcome?: Outcome;
  /** The frame of the answer, where one came. */
  readonly seq?: number;
  readonly ms: number;
  /** Whether it came out as the step wants it. */
  readonly passed: boolean;
}

/** Performs steps one after the other, or side by side, over one connection. */
export interface Runner {
  perform(step: SingleStep): Promise<Performed>;
}

/** What steps need beside their server. */
export interface RunnerOptions {
  /** Pauses end when this is aborted. */
  readonly stop: AbortSignal;
}

/** A runner for one connection that is ready. */
export function createRunner(server: SteppedServer, { stop }: RunnerOptions): Runner {
  const { host, connection } = server;
  const knowTools = toolsKnown(server);
  return {
    async perform(step) {
      const started = host.now();
      const passed = (): Performed => ({ ms: rounded(host.now() - started), passed: true });
      if (step.kind === 'sleep') {
        await pause(step.ms, host, stop);
        return passed();
      }
      if (step.method.startsWith('notifications/')) {
        connection.notify(step.method, paramsOf(step.params));
        return { ms: 0, passed: true };
      }
      if (step.method === 'tools/call' && !step.raw) await knowTools();
      const { outcome, wasCancelled } = await send(connection, step);
      if (outcome.kind === 'result' || outcome.kind === 'error') {
        const { ms, seq } = outcome;
        return { outcome, seq, ms, passed: !isFailure(outcome) };
      }
      return { ...passed(), outcome, passed: outcome.kind === 'cancelled' && wasCancelled };
    },
  };
}

/** An error, or the result of a tool that says it is one. */
const isFailure = (outcome: Outcome): boolean =>
  outcome.kind !== 'result' || (isObject(outcome.result) && outcome.result['isError'] === true);

/** How a request ended, and whether its step had it cancelled. */
interface Sent {
  readonly outcome: Outcome;
  readonly wasCancelled: boolean;
}

async function send(connection: Connection, { method, params, cancelAfter, raw }: SendStep): Promise<Sent> {
  const call = connection.request(method, paramsOf(params), { oneRound: raw });
  if (cancelAfter === undefined) return { outcome: await call.done, wasCancelled: false };
  let wasCancelled = false;
  const timer = setTimeout(() => {
    wasCancelled = true;
    call.cancel(`cancelled after ${cancelAfter} ms`);
  }, cancelAfter);
  const outcome = await call.done;
  clearTimeout(timer);
  return { outcome, wasCancelled };
}

/** Which tools demand to be run as tasks is said by their list alone; it is asked for where that can be (2025-11-25). */
function toolsKnown({ host, connection }: SteppedServer): () => Promise<void> {
  let tools: Promise<unknown> | undefined;
  return async () => {
    const state = host.store.state();
    if (state.era === 'modern' || !announcesTasks(state, 'call') || state.lists.tools.state === 'done')
      return;
    tools ??= connection.list('tools', { by: 'auto' });
    await tools;
  };
}

/** The members one by one, so that a progress token can be put beside those of `_meta`. */
function paramsOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const members = memberTexts(text);
  if (members === undefined) return new JsonText(text);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      name === '_meta' ? (metaOf(member) ?? new JsonText(member)) : new JsonText(member),
    ]),
  );
}

function metaOf(text: string): unknown {
  const members = memberTexts(text);
  return members && Object.fromEntries(members.map(([name, member]) => [name, new JsonText(member)]));
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
