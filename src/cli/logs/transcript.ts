import { resolve } from 'node:path';
import { createStreamWatch } from '../../session/redaction/private-keys.ts';
import type { Redactor } from '../../session/redaction/redaction.ts';
import { createRedactor } from '../../session/redaction/redactor.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import type { LogFile } from '../../transcript/foreign/log-file.ts';
import { entriesOf, headerOf } from '../../transcript/foreign/opening.ts';
import type { Header } from '../../transcript/header.ts';
import { writeLine } from '../../transcript/line.ts';
import { redactEntry } from '../../transcript/redact-entry.ts';
import { openAsOne } from '../../transcript/written.ts';
import { version } from '../../version.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { asUsageError } from '../recordings.ts';
import { insistOnNew, writeOutput } from './output.ts';

/**
 * `export FILE… --to transcript [-o OUT]`: logs of other programs as one transcript, by time. The same logs give the same bytes.
 */
export async function exportTranscript(job: Job): Promise<ExitCode> {
  const { operands, options, io } = job;
  const [first] = operands;
  if (first === undefined) throw new UsageError('export --to transcript needs the log of another program');
  insistOnNew(job);
  const paths = operands.map((name) => resolve(io.cwd, name));
  const log = await openAsOne(paths, options.server).catch(asUsageError);
  const redactor = options.noRedact ? undefined : createRedactor();
  const counts = { lines: 0, hidden: 0 };
  const notes: string[] = [];
  try {
    if (!(await writeOutput(job, linesOf(log, redactor, counts, notes)))) return exit.done;
    for (const note of notes) io.err(visible(note));
    if (!options.quiet && options.output !== undefined)
      io.err(
        visible(
          `wrote ${options.output}: ${counted(counts.lines, 'line')}, ${hiddenWords(redactor, counts.hidden)}`,
        ),
      );
    return exit.done;
  } finally {
    log.close();
  }
}

const hiddenWords = (redactor: Redactor | undefined, hidden: number): string =>
  redactor === undefined ? 'nothing redacted' : `secrets redacted in ${counted(hidden, 'line')}`;

/** What a log says of its program and its client, without secrets. */
function maskedHeader(header: Header, redactor: Redactor | undefined): Header {
  if (redactor === undefined) return header;
  const { tool, client } = header;
  return { ...header, ...JSON.parse(redactor.mask(JSON.stringify({ tool, client }))) };
}

/** The lines of a transcript, those of a chunk of the log at a time; counts them, and those that something is hidden in. */
async function* linesOf(
  log: LogFile,
  redactor: Redactor | undefined,
  counts: { lines: number; hidden: number },
  notes: string[],
): AsyncGenerator<string> {
  const header: Header = {
    ...maskedHeader(headerOf(log), redactor),
    convertedBy: { name: 'mcp-loupe', version },
    redaction: { on: redactor !== undefined, version: 1 },
  };
  const watch = redactor && createStreamWatch(redactor);
  yield `${JSON.stringify(header)}\n`;
  counts.lines += 1;
  for await (const batch of entriesOf(log)) {
    notes.push(...batch.notes);
    let lines = '';
    for (const { entry } of batch.entries) {
      watch?.(entry);
      const redacted = redactor && redactEntry(redactor, entry)?.entry;
      if (redacted !== undefined) counts.hidden += 1;
      lines += `${writeLine(redacted ?? entry)}\n`;
      counts.lines += 1;
    }
    yield lines;
  }
}
