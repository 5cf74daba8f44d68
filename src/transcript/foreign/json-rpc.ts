import { parse } from '../../json/parse.ts';
import { spanAt } from '../../json/reader.ts';
import { stringEnd } from '../../json/scan.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import type { ForeignKind, LogHead, LogOutput, MessageItem } from './kind.ts';
import { elementsOf, endOf, isStatedMessage, type Messages, messagesIn } from './messages.ts';
import { createSpread, ON_ONE_LINE } from './spread.ts';
import { type LogTime, momentIn, momentOf, NO_TIME, NO_ZONE } from './when.ts';

/**
 * Messages of JSON-RPC, one a line, as a script, a proxy or `tee` writes them, with anything before them:
 *
 *   {"jsonrpc":"2.0","id":1,"method":"ping"}
 *   --> {"jsonrpc":"2.0","id":1,"method":"ping"}
 *   2026-06-01 08:00:00,123 - mcp.client - DEBUG - Sending: {"jsonrpc":"2.0","id":1,"method":"ping"}
 *   {"level":20,"time":1780300800123,"msg":"sent {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"}
 */
export const jsonRpcLines: ForeignKind = {
  tool: 'json-rpc',
  name: 'messages of JSON-RPC',
  form: 'lines',
  recognizes: ({ lines }) => lines.some(isPlain) || isSpread(lines),
  read(out) {
    const told = createTelling(out);
    /** Whether the last message had nothing before it: then nothing but messages is due. */
    let isBare: boolean | undefined;
    /** Lines before the first message, until it is known what is due. */
    let before: string[] = [];
    const spread = createSpread();
    const none = (line: string, isWhole: boolean): void =>
      told.noMessage(line, isWhole, isBare !== false || isBegun(line, isWhole));
    const settle = (bare: boolean): void => {
      isBare = bare;
      if (before.length === 0) return;
      for (const line of before) none(line, true);
      before = [];
    };
    const takeOne = (line: string, isWhole: boolean): void => {
      const found = foundIn(line);
      if (found.length > 0) {
        settle((found[0]?.pre ?? '') === '');
        told.messages(found, momentAround(line, found));
      } else if (line.trim() === '') return;
      else takeNone(line, isWhole);
    };
    const takeNone = (line: string, isWhole: boolean): void => {
      if (isBare === undefined && isWhole && before.length < BEFORE) before.push(line);
      else none(line, isWhole);
    };
    return {
      take(line, isWhole) {
        // Nearly all lines are a message and nothing else.
        const message = spread.isOpen || line[0] !== '{' ? undefined : parse(line);
        if (isStatedMessage(message)) {
          settle(true);
          told.messages([{ text: line.trim(), message }], undefined);
          return;
        }
        const { lines, text, pre } = spread.take(line);
        if (text === undefined) for (const one of lines) takeOne(one, isWhole || one !== line);
        else {
          const whole = messagesIn(text);
          if (whole === undefined || !whole.some(({ message }) => isStatedMessage(message)))
            for (const one of lines) takeNone(one, true);
          else {
            settle(pre === '');
            out.assume('text', ON_ONE_LINE);
            told.messages(pre === '' ? whole : whole.map((one) => ({ ...one, pre })), momentIn(pre));
          }
        }
      },
      end() {
        for (const line of spread.end()) takeOne(line, false);
        settle(isBare !== false);
      },
    };
  },
};

