import { edited, type TextEdit } from '../json/jsonc-edit.ts';
import { memberText, memberTexts } from '../json/parts.ts';
import { locateError } from '../json/reader.ts';
import { createRows, rowAt, valueText } from '../json/rows.ts';
import { isObject } from '../json/shape.ts';
import { type Log, latest } from '../session/log/log.ts';
import { mark } from '../session/redaction/redaction.ts';
import { variableName } from '../session/redaction/variable-name.ts';
import { summaryOf } from '../session/summary.ts';
import { methodNamed, opensConnection } from '../spec/methods.ts';
import { literalText } from './variables.ts';

/** A call that was made and answered, as far as a step needs to know it. */
export interface CallForStep {
  /** Of its first request. */
  readonly seq: number;
  readonly method: string;
  /** The tool, prompt or URI, secrets hidden; empty where the method has none. */
  readonly subject: string;
  /** JSON text on one line, as a step sends it: without what a connection adds, secrets as variables; absent without params. */
  readonly params?: string;
  /** The variables that stand in place of secrets, each once. */
  readonly variables: readonly string[];
  /** The whole message that ended it, exact. */
  readonly answer: string;
  /** Whether it was answered with a result; whether that says itself that the tool failed. */
  readonly kind: 'result' | 'error' | 'failed';
  /** From the request to its last answer, without the time that a person took. */
  readonly ms: number;
  /** How many findings there are at its messages. */
  readonly findings: number;
}

/** The request that a line of the log belongs to, be it a further round of it or the result of a task: the first one of all. */
function firstRequest(log: Log, seq: number): number {
  const row = log.row(seq);
  let first = row?.kind === 'request' ? seq : (row?.re ?? log.requestOf(seq) ?? seq);
  for (let place = log.traffic.placeOf(first) - 1; place >= 0 && goesOn(log, first); place -= 1) {
    const before = log.traffic.at(place);
    if (log.row(before)?.next === first) first = before;
  }
  return first;
}

const goesOn = (log: Log, seq: number): boolean =>
  log.row(seq)?.method?.startsWith('tasks/') === true || log.head(seq, 100_000).includes('"inputResponses"');

/** The call that a line of the log belongs to, or why it cannot become a step, in one sentence. `mask` hides secrets in a text. */
export function callForStep(log: Log, seq: number, mask: (text: string) => string): CallForStep | string {
  const first = firstRequest(log, seq);
  const request = log.row(first);
  const { method = '' } = request ?? {};
  if (request?.kind !== 'request' || request.dir !== 'c2s')
    return 'Only what was asked of the server can be tested.';
  if (opensConnection(method)) return `${method} cannot be a step: connecting sends it already.`;
  if (methodNamed(method)?.staysOpen === true) return `${method} cannot be a step: it stays open.`;
  if (method.startsWith('tasks/')) return `${method} cannot be a step: keep the call that began the task.`;
  const last = latest(log, first);
  const { answer: ended } = log.row(last) ?? {};
  const end = ended === undefined ? undefined : log.row(ended);
  if (end === undefined) return 'It has not been answered yet.';
  if (end.asks === true) return 'The server waits for input: answer it first.';
  if (end.kind !== 'result' && end.kind !== 'error') return 'It was never answered.';
  const [sent, ending] = [log.text(first), log.text(end.seq)];
  if (sent === undefined || ending === undefined) return 'Its text is no longer in memory.';
  if (locateError(sent) !== undefined || locateError(ending) !== undefined)
    return 'Its text is not valid JSON.';
  const answer = log.row(last)?.method === 'tasks/get' ? answerOfTask(ending) : ending;
  const masked = mask(sent);
  const params = paramsOf(masked);
  return {
    ...{ seq: first, method, subject: summaryOf(method, masked) },
    ...(params.text !== undefined && { params: params.text }),
    variables: params.variables,
    answer,
    kind: kindOf(answer),
    ms: Math.max(0, end.t - request.t - log.between(first, end.seq)),
    findings: log.findings(first).length + log.findings(end.seq).length,
  };
}

/** What a task ended with stands within the result of another request (2026-07-28). */
function answerOfTask(text: string): string {
  const state = memberText(text, 'result') ?? '';
  const error = memberText(state, 'error');
  const result = memberText(state, 'result');
  if (error === undefined && result === undefined) return text;
  return error === undefined ? `{"result":${result}}` : `{"error":${error}}`;
}

function kindOf(answer: string): CallForStep['kind'] {
  const { result, error } = JSON.parse(answer);
  if (error !== undefined) return 'error';
  return isObject(result) && result['isError'] === true ? 'failed' : 'result';
}

/** Members of `_meta` that a connection puts in by itself. */
const OURS = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/** The params of a masked request as a step writes them. */
function paramsOf(request: string): { readonly text?: string; readonly variables: readonly string[] } {
  const sent = memberText(request, 'params');
  if (sent === undefined) return { variables: [] };
  const members = (memberTexts(sent) ?? []).flatMap(([name, text]): (readonly [string, string])[] => {
    if (name === 'task') return [];
    if (name !== '_meta') return [[name, text]];
    const kept = (memberTexts(text) ?? []).filter(([one]) => !OURS.test(one));
    return kept.length === 0 ? [] : [[name, objectOf(kept)]];
  });
  return members.length === 0 ? { variables: [] } : withVariables(objectOf(members).replace(/[\r\n]+/g, ' '));
}

const objectOf = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`;

/** JSON in which each mark of a secret is a variable that is named after its member; what reads like a variable is kept literal. */
function withVariables(text: string): { readonly text: string; readonly variables: readonly string[] } {
  const rows = createRows(text);
  const variables: string[] = [];
  const edits: TextEdit[] = [];
  for (let row = 0; rows !== undefined && row < rows.length; row += 1) {
    const at = rowAt(rows, row);
    if (at.kind !== 'string') continue;
    const written = valueText(rows, row);
    const literal = literalText(written);
    const pieces = literal.split(mark).map((piece, nth) => {
      if (nth === 0) return piece;
      const parent = rows.parents[row] ?? -1;
      const key = at.key ?? (parent < 0 ? undefined : rowAt(rows, parent).key);
      const name = variableName(key && JSON.parse(key), variables);
      variables.push(name);
      return `\${env:${name}}${piece}`;
    });
    const from = rows.starts[row] ?? 0;
    if (pieces.join('') !== written) edits.push({ from, to: from + written.length, text: pieces.join('') });
  }
  return { text: edited(text, edits), variables };
}
