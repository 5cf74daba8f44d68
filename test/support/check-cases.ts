import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckFinding } from '../../src/check/finding.ts';
import type { Subject } from '../../src/check/subject.ts';
import { CLIENTS, clientNamed } from '../../src/clients/clients.ts';
import { memberText } from '../../src/json/parts.ts';
import { isObject } from '../../src/json/shape.ts';
import type { Answered } from '../../src/surface/answered.ts';
import { appOf } from '../../src/surface/app.ts';
import { itemsIn, type Surface } from '../../src/surface/surface.ts';
import { listingSurface } from './listing.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/surfaces/check/', import.meta.url));

/** What must be found in a listing, or must not. */
interface Wanted {
  readonly family?: string;
  readonly item?: string;
  /** Items that are as good. */
  readonly itemAlso?: readonly string[];
  readonly level?: string;
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
  const { server, for: asked, listing, ...rest } = JSON.parse(text);
  const surface = listingSurface(memberText(text, 'listing') ?? '{}');
  const clients = asked === undefined ? CLIENTS.filter(({ kind }) => kind !== 'profile') : named(asked);
  return { ...rest, subject: { surface, answered: answeredIn(listing, surface), server, clients } };
});

/**
 * What a server with such a listing answers: what it does not have of the views and the files of skills is not found. A listing
 * without `resources/read` is one of a server that was not asked.
 */
function answeredIn(
  listing: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  surface: Surface,
): Answered {
  const read = listing['resources/read'];
  const named = itemsIn(surface).flatMap(([list, { name, raw }]) => {
    if (list === 'tools') return appOf(raw)?.uri ?? [];
    if (list !== 'skills' || !isObject(raw)) return [];
    const files = Array.isArray(raw['resources']) ? raw['resources'] : [];
    return [name, ...files.flatMap((file: unknown) => (isObject(file) ? String(file['uri']) : []))];
  });
  const uris = read === undefined ? [] : [...new Set([...named, ...Object.keys(read)])];
  const found = (result: unknown, name: string) =>
    isObject(result) && name in result
      ? { [name]: result[name] }
      : {
          why: `-32002 ${isObject(result) && isObject(result['error']) ? result['error']['message'] : 'not found'}`,
        };
  return {
    results: Object.entries(listing['tools/call'] ?? {}).flatMap(([tool, result]) =>
      isObject(result) ? [{ tool, arguments: {}, seq: 4, result, size: JSON.stringify(result).length }] : [],
    ),
    contents: new Map(uris.map((uri) => [uri, { seq: 3, ...found(read?.[uri], 'contents') }])),
    skills: new Map(
      Object.entries(listing['skills/get'] ?? {}).map(([uri, got]) => [
        uri,
        { seq: 5, ...found(got, 'skill') },
      ]),
    ),
    documents: [],
  };
}

const fits = ({ family, item, itemAlso = [], level, client }: Wanted, found: CheckFinding): boolean =>
  (family === undefined || found.rule.startsWith(`${family}/`)) &&
  (item === undefined || found.item === item || itemAlso.includes(found.item)) &&
  (level === undefined || found.level === level) &&
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
