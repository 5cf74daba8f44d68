/** A finding before it has a place: what a transport, the matcher or a check has to say. */
export interface Finding {
  readonly rule: string;
  readonly path?: string;
  readonly message: string;
  /** Whose fault it is, where that is not the server's. */
  readonly side?: 'client';
  /** Where else in the message the same is wrong, which the sentence counts. */
  readonly alike?: readonly string[];
}
