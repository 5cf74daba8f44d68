import { isObject } from '../json/shape.ts';
import type { SessionState } from '../session/state.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../spec/revision.ts';
import { seconds } from '../text/measure.ts';
import type { Outcome } from './call.ts';
import type { StepTurn } from './event.ts';
import { giveUp, request } from './requests.ts';
import type { Handshake } from './state.ts';

/**
 * ms that a server has to answer `server/discover` before it is sent `initialize` as well. A process that does not know
 * the method may stay silent, or may not be up yet; remote servers are often slow to start.
 */
const PROBE = 5_000;
const REMOTE_PROBE = 15_000;

/** ms of silence after which a command is given up that has written a URL of its own, or much text that is not MCP. */
const SILENT = { url: 5_000, text: 20_000 };
const MUCH = 20;
const LOOK = 500;

/** How a handshake ended; undefined while it is in progress. */
export type HandshakeVerdict = 'open' | 'failed' | undefined;

/**
 * Opens a connection in one of the two eras; `plan` is what is expected.
 *
 *   usual ──────▶ initialize ─▶ initialized         the default over stdio, with a second try:
 *                    └ error ─▶ discover               refused, the same process is sent server/discover
 *   discover ───▶ server/discover
 *   initialize ─▶ initialize ─▶ initialized
 *   probe ──────▶ server/discover ─ error ─▶ initialize      the default over Streamable HTTP
 *                    ├ a modern error, no access, no server ─▶ failed
 *                    ├ silence ─▶ both: initialize as well; the first answer opens the connection
 *                    │              └ initialize is refused ─▶ late: server/discover may still be answered
 *                    └ the process ends ─▶ a new one ─▶ initialize
 */
export function beginHandshake(turn: StepTurn) {
  const { options } = turn.state;
  const handshake: Handshake = {
    plan: 'initialize',
    greetings: 0,
    timeout: 0,
    isRepeated: false,
    isChanged: false,
    silence: { lines: 0, ms: 0 },
  };
  turn.state.handshake = handshake;
  switch (options.era ?? usualEra(turn)) {
    case 'modern':
      handshake.plan = 'discover';
      return discover(turn, handshake, options.connectTimeout);
    case 'legacy':
      return initialize(turn, handshake);
    case 'auto':
      handshake.plan = 'probe';
      startProbe(turn, isRemote(turn) ? REMOTE_PROBE : PROBE);
      return discover(turn, handshake, 0);
    case undefined:
      handshake.plan = 'usual';
      return initialize(turn, handshake);
  }
}

const isRemote = ({ session }: StepTurn): boolean => session.target.transport === 'http';

/** A legacy revision in the options decides the era. */
const usualEra = (turn: StepTurn): 'auto' | undefined =>
  isRemote(turn) && (turn.state.options.protocolVersion ?? MODERN_VERSION) >= MODERN_VERSION
    ? 'auto'
    : undefined;

/** The time for `server/discover`, which is never longer than that for the whole handshake. */
function probeTime({ state }: StepTurn, usual: number): number {
  const { connectTimeout } = state.options;
  return connectTimeout === 0 ? usual : Math.min(usual, connectTimeout);
}

const startProbe = (turn: StepTurn, usual: number): void =>
  void turn.effects.push({ type: 'start timer', timer: { of: 'probe' }, ms: probeTime(turn, usual) });

/** server/discover (2026-07-28), which only a modern server answers. */
function discover(turn: StepTurn, handshake: Handshake, timeout: number): void {
  handshake.timeout = timeout;
  const owner = { kind: 'discover', handshake } as const;
  request(turn, 'server/discover', {}, { by: 'auto', timeout, max: 0, oneRound: true }, owner);
}

