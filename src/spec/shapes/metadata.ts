import { any, list, object, oneOf, open, optional, revised, share, text, uri } from '../shape.ts';

/** Who speaks: in prompts and sampling, and whom annotations address. */
export const role = oneOf('user', 'assistant');

/** `_meta` of a thing inside a message; before 2025-06-18 nothing was said of it there. */
export const innerMeta = optional(revised(any, { '2025-06-18': open }));

export const title = optional(text, { since: '2025-06-18' });

const icon = object({
  src: uri,
  mimeType: optional(text),
  sizes: optional(list(text)),
  theme: optional(oneOf('light', 'dark')),
});

export const icons = optional(list(icon), { since: '2025-11-25' });

/** For whom a block or a resource is, and how much it matters. */
export const annotations = optional(
  object({
    audience: optional(list(role)),
    priority: optional(share),
    lastModified: optional(text, { since: '2025-06-18' }),
  }),
);

/** A program: `clientInfo` and `serverInfo`. */
export const implementation = object({
  name: text,
  version: text,
  title,
  icons,
  description: optional(text, { since: '2025-11-25' }),
  websiteUrl: optional(uri, { since: '2025-11-25' }),
});
