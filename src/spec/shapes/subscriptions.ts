import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { MODERN } from '../revision.ts';
import { boolean, list, object, optional, text } from '../shape.ts';
import { notice, params, requestId, result } from './body.ts';

const filter = object({
  toolsListChanged: optional(boolean),
  promptsListChanged: optional(boolean),
  resourcesListChanged: optional(boolean),
  resourceSubscriptions: optional(list(text)),
});

export const subscriptions: Methods = {
  'subscriptions/listen': request(
    byClient(MODERN),
    params({ notifications: filter }),
    result({}, { 'io.modelcontextprotocol/subscriptionId': requestId }),
  ),
  'notifications/subscriptions/acknowledged': notification(
    byServer(MODERN),
    notice({ notifications: filter }),
  ),
};
