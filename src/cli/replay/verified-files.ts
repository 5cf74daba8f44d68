import { resolve } from 'node:path';
import { problemLine, problemsIn, readStepFile } from '../../replay/step-file.ts';
import type { Verifiable, VerifyOptions } from '../../replay/verifiable.ts';
import { chosenSteps, rowsIn, type VerifiableSteps, verifiableSteps } from '../../replay/verify-steps.ts';
import { few } from '../../text/few.ts';
import { closest } from '../../text/suggest.ts';
import { visible } from '../../text/visible.ts';
import { isLog } from '../../transcript/written.ts';
import { UsageError } from '../exit.ts';
import { readText } from '../file.ts';
import type { Job } from '../job.ts';
import { openRecording } from '../recordings.ts';
import { beginningOf, dashesMissing } from '../sides.ts';

/** A file that was named, and what is in it. */
export type NamedFile =
  | NamedSteps
  | (Named & { readonly kind: 'recording'; readonly verifiable: Verifiable });

interface Named {
  readonly file: string;
}

/** A file of steps that was named. */
export interface NamedSteps extends Named {
  readonly kind: 'steps';
  readonly verifiable: VerifiableSteps;
  readonly text: string;
  /** What the file has before it. */
  readonly mark: string;
}

/** Reads a file by what is in it: steps, a recording, or a log of another program. Throws a UsageError where it is neither, or not valid. */
export async function verifiableFile(job: Job, name: string, options: VerifyOptions): Promise<NamedFile> {
  const head = headOf(job, name);
  if (head.trim() === '') throw new UsageError(`${name} is empty: verify needs steps or a recording`);
  if (isRecording(head))
    return { file: name, kind: 'recording', verifiable: await recordingIn(job, name, options) };
  if (isLock(head)) throw new UsageError(`${name} is a lock: mcp-loupe diff compares a server with it`);
  const text = await readText(job.io, name);
  const mark = head.startsWith('\uFEFF') ? '\uFEFF' : '';
  try {
    return { file: name, kind: 'steps', text, mark, verifiable: stepsIn(text, name, options) };
  } catch (error) {
    // Steps may hold messages as well, as logs do: what can be read as steps is steps.
    if (!(await isLog(resolve(job.io.cwd, name)))) throw error;
    return { file: name, kind: 'recording', verifiable: await recordingIn(job, name, options) };
  }
}

function headOf(job: Job, name: string): string {
  try {
    return beginningOf(resolve(job.io.cwd, name), name);
  } catch (error) {
    if (error instanceof UsageError) error.message += dashesMissing(job, name);
    throw error;
  }
}

async function recordingIn(job: Job, name: string, options: VerifyOptions): Promise<Verifiable> {
  const [{ verifiableRecording }, recorded] = await Promise.all([
    import('../../replay/verify-recording.ts'),
    openRecording(resolve(job.io.cwd, name), job.options),
  ]);
  await recorded.whole;
  for (const remark of recorded.remarks()) job.io.err(visible(`${name}: ${remark}`));
  return verifiableRecording(recorded, options);
}

const isRecording = (head: string): boolean =>
  /^\uFEFF?\s*\{[^\n]*"format"\s*:\s*"mcp-transcript"/.test(head);
const isLock = (head: string): boolean => /^\uFEFF?\s*\{[^}]*"format"\s*:\s*"mcp-lock"/.test(head);

/** What only steps have, be there what may be wrong with them. */
const LIKE_STEPS = /"(?:method|sleep|together)"\s*:/;

/** A mistake in a step would be a test that nobody runs: all are told, and nothing is started. */
function stepsIn(text: string, name: string, options: VerifyOptions): VerifiableSteps {
  const file = readStepFile(text);
  const rows = rowsIn(file);
  const sent = new Set(chosenSteps(rows, options.only).flatMap((row) => row.map(({ step }) => step)));
  const problems = problemsIn(file, options.env, (step) => sent.has(step)).map((one) =>
    problemLine(name, one),
  );
  const [first] = problems;
  if (first !== undefined && file.problems.length === file.steps.length && !LIKE_STEPS.test(text))
    throw new UsageError(`${name} holds neither steps nor a recording: ${first}`);
  if (problems.length > 0) throw new UsageError(few(problems).join('\n'));
  if (rows.length === 0) throw new UsageError(`${name} has no steps`);
  return verifiableSteps(rows, options);
}

/** Throws a UsageError for a name of `--only` that nothing in any of these files has. */
export function insistOnNames(files: readonly NamedFile[], only: readonly string[]): void {
  const known = files.flatMap(({ verifiable }) => verifiable.names);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = closest(unknown, known);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  throw new UsageError(
    `--only: no step is named "${unknown}", and no tool, prompt, URI or method of that name is asked for${hint}`,
  );
}

/** Throws a UsageError for a secret that goes nowhere in any of these files. */
export function insistOnSecrets(files: readonly NamedFile[], { secrets }: VerifyOptions): void {
  const known = new Set(files.flatMap(({ verifiable }) => verifiable.redacted));
  const unknown = [...(secrets?.keys() ?? [])].find((pointer) => !known.has(pointer));
  if (unknown === undefined) return;
  const where = known.size === 0 ? '' : `; it is at ${few([...known]).join(', ')}`;
  throw new UsageError(`--secret ${unknown}: nothing is redacted there${where}`);
}
