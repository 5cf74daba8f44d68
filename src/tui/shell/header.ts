import { driver } from '../../session/negotiation.ts';
import type { SessionState } from '../../session/state.ts';
import { type PhaseWord, phaseWord } from '../../session/state.ts';
import { cut } from '../../text/cut.ts';
import { clock, counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import type { Meaning, Theme } from '../world/theme.ts';

/** The word about the recording, and what it means; empty when there is nothing to say. */
export interface RecorderWord {
  readonly text: string;
  readonly meaning: Meaning;
}

/** What the header shows. */
export interface HeaderFacts {
  /** The other client that drives the session; mostly empty. */
  readonly client: string;
  readonly name: string;
  readonly version: string;
  readonly transport: string;
  /** The negotiated protocol version. */
  readonly protocol: string;
  /** The word that says how things stand. */
  readonly phase: PhaseWord;
  /** Since when that is so, where that matters: ` since 12:04:31`. */
  readonly since: string;
  /** The client in whose place this program is connected: `connected as claude-code`; mostly empty. */
  readonly guise: string;
  /** The client whose eyes the server is seen with: `seen as claude-code`; mostly empty. */
  readonly lens: string;
  readonly recorder: RecorderWord;
  readonly frames: number;
  readonly findings: number;
}

/**
 * The facts of a session.
 *
 * @param started when the transcript begins, in ms since 1970
 * @param guise the word for the client in whose place it is connected
 * @param lens the word for the lens that is on
 */
export function headerFacts(
  state: SessionState,
  recorder: RecorderWord,
  started: number,
  { guise = '', lens = '' }: Partial<Pick<HeaderFacts, 'guise' | 'lens'>> = {},
): HeaderFacts {
  const { server, counts, unreachable } = state;
  const phase = phaseWord(state);
  return {
    client: visible(driver(state) ?? ''),
    name: visible(server?.name ?? commandName(state)),
    version: visible(server?.version ?? ''),
    transport: visible(transportWord(state)),
    protocol: visible(state.negotiated ?? ''),
    phase,
    since: phase === 'not reachable' && unreachable !== undefined ? sinceWords(unreachable, started) : '',
    guise,
    lens,
    recorder,
    frames: counts.traffic,
    findings: counts.findings,
  };
}

/**
 * The first row, in at most `cells`. When it does not fit, it loses the recorder, the transport, the protocol
 * version, the server's version, since when it stands so, whom it is connected as, the counts, the first word of the lens, the product, the lens, then the end of the server's name; never the word of the phase.
 */
export function headerRow(facts: HeaderFacts, cells: number, theme: Theme): string {
  for (const drop of DROPS) {
    const row = fill(facts, drop, cells, theme);
    if (row !== undefined) return row;
  }
  const { paint, glyphs } = theme;
  const word = paint(PHASES[facts.phase], facts.phase);
  const room = cells - facts.phase.length - 5;
  return room < 1 ? ` ${word}` : ` ${cut(facts.name, room)} ${paint('dim', glyphs.bullet)} ${word}`;
}

const DROPPED = [
  ...(['recorder', 'transport', 'protocol', 'version'] as const),
  ...(['since', 'guise', 'counts', 'seen', 'product', 'lens'] as const),
];

type Part = (typeof DROPPED)[number];

/** Each attempt leaves out one part more than the one before. */
const DROPS: readonly ReadonlySet<Part>[] = [...DROPPED.keys(), DROPPED.length].map(
  (count) => new Set(DROPPED.slice(0, count)),
);

const PHASES: Readonly<Record<HeaderFacts['phase'], Meaning>> = {
  connecting: 'running',
  ready: 'ok',
  failed: 'failed',
  closed: 'failed',
  recorded: 'accent',
  following: 'ok',
  'not reachable': 'failed',
};

/** The row without some of its parts; nothing when it does not fit. */
function fill(facts: HeaderFacts, drop: ReadonlySet<Part>, cells: number, theme: Theme): string | undefined {
  const { paint, glyphs } = theme;
  const has = (part: Part, text: string): string[] => (drop.has(part) || text === '' ? [] : [text]);
  const client = facts.client === '' ? [] : [facts.client, glyphs.between];
  const server = [...client, facts.name, ...has('version', facts.version)].join(' ');
  const middle = [server, ...has('transport', facts.transport), ...has('protocol', facts.protocol)];
  const product = has('product', 'mcp-loupe')
    .map((text) => ` ${text}  `)
    .join('');
  const left = `${product} ${middle.join(` ${glyphs.bullet} `)}`;
  const counts = has('counts', countsOf(facts, glyphs.bullet)).join('');
  const recorder = has('recorder', facts.recorder.text)
    .map((text) => `${text} `)
    .join('');
  const phase = [facts.phase, ...has('since', facts.since)].join('');
  const as = [
    ...has('guise', facts.guise),
    ...has('lens', drop.has('seen') ? facts.lens.replace('seen ', '') : facts.lens),
  ];
  const seen = as.reduce((sum, word) => sum + 3 + width(word), 0);
  const gap = cells - width(left) - 3 - phase.length - seen - width(recorder) - width(counts) - 1;
  if (gap < 2) return undefined;
  const dot = paint('dim', glyphs.bullet);
  const painted = `${paint('focus', product)} ${middle.join(` ${dot} `)} ${dot} ${paint(PHASES[facts.phase], phase)}`;
  const looked = as.map((word) => ` ${dot} ${paint('finding', word)}`).join('');
  return `${painted}${looked}${' '.repeat(gap)}${paint(facts.recorder.meaning, recorder)}${counts} `;
}

/** The time of day, to the second. */
const sinceWords = ({ since }: { readonly since: number }, started: number): string =>
  ` since ${clock(new Date(started + since)).slice(0, 8)}`;

function countsOf({ frames, findings }: HeaderFacts, bullet: string): string {
  return findings === 0
    ? counted(frames, 'message')
    : `${counted(frames, 'message')} ${bullet} ${counted(findings, 'finding')}`;
}

/** An unchecked certificate is mentioned wherever the connection is. */
function transportWord({ server, target, transport }: SessionState): string {
  if (target.transport === 'recorded')
    return target.log === undefined || server?.name === undefined ? '' : target.of.replace(/^an? /, '');
  const word = transport ?? target.transport;
  return target.transport !== 'stdio' && target.insecure ? `${word} insecure` : word;
}

/** What the target is called until the server has said its name: the last part of the command. */
function commandName({ target }: SessionState): string {
  if (target.transport === 'recorded') return target.of;
  if (target.transport !== 'stdio') return target.socket ?? new URL(target.url).host;
  return target.command.split(/[\\/]/).at(-1) ?? target.command;
}
