/** Authorization failed. The message says why and, where there is one, names the next step. */
export class AuthorizationError extends Error {
  override name = 'AuthorizationError';
}
