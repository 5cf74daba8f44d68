import { base64, either, integer, type Members, object, optional, text, uri } from '../shape.ts';
import { annotations, icons, innerMeta, title } from './metadata.ts';

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
