import { probeFindings } from '../check/probe.ts';
import { surfaceOf } from '../surface/surface.ts';
import type { CheckAsked } from './check-asked.ts';
import type { ConnectedServer } from './connect.ts';
import { documentsOf } from './documents.ts';
import { type Examined, examine } from './examined.ts';
import { type ExitCode, exit } from './exit.ts';
import type { NamedTarget } from './named-target.ts';
import { probe } from './probing.ts';
import { readReferred } from './referred.ts';
import { liveSide, type Side, tellMissing } from './sides.ts';

/** What was found of a connected server. */
export interface LookedAt {
  readonly one: Examined;
  /** The exit code for lists that could not be loaded, or for a server that has gone although it was only read from. */
  readonly end: ExitCode;
  /** It has gone. */
  readonly isLost: boolean;
}

/** Asks a server for all that its lists refer to, with `--probe` calls its tools, and finds what is to be said of it. */
export async function lookAt(
  { job, called }: NamedTarget,
  server: ConnectedServer,
  asked: CheckAsked,
  lock: Side | undefined,
): Promise<LookedAt> {
  const side = await liveSide(server);
  const missing = tellMissing(job, side);
  const offered = surfaceOf(server.host.store.state());
  await readReferred(server, offered, job.options.timeout);
  const isLost = tellLost(server);
  const ends = job.options.probe && !isLost ? await probe(server, offered, job.options.timeout) : [];
  await server.host.checked();
  const { target, transport = target.transport } = server.host.store.state();
  const documents = await documentsOf(target, transport, job.io.cwd);
  const one = examine(job, side, asked, called, lock, documents);
  const probed = { ...one, beside: [...one.beside, ...probeFindings(ends, one.mask)] };
  return { one: probed, end: isLost ? exit.connection : missing, isLost };
}

/** Whether the server has gone although it was only read from, which is told. */
function tellLost({ host, tell }: ConnectedServer): boolean {
  const { phase, why } = host.store.state();
  if (phase === 'ready') return false;
  for (const line of why) tell(line);
  return true;
}
