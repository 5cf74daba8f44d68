import type { AuthorizationStep, HttpEntry, HttpPurpose, LifeEntry } from './frame.ts';

/**
 * How the authorization of a remote server stands (basic/authorization), a fold over the lines that tell of it:
 *
 *   kept ─▶ wanted ─▶ exchanges with the authorization server … ─┬▶ granted ─▶ (wanted again)
 *                        └▶ waiting for a person ─▶ exchanges … ┴▶ failed
 */
export interface Authorization {
  readonly phase: 'kept' | 'running' | 'waiting' | 'granted' | 'failed' | 'forgotten';
  /** What happened since it was last wanted, in order; the first {@link MOST}. */
  readonly steps: readonly Step[];
  /** The page that a person has to open, while one is waited for. */
  readonly url?: string;
}

/** A step that is no exchange of ours, or an exchange with how it ended. */
export interface Step {
  /** The line that it begins with. */
  readonly seq: number;
  readonly what: AuthorizationStep | HttpPurpose;
  /** A sentence, or method and URL of an exchange. */
  readonly text: string;
  /** The number of the exchange. */
  readonly x?: number;
  readonly status?: number;
  /** The exchange broke off, and why. */
  readonly broken?: string;
}

/** Steps that are kept of one flow. */
const MOST = 60;

/** How it stands after a line of life that tells of authorization. */
export function authorizing(
  now: Authorization | undefined,
  { seq, step, detail = '', url }: LifeEntry,
): Authorization | undefined {
  if (step === undefined) return now;
  const isNew = now === undefined || (step === 'wanted' && ENDS.has(now.phase));
  const steps = withStep(isNew ? [] : now.steps, { seq, what: step, text: detail });
  return {
    phase: phaseAfter(step, now?.phase),
    steps,
    ...(step === 'asked' && url !== undefined ? { url } : {}),
  };
}

const ENDS: ReadonlySet<Authorization['phase']> = new Set(['granted', 'failed', 'forgotten']);

function phaseAfter(
  step: AuthorizationStep,
  before: Authorization['phase'] = 'kept',
): Authorization['phase'] {
  switch (step) {
    case 'remark':
      return before;
    case 'asked':
      return 'waiting';
    case 'kept':
    case 'granted':
    case 'failed':
    case 'forgotten':
      return step;
    case 'wanted':
    case 'client':
    case 'answered':
      return 'running';
  }
}

/** How it stands after a line of an exchange, which may belong to it. */
export function exchanged(now: Authorization | undefined, entry: HttpEntry): Authorization | undefined {
  if (now === undefined) return now;
  if (entry.phase === 'request') {
    if (entry.for === undefined) return now;
    const { seq, x, method = '', url = '' } = entry;
    return { ...now, steps: withStep(now.steps, { seq, what: entry.for, text: `${method} ${url}`, x }) };
  }
  const at = now.steps.findLastIndex(({ x }) => x === entry.x);
  const step = now.steps[at];
  if (step === undefined) return now;
  const { phase, status, detail = '' } = entry;
  if (phase === 'response' && status !== undefined)
    return { ...now, steps: now.steps.with(at, { ...step, status }) };
  return phase === 'error' ? { ...now, steps: now.steps.with(at, { ...step, broken: detail }) } : now;
}

const withStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.length >= MOST ? [...steps.slice(0, MOST - 1), step] : [...steps, step];
