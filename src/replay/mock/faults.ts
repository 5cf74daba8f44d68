import { parse } from '../../json/parse.ts';
import { elementTexts, memberText, withMember } from '../../json/parts.ts';
import { valueAt } from '../../json/path.ts';
import { pretty } from '../../json/pretty.ts';
import { same } from '../../json/same.ts';
import { isObject, type JsonObject } from '../../json/shape.ts';
import { classify } from '../../spec/envelope.ts';
import {
  BAD_TOOL,
  CRASH,
  FAULTS,
  FAULTY_REPLIES,
  type FaultName,
  type FaultRow,
  FLOOD,
  LATE,
} from '../../spec/faults.ts';
import { opensConnection } from '../../spec/methods.ts';
import { firstOf } from '../../text/few.ts';
import type { Conversation, RecordedRequest } from '../conversation.ts';
import type { Peer } from './client.ts';
import type { HttpFault } from './http-session.ts';
import type { Mock } from './mock.ts';

/** The words of the faults where the server may be any. */
const SAID = {
  banner: '*** Welcome ***\nLoading… done\n',
  crash: 'Error: nothing left to read\n    at next (server.js:19:7)\n    at call (tools.js:4:3)',
  'bad-tool': { ...BAD_TOOL.definition, name: 'broken-tool' },
  'cut-stream': ': wait\n\n',
  'html-page': '<!doctype html>\n<h1>502 Bad Gateway</h1>\n<p>The server is not there</p>\n',
} as const;

const noise = (nth: number): string =>
  `\x1b[33mWARN\x1b[0m  [queue] entry ${nth} is late \x07(warning ${nth}, and not the last)`;

const WARNINGS = 200;

/** What goes wrong beside messages. */
export interface FaultPorts {
  /** Writes to stdout what is no message. */
  write(text: string): void;
  /** A line for stderr, as it is. */
  say(line: string): void;
  pause(ms: number): Promise<void>;
  /** Lets others have their turn. */
  turn(): Promise<void>;
  exit(code: number): void;
}

/** A mock with faults in it, and what is to be said of them. */
export interface FaultyMock {
  readonly mock: Mock;
  /** What HTTP does wrong with calls. */
  readonly http: HttpFault | undefined;
  readonly remarks: readonly string[];
}

/**
 * Lays the demonstration's faults over a recording. There they are those of one tool; here every call of a tool has them, and of
 * `bad-output` those of tools with an outputSchema.
 */
export function spoiltMock(
  mock: Mock,
  names: readonly FaultName[],
  conversation: Conversation,
  ports: FaultPorts,
): FaultyMock {
  const called = names.find((name) => FAULTS[name].at === 'call');
  const schemas = called === 'bad-output' ? outputSchemas(conversation) : new Map<string, unknown>();
  const spoil: Spoil = { called, isListed: names.includes('bad-tool'), schemas, ports };
  if (names.includes('banner')) ports.write(SAID.banner);
  if (names.includes('stderr-noise')) for (let nth = 1; nth <= WARNINGS; nth += 1) ports.say(noise(nth));
  return {
    mock: { ...mock, session: (peer) => spoiltSession(mock, peer, spoil) },
    http: called === undefined ? undefined : httpFault(called),
    remarks: names.map((name) => {
      const { does, at }: FaultRow = FAULTS[name];
      return `--fault ${name}: it ${does}${at === 'call' ? `, ${victims(name, schemas)}` : ''}`;
    }),
  };
}

/** Which calls have a fault. */
const victims = (name: FaultName, schemas: ReadonlyMap<string, unknown>): string =>
  name === 'bad-output' ? `at calls of ${firstOf([...schemas.keys()], 5)}` : 'at every call of a tool';

/** Why a fault would not be seen in a recording, in a sentence; nothing where all would. */
export function unseenFault(names: readonly FaultName[], conversation: Conversation): string | undefined {
  for (const name of names) {
    if (FAULTS[name].at !== 'start' && !conversation.requests.some(hasTools))
      return `--fault ${name} affects tools, and the recording has none`;
    if (name === 'bad-output' && outputSchemas(conversation).size === 0)
      return '--fault bad-output needs a tool with an outputSchema that answers with structuredContent: the recording has none';
  }
  return undefined;
}

