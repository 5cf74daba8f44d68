import { type ExitCode, UsageError } from '../exit.ts';
import type { Job } from '../job.ts';

/** `tap`: before a command or a URL, into a client's configuration and out again, or all taps that are live. */
export async function tap(job: Job): Promise<ExitCode> {
  const { install, uninstall } = job.options;
  if (install !== undefined || uninstall !== undefined) {
    if (install !== undefined && uninstall !== undefined)
      throw new UsageError('--install and --uninstall exclude each other');
    const { installTaps, uninstallTaps } = await import('../tap-install.ts');
    return install === undefined ? uninstallTaps(job, uninstall ?? '') : installTaps(job, install);
  }
  if (job.target.length > 0) throw new UsageError('a command cannot be tapped by this version');
  return (await import('../taps-listed.ts')).listTaps(job);
}
