import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';

/** What changes on the hill: whoever changes something says so here, and every server tells the clients that listen. */
export const news: ServerEventBus = new InMemoryServerEventBus();
