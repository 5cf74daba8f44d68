import { isObject, type JsonObject } from '../json/shape.ts';
import type { Guard } from '../text/guard.ts';
import type { Root } from './root.ts';

/** What a request of the server is answered with. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** Whether a rule is meant: for a text that holds it, for one a pattern fits, or always. */
export type RuleMatch = { readonly text: string } | { readonly pattern: Guard } | undefined;

/** How an elicitation is answered (client/elicitation). */
export interface ElicitationRule {
  readonly match: RuleMatch;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** What an accepted form is filled in with, by the schema that is asked with; nothing without it. */
  readonly content?: (schema: unknown) => JsonObject;
}

/** How a sampling request is answered (client/sampling): by a text, or by a whole result. */
export interface SamplingRule {
  readonly match: RuleMatch;
  readonly answer: { readonly text: string } | { readonly result: JsonObject };
}

/** Rules that answer the server's own requests; the first that matches wins. */
export interface AnswerRules {
  readonly elicitation: readonly ElicitationRule[];
  readonly sampling: readonly SamplingRule[];
}

/** What of a client can be switched off, to see how a server does without. */
export type Served = 'elicitation' | 'sampling' | 'roots';

/** Who answers the server. */
export interface Answerer {
  /** Exactly what is served, as it is announced when a connection is opened. */
  capabilities(): JsonObject;
  /** Is it served? */
  serves(what: Served): boolean;
  /** Serves it or not; the server hears of it with the next connection. */
  serve(what: Served, on: boolean): void;
  /** What the server is told when it asks for the roots. */
  roots(): readonly Root[];
  /** Has it told others from now on. */
  setRoots(roots: readonly Root[]): void;
  /** The answer to a request; nothing leaves it to a person. */
  answer(method: string, params: unknown): Answer | undefined;
}

/** What is served, and what is done with what no rule is meant for. */
export interface AnswerOptions {
  readonly roots: readonly Root[];
  readonly rules: AnswerRules;
  /** `refuse`: elicitation is declined and sampling refused, and `onRefused` is told. `ask`: a person is asked. */
  readonly otherwise: 'refuse' | 'ask';
  readonly elicitation: boolean;
  readonly sampling: boolean;
  readonly onRefused?: (sentence: string) => void;
}

/** JSON-RPC has no code for a person's no; the specification's example uses this one (client/sampling#error-handling). */
export const REJECTED: Answer = { error: { code: -1, message: 'User rejected sampling request' } };

/** What a request of the server is called in a sentence. */
export function wordOf(method: unknown): string {
  const [word = ''] = typeof method === 'string' ? method.split('/') : [];
  return word === '' ? 'an input without a method' : word;
}

/** Answers from the roots, by rule, or not at all; what is not served is "method not found" (JSON-RPC 2.0 §5.1). */
export function createAnswerer(options: AnswerOptions): Answerer {
  const { rules, otherwise, onRefused = () => {} } = options;
  let { roots } = options;
  const served: Record<Served, boolean> = {
    elicitation: options.elicitation,
    sampling: options.sampling,
    roots: roots.length > 0,
  };
  // A page is opened, a tool of the server's is used and the roots are changed by a person alone.
  const byRule = otherwise === 'refuse';

  const elicitation = (params: unknown): Answer | undefined => {
    const rule = rules.elicitation.find(({ match }) => isMeant(match, params));
    if (rule !== undefined) return { result: elicited(rule, params) };
    if (otherwise === 'ask') return undefined;
    onRefused('an elicitation was declined (--answers answers it by rule)');
    return { result: { action: 'decline' } };
  };

  const sampling = (params: unknown): Answer | undefined => {
    const rule = rules.sampling.find(({ match }) => isMeant(match, params));
    if (rule !== undefined) return { result: sampled(rule) };
    if (otherwise === 'ask') return undefined;
    onRefused('a sampling request was refused (--answers answers it by rule)');
    return REJECTED;
  };

  return {
    roots: () => roots,
    setRoots(others) {
      roots = others;
    },
    capabilities: () => ({
      ...(served.roots ? { roots: byRule ? {} : { listChanged: true } } : {}),
      ...(served.elicitation ? { elicitation: byRule ? { form: {} } : { form: {}, url: {} } } : {}),
      ...(served.sampling ? { sampling: byRule ? {} : { tools: {} } } : {}),
    }),
    serves: (what) => served[what],
    serve(what, on) {
      served[what] = on;
    },
    answer(method, params) {
      if (method === 'ping') return { result: {} };
      if (method === 'roots/list' && served.roots) return { result: { roots } };
      if (method === 'elicitation/create' && served.elicitation) return elicitation(params);
      if (method === 'sampling/createMessage' && served.sampling) return sampling(params);
      return { error: { code: -32601, message: `Method not found: this client does not serve ${method}` } };
    },
  };
}

function elicited({ action, content }: ElicitationRule, params: unknown): JsonObject {
  if (action !== 'accept') return { action };
  const { mode, requestedSchema: schema } = isObject(params) ? params : {};
  // A page has no content (client/elicitation#url-mode).
  if (mode === 'url') return { action };
  return { action, content: content?.(schema) ?? {} };
}

const sampled = ({ answer }: SamplingRule): JsonObject =>
  'result' in answer
    ? answer.result
    : {
        role: 'assistant',
        content: { type: 'text', text: answer.text },
        model: 'answered-by-rule',
        stopReason: 'endTurn',
      };

/** Every text of the request is looked through: its message, or what its messages say. */
function isMeant(match: RuleMatch, params: unknown): boolean {
  if (match === undefined) return true;
  return textsOf(params, 6).some((text) =>
    'text' in match ? text.includes(match.text) : match.pattern.test(text) === true,
  );
}

function textsOf(value: unknown, levels: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (levels === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, levels - 1));
  return isObject(value) ? Object.values(value).flatMap((member) => textsOf(member, levels - 1)) : [];
}
