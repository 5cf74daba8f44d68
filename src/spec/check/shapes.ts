import { type Path, pointerOf } from '../../json/path.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { asks, type Direction } from '../envelope.ts';
import type { Finding } from '../finding.ts';
import { type Method, methodNamed } from '../methods.ts';
import { REVISIONS, type Revision, spans } from '../revision.ts';
import type { RuleId } from '../rules.ts';
import { type Members, object, oneOf, open, optional, revised } from '../shape.ts';
import { requestId, result } from '../shapes/body.ts';
import { type Announced, capabilityIn, isAnnounced } from '../shapes/capabilities.ts';
import { errorWith } from '../shapes/connection.ts';
import { shapesOf } from '../shapes/methods.ts';
import { type ShapeFault, shapeFaults } from './shape-faults.ts';

/** What has to be known of a message to judge it. */
export interface ShapeContext {
  readonly dir: Direction;
  /** The revision that was negotiated. */
  readonly revision: Revision;
  /** The request that a response answers, where it is known. */
  readonly request?: { readonly method: string };
  /** The capabilities that each side has announced, where they are known. */
  readonly announced?: Announced;
  /** What other checks found in the message: it is not reported again. */
  readonly reported?: readonly Finding[];
}

/**
 * What in a parsed message is not as its revision of the specification defines it. Findings of one kind at several
 * elements of a list are one, which says how many. Never throws; costs time in proportion to the message.
 */
export function checkShapes(message: unknown, context: ShapeContext): readonly Finding[] {
  const isSaid = alreadySaid(context.reported ?? []);
  const found = isObject(message)
    ? breaches(message, context)
    : [{ rule: 'lint/type', path: [], says: 'must be an object' } as const];
  return grouped(
    found
      .map((breach) => ({ ...breach, at: pointerOf(breach.path) }))
      .filter((breach) => !isSaid(breach.at) && !isUsual(breach, context.revision)),
  );
}

/**
 * Whether a member of another revision is not worth a word: what a newer SDK tells of its server or client, as it always
 * does, what a client of both eras says of itself in each request, and extensions in the revision for which MCP Apps, the
 * first of them, was written: that is where they are announced.
 */
const isUsual = ({ rule, at }: Placed, revision: Revision): boolean =>
  rule === 'lint/other-revision' &&
  (SELF.test(at) ||
    (revision === '2025-11-25' && /^\/(?:params|result)\/capabilities\/extensions$/.test(at)));

/** What a side says of itself, and of both eras at once. */
const SELF = /^\/result\/serverInfo\/|^\/params\/(?:clientInfo|_meta\/io\.modelcontextprotocol~1client\w+)\//;

function breaches(message: JsonObject, context: ShapeContext): readonly Breach[] {
  if (asks(message)) return asked(message, message.method, context);
  if ('error' in message && !('result' in message && message['error'] === null))
    return refused(message, context.revision);
  return answered(message, context);
}

/** A misfit, or something about the whole message. */
interface Breach extends Pick<ShapeFault, 'path' | 'says' | 'isNull'> {
  readonly rule: RuleId;
}

const jsonrpc = oneOf('2.0');

function asked(message: JsonObject, name: string, context: ShapeContext): readonly Breach[] {
  const { dir, revision } = context;
  const [method, shapes] = [methodNamed(name), shapesOf(name)];
  const misplaced =
    method === undefined || shapes === undefined
      ? unknownMethod(name)
      : wrongSide(name, method, dir, revision);
  if (method === undefined || shapes === undefined || misplaced !== undefined) {
    const body = against(message, { jsonrpc, params: optional(open) }, revision);
    return misplaced === undefined ? body : [misplaced, ...body];
  }
  const early = unannounced(name, method, context);
  if (method.kind === 'request') {
    return [...early, ...against(message, { jsonrpc, id: requestId, params: shapes.params }, revision)];
  }
  const body = [...early, ...against(message, { jsonrpc, params: shapes.params }, revision)];
  if (!('id' in message)) return body;
  return [{ rule: 'lint/kind', path: ['id'], says: `does not belong in a notification: ${name}` }, ...body];
}

/** A method whose capability was not announced by the side that has to. */
function unannounced(
  name: string,
  { needs, kind }: Method,
  { dir, revision, announced }: ShapeContext,
): readonly Breach[] {
  const side = (kind === 'notification') === (dir === 's2c') ? 's2c' : 'c2s';
  const capabilities = announced?.[side];
  if (needs === undefined || capabilities === undefined) return [];
  if (!capabilityIn(side, needs, revision) || isAnnounced(capabilities, needs)) return [];
  const says = `is ${name}, for which ${SENDER[side]} has to announce the capability ${needs}, and did not`;
  return [{ rule: 'lint/unannounced', path: ['method'], says }];
}

const unknownMethod = (name: string): Breach => ({
  rule: 'lint/unknown-method',
  path: ['method'],
  says: `is ${shortJson(name)}, which no revision of the specification defines`,
});

