import { MOST } from '../disk/file.ts';
import { visible } from '../text/visible.ts';
import type { AnswersFile } from './answers.ts';
import { readText } from './file.ts';
import type { Job } from './job.ts';

/** The rules of `--answers`; without a file there are none. Throws a UsageError that names the place of a mistake. */
export async function readAnswers({ options, io }: Job): Promise<AnswersFile> {
  if (options.answers === undefined) return { elicitation: [], sampling: [], roots: [] };
  const { parseAnswers } = await import('./answers.ts');
  const tell = (sentence: string): void => io.err(`mcp-loupe: ${visible(sentence)}`);
  return parseAnswers(await readText(io, options.answers, MOST.small), options.answers, tell);
}
