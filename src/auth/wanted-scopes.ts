import { type Challenge, scopesTogether } from '../session/authorization.ts';
import { brief } from '../text/cut.ts';
import type { AuthorizationOptions } from './options.ts';
import type { ResourceMetadata } from './resource-metadata.ts';
import type { ServerMetadata } from './server-metadata.ts';

/** The scopes to request, and who names them. */
export interface WantedScopes {
  /** Separated by spaces; undefined when none is requested. */
  readonly scope: string | undefined;
  /** For a sentence: "asked for the scopes a b (…)". */
  readonly sentence: string;
}

/** What the person gives wins; then the challenge, then the resource (basic/authorization#scope-selection-strategy). */
export function wantedScopes(
  { scope: given, grant }: Pick<AuthorizationOptions, 'scope' | 'grant'>,
  challenge: Challenge | undefined,
  resource: ResourceMetadata | undefined,
  metadata: ServerMetadata | undefined,
): WantedScopes {
  if (given !== undefined) return wanted(scopesTogether(given), '--scope');
  const [scope, from] =
    challenge?.scope === undefined
      ? [scopesTogether(resource?.scopes.join(' ')), 'scopes_supported of the protected resource metadata']
      : [challenge.scope, 'WWW-Authenticate'];
  // Without it no refresh token may come (basic/authorization#refresh-tokens).
  const isMore =
    scope !== undefined &&
    grant === 'person' &&
    metadata?.scopes?.includes('offline_access') === true &&
    !scope.split(' ').includes('offline_access');
  return isMore
    ? wanted(
        `${scope} offline_access`,
        `${from}; offline_access: scopes_supported of the authorization server`,
      )
    : wanted(scope, from);
}

function wanted(scope: string | undefined, from: string): WantedScopes {
  if (scope === undefined)
    return { scope, sentence: from === '--scope' ? 'asked for no scope (--scope)' : 'asked for no scope' };
  const word = scope.includes(' ') ? 'scopes' : 'scope';
  return { scope, sentence: `asked for the ${word} ${brief(scope)} (${from})` };
}

/** The scopes of a resource that its authorization server does not list, in one sentence. */
export function unknownScopes(
  resource: ResourceMetadata | undefined,
  { scopes }: ServerMetadata,
): string | undefined {
  if (resource === undefined || scopes === undefined || scopes.length === 0) return undefined;
  const unknown = resource.scopes.filter((scope) => !scopes.includes(scope));
  if (unknown.length === 0) return undefined;
  return `scopes_supported of the resource names ${brief(unknown.join(' '))}, and that of the authorization server does not — clients ask for all of them`;
}
