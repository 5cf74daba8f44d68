import { type McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../version.ts';
import { spoilStart } from './faults/server.ts';
import type { FaultName } from './faults.ts';
import { INSTRUCTIONS } from './guide.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { serveSubscriptions } from './subscriptions.ts';
import { serveSurveys, TASKS } from './surveys.ts';
import { serveTools } from './tools.ts';

/**
 * Serves the demonstration over stdin and stdout, in the era in which the client opens.
 * Ends with stdin.
 */
export function runDemo(faults: readonly FaultName[]): void {
  console.error('kestrel-hill: the dome is cold, the coffee is hot');
  spoilStart(faults);
  serveStdio(({ era }) => demoServer({ era, faults }));
}

const MINUTE = 60_000;

/** Of what kind a server is. */
interface Served extends Pick<McpRequestContext, 'era' | 'requestInfo'> {
  readonly faults?: readonly FaultName[];
}

/**
 * The built-in demonstration server: a pretend observatory that has something of everything, the same in both eras.
 * Not connected yet.
 */
export function demoServer({ era, requestInfo, faults = [] }: Served): McpServer {
  const info = { name: 'kestrel-hill', title: 'Kestrel Hill Observatory', version };
  const server = new McpServer(info, {
    instructions: INSTRUCTIONS,
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
  });
  serveTools(server.server, faults);
  if (era === 'modern') serveSurveys(server.server);
  serveResources(server);
  servePrompts(server);
  // A modern request over HTTP has a server of its own, which is gone before there could be news.
  if (era === 'legacy' || requestInfo === undefined) serveSubscriptions(server.server, era);
  server.server.oninitialized = () => {
    const welcome = { level: 'info' as const, logger: 'keeper', data: 'Welcome. The sky is clear.' };
    void server.server.sendLoggingMessage(welcome);
  };
  return server;
}
