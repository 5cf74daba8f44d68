/** A client as an authorization server knows it, with the names that OAuth has (RFC 7591, 3.2.1). */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret?: string;
  /** Seconds since 1970; 0 = never. */
  readonly client_secret_expires_at?: number;
  readonly token_endpoint_auth_method?: string;
}

/** What a token endpoint grants (RFC 6749, 5.1). */
export interface OAuthTokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  /** Seconds. */
  readonly expires_in?: number;
}

/** What is kept of an authorization, for one authorization server and one resource. */
export interface Credentials {
  /** The authorization server, by the name that its metadata give it. */
  readonly issuer: string;
  /** The resource that the tokens are for (RFC 8707): a URL that covers all below it. */
  readonly resource: string;
  readonly client: OAuthClient;
  /** The redirect URI that the client was registered with. */
  readonly redirect?: string;
  readonly tokens: OAuthTokens;
}

/** Where credentials are kept. None of it throws; what goes wrong is told in `remarks`. */
export interface Vault {
  /** The newest for the resource at this URL. */
  find(url: string): Credentials | undefined;
  /** The newest of this authorization server, for any resource: the client in it may be used again. */
  known(issuer: string): Credentials | undefined;
  /** Keeps them in place of others for the same issuer and resource; gives the reason when it cannot. */
  keep(credentials: Credentials): string | undefined;
  /** Forgets all for this URL; gives how many there were. */
  forget(url: string): number;
  /** What was wrong with what is kept, in sentences, since the last time this was asked. */
  remarks(): readonly string[];
}

/** Whether tokens for a resource may be sent to a URL: the same origin, and a path at or below the resource's. */
export function covers(resource: string, url: string): boolean {
  if (!URL.canParse(resource) || !URL.canParse(url)) return false;
  const [one, other] = [new URL(resource), new URL(url)];
  const below = (path: string): string => (path.endsWith('/') ? path : `${path}/`);
  return one.origin === other.origin && below(other.pathname).startsWith(below(one.pathname));
}
