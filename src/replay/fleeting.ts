/** Values that are another one each time and still of one kind: two of the same kind are no difference. */
const KINDS = {
  time: /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  duration: /^P(?=\d|T\d)(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/,
} as const;

/** An ISO 8601 date with a time, a UUID, an ISO 8601 duration. */
export type FleetingKind = keyof typeof KINDS;

/** How one of a kind is called in a sentence; several with an s. */
export const KIND_NOUNS: Readonly<Record<FleetingKind, string>> = {
  time: 'ISO time',
  uuid: 'UUID',
  duration: 'ISO duration',
};

/** The kind of a text; undefined where it is of none. */
export function fleetingKind(text: string): FleetingKind | undefined {
  return (Object.keys(KINDS) as readonly FleetingKind[]).find((kind) => KINDS[kind].test(text));
}

/** What of a text stands before, between and behind times and UUIDs; the whole text alone where it has none. */
export function besidesFleeting(text: string): readonly string[] {
  return fleetingKind(text) === undefined ? text.split(WITHIN) : ['', ''];
}

/** The kinds of the times and UUIDs within a longer text, in their order. */
export const kindsWithin = (text: string): readonly FleetingKind[] =>
  [...text.matchAll(EACH)].flatMap(([one]) => fleetingKind(one) ?? []);

const within = ({ source }: RegExp): string => source.slice(1, -1);

const WITHIN = new RegExp(`(?<![\\w-])(?:${within(KINDS.time)}|${within(KINDS.uuid)})(?![\\w-])`, 'i');
const EACH = new RegExp(WITHIN, 'gi');
