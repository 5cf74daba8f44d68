import { isObject, type JsonObject } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { guarded } from '../check.ts';
import type { Envelope } from '../envelope.ts';
import type { Finding } from '../finding.ts';
import { announces, capabilityOf, isUse, type ListName, type Method, methodNamed } from '../methods.ts';
import { MODERN_VERSION, REVISIONS, type Revision } from '../revision.ts';
import { capabilityIn, isAnnounced } from '../shapes/capabilities.ts';
import { announcesTasks } from '../task.ts';
import { type ClientRequest, checkPost } from './client-http.ts';
import { checkMessage } from './message.ts';
import { type CheckAgainst, within } from './result.ts';

/** How far a client has come with opening a connection: `answered`, it has not said yet that it is initialized. */
export type HandshakeStage = 'new' | 'asked' | 'answered' | 'open';

/** What is known of a connection when a message of a client comes that is not this program. */
export interface ClientContext {
  /** Before the message. */
  readonly stage: HandshakeStage;
  /** The revision that was negotiated, or that the client speaks. */
  readonly revision: Revision;
  readonly capabilities: { readonly client: JsonObject; readonly server?: JsonObject };
  /** The method of the server's request that the message answers, and the schema that was asked with. */
  readonly answers: { readonly method: string; readonly schema?: unknown } | undefined;
  /** The method of an earlier request with the same id. */
  readonly sameId: string | undefined;
  /** The method of its own request that it cancels. */
  readonly cancels: string | undefined;
  /** Whether a request of the server carries this progress token. */
  readonly hasToken: (token: unknown) => boolean;
  /** An item as it was listed; `missing` from a list that is complete; nothing where that is not known. */
  readonly listed: (list: ListName, name: string) => JsonObject | 'missing' | undefined;
  readonly validate: CheckAgainst;
  /** Whether this is said for the first time in the connection. */
  readonly isFirst: (what: string) => boolean;
  /** The request that it was sent in, over Streamable HTTP. */
  readonly http: ClientRequest | undefined;
}

/**
 * What is wrong with a message of a client that is not this program: with its form, with what it may say at this point,
 * and with what servers will not take. Never throws. What takes time is in thorough.ts.
 */
export const checkClient = (
  message: unknown,
  envelope: Envelope,
  context: ClientContext,
): readonly Finding[] => [
  ...guarded(() => checkMessage(message)),
  ...guarded(() => checkBody(envelope, context)),
  ...guarded(() => checkHeaders(envelope, context)),
];

/** What is wrong with its headers, which is wrong with those of all others as well: it is said once. */
function checkHeaders(envelope: Envelope, { http, isFirst }: ClientContext): readonly Finding[] {
  if (http === undefined) return [];
  const { method, params } = 'method' in envelope ? envelope : {};
  const found = checkPost({ method, params, version: versionNamed(params) }, http);
  return found.filter(({ rule }) => isFirst(rule));
}

function checkBody(envelope: Envelope, context: ClientContext): readonly Finding[] {
  switch (envelope.kind) {
    case 'request':
      return [
        ...checkStage(envelope.method, envelope.params, context),
        ...checkId(envelope.method, envelope.id, context),
        ...checkVersion(envelope.method, envelope.params),
        ...checkNeeds(envelope.method, envelope.params, context),
        ...checkUse(envelope.method, envelope.params, context),
      ];
    case 'notification':
      return checkNotice(envelope.method, envelope.params, context);
    case 'result':
      return checkContent(envelope.result, context);
    case 'error':
      return checkRefusal(envelope.error.code, context);
    case 'none':
      return [{ rule: 'message/not-protocol', message: envelope.why }];
  }
}

const METHOD = '/method';
const META = 'io.modelcontextprotocol/protocolVersion';

/** The revision that a message of the modern era names in itself (basic#request-metadata, 2026-07-28). */
function versionNamed(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta[META] : undefined;
}

