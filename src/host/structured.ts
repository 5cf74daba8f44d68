import type { CheckAgainst } from '../spec/check/result.ts';

/** Holds structured content against an `outputSchema`. */
export interface StructuredCheck {
  /** Loads what reads schemas, which a start does not need; an answer can only come once it is there. */
  load(): Promise<void>;
  /** Throws before `load` has resolved: nothing may go by unchecked. */
  readonly check: CheckAgainst;
}

export function createStructuredCheck(): StructuredCheck {
  let loaded: CheckAgainst | undefined;
  return {
    async load() {
      loaded ??= (await import('./check.ts')).checkStructured;
    },
    check(schema, value) {
      if (loaded === undefined) throw new Error('structured content came before what checks it was loaded');
      return loaded(schema, value);
    },
  };
}
