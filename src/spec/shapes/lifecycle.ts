import { byBoth, byClient, type Methods, notification, request } from '../method.ts';
import { LEGACY, MODERN } from '../revision.ts';
import { list, optional, text } from '../shape.ts';
import { cacheable, mayHaveNotice, mayHaveParams, params, result } from './body.ts';
import { clientCapabilities, serverCapabilities } from './capabilities.ts';
import { implementation } from './metadata.ts';

const instructions = optional(text);

/** Opening a connection, and seeing whether it stands. */
export const lifecycle: Methods = {
  initialize: request(
    byClient(LEGACY),
    params({ protocolVersion: text, capabilities: clientCapabilities, clientInfo: implementation }),
    result({
      protocolVersion: text,
      capabilities: serverCapabilities,
      serverInfo: implementation,
      instructions,
    }),
  ),
  'notifications/initialized': notification(byClient(LEGACY), mayHaveNotice),
  'server/discover': request(
    byClient(MODERN),
    params({}),
    cacheable({ supportedVersions: list(text), capabilities: serverCapabilities, instructions }),
  ),
  ping: request(byBoth(LEGACY), mayHaveParams({}), result({})),
};
