import { type Entry, lifeLines, textOf } from '../../session/frame.ts';
import type { Log } from '../../session/log/log.ts';
import type { LogRow } from '../../session/log/row.ts';
import { phaseWord, type ServerInfo } from '../../session/state.ts';
import { errorOf, summaryOf } from '../../session/summary.ts';
import { addressOf, commandOf, type RecordedTarget, type Target } from '../../session/target.ts';
import { ruleOf } from '../../spec/rules.ts';
import { cut } from '../../text/cut.ts';
import { asLine, fenced, inCode, inLine } from '../../text/markdown.ts';
import { bytes, counted, duration, isClocked, yoursIn } from '../../text/measure.ts';
import { quoteShell } from '../../text/quote.ts';
import { visibleText } from '../../text/visible.ts';
import { platform } from '../header.ts';
import type { ExportedSession, ExportInput, ExportWriter } from './exported.ts';
import { type ExportedLine, exportedLines, maskedFindings, maskedRow, timeOf } from './lines.ts';
import { commandsFor } from './repeating.ts';

/**
 * A report of a fault, as who has to mend it wants it: which parts spoke to each other and how they were started, how it
 * ended, what was found, commands that repeat the calls, and the lines themselves. Text of others cannot break out of it.
 */
export const bugReport: ExportWriter = (input) =>
  report(input, ({ state, mask }) => `${inLine(mask(nameOf(state.server)))}: ${phaseWord(state)}`);

/** The same under another title, for lines that somebody has chosen. */
export const trafficReport: ExportWriter = (input) =>
  report(input, ({ state: { server }, mask }) =>
    server?.name === undefined ? 'Traffic of a server' : `Traffic of ${inLine(mask(nameOf(server)))}`,
  );

function* report(input: ExportInput, titleFor: (session: ExportedSession) => string): Generator<string> {
  const { sessions } = input;
  const [only] = sessions;
  const isOne = sessions.length === 1 && only !== undefined;
  const title = isOne ? titleFor(only) : `Traffic of ${counted(sessions.length, 'session')}`;
  yield `# ${title}\n\n`;
  for (const session of sessions) {
    if (!isOne) yield `## Session ${inLine(headingOf(session))}\n\n`;
    yield text([
      ...aboutOf(session, input),
      ...endOf(session),
      ...findingsOf(session),
      ...logOf(session),
      ...repeatOf(session),
    ]);
  }
  for (const line of exportedLines(input)) yield text(lineOf(line));
}

const text = (lines: readonly string[]): string => visibleText(`${lines.join('\n')}\n`);

type Mask = ExportedSession['mask'];

const nameOf = (info: ServerInfo | undefined, otherwise = 'A server'): string =>
  `${info?.name ?? otherwise} ${info?.version ?? ''}`.trim();

function headingOf({ name = '', state: { server }, mask }: ExportedSession): string {
  return mask(server?.name === undefined ? name : `${name}: ${nameOf(server)}`);
}

/** Who spoke, in which versions, with which capabilities, and how the server was started. */
function aboutOf({ state, started, mask }: ExportedSession, { program }: ExportInput): readonly string[] {
  const { negotiated, server, client, capabilities, target } = state;
  const ours = `Recorded by ${program.name} ${program.version}, ${platform()}`;
  const told = [
    ...(isClocked(started) ? [`Session started ${new Date(started).toISOString()}`] : []),
    ...(negotiated === undefined ? [] : [`MCP revision ${inLine(mask(negotiated))}`]),
  ];
  const parties = [
    ...(server === undefined ? [] : partyOf('Server', server, capabilities.server, mask)),
    ...(client === undefined ? [] : partyOf('Client', client, capabilities.client, mask)),
  ];
  return [
    ...paragraph(told.join(', ')),
    ...paragraph(target.transport === 'recorded' ? recorderOf(target, mask) : ours),
    ...(parties.length === 0 ? [] : [...parties, '']),
    ...startOf(target, mask),
  ];
}

const paragraph = (sentence: string): readonly string[] => (sentence === '' ? [] : [sentence, '']);

/** What wrote the recording; this program, which only read it, has no part in the fault. */
function recorderOf({ tool, log, of }: RecordedTarget, mask: Mask): string {
  if (log !== undefined) return `Read from ${inLine(mask(of))}`;
  return tool === undefined
    ? ''
    : `Recorded by ${inLine(mask([`${tool.name} ${tool.version}`, tool.platform ?? []].flat().join(', ')))}`;
}

/** Characters of what a side can do. */
const ABILITIES = 2_000;

function partyOf(
  side: string,
  info: ServerInfo,
  capabilities: object | undefined,
  mask: Mask,
): readonly string[] {
  const abilities = cutMiddle(mask(JSON.stringify(capabilities ?? {})), ABILITIES);
  return [`- ${side}: ${inLine(mask(nameOf(info, 'without a name')))}, capabilities ${inCode(abilities)}`];
}

function startOf(target: Target, mask: Mask): readonly string[] {
  const command = commandOf(target);
  const address =
    target.transport !== 'recorded'
      ? 'url' in target && addressOf(target)
      : target.log === undefined && target.of;
  const what = command === undefined ? address : quoteShell(command);
  if (!what) return [];
  const how = command === undefined ? 'Reached at' : 'Started with';
  return [`${how}:`, '', ...fenced('text', mask(what)), ''];
}

