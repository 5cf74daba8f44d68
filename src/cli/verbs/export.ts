import { closest } from '../../text/suggest.ts';
import { EXPORT_FORMATS, formatFor, isTranscriptName } from '../../transcript/export/formats.ts';
import { UsageError } from '../exit.ts';
import type { Job, RunVerb } from '../job.ts';
import { STDIN } from '../logs/stdin.ts';

/** `export FILE… --to FORMAT`: recordings, logs, and what a server offers, in the formats of others. */
export const exportVerb: RunVerb = async (given) => {
  const job = toStdout(given);
  const { to = formatOf(job.options.output) } = job.options;
  if (job.options.json && to !== undefined && to !== 'json')
    throw new UsageError(`--json and --to ${to} cannot be used together: what is written is ${to}`);
  insistOnOnce(job.operands);
  const format = EXPORT_FORMATS.find(({ name }) => name === to);
  if (format !== undefined) return (await import('../logs/sessions.ts')).exportSessions(job, format);
  if (to === 'lock') {
    insistOnAll(job, 'a lock is of all that a server offers');
    return (await import('../logs/lock.ts')).exportLock(job);
  }
  if (to === 'transcript') {
    insistOnAll(job, 'a transcript has all that a log has');
    return (await import('../logs/transcript.ts')).exportTranscript(job);
  }
  const names = ['lock', 'transcript', ...EXPORT_FORMATS.map(({ name }) => name)];
  const known = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  if (to === undefined) {
    const { output } = job.options;
    const unsaid = output === undefined ? '' : `; the name ${output} does not say which`;
    throw new UsageError(`export needs --to ${known}${unsaid}`);
  }
  const near = closest(to, names);
  throw new UsageError(`--to: "${to}" is not ${known}${near === undefined ? '' : `; did you mean ${near}?`}`);
};

/** `-o -` is stdout, where it goes without `-o` as well. */
function toStdout(job: Job): Job {
  return job.options.output === STDIN ? { ...job, options: { ...job.options, output: undefined } } : job;
}

/** Throws a UsageError where a file is named twice: its lines would stand there twice. */
function insistOnOnce(files: readonly string[]): void {
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice`);
}

/** The format that the ending of a file says; nothing where it says none. */
function formatOf(output = ''): string | undefined {
  return isTranscriptName(output) ? 'transcript' : formatFor(output)?.name;
}

/** Throws a UsageError where lines are chosen for what takes none. */
function insistOnAll({ options: { marked, filter } }: Job, why: string): void {
  const option = marked ? '--marked' : filter === undefined ? undefined : '--filter';
  if (option !== undefined) throw new UsageError(`${option} cannot be used: ${why}`);
}
