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