/** Whether a request is about tools, or answered by a server that has some. */
function hasTools({ line, end }: RecordedRequest): boolean {
  if (line.method.startsWith('tools/')) return true;
  if (end.kind !== 'answered' || !opensConnection(line.method)) return false;
  return valueAt(parse(end.line.msg), '/result/capabilities/tools') !== undefined;
}

/** How a session is spoilt. */
interface Spoil {
  readonly called: FaultName | undefined;
  readonly isListed: boolean;
  /** By the names of the tools. */
  readonly schemas: ReadonlyMap<string, unknown>;
  readonly ports: FaultPorts;
}

/** The outputSchemas of the recording by the names of their tools, of those that answer with what it is about. */
function outputSchemas({ requests }: Conversation): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const structured = new Set<unknown>();
  for (const { line, end, params } of requests) {
    if (end.kind !== 'answered') continue;
    const result = memberText(end.line.msg, 'result') ?? '';
    if (line.method === 'tools/call' && memberText(result, 'structuredContent') !== undefined)
      structured.add(parse(memberText(params ?? '', 'name') ?? ''));
    const tools = line.method === 'tools/list' ? parse(memberText(result, 'tools') ?? '') : [];
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isObject(tool) && isObject(tool['outputSchema']))
        found.set(String(tool['name']), tool['outputSchema']);
  }
  return new Map([...found].filter(([name]) => structured.has(name)));
}

/** A request that something goes wrong with. */
interface Victim {
  readonly method: string;
  readonly tool: string;
}

function spoiltSession(mock: Mock, peer: Peer, { called, isListed, schemas, ports }: Spoil) {
  /** By the exact texts of their ids. */
  const victims = new Map<string, Victim>();
  const inner = mock.session({
    ...(peer.matched && { matched: (re, recorded) => peer.matched?.(re, recorded) }),
    ...(peer.silent && { silent: (re, recorded) => peer.silent?.(re, recorded) }),
    send(text, re) {
      const victim = re === undefined ? undefined : victims.get(re);
      if (re === undefined || victim === undefined || !isAnswer(text)) {
        peer.send(text, re);
        return;
      }
      if (called !== 'late') victims.delete(re);
      if (victim.method === 'tools/list') peer.send(withBadTool(text), re);
      else answer(text, re, victim);
    },
  });

  const answer = (text: string, re: string, { tool }: Victim): void => {
    if (called === 'late') {
      void ports.pause(LATE).then(() => {
        victims.delete(re);
        peer.send(text, re);
      });
    } else if (called === 'pretty') ports.write(`${pretty(text)}\n`);
    else if (called === 'wrong-id') peer.send(withMember(text, 'id', misdirected(re)), re);
    else if (called === 'bad-output') peer.send(withBadOutput(text, schemas.get(tool)), re);
    else peer.send(text, re);
  };

  return {
    receive(text: string): void {
      const envelope = called === undefined && !isListed ? undefined : classify(parse(text));
      if (called === 'late' && envelope?.kind === 'notification' && cancels(envelope.params, victims)) return;
      if (envelope?.kind !== 'request') {
        inner.receive(text);
        return;
      }
      const { method, params } = envelope;
      const id = memberText(text, 'id') ?? '';
      const tool = isObject(params) ? String(params['name']) : '';
      const isCall = method === 'tools/call' && called !== undefined;
      if (isCall || (method === 'tools/list' && isListed)) victims.set(id, { method, tool });
      if (isCall && called === 'silent') return;
      if (isCall && called === 'crash') {
        ports.say(SAID.crash);
        ports.exit(CRASH.code);
      } else if (isCall && called === 'flood') void flood(peer, id, ports).then(() => inner.receive(text));
      else inner.receive(text);
    },
    close: () => inner.close(),
  };
}

