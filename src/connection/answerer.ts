import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject, type JsonObject } from '../json/shape.ts';
import { announces, capabilityOf } from '../spec/methods.ts';
import { APP_TYPE, APPS_EXTENSION } from '../surface/app.ts';
import type { Guard } from '../text/guard.ts';

/** The answer to a request of the server. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** When a rule applies: to a text that contains this one, to one that matches a pattern, or always. */
export type RuleMatch = { readonly text: string } | { readonly pattern: Guard } | undefined;

/** How an elicitation is answered (client/elicitation). */
export interface ElicitationRule {
  readonly match: RuleMatch;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The content for an accepted form, by its schema; empty without it. */
  readonly content?: (schema: unknown) => JsonObject;
}

/** How a sampling request is answered (client/sampling): with a text, or with a whole result. */
export interface SamplingRule {
  readonly match: RuleMatch;
  readonly answer: { readonly text: string } | { readonly result: JsonObject };
}

/** Rules that answer the server's own requests; the first that matches wins. */
export interface AnswerRules {
  readonly elicitation: readonly ElicitationRule[];
  readonly sampling: readonly SamplingRule[];
}

/** What a client can stop serving, to see how a server copes; views are not shown here, but a server may ask who shows them. */
export type Served = 'elicitation' | 'sampling' | 'roots' | 'views';

/** Answers the server. */
export interface Answerer {
  /** Exactly what is served, as announced when a connection is opened. */
  capabilities(): JsonObject;
  /** Is it served? */
  serves(what: Served): boolean;
  /** Serves it or not; announced with the next connection. */
  serve(what: Served, on: boolean): void;
  /** The roots that are offered. */
  roots(): readonly Root[];
  /** Offers other roots from now on. */
  setRoots(roots: readonly Root[]): void;
  /** The answer to a request; undefined leaves it to a person. */
  answer(method: string, params: unknown): Answer | undefined;
}

/** What is served, and what happens to requests that no rule applies to. */
export interface AnswerOptions {
  readonly roots: readonly Root[];
  readonly rules: AnswerRules;
  /** `refuse`: elicitation is declined and sampling refused, and `onRefused` gets a sentence. `ask`: a person is asked. */
  readonly otherwise: 'refuse' | 'ask';
  readonly elicitation: boolean;
  readonly sampling: boolean;
  readonly onRefused?: (sentence: string) => void;
  /** What was answered to a question when it was recorded, which goes before any rule; undefined where it was not asked then. */
  readonly recorded?: ((method: string, params: unknown) => Answer | undefined) | undefined;
  /** Another client in whose place this program stands, with what it announces: all else is refused as it would be. */
  readonly as?: { readonly name: string; readonly capabilities: JsonObject };
}

/** JSON-RPC has no code for a refusal; the example in the specification uses this one (client/sampling#error-handling). */
export const REJECTED: Answer = { error: { code: -1, message: 'User rejected sampling request' } };

/** The name of a request of the server in a sentence. */
export function wordOf(method: unknown): string {
  const [word = ''] = typeof method === 'string' ? method.split('/') : [];
  return word === '' ? 'an input without a method' : word;
}

/** Answers from the roots, by rule, or not at all; anything that is not served is "method not found" (JSON-RPC 2.0 §5.1). */
export function createAnswerer(options: AnswerOptions): Answerer {
  const { rules, otherwise, onRefused = () => {}, as } = options;
  const announced = as?.capabilities;
  let { roots } = options;
  const served: Record<Served, boolean> = {
    elicitation: announced === undefined ? options.elicitation : 'elicitation' in announced,
    sampling: announced === undefined ? options.sampling : 'sampling' in announced,
    roots: announced === undefined ? roots.length > 0 : 'roots' in announced,
    views: announced !== undefined && announces(announced, APPS_EXTENSION),
  };
  // Only a person can open a page, use a tool of the server in sampling, or change the roots.
  const byRule = otherwise === 'refuse';

  const elicitation = (params: unknown): Answer | undefined => {
    const rule = rules.elicitation.find(({ match }) => applies(match, params));
    if (rule !== undefined) return { result: elicited(rule, params) };
    if (otherwise === 'ask') return undefined;
    onRefused('an elicitation was declined (--answers answers it by rule)');
    return { result: { action: 'decline' } };
  };

  const sampling = (params: unknown): Answer | undefined => {
    const rule = rules.sampling.find(({ match }) => applies(match, params));
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
    capabilities: () =>
      announced ?? {
        ...(served.roots ? { roots: byRule ? {} : { listChanged: true } } : {}),
        ...(served.elicitation ? { elicitation: byRule ? { form: {} } : { form: {}, url: {} } } : {}),
        ...(served.sampling ? { sampling: byRule ? {} : { tools: {} } } : {}),
        ...(served.views ? { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_TYPE] } } } : {}),
      },
    serves: (what) => served[what],
    serve(what, on) {
      served[what] = on;
    },
    answer(method, params) {
      if (method === 'ping') return { result: {} };
      const known = options.recorded?.(method, params);
      if (known !== undefined) return known;
      const refusal = as && refusalOf(as.capabilities, method, params);
      if (refusal !== undefined) {
        onRefused(`${wordOf(method)} was refused, as ${as?.name} does not offer it`);
        return refusal;
      }
      if (method === 'roots/list' && served.roots) return { result: { roots } };
      if (method === 'elicitation/create' && served.elicitation) return elicitation(params);
      if (method === 'sampling/createMessage' && served.sampling) return sampling(params);
      return { error: { code: -32601, message: `Method not found: this client does not serve ${method}` } };
    },
  };
}

/** As the official SDK has it, for what a client does not announce. */
const NOT_FOUND: Answer = { error: { code: -32601, message: 'Method not found' } };

/**
 * What a client that announces these capabilities answers to what it does not take: a request, or a way of asking
 * (client/elicitation#capabilities, client/sampling#tools-in-sampling). Nothing where it takes it.
 */
function refusalOf(announced: JsonObject, method: string, params: unknown): Answer | undefined {
  const capability = capabilityOf(method);
  if (capability === undefined) return NOT_FOUND;
  const details = announced[capability];
  if (details === undefined) return NOT_FOUND;
  const { mode, tools } = isObject(params) ? params : {};
  const has = (name: string): boolean => isObject(details) && name in details;
  const isUnknown =
    capability === 'elicitation'
      ? mode === 'url'
        ? !has('url')
        : has('url') && !has('form')
      : capability === 'sampling' && tools !== undefined && !has('tools');
  return isUnknown ? { error: { code: -32602, message: 'Invalid params' } } : undefined;
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

/** Every text of the request is searched: its message, or those of its conversation. */
function applies(match: RuleMatch, params: unknown): boolean {
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

/** A root offered to the server (client/roots). */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** A root from a URI, or from the path of an existing folder; undefined for anything else. */
export function rootOf(text: string, cwd: string): Root | undefined {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { uri: text };
  const path = resolve(cwd, text);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? { uri: pathToFileURL(path).href }
    : undefined;
}