/** A method that is not for this side to send, or not in this revision. */
function wrongSide(name: string, { from }: Method, dir: Direction, revision: Revision): Breach | undefined {
  const has = (side: Direction, when: Revision): boolean => {
    const span = from[side];
    return span !== undefined && spans(span, when);
  };
  if (has(dir, revision)) return undefined;
  const other = dir === 'c2s' ? 's2c' : 'c2s';
  const path = ['method'];
  if (has(other, revision)) {
    const says = `is ${name}, which in ${revision} only ${SENDER[other]} may send`;
    return { rule: 'lint/direction', path, says };
  }
  const having = REVISIONS.filter((when) => has(dir, when) || has(other, when));
  const says = `is ${name}, which is not in ${revision}, but in ${having.join(', ')}`;
  return { rule: 'lint/not-in-revision', path, says };
}

const SENDER = { c2s: 'the client', s2c: 'the server' } as const;

function answered(message: JsonObject, { revision, request }: ShapeContext): readonly Breach[] {
  const known = request === undefined ? undefined : shapesOf(request.method)?.result;
  return against(message, { jsonrpc, id: requestId, result: known ?? result({}) }, revision);
}

function refused(message: JsonObject, revision: Revision): readonly Breach[] {
  const { error } = message;
  const code = isObject(error) ? error['code'] : undefined;
  const id = revised(requestId, { '2025-11-25': optional(requestId) });
  return against(message, { jsonrpc, id, error: errorWith(code, revision) }, revision);
}

const against = (message: JsonObject, members: Members, revision: Revision): readonly Breach[] =>
  shapeFaults(message, object(members), revision);

/** How many findings are reported for one message. */
const MOST = 20;

/** A breach with its pointer. */
type Placed = Breach & { readonly at: string };

/** One finding for each kind: the same rule, at places that differ in the element of a list alone; nulls are one kind. */
function grouped(found: readonly Placed[]): readonly Finding[] {
  const kinds = new Map<string, Placed[]>();
  for (const one of found) {
    const kind = one.isNull ? `null ${pointerOf(ownerOf(one))}` : `${one.rule} ${pointerOf(starred(one))}`;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [one]);
    else known.push(one);
  }
  return [...kinds.values()].slice(0, MOST).map((alike, place) => {
    const [first] = alike as [Placed];
    const rest =
      place < MOST - 1 || kinds.size <= MOST ? '' : ` (and ${kinds.size - MOST} more of other kinds)`;
    return { rule: first.rule, path: first.at, message: `${sentence(first, alike)}${rest}` };
  });
}

function sentence(first: Placed, alike: readonly Placed[]): string {
  const names = first.isNull ? [...new Set(alike.map(nameOf))] : [];
  if (names.length < 2) {
    const more = alike.length === 1 ? '' : ` (and ${alike.length - 1} more like it)`;
    return `${first.at || 'the message'} ${first.says}${more}`;
  }
  const owners = new Set(alike.map(({ path }) => pointerOf(path.slice(0, ownerOf(first).length))));
  const where = owners.size === 1 ? '' : ` in ${owners.size} ${String(ownerOf(first).at(-2))}`;
  return `null instead of left out${where}: ${names.join(', ')}`;
}

const starred = ({ path }: Breach): Path => path.map((step) => (typeof step === 'number' ? '*' : step));

/** The element of a list that a breach is in, whatever its number; the message where it is in none. */
function ownerOf(breach: Breach): Path {
  const steps = starred(breach);
  return steps.slice(0, steps.indexOf('*') + 1);
}

/** A member as one speaks of it: by the names that lead to it from its owner, or from the result. */
const nameOf = (breach: Breach): string =>
  starred(breach)
    .slice(Math.max(1, ownerOf(breach).length))
    .join('.');

/** Rules about a value with everything in it: their message names the member. */
const WHOLE: ReadonlySet<string> = new Set([
  'list/bad-item',
  'result/resource',
  'message/not-protocol',
  'modern/input-required',
]);

/** Where a finding does not stand at what it is about: beside what should be there, at the sign of another result. */
const ABOUT: Readonly<Record<string, string>> = {
  'result/legacy': '/result/content',
  'modern/input-required': '/result',
};

/**
 * Says of a pointer whether other checks have already reported what is wrong there: at the same place, or for the whole in
 * which the place is.
 */
function alreadySaid(reported: readonly Finding[]): (pointer: string) => boolean {
  const places = new Set(reported.flatMap(placesOf));
  const wholes = new Set(reported.filter(({ rule }) => WHOLE.has(rule)).flatMap(placesOf));
  return (pointer) =>
    places.has(pointer) || (wholes.size > 0 && holders(pointer).some((at) => wholes.has(at)));
}

const placesOf = ({ rule, path = '', alike = [] }: Finding): readonly string[] => [
  ABOUT[rule] ?? path,
  ...alike,
];

/** The pointers to everything that contains a place. */
function holders(pointer: string): readonly string[] {
  const steps = pointer.split('/');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'));
}