/** The order of the handshake (basic/lifecycle#initialization); the modern era has none. */
function checkStage(method: string, params: unknown, { stage, isFirst }: ClientContext): readonly Finding[] {
  const known = methodNamed(method);
  if (method === 'initialize') {
    if (stage === 'new' || stage === 'asked') return [];
    const message = 'initialize was sent again, although it had been answered';
    return [{ rule: 'client/initialize-again', path: METHOD, message }];
  }
  if (known?.opens || known?.anyTime || stage === 'open' || versionNamed(params) !== undefined) return [];
  if (stage === 'new') {
    if (!isFirst('before-initialize')) return [];
    const message = `${method} was sent before initialize`;
    return [{ rule: 'client/before-initialize', path: METHOD, message }];
  }
  if (stage === 'asked') {
    const message = `${method} was sent before initialize was answered`;
    return [{ rule: 'client/too-early', path: METHOD, message }];
  }
  if (!isFirst('no-initialized')) return [];
  const message = `${method} was sent, but notifications/initialized was not`;
  return [{ rule: 'client/no-initialized', path: METHOD, message }];
}

function checkId(method: string, id: unknown, { sameId }: ClientContext): readonly Finding[] {
  if (sameId === undefined) return [];
  const message = `${method} has the id ${shortJson(id)}, which ${sameId} had before`;
  return [{ rule: 'client/id-again', path: '/id', message }];
}

/** A draft of before the first revision that SDKs offer until today. */
const DRAFT = '2024-10-07';

function checkVersion(method: string, params: unknown): readonly Finding[] {
  const isOpening = method === 'initialize';
  const named = isOpening && isObject(params) ? params['protocolVersion'] : versionNamed(params);
  // One that is missing or no text is told by the shapes of the revision.
  if (typeof named !== 'string' || named === DRAFT) return [];
  const known = REVISIONS.filter((one) => isOpening || one >= MODERN_VERSION);
  if ((known as readonly string[]).includes(named)) return [];
  const path = isOpening ? '/params/protocolVersion' : `/params/_meta/${META.replace('/', '~1')}`;
  const message = `${method} names the revision ${shortJson(named)}; there are ${known.join(', ')}`;
  return [{ rule: 'client/version', path, message }];
}

/** What the server has not declared (basic/lifecycle#capability-negotiation). */
function checkNeeds(method: string, params: unknown, context: ClientContext): readonly Finding[] {
  const { capabilities, revision } = context;
  const { server } = capabilities;
  const known = methodNamed(method);
  if (server === undefined) return [];
  const undeclared = known === undefined ? undefined : lacking(method, known, server, revision);
  if (undeclared !== undefined) {
    const message = `${method} was sent, but the server did not declare ${undeclared}`;
    return [{ rule: 'client/unannounced', path: METHOD, message }];
  }
  const asTask = revision < MODERN_VERSION && method === 'tools/call' && isObject(params) && 'task' in params;
  if (!asTask || announcesTasks({ era: 'legacy', capabilities }, 'call')) return [];
  const message = 'tools/call is to run as a task, but the server did not declare tasks for it';
  return [{ rule: 'client/unannounced', path: '/params/task', message }];
}

/** The capability that a request needs of the server and that was not declared, in a revision that has it. */
function lacking(
  method: string,
  { needs, from }: Method,
  server: JsonObject,
  revision: Revision,
): string | undefined {
  // Tasks of the modern era are an extension, which each revision of it may name otherwise.
  if (needs === undefined || from.c2s === undefined || (needs === 'tasks' && revision >= MODERN_VERSION))
    return undefined;
  if (needs.includes('/')) return announces(server, capabilityOf(method)) ? undefined : needs;
  return capabilityIn('s2c', needs, revision) && !isAnnounced(server, needs) ? needs : undefined;
}

