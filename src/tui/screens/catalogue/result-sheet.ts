import { whyNotOpened } from '../../../host/browser.ts';
import { memberText } from '../../../json/parts.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import { exitSentence, stderrReason } from '../../../session/ending.ts';
import type { LifeEntry } from '../../../session/frame.ts';
import type { Log } from '../../../session/log/log.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { summaryOf } from '../../../session/summary.ts';
import { classify } from '../../../spec/envelope.ts';
import type { Lens, SeenResult } from '../../kit/lens.ts';
import { blockSections, contentsSections } from '../../kit/sheet/block.ts';
import { elicitationGroups } from '../../kit/sheet/elicitation.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { foldedFindings } from '../../kit/sheet/finding.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import {
  elements,
  exactly,
  type MessageSource,
  type MessageValue,
  member,
  others,
  textSection,
} from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import { type See, toolGroups } from './tool-result.ts';

/** Where a call is looked up, and what hides the secrets in what is shown of it. */
interface Place {
  readonly log: Log;
  readonly mask: (text: string) => string;
}

/** How it is shown. */
export interface Look {
  /** The whole as JSON, and not what it says. */
  readonly raw: boolean;
  /** Secrets are shown as they are. */
  readonly revealed: boolean;
  /** What the result asks for is awaited from the person. */
  readonly waits?: boolean;
  /** How often it has asked for input, when that is more than the limit and a person has to let it go on; else 0. */
  readonly rounds?: number;
  /** How the server, which is gone, comes back; empty where it is there or cannot come back. */
  readonly gone?: string;
  /** The client that a result is seen as, and the tool as it is listed. */
  readonly seenAs?: { readonly lens: Lens; readonly tool: JsonObject | undefined } | undefined;
  /** The request that this one goes on with, which began it all; the file is named after it. */
  readonly of?: number;
}

/** What became of a request, to be read in a pane; nothing while it runs. */
export function resultSheet(place: Place, seq: number, look: Look): Sheet | undefined {
  const row = place.log.row(seq);
  if (row?.answer === undefined) return undefined;
  const { of = seq, rounds = 0, gone = '' } = look;
  const as = look.seenAs === undefined ? '' : ` as ${look.seenAs.lens.client.id}`;
  const key = `result ${seq} ${row.answer} ${look.raw}${look.waits === true ? ` waits ${rounds}` : ''}${gone}${as}`;
  let seen: SeenResult | undefined;
  const see = (result: JsonObject): SeenResult | undefined => {
    seen = look.seenAs?.lens.result(result, look.seenAs.tool);
    return seen;
  };
  return logSheet(place, {
    key,
    revealed: look.revealed,
    groups: ({ mask }) => groupsOf({ log: place.log, mask }, row, row.answer ?? 0, { ...look, see }),
    note: () => seen?.note,
    whole: () => outcomeText(place.log, row.answer ?? 0),
    file: fileName(summaryOf(place.log.row(of)?.method ?? '', place.log.head(of, 2048)), of),
  });
}

/** The exact text of a result or an error; of what is neither, what is known of it. */
function outcomeText(log: Log, answer: number): string {
  const text = log.text(answer) ?? '';
  const row = log.row(answer);
  if (row?.type !== 'frame') return text;
  const outcome = memberText(text, 'result') ?? memberText(text, 'error') ?? text;
  // Since 2026-07-28 a task has in it what it ended with.
  if (row.method !== 'tasks/get') return outcome;
  return memberText(outcome, 'result') ?? memberText(outcome, 'error') ?? outcome;
}

function groupsOf(
  { log, mask }: Place,
  request: LogRow,
  answer: number,
  { raw, waits = false, rounds = 0, gone = '', see }: Omit<Look, 'revealed'> & { readonly see: See },
): readonly (readonly Section[])[] {
  const entry = log.entry(answer);
  if (entry?.type === 'life') {
    const ended = endedGroups(log, mask, entry, request, gone);
    if (entry.answer === undefined) return ended;
    return [...ended, ...groupsOf({ log, mask }, request, entry.answer, { raw, see })];
  }
  if (entry?.type !== 'frame') return [[textSection('gone', 'The response is no longer in memory.')]];
  const source: MessageSource = { json: entry.msg, mask };
  const message: MessageValue = { value: JSON.parse(entry.msg), path: '' };
  const findings = foldedFindings(log, answer, mask);
  const envelope = classify(message.value);
  if (envelope.kind === 'error') return [findings, ...errorGroups(source, member(message, 'error'))];
  const result = member(message, 'result');
  if (raw) return [findings, [exactly(source, result)]];
  const isRound = log.row(answer)?.asks === true;
  const groups = isRound
    ? inputGroups(source, result, { waits, rounds })
    : resultGroups(source, request, result, see);
  return [findings, ...groups];
}

