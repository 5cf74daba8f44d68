import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { LEGACY } from '../revision.ts';
import { list, object, optional, text, uri } from '../shape.ts';
import { answer, askedParams, mayHaveNotice } from './body.ts';
import { innerMeta } from './metadata.ts';

const root = object({ uri, name: optional(text), _meta: innerMeta });

export const roots = {
  'roots/list': request(byServer(LEGACY), optional(askedParams({})), answer({ roots: list(root) }), 'roots'),
  'notifications/roots/list_changed': notification(byClient(LEGACY), mayHaveNotice, 'roots.listChanged'),
} as const satisfies Methods;