/** Whether a line holds what should be a message, behind whatever: it says so, or the log ends within it. */
function isBegun(line: string, isWhole: boolean): boolean {
  const begun = isWhole ? /"jsonrpc"\s*:/ : /\{\s*"(?:jsonrpc|id|method|params|result|error)"/;
  const start = line.indexOf('{');
  return start >= 0 && begun.test(line.slice(start, start + 1000));
}

/** Lines before the first message that are kept. */
const BEFORE = 1_000;

/** The same as one array. Elements that are no messages are told, and one that is cut. */
export const jsonRpcArray: ForeignKind = {
  tool: 'json-rpc',
  name: 'messages of JSON-RPC',
  form: 'document',
  recognizes: ({ text }) =>
    /^\s*\[/.test(text) &&
    !isBatchOfLines(text) &&
    (/^\s*\[\s*\{\s*"jsonrpc"\s*:\s*"2\.0"/.test(text) ||
      elementsOf(text).some(([start, end]) => isPlain(text.slice(start, end)))),
  read(out) {
    const told = createTelling(out);
    return {
      take(text) {
        let last = 0;
        for (const [start, end] of elementsOf(text)) {
          const lines = text.slice(start, end);
          const element = lines.replace(/[\r\n]/g, ' ');
          if (element !== lines) out.assume('text', ON_ONE_LINE);
          const found = messagesIn(element) ?? foundIn(element);
          if (found.length > 0) told.messages(found, momentAround(element, found));
          else told.noMessage(element, true, true);
          last = end;
        }
        const rest = text.slice(last).replace(/^\s*[,[]?\s*/, '');
        if (rest !== '' && !/^\]\s*$/.test(rest)) told.noMessage(rest, false, true);
      },
      end() {},
    };
  },
};

/** Whether a line holds a message to its end, behind whatever: in a program or a command more follows. */
const isPlain = (line: string): boolean => /[}\]"]\s*$/.test(line) && isStated(foundIn(line));

const isStated = (messages: Messages): boolean => messages.some(({ message }) => isStatedMessage(message));

/** Whether there is a message that is spread over lines. */
function isSpread(lines: LogHead['lines']): boolean {
  const spread = createSpread();
  return lines.some((line) => isStated(messagesIn(spread.take(line).text ?? '') ?? []));
}

/** Whether an array is but the first of many lines. */
function isBatchOfLines(text: string): boolean {
  const [first = '', second = ''] = text.trimStart().split(/\r?\n/, 2);
  return second.trim() !== '' && parse(first) !== undefined;
}

/** Adds what was found, and says what was assumed. */
function createTelling(out: LogOutput) {
  let at: number | undefined;
  const note = (moment: LogTime | undefined): void => {
    if (moment === undefined) return;
    at = moment.at;
    if (!moment.hasZone) out.assume('zone', NO_ZONE);
  };
  return {
    messages(messages: readonly Found[], moment: LogTime | undefined): void {
      note(moment);
      out.assume('direction', NO_DIRECTION);
      if (at === undefined) out.assume('time', NO_TIME);
      // Written down whole, as in `addMessages`.
      for (const { text, message, part, pre, post } of messages)
        out.add({ type: 'message', at, text, message, part, pre, post });
    },
    /** A line, or an element, that is no message: of the program that wrote the log, or what should have been one. */
    noMessage(text: string, isWhole: boolean, isDue: boolean): void {
      note(momentIn(text));
      const place = at === undefined ? {} : { at };
      const pre = text.slice(0, Math.max(0, text.search(/[{[]/)));
      if (isDue) out.add({ ...place, type: 'invalid', pre, text, why: isWhole ? NO_MESSAGE : TORN });
      else out.add({ ...place, type: 'own', text });
    },
  };
}

const NO_DIRECTION =
  'the log does not say in which direction messages went: that is told by their methods and by what they answer';
const NO_MESSAGE = 'this is not a message';
const TORN = 'the log ends within this';

/** How often a message is looked for in a line: braces may stand before it. */
const TRIES = 8;

type Found = Pick<MessageItem, 'text' | 'message' | 'part' | 'pre' | 'post'>;

/** The messages in a line, with what is around them. */
function foundIn(line: string): readonly Found[] {
  const found: Found[] = [];
  let from = 0;
  let brace = line.indexOf('{');
  for (let tries = 0; brace >= 0 && tries < TRIES; tries += 1) {
    const start = /\[\s*$/.test(line.slice(Math.max(from, brace - 8), brace))
      ? line.lastIndexOf('[', brace)
      : brace;
    const isFirst = found.length === 0;
    const hit = hitAt(line, start, isFirst) ?? (start === brace ? undefined : hitAt(line, brace, isFirst));
    if (hit !== undefined && hit.messages.length > 0) {
      const before = line.slice(from, hit.start);
      for (const message of hit.messages) {
        const pre = before + (message.pre ?? '');
        if (pre === '') found.push(message);
        else
          found.push({
            text: message.text,
            message: message.message,
            part: message.part,
            post: message.post,
            pre,
          });
      }
      from = hit.end;
      tries = 0;
    }
    brace = line.indexOf('{', hit === undefined ? brace + 1 : hit.end);
  }
  const post = line.slice(from).trimEnd();
  const last = found.at(-1);
  if (last === undefined || post === '') return found;
  return [...found.slice(0, -1), { ...last, post: (last.post ?? '') + post }];
}

interface Hit {
  readonly messages: readonly Found[];
  readonly start: number;
  readonly end: number;
}

/**
 * What the JSON that begins at an index holds: a message, a batch, a line of a log in JSON with a message in a member, JSON
 * within a string, or other JSON, without messages. Undefined where there is no JSON.
 *
 * @param isFirst it may be all that is left of the line
 */
function hitAt(line: string, start: number, isFirst: boolean): Hit | undefined {
  if (line[start + 1] === '\\') return quotedAt(line, start - 1);
  let end = line.length;
  let value = isFirst ? parse(line.slice(start)) : undefined;
  if (value === undefined) {
    end = endOf(line, start);
    value = end < 0 ? undefined : parse(line.slice(start, end));
  }
  if (value === undefined) return undefined;
  const text = line.slice(start, end);
  const member = isObject(value) && !isStatedMessage(value) ? memberOf(text, value) : undefined;
  if (member !== undefined) return { ...member, start: start + member.start, end: start + member.end };
  const isOther = isObject(value) && !isBareMessage(value);
  return { messages: isOther ? [] : (messagesIn(text, value) ?? []), start, end };
}

/** What a string holds that begins at an index: sent "{\"jsonrpc\":\"2.0\",…}" */
function quotedAt(line: string, start: number): Hit | undefined {
  const end = line[start] === '"' ? stringEnd(line, start) : -1;
  const text = end < 0 ? undefined : parse(line.slice(start, end));
  return typeof text === 'string' ? { messages: foundIn(text), start, end } : undefined;
}

/** The one member that holds a message, as JSON or as text. */
function memberOf(text: string, members: JsonObject): Hit | undefined {
  for (const [name, value] of Object.entries(members)) {
    const isText = typeof value === 'string' && value.includes('"jsonrpc"');
    if (!isText && !isStatedMessage(value)) continue;
    const { start, end } = spanAt(text, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`) ?? {};
    if (start === undefined || end === undefined) return undefined;
    const found = isText ? foundIn(value) : (messagesIn(text.slice(start, end)) ?? []);
    if (isStated(found)) return { messages: found, start, end };
  }
  return undefined;
}

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** Whether an object has nothing but what a message has; lines of logs have a method, an id or an error as well. */
const isBareMessage = (value: JsonObject): boolean =>
  isStatedMessage(value) || Object.keys(value).every((name) => MEMBERS.has(name));

/** The time that stands before a message, or beside it in the same JSON. */
function momentAround(line: string, found: readonly Found[]): LogTime | undefined {
  const { pre = '' } = found[0] ?? {};
  if (pre === '') return undefined;
  const start = pre.indexOf('{');
  const around = start < 0 ? undefined : parse(line.slice(start));
  return (
    (isObject(around) ? momentOf(around) : undefined) ?? momentIn(pre.slice(0, start < 0 ? undefined : start))
  );
}
