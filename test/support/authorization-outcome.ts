import { expect } from 'vitest';
import type { Outcome } from './odd-authorization.ts';

/** What is never said to a person: the words of libraries and languages, and a flood. */
export function isPlain({ failed = '', findings, steps }: Outcome): void {
  for (const text of [failed, ...steps, ...findings.map(({ message }) => message)]) {
    expect(text).not.toMatch(
      /Unexpected|Invalid input|SyntaxError|undefined|\[object|NaN|expected .* received/,
    );
    expect(text.length).toBeLessThan(1600);
  }
}

/** What comes of it: granted, with findings of these rules, or why not. */
export type Expected = { readonly granted: readonly string[] } | { readonly failed: RegExp };

export const granted = (...rules: readonly string[]): Expected => ({ granted: rules });
export const failed = (why: RegExp): Expected => ({ failed: why });

/** Holds what came of it against what is expected. */
export function meets(outcome: Outcome, expected: Expected): void {
  if ('failed' in expected) {
    expect(outcome.failed).toMatch(expected.failed);
    return;
  }
  expect(outcome.failed).toBeUndefined();
  const rules = new Set(outcome.findings.map(({ rule }) => rule).filter((rule) => rule !== 'auth/pkce'));
  expect([...rules]).toEqual(expected.granted);
}
