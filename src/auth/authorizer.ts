import { type Challenge, type Credentials, covers, scopesTogether } from '../session/authorization.ts';
import type { AuthorizationStep } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { brief } from '../text/cut.ts';
import { type BrowserConsent, createBrowserConsent } from './browser-consent.ts';
import { AuthorizationError } from './error.ts';
import type { AuthorizationFlow, FlowDeps } from './flow.ts';
import type { AuthorizationOptions, AuthorizerDeps } from './options.ts';

/** A request that was refused for lack of authorization. */
export interface AuthorizationRefusal {
  readonly status: 401 | 403;
  readonly statusLine: string;
  readonly challenge: Challenge | undefined;
  /** The token that it carried. */
  readonly token: string | undefined;
  /** How often it was refused with this status before. */
  readonly before: number;
  /** The request was made by a person. */
  readonly asked: boolean;
  /** The IP address that it came from; unknown behind a proxy. */
  readonly address: string | undefined;
}

/**
 * Provides the tokens for requests to one server, and better ones when these are refused (basic/authorization).
 *
 *   refused ─▶ another token by now? ─▶ again
 *      └▶ one flow for all that wait ─┬▶ granted ─▶ again
 *                                     └▶ failed ─▶ the refusal stands until the next connection
 */
export interface Authorizer extends Pick<BrowserConsent, 'answer' | 'giveUp'> {
  /** The token that requests carry now. */
  token(): string | undefined;
  /** The server accepted this token. */
  accepted(token: string | undefined): void;
  /**
   * Why nothing can be done about a refusal; undefined when something can. Empty when it has nothing to do with
   * authorization.
   */
  whyNot(refusal: AuthorizationRefusal): string | undefined;
  /**
   * Obtains another token. Resolves with undefined when the request is to be sent again, else with the reason; never
   * rejects.
   */
  help(refusal: AuthorizationRefusal): Promise<string | undefined>;
  /** A connection begins: what failed before may be tried again. */
  begin(): void;
  /** Deletes the credentials stored for this server; returns how many there were. */
  forget(): number;
}

/** How often more scopes are requested before a refusal stands (basic/authorization#step-up-authorization-flow). */
const STEP_UPS = 2;
/** How often a request with a wrong token is sent again: a stored one may have to be replaced twice. */
const ATTEMPTS = 2;

/** Credentials in use. */
interface Held {
  readonly credentials: Credentials;
  /** Where they are from: an earlier session, or this one. */
  readonly from: 'kept' | 'granted';
  /** The server has accepted a request with them. */
  proved: boolean;
}

/** What is known about the authorization of one server. */
interface State {
  held: Held | undefined;
  /** Why the last flow failed. */
  failed: string | undefined;
  /** The scopes that were requested without success. */
  readonly inVain: Set<string>;
}

export function createAuthorizer(
  target: HttpTarget,
  options: AuthorizationOptions,
  deps: AuthorizerDeps,
): Authorizer {
  const tell = (step: AuthorizationStep, detail: string, url?: string): void => {
    const at = new Date(deps.wall()).toISOString();
    const page = url === undefined ? {} : { url };
    deps.emit({ type: 'life', at, event: 'authorization', step, ...page, detail });
  };
  const consent = createBrowserConsent({ ...deps, tell }, options);
  const registered: FlowDeps['registered'] = new Map();
  const context: Context = { ...deps, target, options, tell, consent, registered };
  const state: State = { held: kept(context), failed: undefined, inVain: new Set() };
  let running: Promise<string | undefined> | undefined;

  return {
    token: () => tokenOf(state),
    accepted(token) {
      if (state.held !== undefined && tokenOf(state) === token) state.held.proved = true;
    },
    whyNot: (refusal) => whyNot(state, options, refusal),
    async help(refusal) {
      if (running === undefined && refusal.token !== tokenOf(state)) return undefined;
      running ??= run(context, state, refusal).finally(() => {
        running = undefined;
      });
      return running;
    },
    begin() {
      state.failed = undefined;
      state.inVain.clear();
    },
    answer: consent.answer,
    giveUp: consent.giveUp,
    forget() {
      const count = deps.vault.forget(target.url);
      const had = state.held !== undefined;
      state.held = undefined;
      state.failed = undefined;
      tell('forgotten', count === 0 && !had ? 'there was nothing to forget' : 'signed out: tokens deleted');
      return Math.max(count, had ? 1 : 0);
    },
  };
}

/** What a flow is made with. */
interface Context extends FlowDeps {
  readonly target: HttpTarget;
  readonly options: AuthorizationOptions;
  readonly consent: BrowserConsent;
}

const tokenOf = ({ held }: State): string | undefined => held?.credentials.tokens.access_token;

/** The stored credentials, reported unless their token is `inUse` already. */
function kept({ target, options, vault, tell, learn }: Context, inUse?: string): Held | undefined {
  if (options.grant === 'client') return undefined;
  const found = vault.find(target.url);
  for (const remark of vault.remarks()) tell('remark', remark);
  const isOther = options.client !== undefined && options.client.id !== found?.client.client_id;
  if (found === undefined || isOther || !covers(found.resource, target.url)) return undefined;
  const { access_token, refresh_token = '' } = found.tokens;
  if (access_token === inUse) return undefined;
  learn([access_token, refresh_token, found.client.client_secret ?? ''].filter(Boolean));
  const scope = found.tokens.scope === undefined ? '' : `, for ${brief(found.tokens.scope)}`;
  tell('kept', `a stored token from ${found.issuer}${scope}`);
  return { credentials: found, from: 'kept', proved: false };
}

