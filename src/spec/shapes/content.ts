import {
  any,
  base64,
  boolean,
  either,
  integer,
  list,
  type Members,
  object,
  only,
  open,
  optional,
  revised,
  tagged,
  text,
  uri,
} from '../shape.ts';
import { annotations, icons, innerMeta, title } from './body.ts';

const described: Members = {
  name: text,
  title,
  description: optional(text),
  mimeType: optional(text),
  annotations,
  icons,
  _meta: innerMeta,
};

/** The members of a resource, as listed and as linked to. */
export const resourceMembers: Members = { uri, size: optional(integer), ...described };

export const resourceTemplate = object({ uriTemplate: text, ...described });

const held: Members = { uri, mimeType: optional(text), _meta: innerMeta };

/** What a resource holds. */
export const resourceContents = either(object({ ...held, text }), object({ ...held, blob: base64 }));

const block = (members: Members) => object({ annotations, _meta: innerMeta, ...members });

const media = block({ data: base64, mimeType: text });

/** What a message to a model is made of, in all revisions. */
const plain: Members = {
  text: block({ text }),
  image: media,
  audio: only({ since: '2025-03-26' }, media),
};

/** One block of a tool's result or of a prompt (server/tools#tool-result). */
export const contentBlock = tagged('type', {
  ...plain,
  resource_link: only({ since: '2025-06-18' }, object(resourceMembers)),
  resource: block({ resource: resourceContents }),
});

/** A value of a tool: an object until 2026-07-28 let it be any. */
export const structuredContent = optional(revised(open, { '2026-07-28': any }), { since: '2025-06-18' });

const toolUse = object({ id: text, name: text, input: open, _meta: innerMeta });
const toolResult = object({
  toolUseId: text,
  content: list(contentBlock),
  structuredContent,
  isError: optional(boolean),
  _meta: innerMeta,
});

const samplingBlock = tagged('type', {
  ...plain,
  tool_use: only({ since: '2025-11-25' }, toolUse),
  tool_result: only({ since: '2025-11-25' }, toolResult),
});

/** What one side says in sampling: a block, since 2025-11-25 also several. */
export const samplingContent = revised(samplingBlock, {
  '2025-11-25': either(samplingBlock, list(samplingBlock)),
});
