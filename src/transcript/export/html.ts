import { existsSync, readFileSync } from 'node:fs';
import { jsonOf } from '../../json/json-of.ts';
import { safeJson } from '../../json/safe.ts';
import type { PageData, PageFinding, PageLine, PageList, PageSession } from '../../page/data.ts';
import { type Entry, lifeLines, type Writable } from '../../session/frame.ts';
import { maskHeader, maskWords } from '../../session/redaction/arguments.ts';
import { phaseWord, type SessionState } from '../../session/state.ts';
import { addressOf } from '../../session/target.ts';
import { LIST_NAMES } from '../../spec/methods.ts';
import { ruleOf } from '../../spec/rules.ts';
import { counted, isClocked, thousands } from '../../text/measure.ts';
import { quoteShell } from '../../text/quote.ts';
import type { ExportedSession, ExportWriter } from './exported.ts';
import { type ExportedLine, exportedLines, maskedFindings, maskedRow } from './lines.ts';

/**
 * One page that opens in a browser, offline: the page that the build has made of src/page, with the sessions as JSON in
 * scripts that no browser runs. Nothing in that JSON can end its script.
 */
export const htmlPage: ExportWriter = function* (input) {
  const { sessions, program } = input;
  const [before, after] = builtPage();
  yield before;
  const data: PageData = {
    program: `${program.name} ${program.version}`,
    sessions: sessions.map(pageSession),
  };
  yield `${OPEN('data')}${inert(jsonOf(data))}${CLOSE}`;
  const places = new Map(sessions.map((session, place) => [session, place]));
  let room = 0;
  for (const one of exportedLines(input)) {
    const line = pageLine(one, places.get(one.session) ?? 0);
    if (line === undefined) continue;
    const text = inert(JSON.stringify(line));
    if (room > 0) yield ',';
    else yield `${OPEN('lines')}[`;
    yield text;
    room += text.length;
    if (room < CHUNK) continue;
    yield `]${CLOSE}`;
    room = 0;
  }
  if (room > 0) yield `]${CLOSE}`;
  yield after;
};

/** Characters of lines in one script: a browser reads each by itself. */
const CHUNK = 1_000_000;

const OPEN = (holds: string): string => `<script type="application/json" data-holds="${holds}">`;
const CLOSE = '</script>\n';

/** JSON that can stand in a script: what could end it, and what nobody sees, is written as escapes, which leave its value alone. */
const inert = (json: string): string => safeJson(json).replaceAll('<', '\\u003c');

/** Where the page lies: beside the chunks of the program, or in the build of these sources. */
const BUILT = ['./page.html', '../../../dist/chunks/page.html'];

/** What stands in front of the data, and behind them. */
function builtPage(): readonly [string, string] {
  const place = BUILT.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (place === undefined)
    throw new Error('the page that is to be filled, page.html, is missing: install mcp-loupe again');
  const [before = '', after = ''] = readFileSync(place, 'utf8').split('<!-- data -->\n');
  return [before, after];
}

function pageSession(session: ExportedSession): PageSession {
  const { name = '', state, mask, started } = session;
  const { server, instructions, capabilities, why, stderr } = state;
  const json = (value: unknown): string => mask(jsonOf(value));
  const known = [server?.title ?? server?.name, server?.version].filter((text) => text !== undefined);
  return {
    name: mask(name),
    title: mask(known.join(' ')) || targetOf(session),
    ...(isClocked(started) ? { started } : {}),
    facts: factsOf(session).map(([what, value]) => [what, mask(value)]),
    why: why.map(mask),
    ...(instructions === undefined ? {} : { instructions: mask(instructions) }),
    capabilities: {
      ...(capabilities.server === undefined ? {} : { server: json(capabilities.server) }),
      ...(state.client === undefined ? {} : { client: json(capabilities.client) }),
    },
    lists: listsOf(state, mask),
    findings: state.findings.map((finding): PageFinding => {
      const places = finding.places.map(({ path, ...place }) => ({
        ...place,
        ...(path === undefined ? {} : { path: mask(path) }),
        message: mask(place.message),
      }));
      return { ...ruleOf(finding.rule), ...finding, places };
    }),
    assumed: state.assumed.map(({ message, at }) => ({ at, message: mask(message) })),
    stderr: stderr.map(mask),
  };
}

