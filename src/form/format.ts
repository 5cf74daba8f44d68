import { format } from '@cfworker/json-schema';
import type { Patterns } from './patterns.ts';

const examples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '14:30:00Z',
  'date-time': '2026-01-31T14:30:00Z',
  duration: 'P1DT12H',
  uri: 'https://example.com/a',
  email: 'ada@example.com',
  uuid: '3f2b6c1e-8a4d-4c6f-9b1a-0d2e4f6a8b0c',
  ipv4: '192.0.2.1',
};

/**
 * The formats of which there is no doubt what fits them, and which the libraries of servers check: a text that does not
 * is a mistake. Of all others a mismatch is a hint.
 */
const PLAIN = new Set(['date', 'date-time', 'email', 'uuid', 'ipv4', 'ipv6']);

/** What is wrong with a text for certain; undefined when that is only probable, too. */
export const formatFault = (patterns: Patterns, name: string, text: string): string | undefined =>
  PLAIN.has(name) ? formatProblem(patterns, name, text) : undefined;

/**
 * Why a text does not look like its format; undefined when it does, when the format is not known, and when it takes too
 * long: some formats are slow patterns themselves. A hint, no verdict.
 */
export function formatProblem(patterns: Patterns, name: string, text: string): string | undefined {
  const check = Object.hasOwn(format, name) ? format[name] : undefined;
  if (check === undefined || patterns.ask(`format ${name}`, () => check(text)) !== false) return undefined;
  const example = examples[name];
  return `does not look like ${name}${example === undefined ? '' : `, such as ${example}`}`;
}
