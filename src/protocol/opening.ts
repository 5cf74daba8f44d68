import { isObject } from '../json/shape.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../session/inspect/handshake.ts';
import type { SessionState } from '../session/state.ts';
import type { Outcome } from './call.ts';
import type { EraChoice } from './era.ts';

/** What opening a connection does on it. */
export interface Opener {
  readonly state: () => SessionState;
  /** Sends a request of ours; ms, 0 = never. */
  readonly ask: (method: string, params: unknown, timeout: number) => Promise<Outcome>;
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
}

/**
 * ms that a server has to answer the question whether it is modern, before it is taken for a legacy one. A process that
 * does not know the question may keep silent; a remote server that does not answer is slow to start, as a rule.
 */
const PROBE = 5_000;
const REMOTE_PROBE = 15_000;

/**
 * Opens a connection in one of the two eras; false when it cannot be opened.
 *
 *   legacy   initialize ─▶ initialized            the default over stdio, with a second look:
 *               └ error ─▶ server/discover          refused, the same process is asked whether it is modern
 *   modern   server/discover
 *   auto     server/discover ─ error, silence ─▶ initialize       the default over Streamable HTTP
 *               ├ a modern error, no access, no server ─▶ failed
 *               └ the process ends ─▶ a new one ─▶ initialize
 */
export async function openConnection(opener: Opener, options: OpeningOptions): Promise<boolean> {
  const { transport } = opener.state().target;
  // Who asks for a legacy revision has chosen the era.
  const { protocolVersion = MODERN_VERSION } = options;
  const usual = transport === 'http' && protocolVersion >= MODERN_VERSION ? 'auto' : undefined;
  switch (options.era ?? usual) {
    case 'modern':
      return (await discover(opener, options.timeout)) === 'open';
    case 'legacy':
      return (await initialize(opener, options)) === 'open';
    case 'auto':
      return probe(opener, options);
    case undefined: {
      const outcome = await initialize(opener, options);
      if (outcome !== 'refused' || transport === 'sse') return outcome === 'open';
      return (await discover(opener, atMost(PROBE, options.timeout))) === 'open';
    }
  }
}

/** Who gives a server less time than that in all does not wait longer for the question. */
const atMost = (patience: number, timeout: number): number =>
  timeout === 0 ? patience : Math.min(patience, timeout);

async function probe(opener: Opener, options: OpeningOptions): Promise<boolean> {
  const isRemote = opener.state().target.transport === 'http';
  const found = await discover(opener, atMost(isRemote ? REMOTE_PROBE : PROBE, options.timeout));
  if (found !== 'older') return found === 'open';
  // Real servers die of a question that they do not know.
  if (opener.state().process?.exit !== undefined && !(await opener.respawn())) return false;
  return (await initialize(opener, options)) === 'open';
}

/** basic/lifecycle#initialization. Refused: the server answered, with an error. */
async function initialize(opener: Opener, options: OpeningOptions): Promise<'open' | 'refused' | 'failed'> {
  const params = {
    protocolVersion: options.protocolVersion ?? LEGACY_VERSIONS[0],
    capabilities: options.capabilities,
    clientInfo: options.client,
  };
  const ask = (): Promise<Outcome> => opener.ask('initialize', params, options.timeout);
  const first = await ask();
  const outcome = first.kind === 'closed' && (await opener.change()) ? await ask() : first;
  if (outcome.kind === 'error') return 'refused';
  if (outcome.kind !== 'result') return 'failed';
  await opener.notify('notifications/initialized');
  return 'open';
}

/**
 * server/discover (2026-07-28). Whether the server speaks a revision that we speak is decided by the state. Anything
 * but a modern answer is that of an older server (basic/versioning#backward-compatibility).
 */
async function discover(opener: Opener, timeout: number): Promise<'open' | 'older' | 'failed'> {
  const ask = (): Promise<Outcome> => opener.ask('server/discover', {}, timeout);
  const first = await ask();
  // The server may know our revision all the same; once, so that two cannot refuse each other for ever.
  const outcome = supportedBy(first)?.includes(MODERN_VERSION) ? await ask() : first;
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
