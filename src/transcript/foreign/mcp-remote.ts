import { parse } from '../../json/parse.ts';
import { spanAt } from '../../json/reader.ts';
import { isObject } from '../../json/shape.ts';
import type { Direction } from '../../spec/envelope.ts';
import type { ForeignKind } from './kind.ts';
import { type Messages, messagesIn } from './messages.ts';
import { behind, createSpread, type Spread } from './spread.ts';
import { momentIn, NO_TIME, NO_ZONE } from './when.ts';

/**
 * Behind whatever a client puts before it, the time in the debug file alone; until 2025 without the process:
 *
 *   [26682] [Local→Remote] tools/list
 *   [2026-08-21T09:33:30.888Z][32] [Remote→Local] 1
 *   2025-06-15 02:45:01.860 [warning] [server stderr] [84919] [Remote→Local] 1
 */
const LINE =
  /^(.*?)(?:(?:\[(\d{4}-\d\d-\d\dT[\d:.]+Z)\])?\[(\d+)\] |(?=\[(?:Local→Remote|Remote→Local)\] ))(.*)$/s;

/** [Local→Remote] tools/list */
const STUB = /^\[(Local→Remote|Remote→Local)\] /;
/** Local → Remote message {"method":"tools/list","id":1,"params":"{\"cursor\":\"…\"}"} */
const DETAILS = /^(Local → Remote|Remote → Local) message (\{.*\}) ?$/s;

const FIRST =
  /(?:^|\s)\[(?:Local→Remote|Remote→Local)\] |\[\d+\] (?:\[\d+\] )?(?:Connecting to remote server: |Using transport strategy: |Using (?:existing client|specified callback|automatically selected callback) port: |Proxy established successfully between local STDIO and remote |Starting mcp-remote with server URL: )/;
/** What a client logs of the messages themselves: then its log is one of the client. */
const WRAPPED =
  /\[(?:editor -> server|server -> editor|Client Says|Server Says)\] |\] Message from (?:client|server): /;

/** What mcp-remote wrote to stderr, or to its debug file. */
export const mcpRemote: ForeignKind = {
  tool: 'mcp-remote',
  name: 'a log of mcp-remote',
  form: 'lines',
  recognizes: ({ lines }) =>
    lines.some((line) => FIRST.test(line)) && !lines.some((line) => WRAPPED.test(line)),
  read(out) {
    let place: { readonly at?: number; readonly conn?: string } = {};
    /** The message that is written over the lines that follow, and the process it is of. */
    const spread: Spread = createSpread();
    /** How the line began at which it did. */
    let opened = '';
    let last = { conn: '', text: '', isStamped: false };
    let isStamped = false;

    const own = (text: string): void => {
      if (text.trim() !== '') out.add({ ...place, type: 'own', text });
    };
    const stub = (text: string, dir: Direction): void => {
      out.assume('bodies', STUBS);
      if (isTwice(text)) own(text);
      else out.add({ ...place, type: 'invalid', dir, text, why: NO_BODY });
    };
    /** With --debug the output has all twice, with and without the time. */
    const isTwice = (text: string): boolean => {
      const now = { conn: place.conn ?? '', text, isStamped };
      const isAgain = now.conn === last.conn && now.text === last.text && now.isStamped !== last.isStamped;
      last = isAgain ? { ...now, text: '' } : now;
      return isAgain;
    };
    const add = (messages: Messages, dir: Direction): void => {
      if (place.at === undefined) out.assume('time', NO_TIME);
      for (const message of messages) out.add({ ...place, type: 'message', dir, ...message });
    };
    const take = (line: string): void => {
      const [, before = '', time, pid, said] = LINE.exec(line) ?? [];
      if (said === undefined) {
        own(line);
        return;
      }
      const moment = momentIn(time ?? before);
      if (moment?.hasZone === false) out.assume('zone', NO_ZONE);
      isStamped = time !== undefined;
      // With --debug some lines of the output have their time, and some do not.
      const at = moment?.at ?? place.at;
      place = { ...(at === undefined ? {} : { at }), ...(pid === undefined ? {} : { conn: pid }) };
      const [, way] = STUB.exec(said) ?? [];
      const rebuilt = rebuiltFrom(said);
      const messages = rebuilt && messagesIn(rebuilt.text);
      if (way !== undefined) stub(said, way === 'Local→Remote' ? 'c2s' : 's2c');
      else if (rebuilt === undefined || messages === undefined) own(said);
      else {
        out.assume('text', REBUILT);
        add(messages, rebuilt.dir);
      }
    };
    /** The only message that is written whole, `initialize`, or an object of something else. */
    const takeSpread = (text: string, [first = '', ...lines]: readonly string[], lead: string): void => {
      const messages = messagesIn(text);
      take(messages === undefined ? first : lead);
      if (messages !== undefined && !isTwice(text)) {
        add(messages, 'c2s');
        return;
      }
      if (messages !== undefined) own(behind(first, lead) ?? first);
      for (const line of lines) own(behind(line, lead) ?? line);
    };
    return {
      take(line) {
        const led = leadOf(line);
        // Several processes may write to one log: a line of another one is no end.
        if (spread.isOpen && isOfOther(led, opened)) {
          take(line);
          return;
        }
        if (!spread.isOpen) opened = led;
        const { lines, text, pre } = spread.take(line);
        if (text === undefined) for (const one of lines) take(one);
        else takeSpread(text, lines, pre);
      },
      end() {
        for (const line of spread.end()) take(line);
      },
    };
  },
};

/** What a line of a process begins with: `[26682] `. */
const leadOf = (line: string): string => /^.*?\[\d+\] /.exec(line)?.[0] ?? '';

/** Whether a line begins like another one, but is of another process. */
function isOfOther(lead: string, other: string): boolean {
  const [shape, otherShape] = [lead, other].map((text) => text.replace(/\d+/g, '#'));
  const [pid, otherPid] = [lead, other].map((text) => /\d+(?=\] $)/.exec(text)?.[0]);
  return shape === otherShape && pid !== otherPid;
}

/**
 * A request or an error from its details: of a request they have the params as text, unless that was cut, and of an error all. Of
 * a result they do not say what it is, and initialize follows as a whole.
 */
function rebuiltFrom(said: string): { readonly text: string; readonly dir: Direction } | undefined {
  const [, way, json = ''] = DETAILS.exec(said) ?? [];
  const details = way === undefined ? undefined : parse(json);
  if (!isObject(details) || details['method'] === 'initialize') return undefined;
  const { params } = details;
  if (params !== undefined && (typeof params !== 'string' || parse(params) === undefined)) return undefined;
  if (details['method'] === undefined && !isObject(details['error'])) return undefined;
  const exact = (name: string): string => {
    const span = spanAt(json, `/${name}`);
    return span === undefined ? '' : `,"${name}":${json.slice(span.start, span.end)}`;
  };
  const members = ['id', 'method', 'error'].map((name) => (name in details ? exact(name) : '')).join('');
  return {
    text: `{"jsonrpc":"2.0"${members}${params === undefined ? '' : `,"params":${params}`}}`,
    dir: way === 'Local → Remote' ? 'c2s' : 's2c',
  };
}

const STUBS = 'the log holds the body of initialize alone: of all other messages it has the method or the id';
const NO_BODY = 'the log has the method or the id of this message alone, not its body';
const REBUILT =
  'requests and errors were put together from what the debug log says of them: their text is not exact';
