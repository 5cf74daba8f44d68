import type { Change } from '../surface/change.ts';
import type { FleetingKind } from './fleeting.ts';

/** One difference between what was wanted of an answer and what came. */
export interface AnswerDifference {
  /** From the top of the message; goes on into JSON in a text: `/result/content/0/text/total`. `ms`, `findings` beside pointers. */
  readonly pointer: string;
  /** `status`: a result in place of an error or none at all, or the other way round. */
  readonly kind: 'value' | 'type' | 'missing' | 'added' | 'status';
  /** As JSON values; absent where there was none. */
  readonly was?: unknown;
  readonly is?: unknown;
  /** In place of was and is for an expectation that is no plain value: what was wanted, in words. */
  readonly wanted?: string;
  /** What came, in words, where the value alone does not say it. */
  readonly got?: string;
  /** The pointer of the expectation that does not hold, where that leads to something around this. */
  readonly expectation?: string;
}

/** How a step came out. */
export type StepStatus = 'same' | 'different' | 'noise' | 'skipped' | 'error';

/** What became of one step of a file of steps, or of one request of a recording. */
export interface VerifiedStep {
  /** From 0, in the file. */
  readonly index: number;
  /** From 0, among those that are sent side by side as one step. */
  readonly part?: number;
  /** Of the file, from 1. */
  readonly line?: number;
  readonly name?: string;
  readonly method: string;
  /** The tool, prompt or URI; empty where the method has none. */
  readonly subject: string;
  readonly status: StepStatus;
  /** Why it was skipped, or could not be done, in one sentence. */
  readonly why?: string;
  readonly ms: number;
  readonly differences: readonly AnswerDifference[];
  /** The leaves that differ between two calls of the same build (`--twice`). */
  readonly noise: readonly string[];
  /** Leaves whose value is another one of the same kind. */
  readonly kinds: readonly { readonly pointer: string; readonly kind: FleetingKind }[];
}

/** How many steps came out how. */
export type StepCounts = Readonly<Record<StepStatus, number>>;

/** What came of all steps of a file. */
export interface Verified {
  readonly steps: readonly VerifiedStep[];
  /** What the server offers otherwise than it did in a recording. */
  readonly surface?: readonly Change[];
  /** A request ended by its time limit. */
  readonly isLate?: boolean;
}

/** How many steps came out how, of those that did. */
export function countsOf(steps: readonly Pick<VerifiedStep, 'status'>[]): StepCounts {
  const counts = { same: 0, different: 0, noise: 0, skipped: 0, error: 0 };
  for (const { status } of steps) counts[status] += 1;
  return counts;
}

/** How a step is called: by its name, or by what it asks for. */
export const labelOf = ({
  name,
  method,
  subject,
}: Pick<VerifiedStep, 'name' | 'method' | 'subject'>): string => name ?? `${method} ${subject}`.trim();

/** Whether a change counts as a difference: that a build calls itself another version is said, and expected. */
export const isDifferent = ({ list, path }: Change): boolean =>
  list !== undefined || path !== '/serverInfo/version';
