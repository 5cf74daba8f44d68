import { isObject, type JsonObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { Envelope, ErrorBody } from '../spec/envelope.ts';
import {
  announces,
  isDiscovery,
  LISTS,
  type ListName,
  opensConnection,
  serverCapabilityOf,
} from '../spec/methods.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../spec/revision.ts';
import { type FrameEntry, isAnothers } from './frame.ts';
import { noServer, revisionsIn, versionAdvice, withReason } from './start-failure.ts';
import type { Introduction, List, ServerInfo, SessionState } from './state.ts';
import { used } from './uses.ts';

/** What modern metadata is filed under (basic#request-metadata, 2026-07-28). */
/** Names in `_meta`, whole: to put them together for each message takes longer than all else that is done with it here. */
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const SERVER = 'io.modelcontextprotocol/serverInfo';

/** Whether one of them has opened the connection. */
export const isOpen = ({ step }: Pick<SessionState, 'step'>): boolean =>
  step === 'listing' || step === 'done';

/**
 * Whether an answer to one of them says nothing of the session any more: it was given up, or the other has opened the
 * connection.
 */
export const isBeside = (state: Pick<SessionState, 'step'>, method: string, late: boolean): boolean =>
  opensConnection(method) && (late || isOpen(state));

/** We sent `initialize`; it may follow a failed probe, so that connecting starts again. */
export function initializing(state: SessionState, params: unknown): SessionState {
  const { protocolVersion, capabilities, clientInfo } = isObject(params) ? params : ({} as JsonObject);
  return opening(state, 'initialize', protocolVersion, capabilities, clientInfo);
}

/** We sent `server/discover`; it may follow a refused `initialize`. */
export function discovering(state: SessionState, params: unknown): SessionState {
  return opening(state, 'discover', ...introductionIn(params));
}

/** What the metadata of a modern request says of its client. */
function introductionIn(params: unknown): readonly [version: unknown, capabilities: unknown, info: unknown] {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  return [meta[VERSION], meta[CAPABILITIES], meta[CLIENT]];
}

/**
 * A client that is not this program sent a request. In the modern era each says all that there is to say, so that some
 * send nothing to open the connection: they asked another process of the server.
 */
export function unopened(state: SessionState, params: unknown): SessionState {
  const [version, capabilities, info] = introductionIn(params);
  if (isOpen(state) || typeof version !== 'string' || version < MODERN_VERSION) return state;
  const next = opening(state, 'discover', version, capabilities, info);
  return { ...next, step: 'listing', era: 'modern', negotiated: version };
}

/** Notes that a message uses a capability. */
export function using(state: SessionState, entry: FrameEntry, envelope: Envelope | undefined): SessionState {
  const uses = used(state.uses, entry, envelope);
  return uses === undefined || uses === state.uses ? state : { ...state, uses };
}

/** Another client than this program says by going on that the connection is open; nobody else does. */
export function readied(state: SessionState, entry: FrameEntry): SessionState {
  if (state.step !== 'listing' || !isAnothers(entry)) return state;
  if (state.phase !== 'connecting') return { ...state, step: 'done' };
  return { ...state, phase: 'ready', step: 'done', why: [], took: entry.t - (state.begun ?? 0) };
}

/** A result of the modern era says whose it is; that matters where the connection was not opened. */
export function signed(state: SessionState, result: unknown): SessionState {
  if (state.era !== 'modern' || state.server !== undefined) return state;
  const meta = isObject(result) ? result['_meta'] : undefined;
  const info = isObject(meta) ? meta[SERVER] : undefined;
  return isObject(info) ? { ...state, server: readInfo(info) } : state;
}

function opening(
  state: SessionState,
  step: 'initialize' | 'discover',
  version: unknown,
  client: unknown,
  info: unknown,
): SessionState {
  // In a connection that is open it is a request like any other: a person has sent it by hand.
  if (isOpen(state)) return state;
  return {
    ...state,
    phase: 'connecting',
    step,
    ...(step === 'discover' ? { probed: true } : {}),
    requestedVersion: typeof version === 'string' ? version : '',
    ...(isObject(info) ? { client: readInfo(info) } : {}),
    capabilities: { ...state.capabilities, client: isObject(client) ? client : {} },
  };
}

/** `initialize` was answered (basic/lifecycle#initialization). */
export function initialized(state: SessionState, result: unknown): SessionState {
  const { protocolVersion, serverInfo } = isObject(result) ? result : ({} as JsonObject);
  return {
    ...introduced(state, result, serverInfo),
    step: 'listing',
    era: 'legacy',
    ...(typeof protocolVersion === 'string' ? { negotiated: protocolVersion } : {}),
  };
}

/** `server/discover` was answered: the server is modern when it speaks our revision, or does not say what it speaks. */
export function discovered(state: SessionState, result: unknown): SessionState {
  if (!isDiscovery(result)) return failed(state, 'server/discover returned no discovery result');
  const { supportedVersions, _meta: meta } = result;
  const requested = { ...state, requestedVersion: MODERN_VERSION };
  const next = introduced(requested, result, isObject(meta) ? meta[SERVER] : undefined);
  const offered = Array.isArray(supportedVersions) ? supportedVersions.map(String) : undefined;
  if (offered === undefined) return listing({ ...next, era: 'modern', negotiated: MODERN_VERSION });
  if (offered.includes(MODERN_VERSION))
    return listing({ ...next, era: 'modern', negotiated: MODERN_VERSION, offered });
  const ours = `${MODERN_VERSION} and, by initialize, ${LEGACY_VERSIONS.join(', ')}`;
  return failed(
    { ...next, offered },
    `the server speaks ${offered.join(', ') || 'no revision'}; this client speaks ${ours}`,
  );
}

/** The opening was answered with an error; what was said before stays. */
export const refused = (state: SessionState, method: string, error: ErrorBody): SessionState =>
  failed(state, `${method} was refused: ${errorSentence(error)}${spoken(error, state.requestedVersion)}`);

/** What a server that refuses a revision says that it speaks, and how to go on with it. */
function spoken({ message, data }: ErrorBody, requested: string): string {
  const supported = isObject(data) ? data['supported'] : undefined;
  if (Array.isArray(supported)) {
    const named = supported.map((one) => (typeof one === 'string' ? one : shortJson(one)));
    return `; the server speaks ${named.join(', ') || 'no revision'}${versionAdvice(named)}`;
  }
  const said = `${message} ${shortJson(data)}`;
  return /version/i.test(said) ? versionAdvice(revisionsIn(said, requested)) : '';
}

/** A request to open the connection failed; while the other one is pending, it may still succeed. */
export const failed = (state: SessionState, why: string): SessionState => ({
  ...state,
  phase: state.running.some(({ method }) => opensConnection(method)) ? state.phase : 'failed',
  why: [...withReason(state.why, why), ...noServer(state)],
});

/**
 * What is known of the server's life before, in one with this number: that a probe was sent, what it said of itself, what
 * another client has used.
 */
export function carried(
  state: SessionState,
  session: number,
): Pick<SessionState, 'probed' | 'previous' | 'uses'> {
  const { probed, era, negotiated, offered, server, instructions, capabilities, uses } = state;
  const isNext = session !== state.session && era !== undefined;
  const previous: Introduction | undefined = isNext
    ? {
        ...{ era, capabilities },
        ...(negotiated === undefined ? {} : { negotiated }),
        ...(offered === undefined ? {} : { offered }),
        ...(server === undefined ? {} : { server }),
        ...(instructions === undefined ? {} : { instructions }),
      }
    : state.previous;
  return {
    ...(uses === undefined ? {} : { uses }),
    ...(probed === undefined ? {} : { probed }),
    ...(previous === undefined ? {} : { previous }),
  };
}

function introduced(state: SessionState, result: unknown, info: unknown): SessionState {
  const { capabilities, instructions } = isObject(result) ? result : ({} as JsonObject);
  const { instructions: _, ...rest } = state;
  return {
    ...rest,
    capabilities: { ...state.capabilities, server: isObject(capabilities) ? capabilities : {} },
    server: isObject(info) ? readInfo(info) : {},
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

/** Which client has opened the connection, with its version; nothing when it is this program. */
export function otherClient({ client = {} }: Pick<SessionState, 'client'>): string | undefined {
  const { name = '', version = '' } = client;
  return name === 'mcp-loupe' || name === '' ? undefined : `${name} ${version}`.trim();
}

/**
 * The other client that drives the session: what it was installed for, or else its name. Nothing where this program does,
 * whomever it stands for.
 */
export function driver({
  uses,
  client,
  target,
}: Pick<SessionState, 'uses' | 'client' | 'target'>): string | undefined {
  const installed = target.transport === 'recorded' ? target.following?.client : undefined;
  return installed ?? (uses === undefined ? undefined : (client?.name ?? 'client'));
}

function readInfo(info: JsonObject): ServerInfo {
  const members = ['name', 'title', 'version', 'websiteUrl', 'description'] as const;
  return Object.fromEntries(
    members.flatMap((member) => (typeof info[member] === 'string' ? [[member, info[member]]] : [])),
  );
}

/** The connection is open: the lists that were not announced are not asked for. */
export function listing(state: SessionState): SessionState {
  const announced = state.capabilities.server ?? {};
  const lists = (Object.entries(state.lists) as [ListName, List][]).map(([list, known]) => {
    const capability = serverCapabilityOf(LISTS[list].method);
    if (announces(announced, capability)) return [list, known.state === 'not announced' ? UNASKED : known];
    return [list, { ...UNASKED, state: 'not announced', why: `the server did not declare ${capability}` }];
  });
  return { ...state, step: 'listing', lists: Object.fromEntries(lists) as SessionState['lists'] };
}

/** A list of which nothing is known. */
const UNASKED: List = { state: 'unasked', items: [], cursors: [] };

/** The lists before anything is known of them. */
export const NO_LISTS: SessionState['lists'] = {
  ...{ tools: UNASKED, resources: UNASKED, resourceTemplates: UNASKED },
  ...{ prompts: UNASKED, skills: UNASKED },
};

/** An error of the server in one line: its code and its message, as sent. */
export function errorSentence(error: ErrorBody): string {
  const message = typeof error.message === 'string' ? error.message : 'no message';
  return error.code === undefined
    ? message
    : `${typeof error.code === 'number' ? error.code : shortJson(error.code)} ${message}`;
}
