import { documentOf, messagesOf } from '../../../host/exported.ts';
import type { Host, HostParts } from '../../../host/host.ts';
import { type Entry, lifeLines, textOf } from '../../../session/frame.ts';
import type { Log } from '../../../session/log/log.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { phaseWord, type SessionState } from '../../../session/state.ts';
import { errorOf, summaryOf } from '../../../session/summary.ts';
import { addressOf } from '../../../session/target.ts';
import { ruleOf } from '../../../spec/rules.ts';
import { bytes, clock, counted, duration, yoursIn } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { visible, visibleText } from '../../../text/visible.ts';
import { version } from '../../../version.ts';
import { fenced } from '../../kit/sheet/file-name.ts';

type From = Pick<Host, 'log' | 'started' | 'store' | 'parts' | 'mask'>;

/** A line as its session has it, with what hides the secrets in it and, among several sessions, the name of its own. */
function lineAt(
  host: From,
  line: number,
  mask: (text: string) => string,
): {
  readonly own: From;
  readonly seq: number;
  readonly mask: (text: string) => string;
  readonly name?: string;
} {
  const of = host.parts?.at(line);
  if (of === undefined) return { own: host, seq: line, mask };
  const own = of.part.host;
  // Its session hides its secrets, unless the person has asked for all to be shown.
  return { own, seq: of.seq, mask: mask === host.mask ? own.mask : mask, name: of.part.name };
}

/** A report of a fault: what ran and how it went, what it printed, what was found, and these lines. */
export function bugReport(host: From, seqs: readonly number[], mask: (text: string) => string): string {
  const state = host.store.state();
  const { server, negotiated, findings, why } = state;
  const name = `${server?.name ?? 'A server'} ${server?.version ?? ''}`.trim();
  const found = findings.flatMap(({ rule, count, places: [first] }) => {
    const next = ruleOf(rule)?.next;
    const head = `- \`${visible(rule)}\`${count === 1 ? '' : ` ×${count}`}: ${visible(mask(first?.message ?? ''))} (#${first?.at})`;
    return next === undefined ? [head] : [head, `  ${next}`];
  });
  return visibleText(
    [
      `# ${visible(mask(name))}: ${phaseWord(state)}`,
      '',
      aboutSession(negotiated, host.started),
      '',
      ...why.flatMap((sentence) => [visible(mask(sentence)), '']),
      ...surroundings(state, mask),
      ...(found.length === 0 ? ['No findings.', ''] : ['Findings:', '', ...found, '']),
      ...seqs.map((seq) => lineOf(host, seq, mask)),
    ].join('\n'),
  );
}

/** How lines of the traffic are written. */
type Write = (host: From, seqs: readonly number[], mask: (text: string) => string) => string;

/**
 * What writes lines of the traffic into a file of this name: as Markdown for a report, with notes and findings; with
 * `.json` the same as one document; with `.jsonl` the messages alone, one a line as they crossed the wire. What controls
 * a terminal is made visible, in JSON by escapes that leave its value alone. Nothing where the name has another
 * extension or none.
 */
export function writerFor(path: string): Write | undefined {
  const [, extension = ''] = /(\.[^./\\]+)$/.exec(path) ?? [];
  return WRITERS.get(extension.toLowerCase());
}

const WRITERS: ReadonlyMap<string, Write> = new Map([
  ['.md', markdown],
  ['.json', documentOf],
  ['.jsonl', messagesOf],
]);

