import { SAYS } from '../../../session/ending.ts';
import { missingVariable } from '../../../session/missing-variable.ts';
import { driver } from '../../../session/negotiation.ts';
import { noServer } from '../../../session/start-failure.ts';
import { phaseWord, type SessionState } from '../../../session/state.ts';
import { LIST_NAMES, LISTS, pluralOf } from '../../../spec/methods.ts';
import { cut } from '../../../text/cut.ts';
import { clock, counted, duration } from '../../../text/measure.ts';
import { quoteShell } from '../../../text/quote.ts';
import { visible } from '../../../text/visible.ts';
import { knownRule } from '../../kit/sheet/finding.ts';
import { type Drawing, keyRow, type Parts, plain, text } from './parts.ts';

/** How it stands and what to do next, before all else: a verdict, what is wrong, and the keys for it. */
export function standingRows(state: SessionState, drawing: Drawing): Parts[] {
  const { cells, theme, mask, remarks } = drawing;
  return [
    ...verdictRows(state, drawing),
    ...unreachableRows(state, drawing),
    ...reasonRows(state, drawing),
    ...adviceRows(state, drawing),
    keyRow(nextKeys(state), cells),
    ...firstFindings(state, drawing),
    ...firstAssumed(state, drawing),
    ...(phaseWord(state) === 'recorded' && state.phase === 'closed' ? [] : stderrRows(state, mask)),
    ...remarks.map(
      (remark): Parts => [
        ['finding', `${theme.glyphs.finding} `],
        [undefined, visible(remark)],
      ],
    ),
    [],
  ];
}

/** In one row whether it works and what there is: `✓ ready · 17 tools · 2 findings · 41 ms`. */
function verdictRows(state: SessionState, drawing: Drawing): Parts[] {
  const { cells, theme, mask } = drawing;
  const { phase, took, target } = state;
  if (phase === 'connecting') {
    const isOver = phaseWord(state) === 'recorded';
    const step = state.authorization?.phase === 'waiting' ? 'waiting for authorization…' : STEPS[state.step];
    const isLog = target.transport === 'recorded' && target.log !== undefined;
    const words = !isOver
      ? `${capital(step)}${waited(state, drawing)}`
      : isLog && state.counts.traffic === 0
        ? 'The log holds no messages.'
        : state.lacks
          ? 'Messages are missing, so it is not known how the start went.'
          : state.step === 'listing' && driver(state) !== undefined
            ? 'The client never said that it is initialized.'
            : `The ${isLog ? 'log' : 'recording'} ends while ${step.replace('…', '.')}`;
    return [
      ...noServer(state).flatMap((sentence) =>
        text(mask(sentence), cells).map((line): Parts => [['finding', ''], ...line]),
      ),
      [['running', words]],
      ...(isOver ? [] : patienceRows(state, drawing)),
    ];
  }
  const word = phaseWord(state);
  const isGood = phase === 'ready' && word !== 'not reachable';
  const found = findingWords(state);
  const time = isGood && took !== undefined && took > 0 ? [duration(took)] : [];
  const isWrong = phase === 'failed' || (!isGood && target.transport !== 'recorded');
  const facts = [...offered(state), ...found, ...time].map((fact) => ` ${theme.glyphs.bullet} ${fact}`);
  return [
    [
      [isWrong ? 'failed' : 'ok', `${isWrong ? theme.glyphs.error : theme.glyphs.ok} ${word}`],
      [undefined, facts.join('')],
    ],
  ];
}

/** How many findings; where another client drives the session, about whom. */
function findingWords({ counts, findings, uses }: SessionState): readonly string[] {
  if (counts.findings === 0) return [];
  const all = counted(counts.findings, 'finding');
  const client = findings.reduce((sum, { side, count }) => sum + (side === 'client' ? count : 0), 0);
  return [uses === undefined || client === 0 ? all : `${all}, ${client} about the client`];
}

/** What the lists hold: `17 tools`. */
function offered({ lists }: SessionState): readonly string[] {
  return LIST_NAMES.flatMap((name) => {
    const { items, state } = lists[name];
    if (state !== 'done' && state !== 'loading') return [];
    return `${items.length}${state === 'loading' ? '…' : ''} ${items.length === 1 ? LISTS[name].noun : pluralOf(name)}`;
  });
}

/** Why it is not connected: each reason, and what its stderr says by itself. */
function reasonRows({ why, phase }: SessionState, { cells, mask }: Drawing): Parts[] {
  const meaning = phase === 'failed' ? 'failed' : 'strong';
  return why.flatMap((sentence) => {
    const [reason = '', said] = sentence.split(`; ${SAYS}`);
    return [
      ...text(mask(reason), cells - 2).map((line): Parts => [[meaning, '  '], ...line]),
      ...(said === undefined ? [] : text(mask(`stderr: ${said}`), cells - 2)).map(
        (line): Parts => [['strong', `  ${plain(line)}`]],
      ),
    ];
  });
}

