import type { Capture } from '../session/frame.ts';
import type { Direction, Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { type Candidate, type Emit, rejectCandidate } from './candidate.ts';
import type { NearMessage } from './near-json.ts';

/** What to do with messages that are nearly JSON. */
export interface NearMessages {
  /** Finds out what a text that is not JSON was meant to be (near-json.ts). */
  readonly read: (text: string) => NearMessage | undefined;
  /** Takes the id of the request that a malformed message was meant to answer, and what is wrong with it. */
  readonly onMalformed: (id: Id, why: string) => void;
}

/** Emits lines that hold no usable message. */
export interface Rejects {
  /** A line; `ended` says whether it had its newline. */
  reject(candidate: Candidate, ended: boolean): void;
  /** One of the lines of a message that is nearly JSON; the first says why. */
  rejectPart(candidate: Candidate, isFirst: boolean, meant: NearMessage): void;
  /** Such a message has ended without its end; lines that follow and are not messages belong to it. */
  breakOff(line: number, meant: NearMessage): void;
  /** A message came: what broke off is over. */
  heal(): void;
}

/** What stopped in the middle of a message has not written it wrongly. */
const BREAKS_OFF = /breaks off/;

/** @param near how to read what is nearly JSON; without it everything is only rejected */
export function createRejects(dir: Direction, emit: Emit, near?: NearMessages): Rejects {
  /** The line of a message that broke off. */
  let broken: number | undefined;

  const spoil = ({ answers, why }: NearMessage): void => {
    if (answers !== undefined) near?.onMalformed(answers, why);
  };

  return {
    reject(candidate, ended) {
      const text = candidate.bytes.toString();
      const findings = candidate.original === undefined ? [] : candidate.findings;
      if (broken !== undefined) {
        rejectCandidate(
          candidate,
          emit,
          `the rest of the message that breaks off on line ${broken}`,
          findings,
        );
        if (/^[}\]]|^\S.*[}\]]\s*$/.test(text)) broken = undefined;
        return;
      }
      const meant = near?.read(text);
      if (meant?.isMessage) {
        rejectCandidate(candidate, emit, meant.why, [
          ...findings,
          !ended && BREAKS_OFF.test(meant.why)
            ? { rule: 'stdio/no-newline', message: `the last message has no end: ${meant.why}` }
            : { rule: 'stdio/bad-json', message: meant.why },
        ]);
        if (meant.goesOn && ended) broken = candidate.line;
        spoil(meant);
        return;
      }
      const why = meant?.why ?? `${dir === 's2c' ? 'stdout is' : 'what was sent is'} not JSON`;
      const next = dir === 's2c' ? '; print to stderr instead' : '';
      rejectCandidate(candidate, emit, why, [...findings, { rule: 'stdio/not-json', message: why + next }]);
    },
    rejectPart(candidate, isFirst, { why }) {
      const found = isFirst ? [{ rule: 'stdio/bad-json', message: why }] : [];
      rejectCandidate(candidate, emit, isFirst ? why : 'a line of the message that is malformed', found);
    },
    breakOff(line, meant) {
      broken = line;
      spoil(meant);
    },
    heal() {
      broken = undefined;
    },
  };
}

type Invalid = Extract<Capture, { type: 'invalid' }>;

/** Passes captures on; in a long run of lines without a message, many at once. */
export interface Junk {
  readonly emit: Emit;
  /** Passes on what is kept: nothing more comes for now. */
  flush(): void;
}

/** How many lines of a run are passed on one by one, how many together after that, and their bytes. */
const ALONE = 100;
const MOST = 1_000;
const MOST_BYTES = 64 * 1024;

/** A few lines of junk are passed on one by one; from {@link ALONE} in a row they are put together. */
export function createJunk(emit: Emit): Junk {
  let kept: Invalid[] = [];
  let bytes = 0;
  /** The length of the current run, and the number of the line that would continue it. */
  let row = 0;
  let next: number | undefined;

  const flush = (): void => {
    const [first] = kept;
    if (first === undefined) return;
    const lines = kept;
    kept = [];
    bytes = 0;
    emit(lines.length === 1 ? first : together(first, lines));
  };

  return {
    flush,
    emit(capture) {
      const line = capture.type === 'invalid' ? capture.line : undefined;
      row = line !== undefined && line === next ? row + 1 : 0;
      next = line === undefined ? undefined : line + 1;
      if (capture.type !== 'invalid' || row < ALONE) {
        flush();
        emit(capture);
        return;
      }
      kept.push(capture);
      bytes += capture.n;
      if (kept.length === MOST || bytes > MOST_BYTES) flush();
    },
  };
}

function together(first: Invalid, lines: readonly Invalid[]): Invalid {
  const isText = lines.every(({ text }) => text !== undefined);
  const { dir, line = 0, why } = first;
  return {
    ...{ type: 'invalid', dir, line, lines: lines.length },
    n: lines.reduce((sum, { n }) => sum + n + 1, -1),
    ...(isText
      ? { text: lines.map(({ text = '' }) => text).join('\n') }
      : { base64: Buffer.concat(lines.flatMap(bytesOf).slice(0, -1)).toString('base64') }),
    why: lines.every((one) => one.why === why)
      ? `${lines.length} lines: ${why}`
      : `${lines.length} lines that hold no message`,
    findings: foundIn(lines),
  };
}

const LF = Buffer.from('\n');

const bytesOf = ({ text, base64 = '' }: Invalid): readonly Buffer[] => [
  text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text),
  LF,
];

/** Each rule once, with the message of the first line that breaks it. */
function foundIn(lines: readonly Invalid[]): readonly Finding[] {
  const rules = new Map<string, { readonly message: string; count: number }>();
  for (const { rule, message } of lines.flatMap(({ findings = [] }) => findings)) {
    const known = rules.get(rule) ?? { message, count: 0 };
    known.count += 1;
    rules.set(rule, known);
  }
  return [...rules].map(([rule, { message, count }]) => ({
    rule,
    message: count === 1 ? message : `${count} lines: ${message}`,
  }));
}
