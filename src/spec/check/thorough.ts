import { DEEPEST, depthOf } from '../../json/parse.ts';
import type { Finding } from '../finding.ts';
import { LEGACY } from '../revision.ts';
import type { ShapeContext } from './shapes.ts';

/** What a message is held against beside what `check` looks at: what takes time, or code that is loaded for it. */
export interface Checks {
  /** The negotiated revision of the specification. */
  readonly spec: boolean;
  /** The schemas of the official SDK. */
  readonly sdk: boolean;
}

/** What has to be known of a message for that. */
export interface ThoroughContext extends ShapeContext {
  /** The exact JSON text that the message was parsed from. */
  readonly text: string;
  /** How long its line was, in bytes, where it came over stdio. */
  readonly line?: number;
}

/** What is wrong with a message. Never throws: if a check fails, the failure is reported. */
export type ThoroughCheck = (message: unknown, context: ThoroughContext) => readonly Finding[];

/** Levels beyond which the parser of some client refuses a text: .NET has 64, Rust's serde 128, Python about 1,000. */
const DEEPEST_READ = 64;

/** Loads what the checks need, which takes some 20 ms. */
export async function loadThorough({ spec, sdk }: Checks): Promise<ThoroughCheck> {
  const [byRevision, bySdk] = await Promise.all([
    spec ? loadRevisions() : undefined,
    sdk ? import('./sdk-verdict.ts').then(({ loadSdkVerdict }) => loadSdkVerdict()) : undefined,
  ]);
  return (message, context) => {
    const depth = depthOf(context.text);
    const tooDeep = depth > DEEPEST;
    const told = spec && depth > DEEPEST_READ ? [deep(depth, tooDeep)] : [];
    if (tooDeep) return told;
    try {
      const found = [...told, ...(byRevision?.(message, context) ?? [])];
      // The SDK's schemas are those of the legacy revisions.
      if (bySdk === undefined || context.revision > LEGACY.until) return found;
      const refused = bySdk(message, context);
      return refused === undefined ? found : [...found, refused];
    } catch (error) {
      return [notChecked(error)];
    }
  };
}

async function loadRevisions(): Promise<ThoroughCheck> {
  const [{ checkShapes }, { checkExactness }, { checkToolNames }] = await Promise.all([
    import('./shapes.ts'),
    import('./exact.ts'),
    import('./tool-names.ts'),
  ]);
  return (message, context) => [
    ...checkExactness(context.text, message),
    ...(context.request?.method === 'tools/list' ? checkToolNames(message) : []),
    ...checkShapes(message, context),
  ];
}

const deep = (depth: number, isPassedOver: boolean): Finding => ({
  rule: 'lint/deep',
  message: `the message is nested ${depth} levels deep${isPassedOver ? '; it was not checked against the specification' : ''}`,
});

/** That a message could not be checked, and why. */
export function notChecked(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return { rule: 'loupe/fault', message: `not checked against the specification: ${why}` };
}
