import { type Path, pointerOf } from '../../json/path.ts';
import { classify, type Envelope } from '../envelope.ts';
import type { Finding } from '../finding.ts';

/**
 * Where the official TypeScript SDK (1.x) would refuse a parsed message, and what comes of it; undefined where it
 * takes it.
 */
export type SdkVerdict = (message: unknown, circumstances?: Circumstances) => Finding | undefined;

interface Circumstances {
  /** The request that a response answers. */
  readonly request?: { readonly method: string };
  /** How long its line was, in bytes, where it came over stdio. */
  readonly line?: number;
}

/** Bytes of a line from which on the SDK's stdio transport throws all away (`STDIO_DEFAULT_MAX_BUFFER_SIZE`). */
const LINE_LIMIT = 10 * 1024 * 1024;

type SdkTypes = typeof import('@modelcontextprotocol/sdk/types.js');

/** As much of a zod schema as is used here. */
interface Schema {
  safeParse(
    value: unknown,
  ): { readonly success: true } | { readonly success: false; readonly error: { readonly issues: Issues } };
}

/** What zod has to say of a value; of a union it says what is wrong by each alternative. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly errors?: readonly Issues[];
}

type Issues = readonly Issue[];

/** Loads the schemas of the SDK, which takes some 20 ms; those of messages are then at hand. */
export async function loadSdkVerdict(): Promise<SdkVerdict> {
  const sdk = await import('@modelcontextprotocol/sdk/types.js');
  const methods = methodsOf(sdk);
  const envelopes = envelopesOf(sdk);

  return (message, { request, line = 0 } = {}) => {
    if (line > LINE_LIMIT) return TOO_LONG;
    const envelope = classify(message);
    const issue = refusal(envelopes[envelope.kind], message);
    if (issue !== undefined) return verdict(issue, [], DROPPED[envelope.kind]);
    switch (envelope.kind) {
      case 'request':
      case 'notification':
        return verdict(refusal(methods.get(envelope.method)?.message, message), [], UNHANDLED[envelope.kind]);
      case 'result':
        return (
          verdict(refusal(resultOf(request, methods), envelope.result), ['result'], RESULT) ??
          unknownVersion(request, envelope.result, sdk.SUPPORTED_PROTOCOL_VERSIONS)
        );
      case 'error':
      case 'none':
        return undefined;
    }
  };
}

const TOO_LONG: Finding = {
  rule: 'sdk/refuses',
  path: '',
  message: 'the official SDK closes the connection: a line of more than 10 MiB overflows its buffer',
};

const DROPPED: Readonly<Record<Envelope['kind'], string>> = {
  request: 'the official SDK drops this request and never answers it',
  notification: 'the official SDK drops this notification',
  result: 'the official SDK drops this response, and the request waits until it times out',
  error: 'the official SDK drops this response, and the request waits until it times out',
  none: 'the official SDK drops this line',
};

const UNHANDLED = {
  request: 'the official SDK answers this request with an error',
  notification: 'the official SDK ignores this notification',
} as const;

const RESULT = 'the official SDK rejects this result, and callers get an error instead';

function verdict(issue: Issue | undefined, within: Path, what: string): Finding | undefined {
  if (issue === undefined) return undefined;
  const path = pointerOf([
    ...within,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ]);
  return {
    rule: 'sdk/refuses',
    path,
    message: `${what}: ${path === '' ? 'structure' : path}: ${issue.message}`,
  };
}

/** The SDK's client leaves when the server settles on a revision that it does not know. */
function unknownVersion(
  request: { readonly method: string } | undefined,
  result: unknown,
  known: readonly string[],
): Finding | undefined {
  if (request?.method !== 'initialize') return undefined;
  const { protocolVersion } = result as { readonly protocolVersion: string };
  if (known.includes(protocolVersion)) return undefined;
  const path = '/result/protocolVersion';
  const message = `the official SDK closes the connection: it supports ${known.join(', ')}`;
  return { rule: 'sdk/refuses', path, message };
}

/** The first thing wrong by a schema, or nothing. */
function refusal(schema: Schema | undefined, value: unknown): Issue | undefined {
  const parsed = schema?.safeParse(value);
  if (parsed === undefined || parsed.success) return undefined;
  const [first] = parsed.error.issues;
  return first === undefined ? undefined : innermost(first);
}

