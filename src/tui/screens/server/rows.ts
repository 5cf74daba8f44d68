import type { FindingCount } from '../../../session/counts.ts';
import { exitSentence } from '../../../session/ending.ts';
import { noServer } from '../../../session/start-failure.ts';
import type { SessionState } from '../../../session/state.ts';
import { phaseWord } from '../../../session/state.ts';
import { addressOf } from '../../../session/target.ts';
import { type Capability, capabilitiesOf } from '../../../spec/capabilities.ts';
import { LIST_NAMES, LISTS, pluralOf } from '../../../spec/methods.ts';
import { changesIn } from '../../../surface/difference.ts';
import { LONG, listWords } from '../../../surface/words.ts';
import { cut } from '../../../text/cut.ts';
import { clock } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { logLevelWords } from '../../kit/log/level.ts';
import { statusWord } from '../../kit/running.ts';
import { knownRule } from '../../kit/sheet/finding.ts';
import type { Theme } from '../../world/theme.ts';
import { authorizationRows, isUrgent } from './authorization-rows.ts';
import {
  environmentRows,
  environmentWords,
  LABEL,
  labelled,
  type Parts,
  paintRow,
  plain,
  text,
  variableAdvice,
} from './environment-rows.ts';

/** What the Server screen is drawn from, besides the session. */
export interface Drawing {
  readonly theme: Theme;
  /** Cells of a row. */
  readonly cells: number;
  /** When the transcript begins, in ms since 1970. */
  readonly started: number;
  /** Hides what is secret. */
  readonly mask: (text: string) => string;
  /** What to know of a reopened recording. */
  readonly remarks: readonly string[];
  /** From which level on log messages are wanted, as was chosen last. */
  readonly logLevel?: string | undefined;
  /** The names of the environment are listed. */
  readonly environment?: boolean;
  /** What runs the server: `node 20.20.2 /usr/bin/node`. */
  readonly runtime?: string | undefined;
  /** ms since the start of the transcript. */
  readonly now?: number;
  /** The files whose changes restart the server, in words. */
  readonly watched?: string | undefined;
}

/** At this width and above, what is said about the connection stands beside the capabilities. */
const BESIDE = 100;