/** A call of a tool, or a prompt that is asked for, against what was listed. */
function checkUse(method: string, params: unknown, context: ClientContext): readonly Finding[] {
  const list = method === 'tools/call' ? 'tools' : method === 'prompts/get' ? 'prompts' : undefined;
  const { name, arguments: given } = isObject(params) ? params : ({} as JsonObject);
  if (list === undefined || typeof name !== 'string') return [];
  const item = context.listed(list, name);
  if (item === undefined) return [];
  const what = list === 'tools' ? 'tool' : 'prompt';
  if (item === 'missing') {
    const message = `${method} asks for the ${what} ${shortJson(name)}, which is not in ${list}/list`;
    return [{ rule: 'client/unlisted', path: '/params/name', message }];
  }
  return list === 'tools'
    ? mismatches('client/arguments', item['inputSchema'], given ?? {}, {
        ...{ at: '/params/arguments', of: ['arguments', ` of ${name}`], validate: context.validate },
      })
    : checkPromptArguments(item, given, name);
}

/** How many things that are wrong with one value are told. */
const MOST = 10;

function mismatches(
  rule: 'client/arguments' | 'client/content',
  schema: unknown,
  value: unknown,
  { at, of: [before, behind], validate }: Judged,
): readonly Finding[] {
  if (!isObject(schema)) return [];
  return validate(schema, value)
    .problems.slice(0, MOST)
    .map(({ path, message }) => {
      const says = message === 'is required' ? 'is required and missing' : message;
      return { rule, path: `${at}${path}`, message: `${within(before, path)}${behind} ${says}` };
    });
}

/** Where a value stands, what it is called with a place within it between, and what holds it against its schema. */
interface Judged {
  readonly at: string;
  readonly of: readonly [before: string, behind: string];
  readonly validate: CheckAgainst;
}

/** The arguments of a prompt are texts, and those that are required are there (server/prompts). */
function checkPromptArguments(prompt: JsonObject, given: unknown, name: string): readonly Finding[] {
  const values = isObject(given) ? given : {};
  const listed = Array.isArray(prompt['arguments']) ? prompt['arguments'].filter(isObject) : [];
  return listed
    .flatMap(({ name: own, required }) =>
      required === true && typeof own === 'string' && values[own] === undefined ? [own] : [],
    )
    .slice(0, MOST)
    .map((own) => ({
      ...{ rule: 'client/arguments', path: `/params/arguments/${own}` },
      message: `arguments.${own} of ${name} is required and missing`,
    }));
}

function checkNotice(method: string, params: unknown, context: ClientContext): readonly Finding[] {
  const { stage, cancels, hasToken } = context;
  const { progressToken: token } = isObject(params) ? params : ({} as JsonObject);
  switch (method) {
    case 'notifications/initialized': {
      if (stage !== 'new' && stage !== 'asked') return [];
      const message = `${method} was sent before initialize was answered`;
      return [{ rule: 'client/too-early', path: METHOD, message }];
    }
    case 'notifications/cancelled':
      if (cancels !== 'initialize') return [];
      return [
        {
          rule: 'client/cancels-initialize',
          path: '/params/requestId',
          message: 'initialize was cancelled, which is the one request that must not be',
        },
      ];
    case 'notifications/progress': {
      if (hasToken(token)) return [];
      const named = token === undefined ? '(missing)' : shortJson(token);
      const message = `no request of the server has the progress token ${named}`;
      return [{ rule: 'progress/unknown-token', path: '/params/progressToken', message }];
    }
    default:
      return [];
  }
}

/** What a person filled in, against the schema that was asked with. */
function checkContent(result: unknown, { answers, validate }: ClientContext): readonly Finding[] {
  if (answers?.schema === undefined || !isObject(result) || result['action'] !== 'accept') return [];
  return mismatches('client/content', answers.schema, result['content'] ?? {}, {
    ...{ at: '/result/content', of: ['content', ''], validate },
  });
}

/** JSON-RPC 2.0 §5.1. */
const NOT_FOUND = -32601;

/** A method that the client's own capabilities promise. */
function checkRefusal(code: unknown, { answers, capabilities }: ClientContext): readonly Finding[] {
  const needs = answers === undefined ? undefined : capabilityOf(answers.method);
  if (code !== NOT_FOUND || needs === undefined || isUse(answers?.method ?? '')) return [];
  if (!(needs in capabilities.client)) return [];
  const message = `the client declared ${needs}, but answers ${answers?.method} "method not found"`;
  return [{ rule: 'capability/not-served', path: '/error', message }];
}
