import { type McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { FaultName } from '../spec/faults.ts';
import { version } from '../version.ts';
import { collectionTools, INSTRUCTIONS as OF_COLLECTIONS } from './crowded/collections.ts';
import { oddities } from './crowded/oddities.ts';
import { serveViews } from './crowded/views.ts';
import { spoilStart } from './faults/server.ts';
import { INSTRUCTIONS } from './guide.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { serveSubscriptions } from './subscriptions.ts';
import { serveSurveys, TASKS } from './surveys.ts';
import { serveTools, TOOLS } from './tools.ts';

/**
 * Serves the demonstration over stdin and stdout, in the era in which the client opens.
 * Ends with stdin.
 */
export function runDemo(offered: Offered): void {
  console.error('kestrel-hill: the dome is cold, the coffee is hot');
  spoilStart(offered.faults ?? []);
  serveStdio(({ era }) => demoServer({ ...offered, era }));
}

const MINUTE = 60_000;

/** Which demonstration it is, and what is wrong with it. */
export interface Offered {
  readonly faults?: readonly FaultName[];
  /** The observatory after its archive grew: much that one client or another does not take. */
  readonly isCrowded?: boolean;
}

/** Of what kind a server is. */
type Served = Pick<McpRequestContext, 'era' | 'requestInfo'> & Offered;

const PLAIN = { name: 'kestrel-hill', title: 'Kestrel Hill Observatory' };
const CROWDED = { name: 'kestrel-archive', title: 'Kestrel Hill Observatory and Archive' };

/**
 * The built-in demonstration server: a pretend observatory that has something of everything, the same in both eras.
 * Not connected yet.
 */
export function demoServer({ era, requestInfo, faults = [], isCrowded = false }: Served): McpServer {
  const server = new McpServer(
    { ...(isCrowded ? CROWDED : PLAIN), version },
    {
      instructions: isCrowded ? OF_COLLECTIONS : INSTRUCTIONS,
      capabilities: {
        ...{ logging: {}, tools: {}, resources: { subscribe: true, listChanged: true } },
        ...(era === 'modern' ? { extensions: { [TASKS]: {} } } : {}),
      },
      // Said in the modern era alone. What never changes may be kept by anybody, what visitors change by nobody.
      cacheHints: {
        'server/discover': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
        'tools/list': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
        'prompts/list': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
        'resources/list': { ttlMs: MINUTE, cacheScope: 'private' },
      },
    },
  );
  serveTools(server.server, isCrowded ? [...TOOLS, ...collectionTools, ...oddities] : TOOLS, faults);
  if (era === 'modern') serveSurveys(server.server);
  serveResources(server);
  if (isCrowded) serveViews(server);
  servePrompts(server);
  // A modern request over HTTP has a server of its own, which is gone before there could be news.
  if (era === 'legacy' || requestInfo === undefined) serveSubscriptions(server.server, era);
  server.server.oninitialized = () => {
    const welcome = { level: 'info' as const, logger: 'keeper', data: 'Welcome. The sky is clear.' };
    void server.server.sendLoggingMessage(welcome);
  };
  return server;
}
