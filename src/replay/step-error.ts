import { pointerStep } from '../json/path.ts';

/** What is wrong with a step, in a sentence that says what to write instead. */
export class StepError extends Error {
  override name = 'StepError';
  /** Where in the step: a JSON pointer; the empty text is the step itself. */
  readonly at: string;
  /** The offset in its text, where it is not JSON and no pointer leads there. */
  readonly offset: number | undefined;

  constructor(message: string, at = '', offset?: number) {
    super(message);
    this.at = at;
    this.offset = offset;
  }
}

/** Throws a StepError at the first name that is there twice: only the last would be read. */
export function onlyOnce(members: readonly (readonly [name: string, text: string])[], at: string): void {
  const seen = new Set<string>();
  for (const [name] of members) {
    if (seen.has(name) && name !== '$comment')
      throw new StepError(`"${name}" is there twice`, `${at}/${pointerStep(name)}`);
    seen.add(name);
  }
}
