import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckFinding } from '../../src/check/finding.ts';
import type { Subject } from '../../src/check/subject.ts';
import { CLIENTS, clientNamed } from '../../src/clients/clients.ts';
import { memberText } from '../../src/json/parts.ts';
import { NOTHING_ANSWERED } from '../../src/surface/answered.ts';
import { listingSurface } from './listing.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/surfaces/check/', import.meta.url));

/** What must be found in a listing, or must not. */
interface Wanted {
  readonly family?: string;
  readonly item?: string;
  readonly client?: string;
  readonly about?: string;
}

/** A listing, and what must be said of it. */
export interface CheckCase {
  readonly id: string;
  readonly family: string;
  readonly expect: readonly Wanted[];
  readonly expectNot: readonly Wanted[];
  readonly subject: Subject;
}

const named = (ids: readonly string[]) => ids.flatMap((id) => clientNamed(id) ?? []);

/** The listings in test/fixtures/surfaces/check. */
export const checkCases: readonly CheckCase[] = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  const { server, for: asked, ...rest } = JSON.parse(text);
  const surface = listingSurface(memberText(text, 'listing') ?? '{}');
  const clients = asked === undefined ? CLIENTS.filter(({ kind }) => kind !== 'profile') : named(asked);
  return { ...rest, subject: { surface, answered: NOTHING_ANSWERED, server, clients } };
});

const fits = ({ family, item, client }: Wanted, found: CheckFinding): boolean =>
  (family === undefined || found.rule.startsWith(`${family}/`)) &&
  (item === undefined || found.item === item) &&
  (client === undefined || found.client === client);

/** What is missing in what was found, and what is too much, in sentences; empty when nothing is. */
export function checkFaults(
  { expect, expectNot }: CheckCase,
  found: readonly CheckFinding[],
): readonly string[] {
  const missing = expect.filter((wanted) => !found.some((one) => fits(wanted, one)));
  const tooMuch = found.filter((one) => expectNot.some((wanted) => fits(wanted, one)));
  return [
    ...missing.map(
      ({ family, item, client, about }) => `missing: ${family} ${item} ${client ?? ''} (${about})`,
    ),
    ...tooMuch.map(({ rule, item, message }) => `too much: ${rule} ${item}: ${message}`),
  ];
}
