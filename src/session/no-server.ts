import type { InvalidEntry } from './frame.ts';
import type { SessionState } from './state.ts';

/** Lines from which on it is said. */
const TELLING = 3;

/** Addresses of this machine, and paths that MCP servers have, as a server names them that listens there. */
const URL =
  /\bhttps?:\/\/(?:(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::\d+)?(?:\/[\w./-]*)?|[\w.-]+(?::\d+)?\/(?:mcp|sse)\b)/i;

const urlIn = (text: string): string | undefined => URL.exec(text.slice(0, 2_000))?.[0].replace(/[.]+$/, '');

/** A line came that is no message; those that were meant to be one, and echoes, say nothing of who wrote them. */
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

/** Says that a command is no MCP server over stdio, and what to try in its place; nothing where it may well be one. */
export function noServer({ stray, stderr, era, target }: SessionState): readonly string[] {
  if (era !== undefined || target.transport !== 'stdio') return [];
  const { lines = 0, url } = stray ?? {};
  const named = url ?? stderr.map(urlIn).find((found) => found !== undefined);
  if (lines < TELLING && (named === undefined || stray === undefined)) {
    return named === undefined ? [] : [`its stderr names ${named}: is it a server over HTTP? try that URL`];
  }
  const next = named === undefined ? 'see its --help' : `its output names ${named}: try that URL`;
  return [
    `it wrote ${lines} ${lines === 1 ? 'line' : 'lines'} and no message: not an MCP server over stdio, as started; ${next}`,
  ];
}