/** How it ended: why, how the process did, and what it printed last. */
function endOf({ state: { why, process: ran, stderr }, mask }: ExportedSession): readonly string[] {
  const { code, signal, detail } = ran?.exit ?? {};
  const ends = [
    ...(code === undefined ? [] : [`The server ended with exit code ${code}.`]),
    ...(signal === undefined ? [] : [`The server was ended by ${signal}.`]),
    ...(detail === undefined ? [] : [detail]),
  ];
  return [
    ...(why.length > 0 ? why : ends).flatMap((sentence) =>
      paragraph(asLine(mask(sentence).replace(/^[a-z]/, (first) => first.toUpperCase()))),
    ),
    ...(stderr.length === 0
      ? []
      : ['Last lines of stderr:', '', ...fenced('text', cutMiddle(mask(stderr.join('\n')), LONG)), '']),
  ];
}

/** Places of a finding that are named. */
const PLACES = 8;

function findingsOf({ state: { findings }, mask }: ExportedSession): readonly string[] {
  const found = findings.flatMap(({ rule, count, places, side }) => {
    const next = ruleOf(rule)?.next;
    const times = count === 1 ? '' : ` ×${count}`;
    const told = places.slice(0, PLACES);
    const named = [...new Set(told.map(({ at }) => inCode(`#${at}`)))];
    const more = count > told.length ? ` and ${count - told.length} more` : '';
    const whose = side === 'client' ? ' (of the client)' : '';
    const first = inLine(mask(places[0]?.message ?? ''));
    const head = `- ${inCode(rule)}${times}${whose}: ${first} (${named.join(', ')}${more})`;
    return next === undefined ? [head] : [head, `  ${inLine(next)}`];
  });
  return found.length === 0 ? ['No findings.', ''] : ['Findings:', '', ...found, ''];
}

/** What the log that it was read from leaves open. */
function logOf({ state: { assumed }, mask }: ExportedSession): readonly string[] {
  if (assumed.length === 0) return [];
  const said = assumed.map(({ message, at }) => `- ${inLine(mask(message))} (${inCode(`#${at}`)})`);
  return ['About the log:', '', ...said, '', ...paragraph(inLine(ruleOf('foreign/assumed')?.next ?? ''))];
}

function repeatOf(session: ExportedSession): readonly string[] {
  const { commands, left, isRedacted, variables } = commandsFor(session);
  if (commands.length + left === 0) return [];
  return [
    'To repeat:',
    '',
    ...(commands.length === 0 ? [] : [...fenced('sh', commands.join('\n')), '']),
    ...(variables.length === 0
      ? []
      : [`Give these variables a value first: ${variables.map(inCode).join(', ')}`, '']),
    ...(isRedacted
      ? ['Where it says [redacted], a secret was left out: put one of your own there.', '']
      : []),
    ...(left === 0 ? [] : [`${counted(left, 'further request')}: too many or too long for commands.`, '']),
  ];
}

const SIDE = { c2s: 'client → server', s2c: 'server → client' } as const;

function lineOf(line: ExportedLine): readonly string[] {
  const { session, seq } = line;
  const { log, mask, name = '' } = session;
  const row = maskedRow(session, seq);
  if (row === undefined) return [];
  const entry = log.entry(seq);
  const note = log.note(seq);
  const findings = maskedFindings(session, seq).map(
    ({ rule, message }) => `- ${inCode(rule)}: ${inLine(message)}`,
  );
  const title = cut(titleOf(log, row, entry, mask), TITLE);
  const said = entry?.type === 'life' ? lifeLines(entry).join('\n') : entry && textOf(entry);
  const whole = mask(said ?? '(its text is no longer held)');
  return [
    `## ${inCode(`${mask(name)}#${seq}`)} ${inLine(title)}${note?.mark ? ' (marked)' : ''}`,
    '',
    ...paragraph(factsOf(line, row)),
    ...(note?.text ? [`> ${asLine(mask(note.text))}`, ''] : []),
    ...(findings.length > 0 ? [...new Set(findings), ''] : []),
    ...fenced(row.type === 'frame' ? 'json' : 'text', cutMiddle(whole, LONG)),
    '',
  ];
}

/** Cells of a heading. */
const TITLE = 120;

/** Characters of a message that are written; the middle of a longer one tells a reader least. */
const LONG = 6_000;

/** A text as it is, or its beginning and its end. */
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const head = text.slice(0, most - end).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-end).replace(/^[\udc00-\udfff]/, '');
  const left = Buffer.byteLength(text) - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}\n… ${bytes(left)} of ${bytes(Buffer.byteLength(text))} left out …\n${tail}`;
}

/** Code units of a message in which what it is about is looked for. */
const HEAD = 2048;

/** What it is, what it is about and how it ended: `tool error of tools/call dome`. */
function titleOf(log: Log, row: LogRow, entry: Entry | undefined, mask: Mask): string {
  const { seq, type, kind, method = '', re = seq, failed, ended } = row;
  if (entry?.type === 'life') return entry.event;
  if (type !== 'frame' || method === '') return method || kind || type;
  const head = (at: number): string => mask(log.head(at, HEAD));
  const what = `${method} ${summaryOf(method, head(kind === 'notification' ? seq : re))}`.trim();
  if (kind === 'result') return `${failed ? 'tool error' : 'result'} of ${what}`;
  if (kind === 'error') return `error of ${what}: ${errorOf(head(seq))}`;
  return kind === 'request' && ended !== undefined && ended in UNANSWERED
    ? `${what}: ${UNANSWERED[ended as keyof typeof UNANSWERED]}`
    : what;
}

const UNANSWERED = { timeout: 'timed out', cancel: 'cancelled', closed: 'never answered' } as const;

function factsOf(line: ExportedLine, row: LogRow): string {
  const { dir, size, re, ms } = row;
  const facts = [
    timeOf(line)?.slice('2026-01-01T'.length, -1) ?? '',
    dir === undefined ? '' : SIDE[dir],
    size > 0 ? bytes(size) : '',
    re === undefined ? '' : `answers ${inCode(`#${re}`)}${ms === undefined ? '' : ` after ${duration(ms)}`}`,
    yoursIn(row),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}