/** The Server screen as rows of at most `cells`, painted. */
export function serverRows(state: SessionState, drawing: Drawing): readonly string[] {
  const { cells, theme } = drawing;
  const trouble = troubleRows(state, drawing);
  const beside = cells >= BESIDE;
  const column = beside ? Math.floor((cells - 3) / 2) : cells;
  const left = identityRows(state, drawing, column);
  const right = capabilityRows(state, column, theme);
  const authorization = authorizedRows(state, drawing);
  const isFirst = state.authorization !== undefined && isUrgent(state.authorization);
  const top = beside ? sideBySide(left, right, column) : [...left, [], ...right];
  const rows: Parts[] = [
    ...trouble,
    ...(isFirst ? [...authorization, []] : []),
    ...top,
    ...(isFirst || authorization.length === 0 ? [] : [[], ...authorization]),
    ...section('Tasks', taskRows(state, drawing)),
    ...section('Instructions', state.instructions === undefined ? [] : text(state.instructions, cells)),
    ...section('Findings', findingRows(state.findings, drawing)),
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

/** How many tasks are shown. */
const TASKS = 5;

/** Why it is not connected, with the last that the server said: first of all while something is wrong. */
function troubleRows(state: SessionState, drawing: Drawing): Parts[] {
  const { cells, theme, mask, remarks, watched } = drawing;
  const { phase, why, stderr } = state;
  const rows: Parts[] = unreachableRows(state, drawing);
  if (phase === 'connecting') {
    const isOver = state.target.transport === 'recorded';
    const step = state.authorization?.phase === 'waiting' ? 'waiting for authorization…' : STEPS[state.step];
    for (const sentence of noServer(state))
      for (const line of text(mask(sentence), cells)) rows.push([['finding', ''], ...line]);
    rows.push([
      [
        'running',
        isOver
          ? `The recording ends while ${step.replace('…', '.')}`
          : `${capital(step)}${waited(state, drawing)}`,
      ],
    ]);
    if (!isOver) rows.push(...patienceRows(state, drawing));
  }
  const bad = phase === 'failed';
  for (const sentence of why) {
    for (const [at, line] of text(mask(sentence), cells - 2).entries())
      rows.push([[bad ? 'failed' : 'strong', `${bad && at === 0 ? theme.glyphs.error : ' '} `], ...line]);
  }
  if (phase === 'failed' || phase === 'closed') {
    const { transport } = state.target;
    const what = transport === 'stdio' ? 'restarts the server' : 'reconnects';
    const next = watched === undefined ? '' : ' So does the next change of a watched file.';
    if (transport !== 'recorded') rows.push([['dim', `R ${what}.${next} The recording continues.`]]);
  }
  const advice = variableAdvice(state, mask);
  if (advice !== undefined) for (const line of text(advice, cells)) rows.push([['strong', plain(line)]]);
  if (phase !== 'ready' && stderr.length > 0) {
    rows.push(
      [['dim', 'Last lines of stderr']],
      ...stderr.slice(-SHOWN).map((line): Parts => [[undefined, `  ${visible(mask(line))}`]]),
    );
  }
  for (const remark of remarks)
    rows.push([
      ['finding', `${theme.glyphs.finding} `],
      [undefined, visible(remark)],
    ]);
  return rows.length === 0 ? [] : [...rows, []];
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** ms after which waiting is unusual, and the likely cause is shown. */
const UNUSUAL = 5_000;

/** How long the current step of connecting has taken, in ms. */
function waitedFor({ running }: SessionState, { now = 0 }: Drawing): number {
  const opening = running.find(({ method }) => method === 'initialize' || method === 'server/discover');
  return now - (opening?.since ?? 0);
}

function waited(state: SessionState, drawing: Drawing): string {
  const ms = waitedFor(state, drawing);
  return ms < 1_000 ? '' : ` ${Math.floor(ms / 1_000)} s`;
}

/** What it mostly is where nothing comes. */
function patienceRows(state: SessionState, drawing: Drawing): Parts[] {
  const isWaiting = state.step === 'initialize' || state.step === 'discover';
  if (!isWaiting || state.authorization?.phase === 'waiting' || waitedFor(state, drawing) < UNUSUAL)
    return [];
  const advice =
    state.target.transport === 'stdio'
      ? 'It may still be installing (npx), waiting for something, or not be an MCP server over stdio. 7 shows its output.'
      : 'It may be starting up, or this may not be the URL of an MCP server. 5 shows what was sent.';
  return text(advice, drawing.cells).map((line): Parts => [['dim', plain(line)]]);
}

/** Lines of stderr that are shown. */
const SHOWN = 20;

/** Since when a remote server cannot be reached, and why. */
function unreachableRows(state: SessionState, { cells, theme, mask, started }: Drawing): Parts[] {
  const { unreachable } = state;
  if (phaseWord(state) !== 'not reachable' || unreachable === undefined) return [];
  const since = clock(new Date(started + unreachable.since)).slice(0, 8);
  const said = text(mask(`not reachable since ${since}: ${unreachable.why}`), cells - 2);
  return [
    ...said.map((line, at): Parts => [['failed', at === 0 ? `${theme.glyphs.error} ` : '  '], ...line]),
    [['dim', 'The next request tries again; R reconnects.']],
  ];
}

const STEPS: Readonly<Record<SessionState['step'], string>> = {
  starting: 'starting the server…',
  discover: 'waiting for the server to answer server/discover…',
  initialize: 'waiting for the server to answer initialize…',
  listing: 'loading tools, resources and prompts…',
  done: 'ready',
};

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
  row('protocol', protocol(state));
  if (target.transport === 'stdio') {
    row('command', quoteShell([target.command, ...target.args]));
    row('runtime', drawing.runtime);
    row('folder', target.cwd);
    row('environment', environmentWords(state));
  } else if (target.transport !== 'recorded') {
    row('address', addressOf(target));
    row('headers', target.headers.map(([name]) => name).join(', '));
    row('proxy', target.proxy);
    if (target.transport === 'ws') row('transport', 'ws (not in any revision of MCP)');
    if (state.transport === 'sse') row('transport', 'HTTP+SSE (2024-11-05); Streamable HTTP was rejected');
    if (target.insecure) row('certificate', 'NOT CHECKED (--insecure)');
  } else {
    row('recording', target.path);
    row('command', target.of);
  }
  row(
    'process',
    process?.pid === undefined
      ? undefined
      : `${process.pid}${state.session === 0 ? '' : ` · connection ${state.session + 1}`}`,
  );
  row('ended', process?.exit === undefined ? undefined : exitSentence(process.exit));
  row('watched', drawing.watched);
  rows.push(...labelled('log level', logLevelWords(state, drawing.logLevel), cells));
  rows.push(...listRows(state, cells));
  return rows;
}

/** Which revision, of which era, and why this one. */
function protocol({ requestedVersion, negotiated, era, offered, target }: SessionState): string {
  if (negotiated === undefined) return requestedVersion === '' ? '' : `${requestedVersion} requested`;
  if (era === 'modern') {
    const others = (offered ?? []).filter((version) => version !== negotiated);
    return `${negotiated} · negotiated with server/discover${others.length === 0 ? '' : ` (also offered: ${others.join(', ')})`}`;
  }
  const other = negotiated === requestedVersion ? '' : ` (requested ${requestedVersion})`;
  const untried = target.transport === 'stdio' ? ' · 2026-07-28 not probed (try --era auto)' : '';
  return `${negotiated}${other} · negotiated with initialize${untried}`;
}

/** What the lists hold, in one row; one that is not as it should be has a row of its own. */
function listRows({ lists }: SessionState, cells: number): Parts[] {
  const good = LIST_NAMES.filter((name) => lists[name].state === 'done' || lists[name].state === 'loading');
  const counts = good.map((name) => {
    const { items, state } = lists[name];
    return `${items.length}${state === 'loading' ? '…' : ''} ${items.length === 1 ? LISTS[name].noun : pluralOf(name)}`;
  });
  const failed = LIST_NAMES.filter((name) => lists[name].state === 'failed');
  return [
    ...labelled('offers', counts.join(' · '), cells),
    ...failed.flatMap((name) => labelled(pluralOf(name), lists[name].why ?? 'failed', cells, 'failed')),
    ...LIST_NAMES.flatMap((name) => {
      const { changed } = lists[name];
      const words = changed === undefined ? '' : listWords(changesIn(changed, name), LONG);
      return words === '' ? [] : labelled(pluralOf(name), `${words} (#${changed?.seq})`, cells);
    }),
  ];
}

function capabilityRows(
  { requestedVersion, capabilities, era, negotiated }: SessionState,
  cells: number,
  theme: Theme,
): Parts[] {
  const server = capabilitiesOf('server', capabilities.server ?? {}, era);
  const client = capabilitiesOf('client', capabilities.client, era);
  return [
    [['strong', 'Server capabilities']],
    ...(capabilities.server === undefined
      ? [[['dim', '  not known yet'] as const]]
      : server.map((one) => capabilityRow(one, cells, theme))),
    [],
    [['strong', 'Client capabilities (offered to the server)']],
    ...(requestedVersion === '' && negotiated === undefined
      ? [[['dim', '  nothing was offered yet'] as const]]
      : client.flatMap((one) => clientRows(one, cells, theme))),
  ];
}

/** What is offered to the server; of what is not, what it would change. */
function clientRows(one: Capability, cells: number, theme: Theme): Parts[] {
  if (one.announced) return [capabilityRow(one, cells, theme)];
  const words = one.name === 'roots' ? ROOTS : 'not offered';
  return text(words, cells - LABEL - 2).map(
    (line, at): Parts => [['dim', `  ${(at === 0 ? one.name : '').padEnd(LABEL)}${plain(line)}`]],
  );
}

const ROOTS = 'not offered · --root . · some servers list more tools';

function capabilityRow(
  { name, lets, announced, known }: Capability,
  cells: number,
  { glyphs }: Theme,
): Parts {
  const label = visible(name).padEnd(LABEL);
  if (!announced) {
    return [['dim', `  ${label}${cut('not supported', cells - LABEL - 2)}`]];
  }
  const sign: Parts = known ? [['ok', `${glyphs.ok} `]] : [['finding', '? ']];
  return [...sign, [undefined, label], [known ? undefined : 'dim', visible(lets)]];
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

function section(title: string, rows: readonly Parts[]): Parts[] {
  return rows.length === 0 ? [] : [[], [['strong', title]], ...rows];
}

function sideBySide(left: readonly Parts[], right: readonly Parts[], column: number): Parts[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, place) => {
    const one = left[place] ?? [];
    const room = Math.max(0, column - width(plain(one)));
    return [...one, [undefined, ' '.repeat(room + 3)], ...(right[place] ?? [])];
  });
}
