import type { Server } from '@modelcontextprotocol/server';
import { news } from './news.ts';

/**
 * Passes the news on to the one client of this server for as long as it is connected. In the legacy era it says which
 * resources it wants to hear of (`resources/subscribe`); in the modern era the SDK holds each piece of news against
 * what `subscriptions/listen` asked for.
 */
export function serveSubscriptions(server: Server, era: 'legacy' | 'modern'): void {
  const subscribed = new Set<string>();
  if (era === 'legacy') {
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
  }
  server.onclose = news.subscribe((event) => {
    if (event.kind === 'resources_list_changed') void server.sendResourceListChanged();
    if (event.kind !== 'resource_updated') return;
    if (era === 'modern' || subscribed.has(event.uri)) void server.sendResourceUpdated({ uri: event.uri });
  });
}
