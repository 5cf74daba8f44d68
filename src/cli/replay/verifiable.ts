import { resolve } from 'node:path';
import { parseStep } from '../../replay/step.ts';
import { StepError } from '../../replay/step-error.ts';
import type { Verifiable, VerifyAsked } from '../../replay/verifiable.ts';
import type { FileStep } from '../../replay/verify-steps.ts';
import { verifiableSteps } from '../../replay/verify-steps.ts';
import { visible } from '../../text/visible.ts';
import { UsageError } from '../exit.ts';
import { readText } from '../file.ts';
import type { Job } from '../job.ts';
import { openRecording } from '../recordings.ts';
import { beginningOf } from '../sides.ts';
import type { VerifiedFile } from './verify-report.ts';

/** A file that was named, and what is in it. */
export interface NamedFile extends Pick<VerifiedFile, 'file' | 'kind'> {
  readonly verifiable: Verifiable;
}

/** Reads a file by what is in it: steps, or a recording. Throws a UsageError where it is neither, or not valid. */
export async function verifiableFile(job: Job, name: string, asked: VerifyAsked): Promise<NamedFile> {
  const head = beginningOf(resolve(job.io.cwd, name), name);
  if (head.trim() === '') throw new UsageError(`${name} is empty: verify needs steps or a recording`);
  if (isRecording(head))
    return { file: name, kind: 'recording', verifiable: await recordingIn(job, name, asked) };
  const text = await readText(job.io, name);
  if (isLock(head)) throw new UsageError(`${name} is a lock: mcp-loupe diff compares a server with it`);
  return { file: name, kind: 'steps', verifiable: verifiableSteps(stepsIn(text, name), asked) };
}

async function recordingIn(job: Job, name: string, asked: VerifyAsked): Promise<Verifiable> {
  const [{ verifiableRecording }, recorded] = await Promise.all([
    import('../../replay/verify-recording.ts'),
    openRecording(resolve(job.io.cwd, name), job.options),
  ]);
  await recorded.whole;
  for (const remark of recorded.remarks()) job.io.err(visible(`${name}: ${remark}`));
  return verifiableRecording(recorded, asked);
}

const isRecording = (head: string): boolean =>
  /^\uFEFF?\s*\{[^\n]*"format"\s*:\s*"mcp-transcript"/.test(head);
const isLock = (head: string): boolean => /^\uFEFF?\s*\{[^}]*"format"\s*:\s*"mcp-lock"/.test(head);

function stepsIn(text: string, name: string): readonly FileStep[] {
  const steps: FileStep[] = [];
  const wrong: string[] = [];
  for (const [place, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    try {
      steps.push({ line: place + 1, step: parseStep(written) });
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      wrong.push(`${name}:${place + 1}: ${error.message}`);
    }
  }
  if (wrong.length > 0) throw new UsageError(wrong.slice(0, MOST_WRONG).join('\n'));
  return steps;
}

/** Mistakes of a file that are told. */
const MOST_WRONG = 20;
