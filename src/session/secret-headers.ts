import type { HeaderLine } from './frame.ts';
import { mark } from './redaction.ts';
import { isKnown, isSecretValue, kindOf } from './secrets.ts';

/** Whether a header is secret: credentials, cookies, and the id of an MCP session, whatever they hold. */
export function isSecretHeader(name: string, value: string): boolean {
  const kind = kindOf(name);
  return kind === 'random' ? isSecretValue(kind, value) : kind !== undefined;
}

/** A header as it may be shown: without its value where the name says so, else as `mask` leaves it. */
export function maskHeader([name, value]: HeaderLine, mask: (text: string) => string): HeaderLine {
  if (value === '' || !isSecretHeader(name, value)) return [name, mask(value)];
  const [, scheme = ''] = /^([A-Za-z]+ )\S/.exec(value) ?? [];
  return [name, /authorization$/i.test(name) ? scheme + mark : mark];
}

/** What is secret in the headers given for a target: their values, and of credentials the part after the scheme. */
export function secretsInHeaders(headers: readonly HeaderLine[]): string[] {
  return headers.flatMap(([name, value]) => {
    if (!isKnown(name, value)) return [];
    const [, credentials] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? [];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
