import { type Challenge, scopesTogether } from '../session/challenge.ts';
import { type Credentials, covers } from '../session/credentials.ts';
import type { AuthorizationStep } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { brief } from '../text/brief.ts';
import type { AuthorizerWorld } from './authorizer-deps.ts';
import { createPerson, type Person } from './browser-consent.ts';
import { AuthorizationError } from './error.ts';
import type { Flow, FlowWorld } from './flow.ts';
import type { AuthorizationOptions } from './options.ts';

/** A request that was refused for lack of authorization. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly statusLine: string;
  readonly challenge: Challenge | undefined;
  /** The token that it carried. */
  readonly token: string | undefined;
  /** How often it was refused with this status before. */
  readonly before: number;
  /** A person asks for it. */
  readonly asked: boolean;
  /** The IP address that it came from; unknown behind a proxy. */
  readonly address: string | undefined;
}

/**
 * Gets the tokens that requests to one server carry, and better ones when these are refused (basic/authorization).
 *
 *   refused ─▶ another token by now? ─▶ again
 *      └▶ one flow for all that wait ─┬▶ granted ─▶ again
 *                                     └▶ failed ─▶ the refusal stands, until the connection begins anew
 */
export interface Authorizer extends Pick<Person, 'answer' | 'giveUp'> {
  /** What requests carry now. */
  token(): string | undefined;
  /** The server did not refuse a request with this token for lack of one. */
  accepted(token: string | undefined): void;
  /**
   * Why nothing can be done about a refusal; nothing when something can be. Empty when it is none for lack of
   * authorization.
   */
  whyNot(refusal: Refusal): string | undefined;
  /** Does it. Resolves with nothing when the request is to be sent again, else with the reason; never rejects. */
  help(refusal: Refusal): Promise<string | undefined>;
  /** A connection begins: what failed before may be tried again. */
  begin(): void;
  /** Forgets what is kept for this server; gives how many there were. */
  forget(): number;
}

/** How often more scopes are asked for before a refusal stands (basic/authorization#step-up-authorization-flow). */
const STEP_UPS = 2;
/** How often a request without the right token is sent again: one that is kept may have to be replaced twice. */
const ATTEMPTS = 2;