/** What a report of a fault needs besides the lines: what ran, with what, and what it printed. */
function surroundings({ target, stderr }: SessionState, mask: (text: string) => string): readonly string[] {
  const what =
    target.transport === 'stdio'
      ? quoteShell([target.command, ...target.args])
      : target.transport === 'recorded'
        ? target.of
        : addressOf(target);
  return [
    `mcp-loupe ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    '',
    ...fenced('text', mask(what)),
    '',
    ...(stderr.length === 0
      ? []
      : ['Last lines of stderr:', '', ...fenced('text', mask(stderr.join('\n'))), '']),
  ];
}

function markdown(host: From, seqs: readonly number[], mask: (text: string) => string): string {
  if (host.parts !== undefined) return markdownOfAll(host.parts, host, seqs, mask);
  const state = host.store.state();
  const { server, negotiated } = state;
  const who = server?.name === undefined ? 'a server' : `${server.name} ${server.version ?? ''}`.trim();
  const head = `# Traffic of ${visible(mask(who))}\n\n${aboutSession(negotiated, host.started)}\n`;
  return visibleText(
    [head, ...surroundings(state, mask), ...seqs.map((seq) => lineOf(host, seq, mask))].join('\n'),
  );
}

/** The same of several sessions, each told of first. */
function markdownOfAll(
  { all }: HostParts,
  host: From,
  seqs: readonly number[],
  mask: (text: string) => string,
): string {
  const sessions = all.flatMap(({ name, host: own }) => {
    const state = own.store.state();
    const hide = mask === host.mask ? own.mask : mask;
    const { server, negotiated } = state;
    const who = server?.name === undefined ? '' : `: ${server.name} ${server.version ?? ''}`.trimEnd();
    return [
      `## Session ${visible(hide(`${name}${who}`))}`,
      '',
      aboutSession(negotiated, own.started),
      '',
      ...surroundings(state, hide),
    ];
  });
  const head = `# Traffic of ${counted(all.length, 'session')}\n`;
  return visibleText([head, ...sessions, ...seqs.map((seq) => lineOf(host, seq, mask))].join('\n'));
}

function aboutSession(revision: string | undefined, started: number): string {
  const begun = `Session started ${new Date(started).toISOString()}`;
  return revision === undefined ? begun : `${begun}, MCP revision ${revision}`;
}

const SIDE = { c2s: 'client → server', s2c: 'server → client' } as const;

function lineOf(host: From, line: number, masked: (text: string) => string): string {
  const { own, seq, mask, name = '' } = lineAt(host, line, masked);
  const { log, started } = own;
  const row = log.row(seq);
  if (row === undefined) return '';
  const entry = log.entry(seq);
  const note = log.note(seq);
  const findings = log
    .findings(seq)
    .map(({ rule, message }) => `- \`${visible(rule)}\`: ${visible(mask(message))}`);
  const said = entry?.type === 'life' ? lifeLines(entry).join('\n') : entry && textOf(entry);
  const text = mask(said ?? '(its text is no longer held)');
  return [
    `## ${visible(mask(name))}#${seq} ${titleOf(log, row, entry, mask)}${note?.mark ? ' (marked)' : ''}`,
    '',
    factsOf(row, started),
    '',
    ...(note?.text ? [`> ${visible(mask(note.text))}`, ''] : []),
    ...(findings.length > 0 ? [...findings, ''] : []),
    ...fenced(row.type === 'frame' ? 'json' : 'text', text),
    '',
  ].join('\n');
}

/** Code units of a message in which what it is about is looked for. */
const HEAD = 2048;

/** What it is, what it is about and how it ended: `tool error of tools/call dome`. */
function titleOf(log: Log, row: LogRow, entry: Entry | undefined, mask: (text: string) => string): string {
  const { seq, type, kind, method = '', re = seq, failed, ended } = row;
  if (entry?.type === 'life') return entry.event;
  if (type !== 'frame' || method === '') return visible(method || kind || type);
  const head = (at: number): string => mask(log.head(at, HEAD));
  const what = `${visible(method)} ${summaryOf(method, head(kind === 'notification' ? seq : re))}`.trim();
  if (kind === 'result') return `${failed ? 'tool error' : 'result'} of ${what}`;
  if (kind === 'error') return `error of ${what}: ${errorOf(head(seq))}`;
  return kind === 'request' && ended !== undefined && ended in UNANSWERED
    ? `${what}: ${UNANSWERED[ended as keyof typeof UNANSWERED]}`
    : what;
}

const UNANSWERED = { timeout: 'timed out', cancel: 'cancelled', closed: 'never answered' } as const;

function factsOf(row: LogRow, started: number): string {
  const { t, dir, size, re, ms } = row;
  const facts = [
    clock(new Date(started + t)),
    dir === undefined ? '' : SIDE[dir],
    size > 0 ? bytes(size) : '',
    re === undefined ? '' : `answers #${re}${ms === undefined ? '' : ` after ${duration(ms)}`}`,
    yoursIn(row),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}
