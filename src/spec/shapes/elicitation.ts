import { byServer, type Methods, notification, request } from '../method.ts';
import { LEGACY, WITH_TASKS } from '../revision.ts';
import {
  boolean,
  either,
  integer,
  list,
  type Members,
  map,
  number,
  object,
  oneOf,
  only,
  optional,
  type Part,
  revised,
  tagged,
  text,
  uri,
} from '../shape.ts';
import { answer, askedParams, notice } from './body.ts';
import { task, taskInstead } from './tasks.ts';

const RICHER = { since: '2025-11-25' } as const;

/** A field's schema; defaults were for booleans alone at first. */
const field = (value: Part, members: Members) =>
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

const asked = revised(form, { '2025-11-25': tagged('mode', { form, url: urlParams }, { missing: form }) });

const given = answer({
  action: oneOf('accept', 'decline', 'cancel'),
  content: optional(map(either(text, number, boolean, only(RICHER, list(text))))),
});

export const elicitation = {
  'elicitation/create': request(
    byServer({ since: '2025-06-18', ...LEGACY }),
    asked,
    taskInstead(given),
    'elicitation',
  ),
  'notifications/elicitation/complete': notification(byServer(WITH_TASKS), notice({ elicitationId: text })),
} as const satisfies Methods;