/** basic/lifecycle#initialization. */
function initialize(turn: StepTurn, handshake: Handshake): void {
  const { options } = turn.state;
  handshake.greetings += 1;
  const params = {
    protocolVersion: options.protocolVersion ?? LEGACY_VERSIONS[0],
    capabilities: turn.capabilities(),
    clientInfo: options.client,
  };
  const owner = { kind: 'initialize', handshake, nth: handshake.greetings } as const;
  const how = { by: 'auto', timeout: options.connectTimeout, max: 0, oneRound: true } as const;
  request(turn, 'initialize', params, how, owner);
  if (options.interactive || turn.session.target.transport !== 'stdio') return;
  Object.assign(handshake.silence, { lines: 0, ms: 0 });
  lookForSilence(turn, handshake);
}

/** Gives up a command that is clearly not a server over stdio. */
export function lookForSilence(turn: StepTurn, { silence }: Handshake): void {
  const { stray } = turn.session;
  silence.ms = stray?.lines === silence.lines ? silence.ms + LOOK : 0;
  silence.lines = stray?.lines ?? 0;
  const limit = stray?.url !== undefined ? SILENT.url : silence.lines >= MUCH ? SILENT.text : undefined;
  if (limit !== undefined && silence.ms >= limit)
    cancel(turn, 'initialize', `no answer, and nothing more for ${seconds(limit)}`);
  else turn.effects.push({ type: 'start timer', timer: { of: 'silence' }, ms: LOOK });
}

function cancel(turn: StepTurn, what: 'discover' | 'initialize', why: string): void {
  const call = [...turn.state.calls.values()].find(({ owner }) => owner.kind === what);
  if (call !== undefined) giveUp(turn, call, 'cancel', why);
}

/** The handshake is over. */
export function endHandshake({ state, effects }: StepTurn): void {
  state.handshake = undefined;
  for (const of of ['probe', 'silence'] as const) effects.push({ type: 'stop timer', timer: { of } });
}

/**
 * `server/discover` was answered. The session state decides whether there is a common revision. Anything but a modern
 * answer is that of an older server (basic/versioning#backward-compatibility).
 */
export function discoverAnswered(turn: StepTurn, handshake: Handshake, outcome: Outcome): HandshakeVerdict {
  // The server may support our revision after all; tried once, so that this ends.
  if (!handshake.isRepeated && supportedBy(outcome)?.includes(MODERN_VERSION)) {
    handshake.isRepeated = true;
    discover(turn, handshake, handshake.timeout);
    return undefined;
  }
  const found = meaning(turn.session, outcome);
  switch (handshake.plan) {
    case 'discover':
    case 'late':
      return found === 'open' ? 'open' : 'failed';
    case 'probe':
      turn.effects.push({ type: 'stop timer', timer: { of: 'probe' } });
      return found === 'older' ? older(turn, handshake) : found;
    case 'both':
      if (found === 'open') cancel(turn, 'initialize', 'server/discover was answered');
      if (found === 'open') return 'open';
      if (turn.session.process?.exit !== undefined) return older(turn, handshake);
      handshake.plan = 'initialize';
      return undefined;
    case 'initialize':
    case 'usual':
      return undefined;
  }
}

/** Opens a connection to a server that is not modern. */
function older(turn: StepTurn, handshake: Handshake): undefined {
  const { state, session, effects } = turn;
  handshake.plan = 'initialize';
  // Some servers exit when they get a method they do not know.
  if (session.process?.exit === undefined) {
    initialize(turn, handshake);
    return undefined;
  }
  // An answer of the old process no longer counts.
  handshake.greetings += 1;
  effects.push({ type: 'respawn', attempt: state.attempt, clean: state.isClean });
  return undefined;
}

/** Sends `initialize` to the new process or over the other transport. */
export const initializeAgain = (turn: StepTurn, handshake: Handshake): void => initialize(turn, handshake);

