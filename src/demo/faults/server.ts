import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { BAD_TOOL, BANNER, CRASH, type FaultName, FLOOD, LATE, NOISE, VICTIM } from '../../spec/faults.ts';
import { structured, type Tool } from '../tool.ts';
import { misdirected, type RpcResponse, responseTo } from './response.ts';

/** What goes wrong before the first message. */
export function spoilStart(faults: readonly FaultName[]): void {
  if (faults.includes('banner')) process.stdout.write(BANNER);
  if (!faults.includes('stderr-noise')) return;
  for (const line of NOISE) console.error(line);
}

type Run = Tool['run'];

/** The tools with these faults in them. */
export function spoilt(tools: readonly Tool[], faults: readonly FaultName[]): readonly Tool[] {
  const broken = tools.map((tool) => (tool.definition.name === VICTIM ? spoiltIn(tool, faults) : tool));
  return faults.includes('bad-tool') ? broken.toSpliced(BAD_TOOL.at, 0, LOST) : broken;
}

function spoiltIn(tool: Tool, faults: readonly FaultName[]): Tool {
  const spoil = faults.map((name) => CALLS[name]).find((one) => one !== undefined);
  return spoil === undefined ? tool : { ...tool, run: spoil(tool.run) };
}

const LOST = { definition: BAD_TOOL.definition, run: () => structured({}) } as unknown as Tool;

const never = new Promise<never>(() => {});

/** Writes what is made of the right response in its place, past the SDK, which is then left waiting for its own. */
const instead =
  (made: (right: RpcResponse) => string | Promise<string>) =>
  (usual: Run): Run =>
  async (args, context) => {
    const right = responseTo(context.id, await usual(args, context), context.isModern);
    process.stdout.write(`${await made(right)}\n`);
    return never;
  };

/** How a call goes wrong, where the SDK has nothing against it. Those of HTTP alone are in http.ts. */
const CALLS: Partial<Record<FaultName, (usual: Run) => Run>> = {
  pretty: instead((right) => JSON.stringify(right, null, 2)),
  'wrong-id': instead((right) => JSON.stringify(misdirected(right))),
  'bad-output': () => () => structured({ clouds: 'a few', humidity: 161, wind: 'west' }),
  silent: () => () => never,
  late: instead(async (right) => {
    await pause(LATE); // Beside the signal on purpose, and past the SDK, which drops the answer to what was cancelled.
    return JSON.stringify(right);
  }),
  crash: () => () => {
    console.error(CRASH.said);
    process.exit(CRASH.code);
  },
  flood: (usual) => async (args, context) => {
    for (let i = 1; i <= FLOOD.count; i += 1) {
      await context.progressOf(FLOOD.token, i, FLOOD.count);
      if (i % FLOOD.wave === 0) await turn(); // Else all of it is kept until the last.
    }
    return usual(args, context);
  },
};
