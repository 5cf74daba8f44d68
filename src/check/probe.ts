import { boundaryCalls } from '../form/boundary.ts';
import { checkAgainst } from '../form/check.ts';
import { exampleOf } from '../form/example.ts';
import { openForm } from '../form/form.ts';
import { isObject } from '../json/shape.ts';
import { harmOf } from '../spec/harm.ts';
import type { Surface } from '../surface/surface.ts';
import { seconds } from '../text/measure.ts';
import { excerpt, type Mask } from './excerpt.ts';
import { type CheckFinding, type Family, type FamilyFinding, ofFamily } from './finding.ts';

const RULES = {
  accepts: {
    level: 'warning',
    says: 'A tool takes a value that its own schema refuses.',
    fix: 'Check arguments against the schema before using them, or write the schema as wide as the tool is.',
  },
  hangs: {
    level: 'error',
    says: 'A tool does not answer a value at the edge of its schema.',
    fix: 'Answer with an error that names the parameter and the limit.',
  },
  ends: {
    level: 'error',
    says: 'A value at the edge of the schema of a tool ends the server.',
    fix: 'Catch what the value causes, and answer with an error that names the parameter and the limit.',
  },
} as const;

/** How tools that may be tried deal with values at the edges of their schemas: `probe/*`. */
export const PROBE: Family = {
  name: 'probe',
  about:
    'What tools make of values at the edges of their schemas, with `--probe`. Only tools are called that declare themselves read-only, or idempotent and not destructive.',
  rules: RULES,
  // It takes calls; see probeFindings.
  find: () => [],
};

/** A call that tries a tool. */
export interface ProbeCall {
  readonly tool: string;
  /** What is odd about it: `limit: below the minimum`. */
  readonly label: string;
  /** The arguments as JSON text. */
  readonly text: string;
  /** Its schema refuses the arguments. */
  readonly isRefused: boolean;
}

/** The calls that are to be made, and how many more there would have been. */
interface ProbeCalls {
  readonly calls: readonly ProbeCall[];
  readonly left: number;
}

/** The most calls of one tool, and of all. */
const OF_A_TOOL = 20;
const IN_ALL = 300;

/**
 * The calls that try the tools which may be called without harm. A tool for which no arguments can be made that its schema takes
 * is left out: nobody could say why it refuses what is odd.
 */
export function probeCalls({ lists: { tools = [] } }: Surface): ProbeCalls {
  const calls: ProbeCall[] = [];
  let left = 0;
  for (const { raw, name: tool } of tools) {
    if (tool === '' || harmOf(raw) !== undefined) continue;
    const schema = isObject(raw) ? raw['inputSchema'] : undefined;
    const example = exampleOf(schema);
    if (!isObject(example) || checkAgainst(schema, example).problems.length > 0) continue;
    const all = boundaryCalls(openForm(schema, { initial: JSON.stringify(example) }));
    const made = all.slice(0, Math.min(OF_A_TOOL, IN_ALL - calls.length));
    left += all.length - made.length;
    for (const { label, text } of made) {
      const { problems, unchecked } = checkAgainst(schema, JSON.parse(text));
      calls.push({ tool, label, text, isRefused: unchecked === undefined && problems.length > 0 });
    }
  }
  return { calls, left };
}

/** How a call ended. */
export interface ProbeEnd {
  readonly call: ProbeCall;
  readonly how: 'taken' | 'refused' | 'hung' | 'ended the server';
  /** ms that were waited for an answer that did not come. */
  readonly waited: number;
  /** The seq of the answer. */
  readonly seq?: number;
}

/** What is to be said of these calls. */
export const probeFindings = (ends: readonly ProbeEnd[], mask: Mask): readonly CheckFinding[] =>
  ofFamily(
    'probe',
    RULES,
    ends.flatMap((end): readonly FamilyFinding<keyof typeof RULES>[] => {
      const { tool, label, text, isRefused } = end.call;
      const { how, waited, seq } = end;
      const at = { item: `tool:${tool}`, path: '/inputSchema', ...(seq === undefined ? {} : { seq }) };
      const what = `${label} (${excerpt(text, SHOWN, mask)})`;
      if (how === 'hung')
        return [{ ...at, id: 'hangs', message: `no answer within ${seconds(waited)} to ${what}` }];
      if (how === 'ended the server') return [{ ...at, id: 'ends', message: `the server ended at ${what}` }];
      if (how === 'refused' || !isRefused) return [];
      return [{ ...at, id: 'accepts', message: `takes ${what}, which its schema refuses` }];
    }),
  );

/** Characters of the arguments that a sentence shows. */
const SHOWN = 80;