/** What is wrong by the alternative of a union that the value seems to mean: by its type, else by the fewest issues. */
function innermost(issue: Issue): Issue {
  const alternatives = (issue.errors ?? []).filter((issues) => issues.length > 0);
  const cost = (issues: Issues): number =>
    issues.length + (issues.some(({ path }) => path.length === 1 && path[0] === 'type') ? 1000 : 0);
  const [best] = [...alternatives].sort((a, b) => cost(a) - cost(b));
  const [first] = best ?? [];
  if (first === undefined || cost(best ?? []) > 1000)
    return issue.errors === undefined ? issue : { ...issue, message: 'none of the variants it knows' };
  const inner = innermost(first);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

const envelopesOf = (sdk: SdkTypes): Readonly<Record<Envelope['kind'], Schema>> => ({
  request: sdk.JSONRPCRequestSchema,
  notification: sdk.JSONRPCNotificationSchema,
  result: sdk.JSONRPCResultResponseSchema,
  error: sdk.JSONRPCErrorResponseSchema,
  // It matches none of these; each schema would give a reason of its own, and none would help.
  none: {
    safeParse: () => ({ success: false, error: { issues: [{ path: [], message: 'not a message' }] } }),
  },
});

type Handling = { readonly message: Schema; readonly result?: Schema };

function resultOf(
  request: { readonly method: string } | undefined,
  methods: ReadonlyMap<string, Handling>,
): Schema | undefined {
  return request === undefined ? undefined : methods.get(request.method)?.result;
}

/** The schemas by which the SDK takes messages and results, by method. */
function methodsOf(sdk: SdkTypes): ReadonlyMap<string, Handling> {
  const orTask = (own: Schema): Schema => ({
    safeParse(value) {
      const parsed = own.safeParse(value);
      return parsed.success || !sdk.CreateTaskResultSchema.safeParse(value).success
        ? parsed
        : { success: true };
    },
  });
  const empty = sdk.EmptyResultSchema;
  const sampled = sdk.CreateMessageResultWithToolsSchema;
  return new Map<string, Handling>([
    ['initialize', { message: sdk.InitializeRequestSchema, result: sdk.InitializeResultSchema }],
    ['ping', { message: sdk.PingRequestSchema, result: empty }],
    ['tools/list', { message: sdk.ListToolsRequestSchema, result: sdk.ListToolsResultSchema }],
    ['tools/call', { message: sdk.CallToolRequestSchema, result: orTask(sdk.CallToolResultSchema) }],
    ['resources/list', { message: sdk.ListResourcesRequestSchema, result: sdk.ListResourcesResultSchema }],
    [
      'resources/templates/list',
      { message: sdk.ListResourceTemplatesRequestSchema, result: sdk.ListResourceTemplatesResultSchema },
    ],
    ['resources/read', { message: sdk.ReadResourceRequestSchema, result: sdk.ReadResourceResultSchema }],
    ['resources/subscribe', { message: sdk.SubscribeRequestSchema, result: empty }],
    ['resources/unsubscribe', { message: sdk.UnsubscribeRequestSchema, result: empty }],
    ['prompts/list', { message: sdk.ListPromptsRequestSchema, result: sdk.ListPromptsResultSchema }],
    ['prompts/get', { message: sdk.GetPromptRequestSchema, result: sdk.GetPromptResultSchema }],
    ['completion/complete', { message: sdk.CompleteRequestSchema, result: sdk.CompleteResultSchema }],
    ['logging/setLevel', { message: sdk.SetLevelRequestSchema, result: empty }],
    ['roots/list', { message: sdk.ListRootsRequestSchema, result: sdk.ListRootsResultSchema }],
    ['sampling/createMessage', { message: sdk.CreateMessageRequestSchema, result: orTask(sampled) }],
    ['elicitation/create', { message: sdk.ElicitRequestSchema, result: orTask(sdk.ElicitResultSchema) }],
    ['tasks/get', { message: sdk.GetTaskRequestSchema, result: sdk.GetTaskResultSchema }],
    ['tasks/result', { message: sdk.GetTaskPayloadRequestSchema }],
    ['tasks/list', { message: sdk.ListTasksRequestSchema, result: sdk.ListTasksResultSchema }],
    ['tasks/cancel', { message: sdk.CancelTaskRequestSchema, result: sdk.CancelTaskResultSchema }],
    ['notifications/cancelled', { message: sdk.CancelledNotificationSchema }],
    ['notifications/progress', { message: sdk.ProgressNotificationSchema }],
    ['notifications/message', { message: sdk.LoggingMessageNotificationSchema }],
    ['notifications/resources/updated', { message: sdk.ResourceUpdatedNotificationSchema }],
    ['notifications/elicitation/complete', { message: sdk.ElicitationCompleteNotificationSchema }],
    ['notifications/tasks/status', { message: sdk.TaskStatusNotificationSchema }],
  ]);
}
