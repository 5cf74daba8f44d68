import { visible } from '../text/visible.ts';
import { failureJson } from './ending.ts';
import { type ExitCode, exit, UsageError, worst } from './exit.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import type { NamedTarget, UnusableTarget } from './named-target.ts';

/** What came of the work with one of several servers. */
export interface ServerEnd {
  readonly name: string;
  readonly code: ExitCode;
  /** The JSON document that it printed, in its exact text: its result, or how it failed. */
  readonly document: string;
  /** What it printed for people. */
  readonly text: string;
  /** What was wrong with the usage, where nothing was started. */
  readonly misuse?: UsageError;
}

/**
 * Does the work with several servers at the same time; each promise is settled when that one has ended. What is told on stderr has
 * the name before it.
 *
 * @throws UsageError where all of them fail in the same wrong usage
 */
export async function sideBySide(
  { io }: Job,
  targets: readonly (NamedTarget | UnusableTarget)[],
  work: (one: NamedTarget) => Promise<ExitCode>,
): Promise<readonly (() => Promise<ServerEnd>)[]> {
  const inTurn = takingTurns(io.ask);
  const all = targets.map(async (one): Promise<ServerEnd> => {
    const { name } = one;
    const err = (lines: string): void => {
      for (const line of lines.split('\n')) io.err(`${visible(name)}: ${line}`);
    };
    const ask = inTurn && askingFor(name, inTurn);
    let document = '';
    let text = '';
    const own: Io = {
      ...io,
      out: (more) => {
        text += more;
      },
      json: (line) => {
        document += document === '' ? line : `\n${line}`;
      },
      err,
      ...(ask === undefined ? {} : { ask }),
    };
    try {
      const code = await started(one, own, work);
      return { name, code, document: document === '' ? NOTHING : document, text };
    } catch (misuse) {
      if (!(misuse instanceof UsageError)) throw misuse;
      return { name, code: exit.usage, document: failureJson('usage', misuse.message), text: '', misuse };
    }
  });
  // One is awaited after the other, and may have failed long before.
  for (const one of all) one.catch(() => {});
  const first = (await all[0])?.misuse;
  const isAlike = ({ misuse }: ServerEnd): boolean => misuse?.message === first?.message;
  if (first !== undefined && (await Promise.all(all)).every(isAlike)) throw first;
  return all.map((one) => async () => {
    const ended = await one;
    if (ended.misuse !== undefined) io.err(`${visible(ended.name)}: mcp-loupe: ${ended.misuse.message}`);
    return ended;
  });
}

/** The document of one that was interrupted before it had any. */
const NOTHING = 'null';

const started = async (
  one: NamedTarget | UnusableTarget,
  io: Io,
  work: (one: NamedTarget) => Promise<ExitCode>,
): Promise<ExitCode> => {
  if ('why' in one) throw new UsageError(one.why);
  return work({ ...one, job: { ...one.job, io } });
};

/** The same, printed: under a heading each, as soon as those before it have ended, or with `--json` as one object by name. */
export async function printSideBySide(
  job: Job,
  targets: readonly (NamedTarget | UnusableTarget)[],
  work: (one: NamedTarget) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { io, options } = job;
  const ends: ServerEnd[] = [];
  for (const ended of await sideBySide(job, targets, work)) {
    const end = await ended();
    ends.push(end);
    if (options.json || io.stop.aborted) continue;
    const space = ends.length === 1 ? '' : '\n';
    io.out(`${space}==> ${visible(end.name)} <==\n${end.text === '' ? nothingWords(end.code) : end.text}`);
  }
  if (options.json && !io.stop.aborted)
    io.json(`{${ends.map(({ name, document }) => `${JSON.stringify(name)}:${document}`).join(',')}}`);
  return worst(ends.map(({ code }) => code));
}

/** What stands below the heading of a server of which nothing was printed. */
function nothingWords(code: ExitCode): string {
  switch (code) {
    case exit.done:
      return '';
    case exit.connection:
      return '(not connected)\n';
    case exit.timeout:
      return '(timed out)\n';
    case exit.usage:
      return '(not started)\n';
    case exit.failed:
    case exit.different:
      return '(failed)\n';
  }
}

type Ask = NonNullable<Io['ask']>;

/** Asks one question after the other. */
function takingTurns(ask: Ask | undefined): Ask | undefined {
  if (ask === undefined) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (question, hidden, until) => {
    const turn = last.then(() => (until?.aborted ? undefined : ask(question, hidden, until)));
    last = turn.catch(() => undefined);
    return turn;
  };
}

const askingFor =
  (name: string, ask: Ask): Ask =>
  (question, hidden, until) =>
    ask(`${visible(name)}: ${question}`, hidden, until);