/** `initialize` was answered, or will not be. */
export function initializeAnswered(
  turn: StepTurn,
  handshake: Handshake,
  nth: number,
  outcome: Outcome,
): HandshakeVerdict {
  if (nth !== handshake.greetings) return undefined;
  turn.effects.push({ type: 'stop timer', timer: { of: 'silence' } });
  if (outcome.kind === 'closed' && !handshake.isChanged) {
    handshake.isChanged = true;
    const detail = 'the server rejects Streamable HTTP; trying HTTP+SSE';
    const news = { event: 'reconnect', transport: 'sse', detail } as const;
    turn.effects.push({ type: 'change', attempt: turn.state.attempt, news });
    return undefined;
  }
  if (outcome.kind === 'error') return initializeRefused(turn, handshake);
  if (outcome.kind !== 'result' || turn.session.era !== 'legacy') return initializeFailed(turn, handshake);
  const message = { jsonrpc: '2.0', method: 'notifications/initialized' };
  turn.effects.push({ type: 'send', message, sent: { by: 'auto' } });
  turn.effects.push({ type: 'deliver', attempt: turn.state.attempt });
  return undefined;
}

/** `notifications/initialized` has arrived, or may have. */
export function initializedArrived(turn: StepTurn): HandshakeVerdict {
  cancel(turn, 'discover', 'initialize was answered');
  return 'open';
}

/** `initialize` can no longer be answered. */
export function initializeFailed(turn: StepTurn, { plan }: Handshake): HandshakeVerdict {
  if (plan === 'both') cancel(turn, 'discover', 'not answered either');
  return 'failed';
}

/** The server answered with an error. */
function initializeRefused(turn: StepTurn, handshake: Handshake): HandshakeVerdict {
  if (handshake.plan === 'both') {
    handshake.plan = 'late';
    startProbe(turn, PROBE);
    return undefined;
  }
  if (handshake.plan !== 'usual' || turn.session.target.transport === 'sse') return 'failed';
  handshake.plan = 'discover';
  discover(turn, handshake, probeTime(turn, PROBE));
  return undefined;
}

/** The server was silent: it does not know `server/discover`, or has not started yet and will answer in order. */
export function probeOver(turn: StepTurn, handshake: Handshake): HandshakeVerdict {
  if (handshake.plan === 'late') {
    cancel(turn, 'discover', `no answer within ${seconds(probeTime(turn, PROBE))}`);
    return 'failed';
  }
  handshake.plan = 'both';
  initialize(turn, handshake);
  return undefined;
}

function meaning(session: SessionState, outcome: Outcome): 'open' | 'older' | 'failed' {
  switch (outcome.kind) {
    case 'result':
      return session.era === 'modern' ? 'open' : 'older';
    case 'error':
      return isModernError(outcome) ? 'failed' : 'older';
    case 'timeout':
      return 'older';
    case 'cancelled':
      return 'failed';
    case 'closed':
      return isOutOfReach(session, outcome.status) ? 'failed' : 'older';
  }
}

/** Errors of modern servers alone: a header mismatch, a missing capability, an unknown revision. */
const MODERN_ERRORS: readonly unknown[] = [-32020, -32021];
const UNSUPPORTED = -32022;

function isModernError(outcome: Outcome): boolean {
  if (outcome.kind !== 'error') return false;
  if (MODERN_ERRORS.includes(outcome.error.code)) return true;
  const supported = supportedBy(outcome);
  return supported !== undefined && !supported.some((one) => LEGACY_VERSIONS.some((known) => known === one));
}

/** The revisions that a server supports, from its refusal of ours (basic/versioning#protocol-version-negotiation). */
function supportedBy(outcome: Outcome): readonly unknown[] | undefined {
  if (outcome.kind !== 'error' || outcome.error.code !== UNSUPPORTED) return undefined;
  const { data } = outcome.error;
  return isObject(data) && Array.isArray(data['supported']) ? data['supported'] : undefined;
}

/** An unreachable server, or one that denies access, reveals no era. A process that ended can be started again. */
function isOutOfReach({ target }: SessionState, status: number | undefined): boolean {
  return target.transport !== 'stdio' && (status === undefined || [401, 403, 407].includes(status));
}