const isStepUp = ({ status, challenge }: AuthorizationRefusal): boolean =>
  status === 403 && challenge?.error === 'insufficient_scope' && challenge.scope !== undefined;

/** See {@link Authorizer.whyNot}. */
function whyNot(
  state: State,
  options: AuthorizationOptions,
  refusal: AuthorizationRefusal,
): string | undefined {
  const { held, failed } = state;
  const { status, token, before, asked } = refusal;
  // A person is not asked again for requests that nobody made, nor in a script.
  if (failed !== undefined && !(asked && before === 0 && options.consentTimeout === 0)) return failed;
  if (status === 403) return whyNoStepUp(state, options, refusal);
  if (token !== tokenOf(state)) return undefined;
  // A token that was just granted and is refused will not be better the next time.
  const isHopeless = before >= ATTEMPTS || (held !== undefined && !held.proved && held.from === 'granted');
  return isHopeless ? 'a token was granted, but the server rejects it' : undefined;
}

function whyNoStepUp(
  { inVain }: State,
  { scope }: AuthorizationOptions,
  refusal: AuthorizationRefusal,
): string | undefined {
  if (!isStepUp(refusal)) return '';
  const wanted = refusal.challenge?.scope ?? '';
  if (scope !== undefined)
    return `the server wants the scope ${brief(wanted)}, and --scope asks for ${scope === '' ? 'none' : `only ${scope}`} — name it there, too`;
  return refusal.before >= STEP_UPS || inVain.has(wanted)
    ? `the scope ${brief(wanted)} was asked for ${STEP_UPS} times without success`
    : undefined;
}

/** Obtains other credentials; returns why there are none, if there are none. */
async function run(
  context: Context,
  state: State,
  refusal: AuthorizationRefusal,
): Promise<string | undefined> {
  const { target, options, tell, hold, vault } = context;
  state.failed = undefined;
  const other = renewedElsewhere(context, state, refusal);
  if (other !== undefined) {
    state.held = other;
    return undefined;
  }
  tell('wanted', wanted(refusal));
  hold(true);
  try {
    const { createFlow } = await import('./flow.ts');
    const flow = createFlow(target, options, context, refusal.address);
    try {
      const credentials = await authorize(flow, state, refusal);
      state.held = { credentials, from: 'granted', proved: false };
    } finally {
      flow.close();
    }
    const { credentials } = state.held;
    const lost = options.grant === 'client' ? undefined : vault.keep(withoutGiven(options, credentials));
    tell('granted', `${granted(credentials)}${lost === undefined ? '' : `; not kept: ${lost}`}`);
    return undefined;
  } catch (error) {
    state.failed = error instanceof AuthorizationError ? error.message : String(error);
    tell('failed', state.failed);
    return state.failed;
  } finally {
    hold(false);
  }
}

/** What another process has been granted meanwhile: a refresh token can often be used only once. */
const renewedElsewhere = (
  context: Context,
  { held }: State,
  { status, token }: AuthorizationRefusal,
): Held | undefined => (status === 403 || held === undefined ? undefined : kept(context, token));

function authorize(
  flow: AuthorizationFlow,
  { held, inVain }: State,
  refusal: AuthorizationRefusal,
): Promise<Credentials> {
  const { challenge } = refusal;
  const before = held?.credentials;
  if (!isStepUp(refusal)) return flow.authorize({ challenge, refresh: before });
  if (refusal.before === STEP_UPS - 1) inVain.add(challenge?.scope ?? '');
  const scope = scopesTogether(before?.tokens.scope, challenge?.scope);
  return flow.authorize({ challenge: { ...challenge, ...(scope === undefined ? {} : { scope }) } });
}

/** A secret that the person gave is not stored. */
const withoutGiven = ({ client }: AuthorizationOptions, credentials: Credentials): Credentials =>
  client === undefined
    ? credentials
    : { ...credentials, client: { client_id: credentials.client.client_id } };

function wanted({ status, statusLine, challenge, token }: AuthorizationRefusal): string {
  const why = challenge?.description ?? challenge?.error;
  const said = why === undefined ? '' : `: ${brief(why)}`;
  if (status === 403)
    return `${statusLine}: the server wants the scope ${brief(challenge?.scope ?? '')}${said}`;
  if (token === undefined) return `${statusLine}: the server requires authorization${said}`;
  return `${statusLine}: the server refuses the token${said}`;
}

function granted({ tokens, issuer }: Credentials): string {
  const scope = tokens.scope === undefined ? '' : ` for ${brief(tokens.scope)}`;
  const ends = tokens.expires_in === undefined ? '' : `, good for ${tokens.expires_in} s`;
  return `a token${scope} of ${brief(issuer)}${ends}${tokens.refresh_token === undefined ? '' : ', with a refresh token'}`;
}
