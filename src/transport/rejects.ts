import type { Capture } from '../session/frame.ts';
import type { Direction, Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import type { Near } from './near-json.ts';
import { type Candidate, type Emit, rejectCandidate } from './reading.ts';

/** What is done with messages that are nearly JSON. */
export interface NearMessages {
  /** Reads a text that is no JSON for what it was meant to be (near-json.ts). */
  readonly read: (text: string) => Near | undefined;
  /** Takes the id of the request that one would have answered, were it JSON, and what is wrong with it. */
  readonly spoilt: (id: Id, why: string) => void;
}

/** What is handed over of pieces that hold no message that can be used. */
export interface Rejects {
  /** A line; `ended` by its newline. */
  reject(candidate: Candidate, ended: boolean): void;
  /** One of the lines of a message that is nearly one; the first tells why. */
  rejectPart(candidate: Candidate, isFirst: boolean, meant: Near): void;
  /** Such a message was handed over as far as it came; what follows and is no message belongs to it. */
  breakOff(line: number, meant: Near): void;
  /** A message came: what broke off is over. */
  heal(): void;
}

/** @param near how to read what is nearly JSON; without it all of it is only rejected */
export function createRejects(dir: Direction, emit: Emit, near?: NearMessages): Rejects {
  /** The line of a message that broke off. */
  let broken: number | undefined;

  const spoil = ({ answers, why }: Near): void => {
    if (answers !== undefined) near?.spoilt(answers, why);
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
          { rule: 'stdio/bad-json', message: meant.why },
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

/** Hands captures on; of lines that hold no message and come in a long row, many at once. */
export interface Junk {
  readonly emit: Emit;
  /** Hands over what is kept: nothing more comes for now. */
  flush(): void;
}

/** Lines in a row that are handed over one by one, lines that are handed over together, and bytes of them. */
const ALONE = 100;
const MOST = 1_000;
const MOST_BYTES = 64 * 1024;

/** A few lines of junk are shown one by one; from {@link ALONE} in a row on they are put together. */
export function createJunk(emit: Emit): Junk {
  let kept: Invalid[] = [];
  let bytes = 0;
  /** Lines without a message in a row, and the number of the one that would go on with them. */
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

/** Each rule once, with what is said of the first line that breaks it. */
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