function errorGroups(source: MessageSource, error: MessageValue): readonly (readonly Section[])[] {
  const { value } = error;
  if (!isObject(value))
    return [[textSection('error', ['error'], { meaning: 'failed' }), exactly(source, error)]];
  const { code, message, data } = value;
  const said = typeof message === 'string' ? source.mask(message) : 'no message';
  const head = textSection('error', [`error ${code === undefined ? 'without a code' : shortJson(code)}`], {
    meaning: 'failed',
  });
  const text = textSection(`${error.path}/message`, said, {
    path: `${error.path}/message`,
    ...(typeof message === 'string' ? { content: { kind: 'text', text: message } } : {}),
  });
  const more =
    data === undefined
      ? []
      : [textSection('data', ['data'], { meaning: 'dim' }), exactly(source, member(error, 'data'))];
  return [
    [head, text],
    ...pageGroups(source, error),
    more,
    others(source, error, ['code', 'message', 'data']),
  ];
}

/** The pages that a person has to go to first (URLElicitationRequiredError, up to 2025-11-25). */
function pageGroups(source: MessageSource, error: MessageValue): readonly (readonly Section[])[] {
  const isNeeded = isObject(error.value) && error.value['code'] === -32042;
  const pages = isNeeded ? elements(member(member(error, 'data'), 'elicitations')) : undefined;
  return (pages ?? []).flatMap((page) => elicitationGroups(source, page, whyNotOpened, true));
}

function resultGroups(
  source: MessageSource,
  { method }: LogRow,
  result: MessageValue,
  see: See,
): readonly (readonly Section[])[] {
  switch (method) {
    case 'tools/call':
    case 'tasks/result':
      return toolGroups(source, result, see);
    case 'tasks/get':
      return taskGroups(source, result, see);
    case 'resources/read':
      return resourceGroups(source, result);
    case 'prompts/get':
      return promptGroups(source, result);
    default:
      return [[exactly(source, result)]];
  }
}

/** A task that holds what it ended with (2026-07-28), or says that there is nothing. */
function taskGroups(source: MessageSource, task: MessageValue, see: See): readonly (readonly Section[])[] {
  const { status, statusMessage } = isObject(task.value) ? task.value : {};
  if (status === 'completed') return toolGroups(source, member(task, 'result'), see);
  if (status === 'failed') return errorGroups(source, member(task, 'error'));
  const message = typeof statusMessage === 'string' ? `: ${source.mask(statusMessage)}` : '';
  const said =
    status === 'cancelled'
      ? [textSection('cancelled', [`The task was cancelled${message}.`], { meaning: 'finding' })]
      : [];
  return [said, [exactly(source, task, 1)]];
}

function resourceGroups(source: MessageSource, result: MessageValue): readonly (readonly Section[])[] {
  const contents = elements(member(result, 'contents'));
  if (contents === undefined) return [[exactly(source, result)]];
  return [
    contents.length === 0
      ? [textSection('empty', ['The resource has no contents.'], { meaning: 'dim' })]
      : [],
    ...contents.map((one) => contentsSections(source, one)),
    others(source, result, ['contents']),
  ];
}

/** The messages of a prompt (server/prompts#promptmessage), each under who says it. */
function promptGroups(source: MessageSource, result: MessageValue): readonly (readonly Section[])[] {
  const messages = elements(member(result, 'messages'));
  if (!isObject(result.value) || messages === undefined) return [[exactly(source, result)]];
  const { description } = result.value;
  return [
    typeof description === 'string' && description !== ''
      ? [textSection('description', source.mask(description), { meaning: 'dim' })]
      : [],
    messages.length === 0 ? [textSection('empty', ['The prompt has no messages.'], { meaning: 'dim' })] : [],
    ...messages.map((message) => messageSections(source, message)),
    others(source, result, ['description', 'messages']),
  ];
}

