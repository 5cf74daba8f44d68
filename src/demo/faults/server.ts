import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { type FaultName, VICTIM } from '../../spec/faults.ts';
import { structured, type Tool } from '../tool.ts';
import { misdirected, type RpcResponse, responseTo } from './response.ts';

/** What goes wrong before the first message. */
export function spoilStart(faults: readonly FaultName[]): void {
  if (faults.includes('banner')) process.stdout.write(BANNER);
  if (!faults.includes('stderr-noise')) return;
  for (let i = 1; i <= NOISE; i += 1) {
    console.error(`\x1b[33mWARN\x1b[0m  [dome] hinge ${i} squeaks \x07(warning ${i}, and not the last)`);
  }
}

const BANNER = '*** Kestrel Hill Observatory ***\nLoading 12,000 objects… done\n';

const NOISE = 200;

type Run = Tool['run'];

/** The tools with these faults in them. */
export function spoilt(tools: readonly Tool[], faults: readonly FaultName[]): readonly Tool[] {
  const broken = tools.map((tool) => (tool.definition.name === VICTIM ? spoiltIn(tool, faults) : tool));
  return faults.includes('bad-tool') ? broken.toSpliced(2, 0, LOST) : broken;
}

function spoiltIn(tool: Tool, faults: readonly FaultName[]): Tool {
  const spoil = faults.map((name) => CALLS[name]).find((one) => one !== undefined);
  return spoil === undefined ? tool : { ...tool, run: spoil(tool.run) };
}

/** What no type would let pass. */
const LOST = {
  definition: { name: 'lost-lens', description: 'Nobody knows what it takes.', inputSchema: null },
  run: () => structured({}),
} as unknown as Tool;

/** How many notifications are a flood, and how many of them go out at a time. */
const FLOOD = 10_000;
const WAVE = 100;

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
    await pause(2000); // Beside the signal on purpose, and past the SDK, which drops the answer to what was cancelled.
    return JSON.stringify(right);
  }),
  crash: () => () => {
    console.error(
      'Error: the barometer burst\n    at readBarometer (roof.js:19:7)\n    at weather (tools.js:4:3)',
    );
    process.exit(70);
  },
  flood: (usual) => async (args, context) => {
    for (let i = 1; i <= FLOOD; i += 1) {
      await context.progressOf('nobody', i, FLOOD);
      if (i % WAVE === 0) await turn(); // Else all of it is kept until the last.
    }
    return usual(args, context);
  },
};
