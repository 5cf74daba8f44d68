/** The revisions of the specification, oldest first; their names are dates, so they sort as text. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];

/** The revisions that have a thing: from the first through the last one named, all when none is. */
export interface RevisionSpan {
  readonly since?: Revision;
  readonly until?: Revision;
}

/** The revisions that open with `initialize`, and those that need no opening. */
export const LEGACY = { until: '2025-11-25' } as const satisfies RevisionSpan;
export const MODERN = { since: '2026-07-28' } as const satisfies RevisionSpan;

/** The two ways in which servers are spoken to. */
export type Era = 'legacy' | 'modern';

/** The one revision that has tasks as a part of its own. */
export const WITH_TASKS = { since: '2025-11-25', until: '2025-11-25' } as const satisfies RevisionSpan;

/** Whether a revision has what has this span. */
export function spans({ since, until }: RevisionSpan, revision: Revision): boolean {
  return (since === undefined || since <= revision) && (until === undefined || revision <= until);
}

/** What has become of a thing outside its span, to end a sentence: `it came with …`, `… was the last to have it`. */
export function whereabouts({ since, until }: RevisionSpan, revision: Revision): string {
  return since !== undefined && revision < since
    ? `it came with ${since}`
    : `${until ?? revision} was the last to have it`;
}

/**
 * The revision to judge a message by: the newest one of its era that is not later than the version spoken. A server
 * that names a revision of the other era has not changed the era by that.
 */
export function revisionFor(version: string | undefined, era: Era): Revision {
  const known = REVISIONS.filter((revision) => spans(era === 'modern' ? MODERN : LEGACY, revision));
  return (
    known.findLast((revision) => version === undefined || revision <= version) ?? known[0] ?? REVISIONS[0]
  );
}

/** The revisions of the legacy era, newest first: those this program speaks over `initialize`. */
export const LEGACY_VERSIONS: readonly Revision[] = REVISIONS.filter((one) => spans(LEGACY, one)).reverse();

/** The revision of the modern era that this program speaks. */
export const MODERN_VERSION = '2026-07-28' satisfies Revision;