const isAnswer = (text: string): boolean => ['result', 'error'].includes(classify(parse(text)).kind);

function cancels(params: unknown, victims: ReadonlyMap<string, Victim>): boolean {
  return isObject(params) && victims.has(JSON.stringify(params['requestId']));
}

async function flood(peer: Peer, re: string, { turn }: FaultPorts): Promise<void> {
  const { count, wave, token } = FLOOD;
  for (let done = 1; done <= count; done += 1) {
    const params = { progressToken: token, progress: done, total: count };
    peer.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }), re);
    if (done % wave === 0) await turn();
  }
}

const misdirected = (id: string): string => JSON.stringify(`${parse(id)}-but-other`);

/** The answer with a further tool in its list. */
function withBadTool(text: string): string {
  const result = memberText(text, 'result');
  const tools = result === undefined ? undefined : elementTexts(memberText(result, 'tools') ?? '');
  if (result === undefined || tools === undefined) return text;
  const more = tools.toSpliced(BAD_TOOL.at, 0, JSON.stringify(SAID['bad-tool']));
  return withMember(text, 'result', withMember(result, 'tools', `[${more.join(',')}]`));
}

/** The answer with structured content that the schema does not allow; without any it stays as it is. */
function withBadOutput(text: string, schema: unknown): string {
  const result = memberText(text, 'result');
  const right = result === undefined ? undefined : memberText(result, 'structuredContent');
  if (!isObject(schema) || result === undefined || right === undefined) return text;
  const wrong = JSON.stringify(violation(schema, parse(right)));
  const content = elementTexts(memberText(result, 'content') ?? '') ?? [];
  const told = content.map((block) => withOtherText(block, right, wrong));
  const spoilt = withMember(withMember(result, 'structuredContent', wrong), 'content', `[${told.join(',')}]`);
  return withMember(text, 'result', spoilt);
}

/** The same content is in a text beside it, for clients that do not know the other. */
function withOtherText(block: string, right: string, wrong: string): string {
  const text = parse(memberText(block, 'text') ?? '');
  if (typeof text !== 'string' || !same(parse(text), parse(right))) return block;
  return withMember(block, 'text', JSON.stringify(wrong));
}

/** One value of each type of JSON Schema. */
const VALUES: readonly (readonly [types: readonly string[], value: unknown])[] = [
  [['string'], 'a few'],
  [['number', 'integer'], 161],
  [['boolean'], true],
  [['array'], []],
  [['object'], {}],
];

/** Something that a schema of an object does not allow: a property of another type, or else none that it requires. */
function violation(schema: JsonObject, right: unknown): unknown {
  const { properties, required } = schema;
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const { type } = isObject(property) ? property : {};
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    const other = VALUES.find(([own]) => !own.some((one) => types.includes(one)));
    if (types.length > 0 && other !== undefined)
      return { ...(isObject(right) ? right : {}), [name]: other[1] };
  }
  return Array.isArray(required) && required.length > 0 ? {} : 'a few clouds';
}

const TYPE = 'content-type';

/** What HTTP does wrong with a call, where that is all that is wrong with it. */
function httpFault(name: FaultName): HttpFault | undefined {
  const whole = { isStream: false, body: Buffer.alloc(0), end: 'whole' } as const;
  if (name === 'wrong-type')
    return {
      exchange: { ...whole, status: 200, headers: [[TYPE, 'text/plain']] },
      isAnswered: true,
      forgets: false,
    };
  if (!Object.hasOwn(FAULTY_REPLIES, name)) return undefined;
  const { status, body, type } = { type: '', ...FAULTY_REPLIES[name as keyof typeof FAULTY_REPLIES] };
  const said = name === 'cut-stream' || name === 'html-page' ? SAID[name] : undefined;
  const headers = type === '' ? [] : [[TYPE, type] as const];
  const isStream = type === 'text/event-stream';
  return {
    exchange: { ...whole, status, headers, isStream, body: Buffer.from(said ?? body) },
    isAnswered: false,
    forgets: name === 'lost-session',
  };
}
