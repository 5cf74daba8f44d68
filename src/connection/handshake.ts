import { isObject } from '../json/shape.ts';
import type { SessionState } from '../session/state.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../spec/revision.ts';
import { seconds } from '../text/measure.ts';
import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import type { Call, Outcome } from './call.ts';
import type { EraChoice } from './era.ts';

/** What opening a connection does on it. */
export interface Opener extends Pick<Clock, 'later'> {
  readonly state: () => SessionState;
  /** Sends a request of ours; ms, 0 = never. */
  readonly ask: (method: string, params: unknown, timeout: number) => Pick<Call, 'done' | 'cancel'>;
  /** Resolves when it has arrived, or may have. */
  readonly notify: (method: string) => Promise<void>;
  /** Goes on with another transport, when the server refused the one there is; false when there is no other. */
  readonly change: () => Promise<boolean>;
  /** Starts the server anew after it ended; false when that is not possible. */
  readonly respawn: () => Promise<boolean>;
}

/** How to open: the era, the revision to ask for, and who we are. Spans in ms, 0 = never. */
export interface OpeningOptions {
  readonly era?: EraChoice | undefined;
  readonly protocolVersion?: string | undefined;
  readonly client: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly timeout: number;
  /** A person waits, and sees what there is. */
  readonly patient?: boolean | undefined;
}

/**
 * ms that a server has to answer the question whether it is modern, before it is sent `initialize` as well. A process
 * that does not know the question may keep silent, or may not be up yet; a remote server is slow to start, as a rule.
 */
const PROBE = 5_000;
const REMOTE_PROBE = 15_000;

/**
 * Opens a connection in one of the two eras; false when it cannot be opened.
 *
 *   legacy   initialize ─▶ initialized            the default over stdio, with a second look:
 *               └ error ─▶ server/discover          refused, the same process is asked whether it is modern
 *   modern   server/discover
 *   auto     server/discover ─ error ─▶ initialize                the default over Streamable HTTP
 *               ├ a modern error, no access, no server ─▶ failed
 *               ├ silence ─▶ initialize as well: what is answered first opens the connection, the other is given up
 *               └ the process ends ─▶ a new one ─▶ initialize
 */
export async function openConnection(opener: Opener, options: OpeningOptions): Promise<boolean> {
  const { transport } = opener.state().target;
  // Who asks for a legacy revision has chosen the era.
  const { protocolVersion = MODERN_VERSION } = options;
  const usual = transport === 'http' && protocolVersion >= MODERN_VERSION ? 'auto' : undefined;
  switch (options.era ?? usual) {
    case 'modern':
      return (await discover(opener, options.timeout).found) === 'open';
    case 'legacy':
      return (await initialize(opener, options)) === 'open';
    case 'auto':
      return probe(opener, options);
    case undefined: {
      const outcome = await initialize(opener, options);
      if (outcome !== 'refused' || transport === 'sse') return outcome === 'open';
      return (await discover(opener, patience(PROBE, options.timeout)).found) === 'open';
    }
  }
}

/** Who gives a server less time than that in all does not wait longer for the question. */
const patience = (usual: number, timeout: number): number =>
  timeout === 0 ? usual : Math.min(usual, timeout);

async function probe(opener: Opener, options: OpeningOptions): Promise<boolean> {
  const isRemote = opener.state().target.transport === 'http';
  const asked = discover(opener, 0);
  const isAnswered = await atMost(
    opener,
    patience(isRemote ? REMOTE_PROBE : PROBE, options.timeout),
    asked.found,
  );
  if (!isAnswered) return both(opener, asked, options);
  const found = await asked.found;
  return found === 'older' ? older(opener, options) : found === 'open';
}

/** Opens a connection to a server that is not modern. */
async function older(opener: Opener, options: OpeningOptions): Promise<boolean> {
  // Real servers die of a question that they do not know.
  if (opener.state().process?.exit !== undefined && !(await opener.respawn())) return false;
  return (await initialize(opener, options)) === 'open';
}

/**
 * The server keeps silent: it does not know the question, or has not started yet and will answer what it was asked, one
 * after the other.
 */
async function both(opener: Opener, asked: Discovery, options: OpeningOptions): Promise<boolean> {
  const greeting = initialize(opener, options, asked);
  const first = await Promise.race([asked.found.then((found) => ({ found })), greeting]);
  if (typeof first === 'object') {
    if (first.found === 'open') return true;
    const hasEnded = opener.state().process?.exit !== undefined;
    return hasEnded ? older(opener, options) : (await greeting) === 'open';
  }
  if (first === 'refused') return answeredInTime(opener, asked, patience(PROBE, options.timeout));
  asked.giveUp(first === 'open' ? 'initialize was answered' : 'not answered either');
  if (first === 'open') return true;
  const found = await asked.found;
  return found === 'older' ? older(opener, options) : found === 'open';
}

