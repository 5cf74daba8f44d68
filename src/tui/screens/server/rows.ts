import type { FindingCount } from '../../../session/counts.ts';
import { exitSentence, stderrReason } from '../../../session/ending.ts';
import type { LifeEntry } from '../../../session/frame.ts';
import { otherClient } from '../../../session/negotiation.ts';
import type { SessionState } from '../../../session/state.ts';
import { addressOf } from '../../../session/target.ts';
import { LIST_NAMES, pluralOf } from '../../../spec/methods.ts';
import { MODERN_VERSION } from '../../../spec/revision.ts';
import { changesIn } from '../../../surface/difference.ts';
import { LONG, listWords } from '../../../surface/words.ts';
import { cut } from '../../../text/cut.ts';
import { counted } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { logLevelWords } from '../../kit/log/level.ts';
import { statusWord } from '../../kit/running.ts';
import { knownRule } from '../../kit/sheet/finding.ts';
import { authorizationRows, isUrgent } from './authorization-rows.ts';
import { capabilityRows } from './capability-rows.ts';
import { environmentRows, environmentWords } from './environment-rows.ts';
import { type Drawing, LABEL, labelled, type Parts, paintRow, plain, text } from './parts.ts';
import { standingRows } from './standing-rows.ts';

/** At this width and above, what is said about the connection stands beside the capabilities. */
const BESIDE = 100;

/** The Server screen as rows of at most `cells`, painted. */
export function serverRows(state: SessionState, drawing: Drawing): readonly string[] {
  const { cells, theme } = drawing;
  const beside = cells >= BESIDE;
  const column = beside ? Math.floor((cells - 3) / 2) : cells;
  const left = identityRows(state, drawing, column);
  const right = capabilityRows(state, column);
  const authorization = authorizedRows(state, drawing);
  const isFirst = state.authorization !== undefined && isUrgent(state.authorization);
  const top = beside ? sideBySide(left, right, column) : [...left, [], ...right];
  const rows: Parts[] = [
    ...standingRows(state, drawing),
    ...(isFirst ? [...authorization, []] : []),
    ...top,
    ...(isFirst || authorization.length === 0 ? [] : [[], ...authorization]),
    ...section('Tasks', taskRows(state, drawing)),
    ...section('Clients', clientParts(drawing), 'V looks as one of them, ! lists all that is known'),
    ...section('Instructions', state.instructions === undefined ? [] : text(state.instructions, cells)),
    ...findingSections(state, drawing),
    ...section('About the log', assumedRows(state, drawing)),
    ...section('Environment', drawing.environment ? environmentRows(state, cells) : []),
  ];
  return rows.map((row) => paintRow(row, cells, theme));
}

function authorizedRows({ authorization, target }: SessionState, { theme, cells, mask }: Drawing): Parts[] {
  if (authorization === undefined) return [];
  const isOver = target.transport === 'recorded';
  return authorizationRows(authorization, { theme, cells, mask, isOver });
}

/** The newest tasks, the newest first; the palette has all of them. */
function taskRows({ tasks }: SessionState, { cells, mask, theme }: Drawing): Parts[] {
  const newest = tasks.slice(-TASKS).reverse();
  const more = tasks.length - newest.length;
  const rows = newest.map((task): Parts => {
    const said = task.message === undefined ? '' : `: ${task.message}`;
    const who = task.subject === '' ? task.id : `${task.subject}  ${task.id}`;
    const told = cut(visible(mask(`${who}  ${statusWord(task)}${said}`)), cells - 2);
    return [[task.ended === undefined && task.abandoned !== true ? 'running' : 'dim', `  ${told}`]];
  });
  return more > 0 ? [...rows, [['dim', `  ${theme.glyphs.more} ${more} more`]]] : rows;
}

/** What each client would not see, a row each; those that see all of it in one. */
function clientParts({ clients = [], cells }: Drawing): Parts[] {
  const [whole, part] = [
    clients.filter(({ words }) => words === ''),
    clients.filter(({ words }) => words !== ''),
  ];
  const rows = part.flatMap(({ name, words }) => labelled(name, words, cells, 'finding', CLIENT));
  if (whole.length === 0) return rows;
  const label = rows.length === 0 ? `all ${whole.length}` : counted(whole.length, 'other');
  return [...rows, ...labelled(label, 'nothing known to be lost', cells, 'dim', CLIENT)];
}

/** Cells of the names of clients. */
const CLIENT = 22;

/** How many tasks are shown. */
const TASKS = 5;

function identityRows(state: SessionState, drawing: Drawing, cells: number): Parts[] {
  const { server, target, process } = state;
  const { mask } = drawing;
  const rows: Parts[] = [];
  const row = (label: string, value = ''): void => void rows.push(...labelled(label, mask(value), cells));
  row('name', server?.name);
  row('title', server?.title);
  row('version', server?.version);
  row('about', server?.description);
  row('website', server?.websiteUrl);
  row('client', clientWords(state));
  row('protocol', protocol(state));
  if (target.transport === 'stdio') {
    row('command', quoteShell([target.command, ...target.args]));
    row('runtime', drawing.runtime);
    row('folder', target.cwd);
    row('environment', environmentWords(state, drawing.theme.ascii ? 'enter' : '⏎'));
  } else if (target.transport !== 'recorded') {
    row('address', addressOf(target));
    row('headers', target.headers.map(([name]) => name).join(', '));
    row('proxy', target.proxy);
    if (target.transport === 'ws') row('transport', 'ws (not in any revision of MCP)');
    if (state.transport === 'sse') row('transport', 'HTTP+SSE (2024-11-05); Streamable HTTP was rejected');
    if (target.insecure) row('certificate', 'NOT CHECKED (--insecure)');
  } else {
    row(target.log === undefined ? 'recording' : 'log', target.path);
    row(target.log === undefined ? 'command' : 'kind', target.of);
  }
  row(
    'process',
    process?.pid === undefined
      ? undefined
      : `${process.pid}${state.session === 0 ? '' : ` · connection ${state.session + 1}`}`,
  );
  row('ended', process?.exit && endedWords(process.exit));
  row('watched', drawing.watched);
  row('same names', drawing.shared);
  rows.push(...labelled('log level', logLevelWords(state, drawing.logLevel), cells));
  rows.push(...listRows(state, cells));
  return rows;
}

