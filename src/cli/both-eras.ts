import { listsArrived } from '../host/lists-arrived.ts';
import type { SessionState } from '../session/state.ts';
import { isFolder } from '../transcript/place.ts';
import { withTarget } from './connect.ts';
import { comparedLines } from './eras-compared.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';
import type { Job } from './job.ts';
import { absolute } from './open-server.ts';
import { printLines } from './print.ts';
import { targetOf } from './target-of.ts';

/**
 * `--era both`: connects by `initialize`, then again by `server/discover`, and prints what the server offers in each.
 * What concerns one of them is written to stderr after its name. A server that has only one era is not a failure.
 */
export async function bothEras(job: Job): Promise<ExitCode> {
  const { record } = job.options;
  if (record !== undefined && !isFolder(absolute(job.io.cwd, record)))
    throw new UsageError('--era both runs two sessions and makes two recordings: give --record a folder');
  const target = await targetOf(job);
  if (target === undefined) return exit.done;
  const sessions: { legacy?: SessionState; modern?: SessionState } = {};
  const codes: ExitCode[] = [];
  let mask = (text: string): string => text;
  for (const era of ['legacy', 'modern'] as const) {
    const io = { ...job.io, err: (line: string) => job.io.err(`${era}: ${line}`) };
    const one: Job = { ...job, io, options: { ...job.options, era } };
    const code = await withTarget(one, target, undefined, async ({ host }) => {
      await listsArrived(host);
      await host.checked();
      sessions[era] = host.store.state();
      mask = host.mask;
      return exit.done;
    });
    if (job.io.stop.aborted) return code;
    codes.push(code);
  }
  if (!codes.includes(exit.done)) return codes[0] ?? exit.connection;
  printLines(job, comparedLines(sessions).map(mask));
  return exit.done;
}
