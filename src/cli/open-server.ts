import { isAbsolute, join } from 'node:path';
import {
  type Answerer,
  type AnswerOptions,
  createAnswerer,
  type Root,
  rootOf,
} from '../connection/answerer.ts';
import type { EraChoice } from '../connection/ports.ts';
import { MOST } from '../disk/file.ts';
import { systemClock } from '../host/clock.ts';
import { type LiveHost, type LiveOptions, openLive } from '../host/live.ts';
import type { LiveTarget } from '../session/target.ts';
import { isTaken } from '../text/reason.ts';
import { visible } from '../text/visible.ts';
import { isFolder, placeFor } from '../transcript/place.ts';
import { RecordError } from '../transcript/record.ts';
import { version } from '../version.ts';
import type { AnswersFile } from './answers.ts';
import { UsageError } from './exit.ts';
import { readText } from './file.ts';
import type { Io } from './io.ts';
import type { Job } from './job.ts';
import { checksOf, type Options } from './options.ts';

/** ms. */
export const DEFAULTS = { timeout: 60_000, maxTimeout: 600_000, connectTimeout: 120_000 };

/**
 * Puts a session with a server together; nothing is started yet. Rejects with a UsageError when the recording cannot be
 * begun.
 *
 * @param record the file or folder to record to, if any
 * @param answers the rules by which the server's own requests are answered
 * @param authorization how it is got where the server wants it
 * @param otherwise what is done with those that no rule is meant for: a script refuses, on the screens a person is asked
 */
export async function openServer(
  { options, io, replays }: Job,
  target: LiveTarget,
  record: string | undefined,
  answers: AnswersFile,
  authorization: LiveOptions['authorization'],
  otherwise: AnswerOptions['otherwise'],
): Promise<LiveHost> {
  const { redactorFor } = await import('../session/redaction/redactor.ts');
  const guise =
    options.as === undefined
      ? undefined
      : await (await import('./guise.ts')).guiseOf(options.as, options, io);
  for (const remark of guise?.remarks ?? []) io.err(`mcp-loupe: ${visible(remark)}`);
  const started = new Date(systemClock.wall());
  const place = record === undefined ? undefined : absolute(io.cwd, record);
  const open = (path: string | undefined): LiveHost =>
    openLive({
      target,
      connection: {
        client: TOOL,
        timeout: options.timeout ?? DEFAULTS.timeout,
        maxTimeout: options.maxTimeout ?? DEFAULTS.maxTimeout,
        connectTimeout: options.connectTimeout ?? DEFAULTS.connectTimeout,
        ...(options.era === undefined ? {} : { era: oneEra(options.era) }),
        ...(options.protocolVersion === undefined ? {} : { protocolVersion: options.protocolVersion }),
        answerer: answererOf(options, io, answers, otherwise, {
          as: guise ?? clientOf(replays),
          recorded: replays?.answer,
        }),
        rounds: ROUNDS,
        interactive: otherwise === 'ask',
        tasks: !options.noTasks && guise === undefined,
        retryCalls: options.retryCalls,
        listen: otherwise === 'ask',
        ...guise?.connection,
      },
      ...(guise === undefined ? {} : { as: { name: guise.name, client: guise.client, tool: TOOL } }),
      authorization,
      ...(path === undefined ? {} : { record: { path, overwrite: options.force } }),
      redactorFor,
      redact: !options.noRedact,
      checks: checksOf(options),
      checksFirst: otherwise === 'refuse',
      clock: systemClock,
      id: sessionId(),
    });
  const traced = options.otlp === undefined ? undefined : (await import('./sessions/traced.ts')).traced;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const host = open(place && placeFor(place, target, started));
      // On the screens it is said there.
      const tell = (line: string): void => (otherwise === 'ask' ? undefined : io.err(`mcp-loupe: ${line}`));
      return traced === undefined ? host : traced(host, options.otlp ?? '', io.env, tell);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      // A session that began at the same moment has taken the free name: try the next one.
      const mayFindAnother = place !== undefined && isFolder(place) && attempt < ATTEMPTS;
      if (mayFindAnother && isTaken(error.cause)) continue;
      throw new UsageError(error.message);
    }
  }
}

/** What this program says of itself. */
const TOOL = { name: 'mcp-loupe', version };

/** A UUID that tells a session from others. It is no secret, and what Node.js makes them of takes milliseconds to load. */
function sessionId(): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Two eras are two sessions; whoever compares them asks for one at a time. */
function oneEra(era: NonNullable<Options['era']>): EraChoice {
  if (era === 'both') throw new UsageError('--era both compares what a server offers; use it without a verb');
  return era;
}

/** How many sessions may take the name that was free, one after the other. */
const ATTEMPTS = 100;

/** How often a server may ask for more input before a call is given up. */
const ROUNDS = 10;

/** Elicitation and sampling are served unless that is switched off; what a script declines and refuses is reported. */
function answererOf(
  options: Options,
  io: Io,
  answers: AnswersFile,
  otherwise: AnswerOptions['otherwise'],
  { as, recorded }: Pick<AnswerOptions, 'recorded'> & { readonly as: AnswerOptions['as'] | undefined },
): Answerer {
  const roots = [
    ...options.root.map((root) => rootFor(root, '--root', io)),
    ...answers.roots.map((root, place) => rootFor(root, `${options.answers}: roots[${place}]`, io)),
  ];
  return createAnswerer({
    roots: options.noRoots ? [] : roots,
    rules: answers,
    otherwise,
    elicitation: !options.noElicitation,
    sampling: !options.noSampling,
    ...(otherwise === 'ask' ? {} : { onRefused: (sentence) => io.err(`mcp-loupe: ${sentence}`) }),
    ...(as === undefined ? {} : { as }),
    recorded,
  });
}

/** The client of a recording that is sent again, where it is known what it announced. */
const clientOf = (replays: Job['replays']): AnswerOptions['as'] =>
  replays?.capabilities && { name: 'the client of the recording', capabilities: replays.capabilities };

/** Like `resolve`, but a slash at the end stays: it says that a folder is meant. */
export function absolute(cwd: string, path: string): string {
  return isAbsolute(path) ? path : join(cwd, path);
}

/** A root is a URI or the path of a folder that is there; `place` is where it is written. */
function rootFor(text: string, place: string, { cwd }: Io): Root {
  const root = rootOf(text, cwd);
  if (root === undefined) throw new UsageError(`${place}: ${text} is not a folder`);
  return root;
}

/** The rules of `--answers`; empty without a file. Throws a UsageError that names the place of a mistake. */
export async function readAnswers({ options, io }: Job): Promise<AnswersFile> {
  if (options.answers === undefined) return { elicitation: [], sampling: [], roots: [] };
  const { parseAnswers } = await import('./answers.ts');
  const tell = (sentence: string): void => io.err(`mcp-loupe: ${visible(sentence)}`);
  return parseAnswers(await readText(io, options.answers, MOST.small), options.answers, tell);
}
