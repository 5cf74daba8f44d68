/** Values that are another one each time and still of one kind: two of the same kind are no difference. */
const KINDS = {
  time: /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/,
  uuid: /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/,
  duration: /^P(?=\d|T\d)(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/,
} as const;

/** An ISO 8601 date with a time, a UUID, an ISO 8601 duration. */
export type FleetingKind = keyof typeof KINDS;

/** All of them. */
export const FLEETING_KINDS = ['time', 'uuid', 'duration'] as const satisfies readonly FleetingKind[];

/** How one of a kind is called in a sentence; several with an s. */
export const KIND_NOUNS: Readonly<Record<FleetingKind, string>> = {
  time: 'ISO time',
  uuid: 'UUID',
  duration: 'ISO duration',
};

/** The kind of a text; undefined where it is of none. */
export function fleetingKind(text: string): FleetingKind | undefined {
  return FLEETING_KINDS.find((kind) => KINDS[kind].test(text));
}

/** The kind of a JSON text; undefined where it is no string, or of none. */
export function fleetingKindIn(json: string): FleetingKind | undefined {
  return json.startsWith('"') && json.length < LONGEST ? fleetingKind(JSON.parse(json)) : undefined;
}

/** Characters from which on a JSON text is of no kind. */
const LONGEST = 100;

/** A text with a pattern in place of each time and UUID in it: what stands before the first, the pattern, what stands behind it, and so on. */
export function fleetingPieces(text: string): readonly (string | RegExp)[] {
  const whole = fleetingKind(text);
  if (whole !== undefined) return ['', KINDS[whole], ''];
  return text.split(WITHIN).map((piece, at) => (at % 2 === 0 ? piece : KINDS[fleetingKind(piece) ?? 'time']));
}

/** What of a text stands before, between and behind times and UUIDs; the whole text alone where it has none. */
export const besidesFleeting = (text: string): readonly string[] =>
  fleetingPieces(text).filter((piece) => typeof piece === 'string');

/** The kinds of the times and UUIDs within a longer text, in their order. */
export const kindsWithin = (text: string): readonly FleetingKind[] =>
  [...text.matchAll(EACH)].flatMap(([one]) => fleetingKind(one) ?? []);

const within = ({ source }: RegExp): string => source.slice(1, -1);

const WITHIN = new RegExp(`(?<![\\w-])(${within(KINDS.time)}|${within(KINDS.uuid)})(?![\\w-])`);
const EACH = new RegExp(WITHIN, 'g');
