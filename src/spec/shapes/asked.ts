import { methodNamed } from '../methods.ts';
import { LEGACY, MODERN } from '../revision.ts';
import {
  boolean,
  either,
  integer,
  list,
  type Members,
  type MessageShape,
  type MessageShapes,
  map,
  number,
  object,
  oneOf,
  only,
  open,
  optional,
  revised,
  share,
  tagged,
  text,
  uri,
  type VersionedShape,
} from '../shape.ts';
import { answer, askedParams, innerMeta, mayHaveNotice, notice, result, role } from './body.ts';
import { samplingContent } from './content.ts';
import { task, taskInstead } from './tasks.ts';
import { tool } from './tool.ts';

const root = object({ uri, name: optional(text), _meta: innerMeta });

const roots = {
  'roots/list': { params: optional(askedParams({})), result: answer({ roots: list(root) }) },
  'notifications/roots/list_changed': { params: mayHaveNotice },
} satisfies MessageShapes;

const message = object({
  role,
  content: samplingContent,
  _meta: optional(open, { since: '2025-11-25' }),
});

const modelPreferences = object({
  hints: optional(list(object({ name: optional(text) }))),
  costPriority: optional(share),
  speedPriority: optional(share),
  intelligencePriority: optional(share),
});

const samplingParams = askedParams({
  messages: list(message),
  modelPreferences: optional(modelPreferences),
  systemPrompt: optional(text),
  includeContext: optional(oneOf('none', 'thisServer', 'allServers')),
  temperature: optional(number),
  maxTokens: integer,
  stopSequences: optional(list(text)),
  metadata: optional(open),
  tools: optional(list(tool), { since: '2025-11-25' }),
  toolChoice: optional(object({ mode: optional(oneOf('auto', 'required', 'none')) }), {
    since: '2025-11-25',
  }),
  task,
});

const sampled = answer({ role, content: samplingContent, model: text, stopReason: optional(text) });

const sampling = {
  'sampling/createMessage': { params: samplingParams, result: taskInstead(sampled) },
} satisfies MessageShapes;

const RICHER = { since: '2025-11-25' } as const;

/** A field's schema; defaults were for booleans alone at first. */
const field = (value: VersionedShape, members: Members) =>
  object({ title: optional(text), description: optional(text), default: value, ...members });

const plainText = field(optional(text, RICHER), {
  format: optional(oneOf('email', 'uri', 'date', 'date-time')),
  minLength: optional(integer),
  maxLength: optional(integer),
});
const bounded = field(optional(number, RICHER), { minimum: optional(number), maximum: optional(number) });
const choice = list(object({ const: text, title: text }));
const choices = (items: Members) =>
  field(optional(list(text)), {
    items: object(items),
    minItems: optional(integer),
    maxItems: optional(integer),
  });

/** The JSON Schema of one field of a form (client/elicitation#supported-schema-types). */
const fieldSchema = tagged('type', {
  string: either(
    plainText,
    field(optional(text, RICHER), { enum: list(text), enumNames: optional(list(text)) }),
    only(RICHER, field(optional(text), { enum: list(text) })),
    only(RICHER, field(optional(text), { oneOf: choice })),
  ),
  number: bounded,
  integer: bounded,
  boolean: field(optional(boolean), {}),
  array: only(
    RICHER,
    either(choices({ type: oneOf('string'), enum: list(text) }), choices({ anyOf: choice })),
  ),
});

const form = askedParams({
  mode: optional(oneOf('form'), RICHER),
  message: text,
  requestedSchema: object({
    $schema: optional(text, RICHER),
    type: oneOf('object'),
    properties: map(fieldSchema),
    required: optional(list(text)),
  }),
  task,
});

/** A visit to a web page. */
export const urlParams = askedParams({
  mode: oneOf('url'),
  message: text,
  url: uri,
  elicitationId: only(LEGACY, text),
  task,
});

const elicitationParams = revised(form, {
  '2025-11-25': tagged('mode', { form, url: urlParams }, { missing: form }),
});

const given = answer({
  action: oneOf('accept', 'decline', 'cancel'),
  content: optional(map(either(text, number, boolean, only(RICHER, list(text))))),
});

const elicitation = {
  'elicitation/create': { params: elicitationParams, result: taskInstead(given) },
  'notifications/elicitation/complete': { params: notice({ elicitationId: text }) },
} satisfies MessageShapes;

/** What the server asks of the client, and what belongs to that. */
export const askedShapes = { ...sampling, ...roots, ...elicitation };

/** What the server asks inside a result, and the client's answers in the request that goes on. */
const entries = Object.entries<MessageShape>(askedShapes).filter(([method]) => methodNamed(method)?.isInput);

const inputRequest = tagged(
  'method',
  Object.fromEntries(entries.map(([method, { params }]) => [method, object({ params })])),
);

const inputResponse = either(...entries.flatMap(([, { result: answer }]) => answer ?? []));

/** The members by which a request goes on with what an `input_required` result asked for. */
export const resumed: Members = {
  inputResponses: optional(map(inputResponse), MODERN),
  requestState: optional(text, MODERN),
};

const inputRequired = result({
  inputRequests: optional(map(inputRequest)),
  requestState: optional(text),
});

/** A result that may ask for input first, or be one of an extension, by its `resultType`. */
export const resumable = (own: VersionedShape): VersionedShape =>
  revised(own, {
    '2026-07-28': tagged(
      'resultType',
      { complete: own, input_required: inputRequired },
      { missing: own, others: result({}) },
    ),
  });
