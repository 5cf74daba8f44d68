import type { Host } from '../host/host.ts';
import { listsArrived } from '../host/lists-arrived.ts';
import type { ListName } from '../spec/methods.ts';
import { type ConnectedServer, withServers } from './connect.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Job } from './job.ts';
import { printLines } from './print.ts';

/**
 * The default command where there is no terminal: connects, waits for the announced lists and prints the plain
 * report.
 */
export async function inspect(job: Job): Promise<ExitCode> {
  const report = async ({ host }: ConnectedServer, own: Job): Promise<void> => {
    await host.checked();
    // The screens do without it, and start without it.
    const { reportLines } = await import('./report.ts');
    printLines(own, reportLines(host));
  };
  return withServers(
    job,
    undefined,
    async (server, own) => {
      await listsArrived(server.host);
      await report(server, own);
      return endOf(server);
    },
    { lost: report },
  );
}

/** A list that failed is a failure; not serving resource templates is usual. */
function endOf({ host, tell }: ConnectedServer): ExitCode {
  const { lists, process, why } = host.store.state();
  if (process?.exit !== undefined) {
    for (const line of why) tell(line);
    return exit.connection;
  }
  const failed = (Object.keys(lists) as ListName[]).filter(
    (name) =>
      lists[name].state === 'failed' &&
      !(name === 'resourceTemplates' && lists[name].why?.startsWith('declared, but not supported')),
  );
  return failed.length === 0 ? exit.done : failureOf(host);
}

/** The exit code of lists that could not be loaded: the server is gone, did not answer in time, or reported an error. */
export function failureOf({ store }: Host): ExitCode {
  const { process, phase, findings } = store.state();
  if (process?.exit !== undefined || phase !== 'ready') return exit.connection;
  return findings.some(({ rule }) => rule === 'server/no-answer') ? exit.timeout : exit.failed;
}
