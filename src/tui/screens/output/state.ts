import type { Host } from '../../../host/host.ts';
import { compact } from '../../../json/compact.ts';
import { memberText, memberTexts } from '../../../json/parts.ts';
import type { Entry } from '../../../session/frame.ts';
import type { Seqs } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import { createSearch, holds, type Search } from '../../../session/log/search.ts';
import { duration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { memo } from '../../../time/memo.ts';
import type { Found, LogUi } from '../../kit/log/state.ts';
import { maskedLine } from '../../world/secrets.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    readonly output: LogUi;
  }
}

/**
 * What a line of output says, secrets hidden: a line of stderr, a log message, or an HTTP exchange. Not yet visible text.
 */
export interface OutputLine {
  /** The level of a log message as sent (server/utilities/logging#log-levels), `stderr`, or `http` with the status. */
  readonly level: string;
  /** Of an HTTP exchange its method. */
  readonly logger: string;
  /** The beginning of it; JSON that is no string stands on one line. */
  readonly text: string;
}

/** The lines, and what hides the secrets in them. */
type OutputLog = Pick<Host, 'log' | 'mask'>;

/** How much of a text is looked at. */
const HEAD = 2048;

/** The line of output with this seq. */
export function outputLine({ log, mask }: OutputLog, seq: number): OutputLine {
  const row = log.row(seq);
  if (row?.x !== undefined) return exchangeLine({ log, mask }, row.x);
  const head = log.head(seq, HEAD);
  if (row?.type === 'stderr') {
    const entry = log.entry(seq);
    const from = entry?.type === 'stderr' ? entry.from : undefined;
    const text = maskedLine(head, mask);
    return from === undefined
      ? { level: 'stderr', logger: '', text }
      : { level: 'log', logger: visible(from), text };
  }
  const { level, logger, data } = parsed(head) === undefined ? cutMessage(head) : message(head);
  return { level: mask(words(level)), logger: mask(words(logger)), text: maskedLine(words(data), mask) };
}

/** An HTTP exchange: its status, method, the message sent in it, how long the answer took, and the URL. */
function exchangeLine({ log, mask }: OutputLog, x: number): OutputLine {
  const { request = 0, response, end } = log.exchange(x) ?? {};
  const asked = log.entry(request);
  const answer = response === undefined ? undefined : log.entry(response);
  const last = end === undefined ? undefined : log.entry(end);
  const status = answer?.type === 'http' ? String(answer.status) : '';
  const isBroken = last?.type === 'http' && last.phase === 'error';
  const ms = (log.row(response ?? end ?? 0)?.t ?? 0) - (log.row(request)?.t ?? 0);
  const told = [
    whatIn(log, request, asked),
    response === undefined && end === undefined ? 'waiting' : duration(ms),
    response !== undefined && end === undefined ? 'open' : '',
    isBroken ? (last.detail ?? '') : '',
    asked?.type === 'http' ? (asked.url ?? '') : '',
  ];
  return {
    level: `http ${isBroken && status === '' ? 'fail' : status}`.trimEnd(),
    logger: asked?.type === 'http' ? (asked.method ?? '') : '',
    text: maskedLine(told.filter((text) => text !== '').join('  '), mask),
  };
}

/** What a request is about: what it does for authorization, or the method of the message in its body. */
function whatIn(log: Log, request: number, asked: Entry | undefined): string {
  if (asked?.type !== 'http') return '';
  const { body = '' } = asked;
  const again = parsed(body) === undefined ? '' : words(memberText(body, 'method'));
  return asked.for ?? (again === '' ? sentIn(log, request) : again);
}

/** The method of the message in the body of a request, which is the first frame behind it. */
function sentIn(log: Log, request: number): string {
  const behind = log.lines.placeOf(request) + 1;
  for (let place = behind; place < behind + 3; place += 1) {
    const row = log.row(log.lines.at(place));
    if (row?.type === 'frame' && row.dir === 'c2s') return row.method ?? row.kind ?? '';
    if (row?.type !== 'finding') break;
  }
  return '';
}

/** The exact JSON texts of the parts of a log message. */
interface Message {
  readonly level?: string | undefined;
  readonly logger?: string | undefined;
  readonly data?: string | undefined;
}

function message(json: string): Message {
  const members = new Map(memberTexts(memberText(json, 'params') ?? ''));
  return { level: members.get('level'), logger: members.get('logger'), data: members.get('data') };
}

/** The same of a message that goes on after what is looked at. */
function cutMessage(head: string): Message {
  const short = (name: string) => new RegExp(`"${name}"\\s*:\\s*("[^"\\\\]{0,99}")`).exec(head)?.[1];
  const data = /"data"\s*:\s*/.exec(head);
  const json = data === null ? head : head.slice(data.index + data[0].length);
  const string = /^"(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(json)?.[0];
  return { level: short('level'), logger: short('logger'), data: string === undefined ? json : `${string}"` };
}

/** A string without its quotes, nothing for what is not there, and any other JSON on one line. */
function words(json = ''): string {
  const value = json.startsWith('"') ? parsed(json) : undefined;
  return typeof value === 'string' ? value : compact(json, HEAD);
}

/** The value; nothing when the text is cut off or no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Lines that are looked at between two frames; they take some milliseconds. */
export const SLICE = 2_000;

/** The search for a filter: the newest one goes on where it stopped. */
const searchFor = memo((output: Seqs, log: Log, mask: OutputLog['mask'], filter: string): Search => {
  const matches = (seq: number): boolean => {
    const { level, logger, text } = outputLine({ log, mask }, seq);
    return holds(`${level} ${logger} ${text}`, filter);
  };
  return createSearch(output, matches);
});

/**
 * The lines of output that a filter leaves, as far as they have been looked at, and how many have not. So many lines
 * `more` are looked at now.
 */
export function outputFound({ log, mask }: OutputLog, { filter }: Pick<LogUi, 'filter'>, more = 0): Found {
  if (filter.trim() === '') return { seqs: log.output, left: 0, filter: '' };
  return { ...searchFor(log.output, log, mask, filter).advance(more), filter };
}
