import { OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client';
import { AuthorizationError } from './authorization-error.ts';

/**
 * Does a step of authorization. Rejects with an {@link AuthorizationError} that says what did not succeed, and why.
 *
 * @param what a sentence for the case that it fails
 */
export async function attempt<T>(what: string, step: () => Promise<T> | T): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof AuthorizationError) throw error;
    throw new AuthorizationError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OAuthError) return `${error.code}: ${error.message}`;
  if (error instanceof RegistrationRejectedError) return `${error.status} ${error.body}`;
  const issues = (error as { readonly issues?: unknown }).issues;
  if (Array.isArray(issues)) return issues.map(issueOf).join('; ');
  if (error instanceof SyntaxError) return `it is no JSON (${error.message})`;
  return error instanceof Error ? error.message : String(error);
}

/** What a schema has against a value. */
function issueOf({
  path,
  message,
}: {
  readonly path?: readonly unknown[];
  readonly message?: string;
}): string {
  const place = (path ?? []).map(String).join('.');
  return place === '' ? `${message}` : `${place}: ${message}`;
}