export function createAuthorizer(
  target: HttpTarget,
  options: AuthorizationOptions,
  world: AuthorizerWorld,
): Authorizer {
  let held: Held | undefined;
  let running: Promise<string | undefined> | undefined;
  let failed: string | undefined;
  /** The scopes that were asked for in vain. */
  const inVain = new Set<string>();
  const registered: FlowWorld['registered'] = new Map();

  /** What is kept, which is told when it is not in use already. */
  function stored(inUse?: string): Held | undefined {
    if (options.grant === 'client') return undefined;
    const found = world.vault.find(target.url);
    for (const remark of world.vault.remarks()) tell('remark', remark);
    const isOther = options.client !== undefined && options.client.id !== found?.client.client_id;
    if (found === undefined || isOther || !covers(found.resource, target.url)) return undefined;
    const { access_token, refresh_token = '' } = found.tokens;
    if (access_token === inUse) return undefined;
    world.learn([access_token, refresh_token, found.client.client_secret ?? ''].filter(Boolean));
    const scope = found.tokens.scope === undefined ? '' : `, for ${brief(found.tokens.scope)}`;
    tell('kept', `a token of ${found.issuer} from an earlier time${scope}`);
    return { credentials: found, from: 'kept', proved: false };
  }

  /** What another process has been granted meanwhile: a refresh token is often good for once. */
  function renewedElsewhere({ status, token }: Refusal): Held | undefined {
    if (status === 403 || held === undefined) return undefined;
    return stored(token);
  }

  function tell(step: AuthorizationStep, detail: string, url?: string): void {
    const at = new Date(world.wall()).toISOString();
    const page = url === undefined ? {} : { url };
    world.emit({ type: 'life', at, event: 'authorization', step, ...page, detail });
  }

  const person = createPerson(world, options, tell);

  const isStepUp = ({ status, challenge }: Refusal): boolean =>
    status === 403 && challenge?.error === 'insufficient_scope' && challenge.scope !== undefined;

  function whyNot(refusal: Refusal): string | undefined {
    const { status, token, challenge, before, asked } = refusal;
    // Nobody is asked again and again: in a script there may be nobody, and much is asked for by itself.
    if (failed !== undefined && !(asked && before === 0 && options.patience === 0)) return failed;
    if (status === 403) {
      if (!isStepUp(refusal)) return '';
      if (options.scope !== undefined)
        return `the server wants the scope ${brief(challenge?.scope ?? '')}, and --scope asks for ${options.scope === '' ? 'none' : `${options.scope} alone`} — name it there, too`;
      const inVainSoFar = before >= STEP_UPS || inVain.has(challenge?.scope ?? '');
      return inVainSoFar
        ? `the scope ${brief(challenge?.scope ?? '')} was asked for ${STEP_UPS} times without success`
        : undefined;
    }
    if (token !== held?.credentials.tokens.access_token) return undefined;
    // What was granted just now and is refused all the same will not be better the next time.
    const isHopeless = before >= ATTEMPTS || (held !== undefined && !held.proved && held.from === 'granted');
    return isHopeless ? 'a token was granted, and the server refuses it all the same' : undefined;
  }

  async function help(refusal: Refusal): Promise<string | undefined> {
    if (running === undefined && refusal.token !== held?.credentials.tokens.access_token) return undefined;
    running ??= run(refusal).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function run(refusal: Refusal): Promise<string | undefined> {
    failed = undefined;
    const other = renewedElsewhere(refusal);
    if (other !== undefined) {
      held = other;
      return undefined;
    }
    tell('wanted', wanted(refusal));
    world.hold(true);
    try {
      const { createFlow } = await import('./flow.ts');
      const flow = createFlow(target, options, { ...world, tell, person, registered }, refusal.address);
      try {
        held = { credentials: await authorize(flow, refusal), from: 'granted', proved: false };
      } finally {
        flow.close();
      }
      const { credentials } = held;
      const lost = options.grant === 'client' ? undefined : world.vault.keep(withoutGiven(credentials));
      tell('granted', `${granted(credentials)}${lost === undefined ? '' : `; not kept: ${lost}`}`);
      return undefined;
    } catch (error) {
      failed = error instanceof AuthorizationError ? error.message : String(error);
      tell('failed', failed);
      return failed;
    } finally {
      world.hold(false);
    }
  }

  function authorize(flow: Flow, refusal: Refusal): Promise<Credentials> {
    const { challenge } = refusal;
    const before = held?.credentials;
    if (!isStepUp(refusal)) return flow.authorize({ challenge, refresh: before });
    if (refusal.before === STEP_UPS - 1) inVain.add(challenge?.scope ?? '');
    const scope = scopesTogether(before?.tokens.scope, challenge?.scope);
    return flow.authorize({ challenge: { ...challenge, ...(scope === undefined ? {} : { scope }) } });
  }

  /** A secret that the person gave is not ours to keep. */
  const withoutGiven = (credentials: Credentials): Credentials =>
    options.client === undefined
      ? credentials
      : { ...credentials, client: { client_id: credentials.client.client_id } };

  held = stored();
  return {
    token: () => held?.credentials.tokens.access_token,
    accepted(token) {
      if (held !== undefined && held.credentials.tokens.access_token === token) held.proved = true;
    },
    whyNot,
    help,
    begin() {
      failed = undefined;
      inVain.clear();
    },
    answer: person.answer,
    giveUp: person.giveUp,
    forget() {
      const count = world.vault.forget(target.url);
      const had = held !== undefined;
      held = undefined;
      failed = undefined;
      tell('forgotten', count === 0 && !had ? 'there was nothing to forget' : 'the tokens are forgotten');
      return Math.max(count, had ? 1 : 0);
    },
  };
}

/** Credentials in use. */
interface Held {
  readonly credentials: Credentials;
  /** Where they are from: an earlier time, or this session. */
  readonly from: 'kept' | 'granted';
  /** The server has let a request with them pass. */
  proved: boolean;
}

function wanted({ status, statusLine, challenge, token }: Refusal): string {
  const why = challenge?.description ?? challenge?.error;
  const said = why === undefined ? '' : `: ${brief(why)}`;
  if (status === 403)
    return `${statusLine}: the server wants the scope ${brief(challenge?.scope ?? '')}${said}`;
  if (token === undefined) return `${statusLine}: the server wants authorization${said}`;
  return `${statusLine}: the server refuses the token${said}`;
}

function granted({ tokens, issuer }: Credentials): string {
  const scope = tokens.scope === undefined ? '' : ` for ${brief(tokens.scope)}`;
  const ends = tokens.expires_in === undefined ? '' : `, good for ${tokens.expires_in} s`;
  return `a token${scope} of ${brief(issuer)}${ends}${tokens.refresh_token === undefined ? '' : ', with a refresh token'}`;
}