function messageSections(source: MessageSource, message: MessageValue): readonly Section[] {
  const { value } = message;
  if (!isObject(value) || typeof value['role'] !== 'string')
    return [textSection(`${message.path} who`, ['nobody'], { meaning: 'strong' }), exactly(source, message)];
  return [
    textSection(`${message.path} who`, [value['role']], { meaning: 'strong' }),
    ...blockSections(source, member(message, 'content'), true),
    ...others(source, message, ['role', 'content']),
  ];
}

/** Whether it is awaited, and how often it has come when that is beyond the limit; else 0. */
interface Waiting {
  readonly waits: boolean;
  readonly rounds: number;
}

/**
 * A result that asks for input before its request goes on (client/input-required, 2026-07-28): that it waits, what it
 * asks for, and the result as it was sent.
 */
function inputGroups(
  source: MessageSource,
  result: MessageValue,
  { waits, rounds }: Waiting,
): readonly (readonly Section[])[] {
  const inputs = member(result, 'inputRequests');
  const keys = Object.keys(isObject(inputs.value) ? inputs.value : {});
  const said = waits
    ? rounds > 0
      ? `requested input ${rounds} times: + continues, x stops`
      : 'waiting for you: 6 Inbox (x stops)'
    : 'The server requested input; not continued.';
  return [
    [textSection('waits', [said], { meaning: waits ? 'running' : 'finding' })],
    ...keys.map((key) => inputSections(source, key, member(inputs, key))),
    [textSection('result head', ['the result as sent'], { meaning: 'dim' }), exactly(source, result, 1)],
  ];
}

function inputSections(source: MessageSource, key: string, input: MessageValue): readonly Section[] {
  const method = isObject(input.value) ? input.value['method'] : undefined;
  const head = `${key}: ${typeof method === 'string' ? method : 'no method'}`;
  const [asked = []] =
    method === 'elicitation/create' ? elicitationGroups(source, member(input, 'params'), whyNotOpened) : [];
  return [textSection(`${input.path} head`, [source.mask(head)], { meaning: 'strong' }), ...asked];
}

/** How a request ended that has no answer: by its time-out, by its cancellation, with its exchange or the connection. */
function endedGroups(
  log: Log,
  mask: (text: string) => string,
  entry: LifeEntry,
  request: LogRow,
  gone: string,
): readonly (readonly Section[])[] {
  const { ended = 'closed' } = request;
  const said = endOf(entry, ended).map(mask);
  const told = textSection('end', said, { meaning: ended === 'cancel' ? 'finding' : 'failed' });
  if (ended !== 'closed' || entry.event === 'lost') return [[told]];
  const printed = lastPrinted(log, entry).map(mask);
  return [
    [told],
    printed.length === 0
      ? []
      : [
          textSection('stderr head', ['Last lines of stderr'], { meaning: 'dim' }),
          textSection('stderr', printed),
        ],
    gone === '' ? [] : [textSection('restart', [gone], { meaning: 'dim' })],
  ];
}

/** How a request ended, in a sentence or two. */
function endOf(entry: LifeEntry, ended: Exclude<LogRow['ended'], undefined>): readonly string[] {
  const more = entry.detail === undefined ? [] : [entry.detail];
  // It was answered, and was to go on with input or as a task: the sentence says all of it.
  if (entry.answer !== undefined && ended !== 'assumed') return more.map((text) => `${text}.`);
  if (entry.event === 'lost') return ['No response.', ...more];
  switch (ended) {
    case 'timeout':
      return ['Timed out; a cancellation was sent to the server.', ...more];
    case 'cancel':
      return ['Cancelled; a cancellation was sent to the server.', ...more];
    case 'closed':
      return entry.event === 'exit'
        ? [
            `The connection ended before the response: ${exitSentence(entry)}.`,
            ...(stderrReason(entry) === '' ? [] : more),
          ]
        : ['The connection ended before the response.', ...more];
    case 'assumed':
      return ['An error without an id was taken as the response: no other request was pending.', ...more];
    case 'answered':
      return ['It was answered.', ...more];
  }
}

/** How many lines of stderr are shown. */
const LINES = 5;

/** The last that a process printed before it ended, oldest first. */
function lastPrinted(log: Log, { seq: end, session }: LifeEntry): readonly string[] {
  const lines: string[] = [];
  for (let at = log.output.placeOf(end); at >= 0 && lines.length < LINES; at--) {
    const entry = log.entry(log.output.at(at));
    if (entry === undefined || entry.session !== session) break;
    if (entry.type === 'stderr' && entry.from === undefined && entry.seq < end) lines.unshift(entry.text);
  }
  return lines;
}
