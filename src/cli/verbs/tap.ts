import { isAddress } from '../../transport/target.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';

/**
 * `tap`: before a command or a URL, into a client's configuration and out again, or all taps that are live.
 *
 * @param release leaves signals and streams to whoever handles them next
 */
export async function tap(job: Job, release: () => void): Promise<number> {
  const { install, uninstall } = job.options;
  if (install !== undefined || uninstall !== undefined) {
    if (install !== undefined && uninstall !== undefined)
      throw new UsageError('--install and --uninstall exclude each other');
    const { installTaps, uninstallTaps } = await import('../tap/install.ts');
    return install === undefined ? uninstallTaps(job, uninstall ?? '') : installTaps(job, install);
  }
  if (job.target.length === 0) return (await import('../taps-listed.ts')).listTaps(job);
  const isRemote = isAddress(job.target[0] ?? '');
  if (isRemote && job.options.http === undefined) return (await import('../tap/reached.ts')).tapReached(job);
  if (isRemote) throw new UsageError('a remote server cannot be tapped by this version');
  return tapServer(job, release);
}

/** A command line that says more than what stands in the configuration of a client. */
async function tapServer({ options, target }: Job, release: () => void): Promise<number> {
  const { client, record, force, noRedact } = options;
  const [server, another] = options.server;
  if (another !== undefined) throw new UsageError('a tap has one server; leave one --server out');
  release();
  const { tapCommand } = await import('../tap/command.ts');
  return tapCommand({ words: target, client, server, record, force, redact: !noRedact });
}
