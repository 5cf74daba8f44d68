import type { Answer } from '../connection/answerer.ts';
import { memberText, memberTexts } from '../json/parts.ts';
import { JsonText } from '../json/write.ts';
import { mark } from '../session/redaction/redaction.ts';
import { compareAnswers } from './compare.ts';
import type { RecordedLine, RecordedRequest } from './conversation.ts';
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
    return [questionOf(line.method, memberText(line.msg, 'params'), answer?.msg)];
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
    return [questionOf(String(JSON.parse(method)), memberText(request, 'params'), `{"result":${result}}`)];
  });
}

const membersIn = (text: string | undefined, name: string): readonly (readonly [string, string])[] =>
  memberTexts(memberText(text ?? '', name) ?? '') ?? [];

function questionOf(method: string, params = '{}', answer: string | undefined): RecordedQuestion {
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
    isRedacted: answer?.includes(mark) === true,
  };
}

/** What a server asks while one call is made again. */
export interface Asking {
  /** What was asked in it when it was recorded, and has not been asked yet. */
  readonly left: Map<number, RecordedQuestion>;
  /** What is asked otherwise than it was: more, or for something else. */
  readonly differences: AnswerDifference[];
}

/** Answers a server as it was answered when it was recorded. */
export interface Answering {
  /** A call is sent in which these were asked. */
  begin(questions: readonly RecordedQuestion[]): Asking;
  /** A call has ended. */
  end(): void;
  /** The recorded answer; undefined where nothing of the kind was recorded. */
  answer(method: string, params: unknown): Answer | undefined;
}

/** Of requests that a server makes whenever it likes the last answer holds. */
const ANY_TIME = new Set(['roots/list', 'ping']);

/** @param loose what was asked while no call was made */
export function createAnswering(
  all: readonly RecordedQuestion[],
  loose: readonly RecordedQuestion[],
): Answering {
  /** The calls that are made side by side: over stdio nothing says which of them a request of the server belongs to. */
  let asking: (Asking & { count: number })[] = [];
  let running = 0;
  const idle = new Map(loose.entries());
  const last = new Map(all.filter(({ method }) => ANY_TIME.has(method)).map((one) => [one.method, one]));
  return {
    begin(questions) {
      const asked = questions.filter(({ method }) => !ANY_TIME.has(method));
      const one = { left: new Map(asked.entries()), differences: [], count: asked.length };
      if (running === 0) asking = [];
      asking.push(one);
      running += 1;
      return one;
    },
    end() {
      running -= 1;
    },
    answer(method, params) {
      if (ANY_TIME.has(method)) return last.get(method)?.answer;
      const text = JSON.stringify(params ?? {});
      const found = [...asking, { left: idle, differences: undefined }]
        .flatMap((one) =>
          [...one.left]
            .filter(([, question]) => question.method === method)
            .map(([place, question]) => ({ one, place, question, far: distance(question.params, text) })),
        )
        .sort((a, b) => a.far - b.far)[0];
      if (found !== undefined) {
        const { one, place, question } = found;
        one.left.delete(place);
        one.differences?.push(...changedQuestion(question, text, place));
        return question.answer;
      }
      const newest = running > 0 ? asking.at(-1) : undefined;
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

/** What was asked when it was recorded, and is not any more. */
export const unasked = ({ left }: Asking): readonly AnswerDifference[] =>
  [...left].map(([place, { method, params }]) => ({
    pointer: `/asked/${place}`,
    kind: 'missing',
    was: { method, params: JSON.parse(params) },
  }));

/** In how many values two questions differ. */
const distance = (was: string, is: string): number =>
  compareAnswers(asResult(was), asResult(is), { level: 'values' }).differences.length;

const asResult = (text: string): string => `{"result":${text}}`;

/** What a person reads may differ each time, and so may a default; what the answer is checked against may not. */
const READ = ['title', 'description', 'default', 'enumNames'].flatMap((name) => [
  `/result/${name}`,
  `/result/properties/*/${name}`,
]);

/** Whether the recorded answer still is one to what is asked now: how it asks, and the schema of what it asks for. */
function changedQuestion(
  { method, params: was }: RecordedQuestion,
  is: string,
  place: number,
): readonly AnswerDifference[] {
  if (method !== 'elicitation/create') return [];
  return ['mode', 'requestedSchema'].flatMap((name) => {
    const [before, after] = [memberText(was, name), memberText(is, name)];
    if (before === after) return [];
    const top = `/asked/${place}/params/${name}`;
    const { differences } = compareAnswers(asResult(before ?? 'null'), asResult(after ?? 'null'), {
      level: 'values',
      ignore: READ,
    });
    return differences.map((one) => ({ ...one, pointer: `${top}${one.pointer.slice('/result'.length)}` }));
  });
}
