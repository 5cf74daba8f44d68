import { LOG_LEVELS } from '../log-level.ts';
import { MODERN } from '../revision.ts';
import {
  any,
  count,
  either,
  integer,
  list,
  type Members,
  object,
  oneOf,
  only,
  open,
  optional,
  revised,
  type Shape,
  share,
  text,
  uri,
  type VersionedShape,
} from '../shape.ts';
import { clientCapabilities } from './capabilities.ts';

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

/** How much a log message matters, least first. */
export const logLevel = oneOf(...LOG_LEVELS);

/** The id of a request; progress tokens are made the same way. */
export const requestId = either(text, integer);

const progressToken = optional(requestId);
const tokenAlone = optional(object({ progressToken }));

const requestMeta = revised(tokenAlone, {
  '2026-07-28': object({
    progressToken,
    'io.modelcontextprotocol/protocolVersion': text,
    'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
    'io.modelcontextprotocol/clientInfo': optional(implementation),
    'io.modelcontextprotocol/logLevel': optional(logLevel),
  }),
});

/** `params` of a client's request. */
export const params = (members: Members): Shape => object({ _meta: requestMeta, ...members });

/** `params` of a request that may have none, until the modern era wants a `_meta` in each. */
export const mayHaveParams = (members: Members): VersionedShape =>
  revised(optional(params(members)), { '2026-07-28': params(members) });

export const pageParams = mayHaveParams({ cursor: optional(text) });

/** `params` of what the server asks: a request of its own, since 2026-07-28 a member of `inputRequests`. */
export const askedParams = (members: Members): Shape =>
  object({ _meta: revised(tokenAlone, { '2026-07-28': optional(open) }), ...members });

const noticeMeta = revised(optional(open), {
  '2026-07-28': optional(object({ 'io.modelcontextprotocol/subscriptionId': optional(requestId) })),
});

/** `params` of a notification. */
export const notice = (members: Members): Shape => object({ _meta: noticeMeta, ...members });

/** `params` of a notification that says nothing beside its name. */
export const mayHaveNotice = optional(notice({}));

const serverInfo = { 'io.modelcontextprotocol/serverInfo': optional(implementation) };

/** The result of a request. `meta`: what its `_meta` must have, where it must have something. */
export const result = (members: Members, meta?: Members): Shape =>
  object({
    _meta:
      meta === undefined
        ? revised(optional(open), { '2026-07-28': optional(object(serverInfo)) })
        : object({ ...serverInfo, ...meta }),
    resultType: only(MODERN, text),
    ...members,
  });

/** A result that may be kept for a while. */
export const cacheable = (members: Members): Shape =>
  result({ ttlMs: only(MODERN, count), cacheScope: only(MODERN, oneOf('public', 'private')), ...members });

export const page = (members: Members): Shape => cacheable({ nextCursor: optional(text), ...members });

/** The result of what the server asked; since 2026-07-28 a member of `inputResponses`. */
export const answer = (members: Members): Shape => object({ _meta: optional(open), ...members });
