import type { Answer } from '../connection/answerer.ts';
import { memberText, memberTexts } from '../json/parts.ts';
import { pointerStep } from '../json/path.ts';
import { JsonText } from '../json/write.ts';
import { compareAnswers, type Level } from './compare.ts';
import type { RecordedLine, RecordedRequest } from './conversation.ts';
import { holdsRedacted } from './secrets.ts';
import type { AnswerDifference } from './verification.ts';

/** A request of the server that was recorded, and what it was answered. */
export interface RecordedQuestion {
  readonly method: string;
  /** The exact JSON text. */
  readonly params: string;
  /** Undefined where it was never answered. */
  readonly answer: Answer | undefined;
  /** Something in the answer was redacted when it was recorded, so that it cannot be given again. */
  readonly isRedacted: boolean;
  /** The place of the line that asked it, and of that which answered it: what was asked side by side has no order. */
  readonly from: number;
  readonly to: number;
}

/** The requests of the server among some lines, in their order. */
export function questionsAmong(lines: readonly RecordedLine[]): readonly RecordedQuestion[] {
  return lines.flatMap((line) => {
    if (line.dir !== 's2c' || line.kind !== 'request') return [];
    const id = memberText(line.msg, 'id');
    const answer = lines.find(
      (one) =>
        one.dir === 'c2s' &&
        one.seq > line.seq &&
        (one.kind === 'result' || one.kind === 'error') &&
        memberText(one.msg, 'id') === id,
    );
    const place = { from: line.seq, to: answer?.seq ?? Number.POSITIVE_INFINITY };
    return [questionOf(line.method, memberText(line.msg, 'params'), answer?.msg, place)];
  });
}

/**
 * What was asked in results, each with what a later request gives to it (client/input-required, 2026-07-28).
 *
 * @param before the answers before that request, in their order
 */
export function questionsGiven(
  given: RecordedRequest,
  before: readonly string[],
): readonly RecordedQuestion[] {
  const asked = new Map(
    before.flatMap((message) => membersIn(memberText(message, 'result'), 'inputRequests')),
  );
  return membersIn(given.params, 'inputResponses').flatMap(([key, result]) => {
    const request = asked.get(key);
    const method = request === undefined ? undefined : memberText(request, 'method');
    if (request === undefined || method === undefined) return [];
    const { seq } = given.line;
    const answer = `{"result":${result}}`;
    return [
      questionOf(String(JSON.parse(method)), memberText(request, 'params'), answer, { from: seq, to: seq }),
    ];
  });
}

const membersIn = (text: string | undefined, name: string): readonly (readonly [string, string])[] =>
  memberTexts(memberText(text ?? '', name) ?? '') ?? [];

function questionOf(
  method: string,
  params = '{}',
  answer: string | undefined,
  place: Pick<RecordedQuestion, 'from' | 'to'>,
): RecordedQuestion {
  const [result, error] =
    answer === undefined ? [] : [memberText(answer, 'result'), memberText(answer, 'error')];
  return {
    method,
    params,
    answer:
      result !== undefined
        ? { result: new JsonText(result) }
        : error === undefined
          ? undefined
          : { error: JSON.parse(error) },
    isRedacted: answer !== undefined && holdsRedacted(answer),
    ...place,
  };
}

/** What a server asks while one call is made again. */
export interface CallQuestions {
  /** What was asked in it when it was recorded, and has not been asked yet. */
  readonly left: Map<number, RecordedQuestion>;
  /** What is asked otherwise than it was: more, or for something else. */
  readonly differences: AnswerDifference[];
  /** What has been asked, by its place when it was recorded. */
  readonly asked: Map<number, RecordedQuestion>;
}

/** Answers a server as it was answered when it was recorded. */
export interface RecordedAnswers {
  /** A call is sent in which these were asked. */
  begin(questions: readonly RecordedQuestion[]): CallQuestions;
  /** A call has ended. */
  end(): void;
  /** The recorded answer, an error where that is redacted; undefined where nothing of the kind was recorded. */
  answer(method: string, params: unknown): Answer | undefined;
}

/** Of requests that a server makes whenever it likes the last answer holds. */
const ANY_TIME = new Set(['roots/list', 'ping']);

/**
 * @param loose what was asked while no call was made
 * @param level of `shape`, the words of a question do not count
 */
