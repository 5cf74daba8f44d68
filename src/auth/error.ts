/** Authorization failed. The message says why and, where there is one, names the next step. */
export class AuthorizationError extends Error {
  override name = 'AuthorizationError';
}

/** The authorization server answered, but granted nothing. */
export class AuthorizationRefused extends AuthorizationError {
  /** The code of the error (RFC 6749, 4.1.2.1 and 5.2), if it gave one. */
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The authorization server does not know the client, or no longer. */
  get isUnknownClient(): boolean {
    return this.code === 'invalid_client' || this.code === 'unauthorized_client';
  }
}
