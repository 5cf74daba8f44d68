import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { type AnswerRules, createAnswerer, type Root } from '../../src/connection/answerer.ts';
import type { Call } from '../../src/connection/call.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { waitingIn } from '../../src/session/inbox.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import type { SessionState } from '../../src/session/state.ts';
import { typeIntoForm } from '../../src/tui/kit/form/typing.ts';
import { watchInbox } from '../../src/tui/screens/inbox/watching.ts';
import { program } from './program.ts';

export interface AskingOptions {
  /** The server of 2026-07-28 in place of that of 2025-11-25. */
  readonly modern?: boolean;
  /** ms for one request. */
  readonly timeout?: number;
  readonly rules?: AnswerRules;
  /** The limit of rounds, and whether a person can let a call go on beyond it. */
  readonly rounds?: number;
  readonly patient?: boolean;
  readonly roots?: readonly Root[];
}

/** A program with its keys on one of the servers that ask, ready; closed with the test. */
export async function asking(options: AskingOptions = {}) {
  const { modern = false, timeout = 10_000, rules, rounds = 10, patient = true, roots = [] } = options;
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args: [fileURLToPath(new URL(`./servers/${modern ? 'asking-modern' : 'asking'}.mjs`, import.meta.url))],
      cwd: tmpdir(),
      env: {},
      given: [],
      beyondClient: [],
    },
    connection: {
      client: { name: 'test', version: '0' },
      timeout,
      maxTimeout: timeout,
      connectTimeout: 10_000,
      ...(modern ? { era: 'modern' } : {}),
      answerer: createAnswerer({
        roots,
        rules: rules ?? { elicitation: [], sampling: [] },
        otherwise: 'ask',
        elicitation: true,
        sampling: true,
      }),
      ...{ rounds, interactive: patient },
      tasks: true,
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  const { ui, context, press, done } = program({ host });
  onTestFinished(watchInbox(context));
  expect(await host.connection.connect()).toBe('ready');
  return {
    host,
    ui,
    press,
    done,
    type: (text: string) => typeIntoForm(context, text),
    call: (name: string) => host.connection.request('tools/call', { name, arguments: {} }),
    /** Resolves when this is said in the bottom row. */
    said: (text: string) => until(ui, ({ status }) => status?.text === text),
    /** Resolves when so many requests wait. */
    waiting: (count: number) => until(watched(host), (state) => waitingIn(state).length === count),
  };
}

const watched = ({ store }: LiveHost): Watched<SessionState> => ({
  get: store.state,
  subscribe: store.subscribe,
});

interface Watched<State> {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
}

function until<State>({ get, subscribe }: Watched<State>, holds: (state: State) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const look = (): void => {
      if (!holds(get())) return;
      stop();
      resolve();
    };
    stop = subscribe(look);
    look();
  });
}

/** What the tool ended with, parsed from its text. */
export async function ended(call: Call): Promise<unknown> {
  const outcome = await call.done;
  if (outcome.kind !== 'result') return outcome;
  const { content } = outcome.result as { readonly content: readonly { readonly text: string }[] };
  return JSON.parse(content[0]?.text ?? 'null');
}
