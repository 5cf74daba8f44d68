import { createAnswerer } from '../../src/connection/answerer.ts';

/** Serves the server nothing but an answer to its ping. */
export const nobody = createAnswerer({
  roots: [],
  rules: { elicitation: [], sampling: [] },
  otherwise: 'refuse',
  elicitation: false,
  sampling: false,
});
