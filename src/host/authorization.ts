import type { Authorizer } from '../auth/authorizer.ts';
import type { AuthorizationOptions, AuthorizerDeps } from '../auth/options.ts';
import type { Vault } from '../session/authorization.ts';
import { headerIn } from '../session/frame.ts';
import type { HttpTarget, LiveTarget } from '../session/target.ts';

/** How a session obtains authorization if the server requires it. */
export interface AuthorizationChoice extends AuthorizationOptions {
  /** The folder of the stored tokens. */
  readonly folder: string;
}

/** What a person can do about the authorization of a live session. */
export interface AuthorizationControl {
  /** Takes a pasted redirect URL. Returns why it is not the answer, in one sentence, or undefined. */
  answer(text: string): string | undefined;
  /** Stops waiting for a person. */
  giveUp(): void;
  /** Deletes the stored tokens of the server. */
  forget(): Promise<void>;
  /** The authorizer, for a connection that begins. */
  readonly begin: () => Promise<Authorizer>;
}

/**
 * Authorization for a server; none if the target does not use HTTP, or the person gave the header, which wins. Its code
 * is loaded when a connection is opened.
 */
export function createAuthorization(
  target: LiveTarget,
  choice: AuthorizationChoice | undefined,
  deps: Omit<AuthorizerDeps, 'vault'>,
): AuthorizationControl | undefined {
  if (choice === undefined || target.transport === 'stdio' || target.transport === 'ws') return undefined;
  if (headerIn(target.headers, 'authorization') !== undefined) return undefined;
  deps.learn([choice.client?.secret ?? '', choice.registrationToken ?? ''].filter(Boolean));
  let loading: Promise<Authorizer> | undefined;
  let loaded: Authorizer | undefined;

  const authorizer = (): Promise<Authorizer> => {
    loading ??= load(target, choice, deps).then((made) => {
      loaded = made;
      return made;
    });
    return loading;
  };

  return {
    answer: (text) => (loaded === undefined ? 'No login is in progress.' : loaded.answer(text)),
    giveUp: () => loaded?.giveUp('cancelled'),
    forget: async () => void (await authorizer()).forget(),
    async begin() {
      const made = await authorizer();
      made.begin();
      return made;
    },
  };
}

async function load(
  target: HttpTarget,
  choice: AuthorizationChoice,
  deps: Omit<AuthorizerDeps, 'vault'>,
): Promise<Authorizer> {
  const [{ createAuthorizer }, { createTokens }] = await Promise.all([
    import('../auth/authorizer.ts'),
    import('../settings/tokens.ts'),
  ]);
  const vault: Vault = createTokens(choice.folder, () => new Date(deps.wall()));
  return createAuthorizer(target, choice, { ...deps, vault });
}
