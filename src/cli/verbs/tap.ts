import { isAddress } from '../../transport/target.ts';
import type { Demonstration } from '../demo-target.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { JOIN } from '../joined.ts';
import { insistOnMeant } from '../tap/meant.ts';
import { toldOf } from '../tap/told.ts';

export { insistOnMeant } from '../tap/meant.ts';

/** The demonstration, as it is typed. */
const DEMO = 'demo';

/**
 * `tap`: before a command or a URL, into a client's configuration and out again, or all taps that are live.
 *
 * @param release leaves signals and streams to whoever handles them next
 */
export async function tap(job: Job, release: () => void, front: Demonstration): Promise<number> {
  const { install, uninstall } = job.options;
  if (install !== undefined || uninstall !== undefined) {
    if (install !== undefined && uninstall !== undefined)
      throw new UsageError('--install and --uninstall exclude each other');
    const { installTaps, uninstallTaps } = await import('../tap/install.ts');
    return install === undefined ? uninstallTaps(job, uninstall ?? '') : installTaps(job, install);
  }
  if (job.target.length === 0) return (await import('../taps-listed.ts')).listTaps(job);
  if (job.options.server.length > 1) throw new UsageError('a tap has one server; leave one --server out');
  if (job.target[0] !== DEMO) return tapMeant(job, release);
  const { isDemo, withDemos } = await import('../demo-target.ts');
  if (!isDemo(job.target, job.io)) return tapMeant(job, release);
  if (job.target.includes(JOIN)) throw new UsageError('a tap has one server; leave out what + joins to demo');
  const { options } = job;
  const named = options.server.length > 0 ? job : { ...job, options: { ...options, server: [DEMO] } };
  return withDemos(named, front, (meant) => {
    insistOnMeant(meant);
    return tapMeant(meant, release);
  });
}

async function tapMeant(job: Job, release: () => void): Promise<number> {
  const { http } = job.options;
  if (!isAddress(job.target[0] ?? '')) return tapServer(job, release);
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
