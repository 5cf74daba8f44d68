import type { HeaderLine } from './frame.ts';
import { mark, type Redactor } from './redact.ts';
import { isSecretName } from './secrets.ts';

/** Names of headers whose values are secret although no word in them says so. */
const NAMES = new Set(['mcp-session-id', 'x-auth', 'x-csrf', 'x-amz-signature']);

/** Whether the value of a header with this name is a secret: credentials, cookies, and the id of an MCP session. */
export const isSecretHeader = (name: string): boolean => NAMES.has(name.toLowerCase()) || isSecretName(name);

/** A header as it may be shown: without its value where the name says so, else without what the redactor finds. */
export function maskHeader([name, value]: HeaderLine, redactor: Pick<Redactor, 'mask'>): HeaderLine {
  if (!isSecretHeader(name) || value === '') return [name, redactor.mask(value)];
  const [, scheme = ''] = /^([A-Za-z]+ )\S/.exec(value) ?? [];
  return [name, /authorization$/i.test(name) ? scheme + mark : mark];
}

/** What is secret in the headers given for a target: their values, and of credentials the part after the scheme. */
export function secretsInHeaders(headers: readonly HeaderLine[]): string[] {
  return headers.flatMap(([, value]) => {
    const [, credentials] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? [];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