/** The client that is not this program, with its title where that is another name. */
function clientWords(state: SessionState): string | undefined {
  const { title = '', websiteUrl = '' } = state.client ?? {};
  const name = otherClient(state);
  return name === undefined ? undefined : [name, title, websiteUrl].filter((word) => word !== '').join(' · ');
}

/** How the process ended, and by whom where it was not by itself. */
function endedWords(exit: Pick<LifeEntry, 'code' | 'signal' | 'detail'>): string {
  const isOurs = exit.signal !== undefined && exit.detail !== undefined && stderrReason(exit) === '';
  return isOurs ? `${exitSentence(exit)}: ${exit.detail}` : exitSentence(exit);
}

/** Which revision, of which era, and why this one. */
function protocol({ requestedVersion, negotiated, era, offered, probed, target }: SessionState): string {
  if (negotiated === undefined) return requestedVersion === '' ? '' : `${requestedVersion} requested`;
  if (era === 'modern') {
    const others = (offered ?? []).filter((version) => version !== negotiated);
    return `${negotiated} · negotiated with server/discover${others.length === 0 ? '' : ` (also offered: ${others.join(', ')})`}`;
  }
  const other = negotiated === requestedVersion ? '' : ` (requested ${requestedVersion})`;
  const untried = target.transport === 'stdio' ? ` · ${MODERN_VERSION} not probed (try --era auto)` : '';
  const newer = probed ? ` · ${MODERN_VERSION} was probed and is not supported` : untried;
  return `${negotiated}${other} · negotiated with initialize${newer}`;
}

/** A list that could not be fetched, and what changed in one. */
function listRows({ lists }: SessionState, cells: number): Parts[] {
  const failed = LIST_NAMES.filter((name) => lists[name].state === 'failed');
  return [
    ...failed.flatMap((name) => labelled(pluralOf(name), lists[name].why ?? 'failed', cells, 'failed')),
    ...LIST_NAMES.flatMap((name) => {
      const { changed } = lists[name];
      const words = changed === undefined ? '' : listWords(changesIn(changed, name), LONG);
      return words === '' ? [] : labelled(pluralOf(name), `${words} (#${changed?.seq})`, cells);
    }),
  ];
}

/** Of a session that another client drives, by the side that they are about. */
function findingSections({ findings, uses }: SessionState, drawing: Drawing): Parts[] {
  if (uses === undefined) return section('Findings', findingRows(findings, drawing));
  const [client, server] = [
    findings.filter(({ side }) => side === 'client'),
    findings.filter(({ side }) => side !== 'client'),
  ];
  return [
    ...section('About the server', findingRows(server, drawing)),
    ...section('About the client', findingRows(client, drawing)),
  ];
}

/** What the log of another program leaves open, and how to leave nothing open. */
function assumedRows({ assumed }: SessionState, { cells, mask }: Drawing): Parts[] {
  if (assumed.length === 0) return [];
  const next = text(knownRule('foreign/assumed')?.next ?? '', cells);
  return [
    ...assumed.flatMap(({ message, at }) => text(`${mask(message)} (#${at})`, cells)),
    ...next.map((line): Parts => [['dim', plain(line)]]),
  ];
}

function findingRows(findings: readonly FindingCount[], { cells, theme, mask }: Drawing): Parts[] {
  return findings.flatMap(({ rule, count, places }): Parts[] => {
    const known = knownRule(rule);
    const [first] = places;
    const times = count === 1 ? '' : ` ×${count}`;
    const where = first === undefined ? '' : ` (#${first.at})`;
    const meaning = known?.severity === 'error' ? 'error' : 'finding';
    const head: Parts = [
      [meaning, `${theme.glyphs.finding} `],
      ['strong', visible(rule)],
      ['dim', times],
    ];
    const body = text(`${mask(first?.message ?? known?.says ?? '')}${where}`, cells - 4);
    const next = known === undefined ? [] : text(known.next, cells - 4);
    return [
      head,
      ...body.map((line): Parts => [[undefined, '    '], ...line]),
      ...next.map(
        (line): Parts => [
          [undefined, '    '],
          ['dim', plain(line)],
        ],
      ),
    ];
  });
}

function section(title: string, rows: readonly Parts[], hint = ''): Parts[] {
  return rows.length === 0
    ? []
    : [
        [],
        [
          ['strong', hint === '' ? title : title.padEnd(LABEL)],
          ['dim', hint],
        ],
        ...rows,
      ];
}

function sideBySide(left: readonly Parts[], right: readonly Parts[], column: number): Parts[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, place) => {
    const one = left[place] ?? [];
    const room = Math.max(0, column - width(plain(one)));
    return [...one, [undefined, ' '.repeat(room + 3)], ...(right[place] ?? [])];
  });
}
