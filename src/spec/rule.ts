/** How much a finding matters, from the worst: `error` breaks clients, `warning` breaks some, `note` is worth knowing. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** One rule: what it stands for in general, and what the author of the server does next. */
export interface Rule {
  readonly severity: Severity;
  /** What is wrong, in one sentence, without the particulars of a case. */
  readonly says: string;
  /** The next step. */
  readonly next: string;
  /** The section of the specification (2025-11-25) or of JSON-RPC 2.0 that it follows. */
  readonly section: string;
}

/** A row of the table. */
export const rule = (severity: Severity, says: string, next: string, section: string): Rule => ({
  severity,
  says,
  next,
  section,
});
