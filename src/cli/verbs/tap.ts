import { isAddress } from '../../transport/target.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { toldOf } from '../tap/told.ts';

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
  const { http, server, watch } = job.options;
  const [target = ''] = job.target;
  if (server.length > 1) throw new UsageError('a tap has one server; leave one --server out');
  if (!isAddress(target)) {
    if (http !== undefined) throw new UsageError(`--http is for remote servers; ${target} is a command`);
    return tapServer(job, release);
  }
  if (watch.length > 0)
    throw new UsageError(`--watch is for commands; ${target} is started by somebody else`);
  if (http === undefined) return (await import('../tap/reached.ts')).tapReached(job);
  const to = (await import('../tap/reached.ts')).reachedBy(job);
  release();
  const { tapHttp } = await import('../tap/http.ts');
  return tapHttp({ target: to, port: http, ...toldOf(job.options) });
}

/** A command line that says more than what stands in the configuration of a client. */
async function tapServer({ options, target, io }: Job, release: () => void): Promise<number> {
  const { watch } = options;
  if (watch.length > 0) await insistOnWatched(watch, io.cwd);
  release();
  const { tapCommand } = await import('../tap/alone.ts');
  return tapCommand({ words: target, ...toldOf(options), ...(watch.length > 0 ? { watch } : {}) });
}

async function insistOnWatched(patterns: readonly string[], cwd: string): Promise<void> {
  const problem = (await import('../../disk/watched.ts')).watchProblem({ patterns, cwd });
  if (problem !== undefined) throw new UsageError(`--watch: ${problem}`);
}
