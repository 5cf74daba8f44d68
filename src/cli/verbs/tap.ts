import { liveTaps, type TapMark, tapsFolder } from '../../tap/taps.ts';
import { visible } from '../../text/visible.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { printLines } from '../print.ts';

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
  return listTaps(job);
}

function listTaps(job: Job): ExitCode {
  const taps = liveTaps(tapsFolder());
  if (job.options.json) job.io.json(JSON.stringify({ live: taps }));
  else printLines(job, taps.length === 0 ? ['no live taps'] : taps.map(line));
  return exit.done;
}

const line = ({ client = '?', server = '?', pid, path }: TapMark): string =>
  visible(`${client} ⇄ ${server}  pid ${pid}  ${path}`);
