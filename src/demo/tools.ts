import { type Schema, Validator } from '@cfworker/json-schema';
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { FaultName } from '../spec/faults.ts';
import { spoilt } from './faults/server.ts';
import { Refusal } from './refusal.ts';
import { TASKS } from './surveys.ts';
import { failure, type Tool, type ToolContext } from './tool.ts';
import { booking } from './tools/booking.ts';
import { catalogue } from './tools/catalogue.ts';
import { chatter } from './tools/chatter.ts';
import { comet } from './tools/comet.ts';
import { exposure } from './tools/exposure.ts';
import { hello } from './tools/hello.ts';
import { erase, write } from './tools/logbook.ts';
import { picture, pulsar } from './tools/media.ts';
import { bell, dome, sun } from './tools/mishaps.ts';
import { find } from './tools/plates.ts';
import { separation } from './tools/separation.ts';
import { survey } from './tools/survey.ts';
import { weather } from './tools/weather.ts';

/** Those of the plain demonstration, in the order in which a visitor should meet them. */
export const TOOLS: readonly Tool[] = [
  hello,
  weather,
  separation,
  exposure,
  booking,
  write,
  picture,
  pulsar,
  find,
  catalogue,
  chatter,
  comet,
  survey,
  dome,
  sun,
  bell,
  erase,
];

/**
 * Serves `tools/list` and `tools/call`. Not with `McpServer.registerTool`, which takes no plain JSON Schema and makes
 * a result of every error that is thrown.
 */
export function serveTools(server: Server, sound: readonly Tool[], faults: readonly FaultName[]): void {
  const tools = spoilt(sound, faults);
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ definition }) => definition) }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const tool = tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new Refusal(-32602, `There is no tool "${name}" on this hill`);
    const problem = problemOf(tool, args);
    return problem === undefined ? tool.run(args, contextOf(server, name, context)) : failure(problem);
  });
}

function contextOf(server: Server, tool: string, { mcpReq }: ServerContext): ToolContext {
  const token = mcpReq._meta?.progressToken;
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const tell = (params: Record<string, unknown>) =>
    mcpReq.notify({ method: 'notifications/progress', params });
  const isModern = mcpReq.envelope !== undefined;
  return {
    id: mcpReq.id,
    isModern,
    signal: mcpReq.signal,
    progress: async (progress, total, message) => {
      if (token !== undefined) await tell({ progressToken: token, progress, total, message });
    },
    progressOf: (other, progress, total) => tell({ progressToken: other, progress, total }),
    log: (level, data) => mcpReq.log(level, data, tool),
    answers: mcpReq.inputResponses,
    canAsk: 'elicitation' in Object(capabilities),
    takesTasks: isModern && TASKS in Object(Object(capabilities).extensions),
  };
}

/** What the tool's input schema has against these arguments, in one sentence. */
function problemOf({ definition }: Tool, args: unknown): string | undefined {
  const { valid, errors } = new Validator(definition.inputSchema as Schema, '2020-12').validate(args);
  if (valid) return undefined;
  const { error = 'they do not fit its schema', instanceLocation = '#' } = errors.at(-1) ?? {};
  return `These arguments do not fit ${definition.name}: at ${instanceLocation}: ${error}`;
}