/** Whether the question is answered as a modern server does, within so many ms. */
async function answeredInTime(opener: Opener, asked: Discovery, ms: number): Promise<boolean> {
  if (!(await atMost(opener, ms, asked.found))) asked.giveUp(`no answer within ${seconds(ms)}`);
  return (await asked.found) === 'open';
}

/** basic/lifecycle#initialization. Refused: the server answered, with an error. */
async function initialize(
  opener: Opener,
  options: OpeningOptions,
  asked?: Discovery,
): Promise<'open' | 'refused' | 'failed'> {
  const params = {
    protocolVersion: options.protocolVersion ?? LEGACY_VERSIONS[0],
    capabilities: options.capabilities,
    clientInfo: options.client,
  };
  const ask = async (): Promise<Outcome> => {
    const call = opener.ask('initialize', params, options.timeout);
    void asked?.found.then((found) => {
      if (found === 'open') call.cancel('server/discover was answered');
    });
    const left =
      options.patient || opener.state().target.transport !== 'stdio'
        ? undefined
        : import('./silence.ts').then((one) => one.leaveSilence(opener, call));
    void call.done.then(async () => (await left)?.());
    return call.done;
  };
  const first = await ask();
  const outcome = first.kind === 'closed' && (await opener.change()) ? await ask() : first;
  if (outcome.kind === 'error') return 'refused';
  if (outcome.kind !== 'result' || opener.state().era !== 'legacy') return 'failed';
  await opener.notify('notifications/initialized');
  return 'open';
}

/** The question whether a server is modern, while it is open. */
interface Discovery {
  readonly found: Promise<'open' | 'older' | 'failed'>;
  readonly giveUp: (why: string) => void;
}

/**
 * server/discover (2026-07-28). Whether the server speaks a revision that we speak is decided by the state. Anything
 * but a modern answer is that of an older server (basic/versioning#backward-compatibility).
 */
function discover(opener: Opener, timeout: number): Discovery {
  const ask = () => opener.ask('server/discover', {}, timeout);
  let call = ask();
  const answer = async (): Promise<Outcome> => {
    const first = await call.done;
    // The server may know our revision all the same; once, so that two cannot refuse each other for ever.
    if (supportedBy(first)?.includes(MODERN_VERSION)) call = ask();
    return call.done;
  };
  return { found: answer().then((outcome) => meaning(opener, outcome)), giveUp: (why) => call.cancel(why) };
}

function meaning(opener: Opener, outcome: Outcome): 'open' | 'older' | 'failed' {
  switch (outcome.kind) {
    case 'result':
      return opener.state().era === 'modern' ? 'open' : 'older';
    case 'error':
      return isModernError(outcome) ? 'failed' : 'older';
    case 'timeout':
      return 'older';
    case 'cancelled':
      return 'failed';
    case 'closed':
      return isOutOfReach(opener.state(), outcome.status) ? 'failed' : 'older';
  }
}

/** Errors that only a modern server has: a header mismatch, a capability that it needs, a revision it does not know. */
const MODERN_ERRORS: readonly unknown[] = [-32020, -32021];
const UNSUPPORTED = -32022;

function isModernError(outcome: Outcome): boolean {
  if (outcome.kind !== 'error') return false;
  if (MODERN_ERRORS.includes(outcome.error.code)) return true;
  const supported = supportedBy(outcome);
  return supported !== undefined && !supported.some((one) => LEGACY_VERSIONS.some((known) => known === one));
}

/** The revisions that a server says it speaks when it refuses ours (basic/versioning#protocol-version-negotiation). */
function supportedBy(outcome: Outcome): readonly unknown[] | undefined {
  if (outcome.kind !== 'error' || outcome.error.code !== UNSUPPORTED) return undefined;
  const { data } = outcome.error;
  return isObject(data) && Array.isArray(data['supported']) ? data['supported'] : undefined;
}

/** Who cannot be reached, or does not let us in, says nothing of the era. A process that ended may begin anew. */
function isOutOfReach({ target }: SessionState, status: number | undefined): boolean {
  return target.transport !== 'stdio' && (status === undefined || [401, 403, 407].includes(status));
}