/** What to try: a command with what is missing. */
function adviceRows(state: SessionState, { cells, mask, watched }: Drawing): Parts[] {
  const { phase, target } = state;
  if (phase !== 'failed' && phase !== 'closed') return [];
  const advice = variableAdvice(state, mask);
  return [
    ...(advice === undefined ? [] : text(advice, cells - 2)).map(
      (line): Parts => [['strong', `  ${plain(line)}`]],
    ),
    ...(watched === undefined || target.transport === 'recorded'
      ? []
      : [[['dim', '  The next change of a watched file restarts it, too.']] as Parts]),
  ];
}

/** The command to try where a server has ended and said that a variable is missing. */
function variableAdvice(
  { target, stderr, why }: SessionState,
  mask: (text: string) => string,
): string | undefined {
  if (target.transport !== 'stdio') return undefined;
  const name = missingVariable([...why, ...stderr]);
  if (name === undefined || name in target.env) return undefined;
  return `restart with: mcp-loupe -e ${name}=… ${mask(quoteShell([target.command, ...target.args]))}`;
}

/** The keys of what most people do now. */
function nextKeys(state: SessionState): readonly (readonly [key: string, does: string])[] {
  const { phase, lists, target } = state;
  const report = ['B', 'copy a bug report'] as const;
  const isStdio = target.transport === 'stdio';
  if (target.transport === 'recorded') return [['2', 'tools and results'], ['5', 'messages'], report];
  if (phase === 'connecting')
    return [['5', 'what was sent'], ...(isStdio ? [['7', 'its output'] as const] : [])];
  if (phase !== 'ready') {
    const edit = ['e', isStdio ? 'edit the command' : 'edit the address'] as const;
    return [
      ['R', isStdio ? 'restart' : 'reconnect'],
      edit,
      isStdio ? ['7', 'output'] : ['5', 'traffic'],
      report,
    ];
  }
  const first = [
    lists.tools.items.length > 0 ? (['2', 'call a tool'] as const) : undefined,
    lists.resources.items.length > 0 ? (['3', 'read a resource'] as const) : undefined,
    lists.prompts.items.length > 0 ? (['4', 'get a prompt'] as const) : undefined,
  ].find((one) => one !== undefined);
  return [...(first === undefined ? [] : [first]), ['y', 'copy as config'], report];
}

/** The first findings, a row each; all of them stand further below with what to do. */
function firstFindings({ findings, why }: SessionState, { cells, mask, theme }: Drawing): Parts[] {
  const isTold = (message = ''): boolean => why.some((one) => clause(one) === clause(message));
  const others = findings.filter(({ places: [first] }) => !isTold(first?.message));
  const worst = others.toSorted((one, other) => rankOf(one.rule) - rankOf(other.rule));
  const rows = worst.slice(0, SHOWN.findings).map(({ rule, side, count, places: [first] }): Parts => {
    const told = visible(mask(first?.message ?? knownRule(rule)?.says ?? ''));
    const head = `${theme.glyphs.finding} ${side === undefined || rule.startsWith(side) ? '' : `${side}: `}${visible(rule)}${count === 1 ? '' : ` ×${count}`}`;
    return [
      [rankOf(rule) === 0 ? 'error' : 'finding', head],
      [undefined, cut(`  ${told}`, Math.max(0, cells - head.length))],
    ];
  });
  const more = worst.length - rows.length;
  return more > 0 ? [...rows, [['dim', `${theme.glyphs.more} ${more} more, further below`]]] : rows;
}

/** What the log of another program leaves open, a row each; whole further below. */
function firstAssumed({ assumed }: SessionState, { cells, mask }: Drawing): Parts[] {
  return assumed
    .slice(0, SHOWN.findings)
    .map(({ message }): Parts => [['dim', cut(`About the log: ${visible(mask(message))}`, cells)]]);
}

/** A sentence up to its semicolon. */
const clause = (sentence: string): string | undefined => sentence.split(';')[0];

const rankOf = (rule: string): number => (knownRule(rule)?.severity === 'error' ? 0 : 1);

/** The last that it printed, while it does not work. */
function stderrRows({ phase, stderr }: SessionState, mask: (text: string) => string): Parts[] {
  if (phase === 'ready' || stderr.length === 0) return [];
  return [
    [],
    [['dim', 'Last lines of stderr']],
    ...stderr.slice(-SHOWN.stderr).map((line): Parts => [[undefined, `  ${visible(mask(line))}`]]),
  ];
}

/** How many findings, and how many lines of stderr, are shown first. */
const SHOWN = { findings: 3, stderr: 20 };

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