function listsOf({ lists }: SessionState, mask: (text: string) => string): readonly PageList[] {
  return LIST_NAMES.flatMap((name): readonly PageList[] => {
    const { state, why, items } = lists[name];
    if (items.length === 0 && (state === 'not announced' || state === 'unasked')) return [];
    const shown = items.map((item) => ({
      name: mask(item.name),
      title: mask(item.title),
      description: mask(item.description),
      problems: item.problems.map(mask),
      seq: item.seq,
      json: mask(jsonOf(item.raw)),
    }));
    return [{ name, state, ...(why === undefined ? {} : { why: mask(why) }), items: shown }];
  });
}

/** What was started or reached. */
function targetOf({ state: { target }, mask }: ExportedSession): string {
  if (target.transport === 'recorded') return mask(target.of);
  if (target.transport !== 'stdio') return mask(addressOf(target));
  return quoteShell(maskWords([target.command, ...target.args], mask));
}

function factsOf(session: ExportedSession): readonly (readonly [string, string])[] {
  const { state, started, lines, log } = session;
  const { target, server, client, negotiated, era, process, counts } = state;
  const named = (of: typeof server): string => `${of?.name ?? ''} ${of?.version ?? ''}`.trim();
  const exit = process?.exit;
  const all = Array.from({ length: log.lines.length }, (_, place) => log.lines.at(place));
  const whole = all.filter((seq) => isShown(log, seq)).length;
  const left = whole - lines.filter((seq) => isShown(log, seq)).length;
  const facts: readonly (readonly [string, string])[] = [
    ['target', targetOf(session)],
    ['server', named(server)],
    ['client', named(client)],
    ['recorded by', target.transport === 'recorded' ? named(target.tool) : ''],
    ['revision', [negotiated, era].filter((text) => text !== undefined).join(', ')],
    ['began', isClocked(started) ? new Date(started).toISOString() : 'nobody knows when'],
    ['state', phaseWord(state)],
    [
      'ended',
      [exit?.code === undefined ? '' : `with exit code ${exit.code}`, exit?.signal, exit?.detail]
        .filter(Boolean)
        .join(', '),
    ],
    ['messages', thousands(counts.traffic)],
    ['left out', left === 0 ? '' : `${counted(left, 'line')} of ${thousands(whole)}`],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Whether a line stands for itself; a finding or a note stands at the line that it is about. */
function isShown(log: ExportedSession['log'], seq: number): boolean {
  const type = log.row(seq)?.type;
  return type !== undefined && type !== 'finding' && type !== 'note';
}

/** A line as the page shows it. */
function pageLine({ session, seq }: ExportedLine, place: number): PageLine | undefined {
  const { log, mask } = session;
  const row = isShown(log, seq) ? maskedRow(session, seq) : undefined;
  if (row === undefined) return undefined;
  const { noted, ...members } = row;
  const line: Writable<PageLine> = { s: place, ...members };
  const text = log.text(seq);
  // Of a frame there is no more than its text, and that is told without parsing it.
  const entry = row.type === 'frame' ? undefined : log.entry(seq);
  const more = entry && moreOf(entry, mask);
  const request = log.requestOf(seq);
  if (text !== undefined) line.text = mask(text);
  if (more !== undefined && more.length > 0) line.more = more;
  if (request !== undefined) line.with = request;
  if (row.finding) line.findings = maskedFindings(session, seq);
  if (noted) line.note = mask(log.note(seq)?.text ?? '');
  return line;
}

/** What a line says beside its text. */
function moreOf(entry: Entry, mask: (text: string) => string): readonly string[] {
  switch (entry.type) {
    case 'life':
      return lifeLines(entry).map(mask);
    case 'invalid':
      return [mask(entry.why)];
    case 'http':
      return (entry.headers ?? []).map((header) => mask(maskHeader(header, mask).join(': ')));
    case 'stderr':
      return entry.from === undefined ? [] : [`of ${mask(entry.from)} itself`];
    case 'frame':
    case 'finding':
    case 'note':
      return [];
  }
}
