import { LEGACY_VERSIONS, MODERN_VERSION } from '../spec/revision.ts';
import type { InvalidEntry } from './frame.ts';
import type { SessionState } from './state.ts';
import { commandOf, type Target } from './target.ts';

/** Programs that run a command elsewhere, with the words after which they close its stdin by default. */
const CLOSES_STDIN: readonly (readonly [program: RegExp, verb: RegExp])[] = [
  [/^(?:docker|podman|nerdctl|finch)$/, /^(?:run|exec)$/],
  [/^(?:kubectl|oc)$/, /^(?:run|exec|attach)$/],
];

/** What in a command most likely keeps its server from answering, as the end of a sentence; empty when nothing does. */
export function startAdvice(target: Target): string {
  const [command = '', ...args] = commandOf(target) ?? [];
  const name = (command.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/i, '');
  const [, verbs] = CLOSES_STDIN.find(([program]) => program.test(name)) ?? [];
  const verb = verbs === undefined ? undefined : args.find((arg) => verbs.test(arg));
  const isInteractive = args.some((arg) => /^-[A-Za-z]*i[A-Za-z]*$|^--(?:interactive|stdin)\b/.test(arg));
  return verb === undefined || isInteractive ? '' : ` — ${name} ${verb} closes stdin without -i: add it`;
}

/** The revisions that a text names, other than the requested one; in order, each once. */
export function revisionsIn(text: string, requested: string): readonly string[] {
  const named = new Set(text.match(/\b20\d\d-\d\d-\d\d\b/g));
  named.delete(requested);
  return [...named];
}

/** How to go on with a server that refuses a revision and names others: with the newest that is known, if any is. */
export function versionAdvice(named: readonly string[]): string {
  const known = LEGACY_VERSIONS.find((version) => named.includes(version));
  if (known === undefined && named.includes(MODERN_VERSION)) return ' — --era modern goes on with it';
  const other = known ?? named[0];
  return other === undefined ? '' : ` — --protocol-version ${other} asks for it`;
}

/** Lines from which on it is said. */
const TELLING = 3;

/** Addresses of this machine, and paths that MCP servers have, as a server names them that listens there. */
const URL =
  /\bhttps?:\/\/(?:(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::\d+)?(?:\/[\w./-]*)?|[\w.-]+(?::\d+)?\/(?:mcp|sse)\b)/i;

const urlIn = (text: string): string | undefined => URL.exec(text.slice(0, 2_000))?.[0].replace(/[.]+$/, '');

/** A line came that is not a message. Malformed messages and echoes say nothing about the program and do not count. */
export function strayed(
  state: SessionState,
  { dir, why, text = '', lines: more = 1 }: InvalidEntry,
): SessionState {
  if (
    dir === 'c2s' ||
    state.phase !== 'connecting' ||
    state.era !== undefined ||
    !why.endsWith('is not JSON')
  )
    return state;
  const { lines = 0, url = urlIn(text) } = state.stray ?? {};
  return { ...state, stray: { lines: lines + more, ...(url === undefined ? {} : { url }) } };
}

/** Says that a command is not an MCP server over stdio, and what to try instead; nothing where it may be one. */
export function noServer({ stray, stderr, era, target }: SessionState): readonly string[] {
  if (era !== undefined || commandOf(target) === undefined) return [];
  const { lines = 0, url } = stray ?? {};
  const named = url ?? stderr.map(urlIn).find((found) => found !== undefined);
  if (lines < TELLING && (named === undefined || stray === undefined)) {
    return named === undefined ? [] : [`its stderr names ${named}: is it a server over HTTP? try that URL`];
  }
  const next = named === undefined ? 'see its --help' : `its output names ${named}: try that URL`;
  return [
    `it wrote ${lines} ${lines === 1 ? 'line' : 'lines'} and no message: this does not look like an MCP server over stdio; ${next}`,
  ];
}

/** A sentence that begins with the request that it is about: `initialize: …` or `initialize was refused: …`. */
const ABOUT = /^(server\/discover|initialize)( was refused)?: (.*)$/s;

/** Reasons why connecting failed with one more; what is said of both requests that open a connection is said once. */
export function withReason(reasons: readonly string[], reason: string): readonly string[] {
  const [, before, , first] = ABOUT.exec(reasons.at(-1) ?? '') ?? [];
  const [, other, refused, second] = ABOUT.exec(reason) ?? [];
  if (before === other || first === undefined || first !== second) return [...reasons, reason];
  return [...reasons.slice(0, -1), `${before} and ${other}${refused ? ' were refused' : ''}: ${first}`];
}