export function recordedAnswers(
  all: readonly RecordedQuestion[],
  loose: readonly RecordedQuestion[],
  level: Level,
): RecordedAnswers {
  /** The calls that are made side by side: over stdio nothing says which of them a request of the server belongs to. */
  let calls: (CallQuestions & { count: number })[] = [];
  let running = 0;
  const idle = new Map(loose.entries());
  const last = new Map(all.filter(({ method }) => ANY_TIME.has(method)).map((one) => [one.method, one]));
  /** The methods whose answers are redacted, which a call has to tell of. */
  const untold = new Set<string>();
  const tell = (one: CallQuestions | undefined): void => {
    if (one === undefined) return;
    for (const method of untold) one.differences.push(redactedAnswer(method));
    untold.clear();
  };
  /** Each answer goes through here, wherever it is from. */
  const given = (question: RecordedQuestion | undefined): Answer | undefined => {
    if (question?.isRedacted !== true) return question?.answer;
    untold.add(question.method);
    tell(calls.at(-1));
    return REDACTED;
  };
  return {
    begin(questions) {
      const asked = questions.filter(({ method }) => !ANY_TIME.has(method));
      const one = {
        ...{ left: new Map(asked.entries()), asked: new Map<number, RecordedQuestion>() },
        ...{ differences: [], count: asked.length },
      };
      if (running === 0) calls = [];
      calls.push(one);
      tell(one);
      running += 1;
      return one;
    },
    end() {
      running -= 1;
    },
    answer(method, params) {
      if (ANY_TIME.has(method)) return given(last.get(method));
      const text = JSON.stringify(params ?? {});
      const found = [...calls, { left: idle }]
        .flatMap((one) =>
          [...one.left]
            .filter(([, question]) => question.method === method)
            .map(([place, question]) => ({
              ...{ one, place, question },
              ...{ changes: changesIn(question, text), far: distance(question.params, text) },
            })),
        )
        .sort((a, b) => a.changes.length - b.changes.length || a.far - b.far)[0];
      if (found !== undefined) {
        const { one, place, question, changes } = found;
        one.left.delete(place);
        if (!('asked' in one)) return given(question);
        const top = `/asked/${place}`;
        const counted = changes.filter(({ isWord }) => level !== 'shape' || !isWord);
        one.differences.push(
          ...counted.map(({ isWord: _, ...change }) => ({ ...change, pointer: `${top}${change.pointer}` })),
          ...movedBehind([...one.asked], question, top),
        );
        one.asked.set(place, question);
        return given(question);
      }
      const newest = running > 0 ? calls.at(-1) : undefined;
      if (newest === undefined) return undefined;
      newest.differences.push({
        pointer: `/asked/${newest.count}`,
        kind: 'added',
        is: { method, params },
      });
      newest.count += 1;
      return undefined;
    },
  };
}

/** Why an answer is not given, and what to do about it. */
export const whyNotAnswered = (method: string): string =>
  `the answer to ${method} is redacted, and that is never sent: record it again with --no-redact`;

/** What a server gets in the place of an answer that is redacted. */
const REDACTED: Answer = { error: { code: -1, message: 'The recorded answer is redacted' } };

const redactedAnswer = (method: string): AnswerDifference => ({
  pointer: `/asked/${pointerStep(method)}`,
  kind: 'missing',
  wanted: `an answer, but ${whyNotAnswered(method)}`,
});

/** What was asked when it was recorded, and is not any more. */
export const unasked = ({ left }: CallQuestions): readonly AnswerDifference[] =>
  [...left].map(([place, { method, params }]) => ({
    pointer: `/asked/${place}`,
    kind: 'missing',
    was: { method, params: JSON.parse(params) },
  }));

/** In how many values two questions differ. */
const distance = (was: string, is: string): number =>
  compareAnswers(asResult(was), asResult(is), { level: 'values' }).differences.length;

const asResult = (text: string): string => `{"result":${text}}`;

/** A question that had been asked, and answered, before another one that came before it now. */
function movedBehind(
  before: readonly (readonly [place: number, question: RecordedQuestion])[],
  { to }: RecordedQuestion,
  pointer: string,
): readonly AnswerDifference[] {
  const later = before.find(([, { from }]) => to < from);
  if (later === undefined) return [];
  return [{ pointer, kind: 'value', wanted: `asked before /asked/${later[0]}`, is: 'asked after it' }];
}

/** What is asked otherwise in a question; of words, that it is said otherwise. */
interface QuestionChange extends AnswerDifference {
  readonly isWord: boolean;
}

/** The params of a question that a person or a model goes by. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'elicitation/create': ['mode', 'message', 'requestedSchema'],
  'sampling/createMessage': ['messages', 'systemPrompt'],
};

/** Members of a schema that nothing is checked against. */
const READ = /^\/params\/requestedSchema\/(?:.*\/)?(?:title|description|default|enumNames\/\d+)$/;

/**
 * What is asked for otherwise, in what way, or in other words. What is another one each time does not count in words:
 * numbers, times, ids, whatever has a digit in it.
 */
function changesIn({ method, params: was }: RecordedQuestion, is: string): readonly QuestionChange[] {
  return (PARTS[method] ?? []).flatMap((name) => {
    const [before, after] = [memberText(was, name), memberText(is, name)];
    if (before === after) return [];
    if (before === undefined || after === undefined) return [partChange(name, before, after)];
    const { differences } = compareAnswers(asResult(before), asResult(after), VALUES);
    return differences.flatMap((one): readonly QuestionChange[] => {
      const pointer = `/params/${name}${one.pointer.slice('/result'.length)}`;
      const isWord = name !== 'mode' && (name !== 'requestedSchema' || READ.test(pointer));
      return isWord && isSaidAlike(one) ? [] : [{ ...one, pointer, isWord }];
    });
  });
}

/** A part of a question that is not asked any more, or was not asked then. */
function partChange(name: string, before: string | undefined, after: string | undefined): QuestionChange {
  const place = { pointer: `/params/${name}`, isWord: name !== 'mode' && name !== 'requestedSchema' };
  if (before !== undefined) return { ...place, kind: 'missing', was: JSON.parse(before) };
  return { ...place, kind: 'added', is: JSON.parse(after ?? 'null') };
}

const VALUES = { level: 'values' } as const;

/** Whether two values are the same but for what has a digit in it. */
function isSaidAlike({ was, is }: AnswerDifference): boolean {
  if (typeof was === 'number' && typeof is === 'number') return true;
  return typeof was === 'string' && typeof is === 'string' && wordsOf(was) === wordsOf(is);
}

/** The words of a text, without those with a digit in them. */
const wordsOf = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== '' && !/\p{Nd}/u.test(word))
    .join(' ');
