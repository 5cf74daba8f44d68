import { byServer, type Methods, request } from '../method.ts';
import { LEGACY } from '../revision.ts';
import { integer, list, number, object, oneOf, open, optional, share, text } from '../shape.ts';
import { answer, askedParams } from './body.ts';
import { samplingContent } from './content.ts';
import { role } from './metadata.ts';
import { task, taskInstead } from './tasks.ts';
import { tool } from './tool.ts';

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

const asked = askedParams({
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

export const sampling = {
  'sampling/createMessage': request(byServer(LEGACY), asked, taskInstead(sampled), 'sampling'),
} as const satisfies Methods;
