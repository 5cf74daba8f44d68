import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openOrdinary } from '../../disk/file.ts';
import { begin, type NewFile } from '../../disk/write.ts';
import { shortestSecret } from '../../session/redaction/names.ts';
import { SECRET_RULES, type SecretRule, type SecretSpan } from '../../session/redaction/redaction.ts';
import { inTime, TOO_LONG } from '../../text/in-time.ts';
import { counted } from '../../text/measure.ts';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { notesFile } from '../../transcript/notes.ts';
import { secretIn } from '../authorization.ts';
import { exit, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { firstOperand, type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { type FoundPlace, type RedactAsked, type RedactedFile, redactFiles } from '../logs/redacted-file.ts';

/**
 * `redact FILE -o OUT`: the same recording or log without its secrets, in a file of its own. `redact FILE --check` tells what
 * secrets are in it: exit code 5.
 */
export const redact: RunVerb = async (job) => {
  const { io, options } = job;
  const file = firstOperand(job, 'redact', 'a recording or a log');
  operandsAtMost(job, 'redact', 1);
  const { check, output } = options;
  if (check && output !== undefined)
    throw new UsageError('--check only reads: leave out -o, or check what was written afterwards');
  if (!check && output === undefined)
    throw new UsageError('redact needs -o and another file; - writes to stdout');
  const asked = askedOf(job);
  if (output !== undefined && output !== STD) insistOnOther(job, file, output);
  const found = new Map<SecretRule, number>();
  const left: string[] = [];
  const begun: NewFile[] = [];
  const files: RedactedFile[] = [];
  for (const [from, to] of await pairsOf(job, file, output)) {
    const written = to === undefined || to === STD ? undefined : beginAt(io, to);
    if (written !== undefined) begun.push(written);
    files.push({
      name: from,
      chunks: await chunksOf(io, from),
      write: to === STD ? (bytes) => io.bytes?.(bytes) : written?.write,
      onFound(place) {
        found.set(place.rule, (found.get(place.rule) ?? 0) + 1);
        if (check && left.length < MOST_TOLD)
          left.push(placeText(files.length > 1 ? `${from}: ` : '', place));
      },
    });
  }
  try {
    const { isAll } = await redactFiles(files, asked);
    if (!isAll)
      io.err(
        'there are more than 500 different secrets: those after them are hidden where they show, and not looked for elsewhere',
      );
    if (io.stop.aborted) throw new UsageError(`stopped: ${output ?? file} was not written`);
    for (const one of begun) one.end();
  } catch (error) {
    for (const one of begun) one.undo();
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot redact ${file}: ${reason(error)}`);
  }
  const total = [...found.values()].reduce((sum, count) => sum + count, 0);
  if (check) {
    for (const line of left) io.out(`${line}\n`);
    if (total > left.length) io.out(`and ${counted(total - left.length, 'more')}\n`);
  }
  if (!options.quiet) {
    io.err(visible(`${check ? 'left' : 'replaced'} ${total}${total === 0 ? '' : `: ${countsText(found)}`}`));
    const short = asked.given.filter(({ length }) => length < shortestSecret);
    if (short.length > 0 && found.has('given'))
      io.err(
        `${counted(short.length, 'value')} of --secret ${short.length === 1 ? 'is' : 'are'} short, and may stand in other words: ${counted(found.get('given') ?? 0, 'place')} in all`,
      );
    if (files.length > 1 && !check) io.err(visible(`the notes beside it are in ${notesFile(output ?? '')}`));
  }
  return check && total > 0 ? exit.different : exit.done;
};

/** Stands for stdin or stdout. */
const STD = '-';

/** So many are told one by one. */
const MOST_TOLD = 1_000;

/** What the options ask for. Throws a UsageError for what cannot be meant. */
function askedOf({ io, options }: Job): RedactAsked {
  if (options.secret.includes('')) throw new UsageError('--secret is empty: name what is secret');
  const given = options.secret.map((text) => secretIn(text, io, '--secret'));
  const patterns: RegExp[] = [];
  const names = options.rule.flatMap((word) => {
    const rule = SECRET_RULES.find((one) => one === word);
    if (rule !== undefined) return [rule];
    patterns.push(patternOf(word));
    return [];
  });
  const always: readonly SecretRule[] = ['known', 'given', 'patterns'];
  return {
    given,
    isOn: names.length === 0 ? undefined : (rule) => names.includes(rule) || always.includes(rule),
    ...(patterns.length === 0 ? {} : { patterns: (text) => patterns.flatMap((one) => matchesOf(one, text)) }),
  };
}

/** A pattern between slashes, with its flags. */
function patternOf(word: string): RegExp {
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(word) ?? [];
  if (source === undefined)
    throw new UsageError(`--rule: "${word}" is not one of ${SECRET_RULES.join(', ')}, nor a /pattern/`);
  try {
    return new RegExp(source, `g${flags}`);
  } catch (error) {
    throw new UsageError(`--rule: ${reason(error)}`);
  }
}

/** ms for one text. */
const LIMIT = 2_000;

function matchesOf(pattern: RegExp, text: string): SecretSpan[] {
  const { value } = inTime(() => [...text.matchAll(pattern)], LIMIT);
  if (value === TOO_LONG) throw new UsageError(`--rule: ${pattern} takes too long: make it simpler`);
  return value.map(({ 0: found, index }) => ({ start: index, end: index + found.length, rule: 'patterns' }));
}

/** Never in place, however the file is named. */
function insistOnOther({ io, options }: Job, file: string, output: string): void {
  const to = resolve(io.cwd, output);
  if (!existsSync(to)) return;
  const from = resolve(io.cwd, file);
  const { dev, ino } = statSync(to);
  const own = file === STD || !existsSync(from) ? undefined : statSync(from);
  if (own !== undefined && (realpathSync(to) === realpathSync(from) || (own.dev === dev && own.ino === ino)))
    throw new UsageError(`${output} is ${file} itself: name another file`);
  if (!options.force)
    throw new UsageError(`${output} exists: name another file, or overwrite it with --force`);
}

/** What is read and what is written: the file, and the notes that lie beside it. */
async function pairsOf(
  job: Job,
  file: string,
  output: string | undefined,
): Promise<readonly (readonly [from: string, to: string | undefined])[]> {
  const notes = notesFile(file);
  const { io } = job;
  if (file === STD || output === STD || notes === file || !existsSync(resolve(io.cwd, notes)))
    return [[file, output]];
  const beside = output === undefined ? undefined : notesFile(output);
  if (beside !== undefined) insistOnOther(job, notes, beside);
  return [
    [file, output],
    [notes, beside],
  ];
}

function beginAt({ cwd }: Io, output: string): NewFile {
  try {
    return begin(resolve(cwd, output));
  } catch (error) {
    throw new UsageError(`cannot write ${output}: ${reason(error)}`);
  }
}

/** The bytes of a file, which is read twice; those of stdin are kept. */
async function chunksOf(io: Io, file: string): Promise<() => AsyncIterable<Uint8Array>> {
  if (file === STD) {
    const all: Uint8Array[] = [];
    for await (const chunk of io.stdinBytes?.() ?? []) all.push(chunk);
    return async function* () {
      yield* all;
    };
  }
  const path = resolve(io.cwd, file);
  const opened = (): number => {
    try {
      return openOrdinary(path);
    } catch (error) {
      throw new UsageError(`cannot read ${file}: ${reason(error)}`);
    }
  };
  const first = opened();
  let next: number | undefined = first;
  return () => {
    const fd = next ?? opened();
    next = undefined;
    return createReadStream(path, { fd, start: 0, highWaterMark: CHUNK, signal: io.stop });
  };
}

const CHUNK = 1024 * 1024;

/** What a rule found, in words. */
const WORDS: Readonly<Record<SecretRule, readonly [one: string, many: string]>> = {
  tokens: ['token shape', 'token shapes'],
  names: ['secret name', 'secret names'],
  headers: ['header', 'headers'],
  commands: ['option of a command', 'options of commands'],
  urls: ['user of a URL', 'users of URLs'],
  keys: ['private key', 'private keys'],
  known: ['known from elsewhere in it', 'known from elsewhere in it'],
  given: ['of --secret', 'of --secret'],
  patterns: ['of --rule', 'of --rule'],
};

const countsText = (found: ReadonlyMap<SecretRule, number>): string =>
  SECRET_RULES.flatMap((rule) => {
    const count = found.get(rule);
    return count === undefined ? [] : [`${count} ${WORDS[rule][count === 1 ? 0 : 1]}`];
  }).join(', ');

/** Where a secret is left, with no more of it than tells it from others. */
function placeText(before: string, { line, column, pointers, rule, secret }: FoundPlace): string {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const where = pointers.length === 0 ? place : `${place}, ${pointers.join(' ')}`;
  const begins = secret.length < LONG ? '' : `, begins with ${JSON.stringify(secret.slice(0, 3))}`;
  return visible(`${before}${where}: ${WORDS[rule][0]} (${rule})${begins}`);
}

/** Three characters of this many say nothing. */
const LONG = 12;
