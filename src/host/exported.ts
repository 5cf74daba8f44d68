import type { ExportedSession, ExportInput, ExportWriter } from '../transcript/export/exported.ts';
import { jsonDocument, jsonLines } from '../transcript/export/json.ts';
import { version } from '../version.ts';
import type { Host } from './host.ts';

/** What an export needs of a host. */
type From = Pick<Host, 'log' | 'started' | 'store' | 'parts' | 'mask'>;

/**
 * Lines of a session as an export takes them; of the traffic of several, each session with its own.
 *
 * @param lines in any order
 * @param mask hides secrets; that of the host stands for those of its sessions
 */
function exportInput(host: From, lines: Iterable<number>, mask = host.mask): ExportInput {
  const { parts } = host;
  const program = { name: 'mcp-loupe', version };
  if (parts === undefined) return { sessions: [sessionOf(host, lines, mask)], program };
  const own = new Map<number, number[]>(parts.all.map(({ id }) => [id, []]));
  for (const line of lines) {
    const of = parts.at(line);
    if (of !== undefined) own.get(of.part.id)?.push(of.seq);
  }
  const sessions = parts.all.map(({ id, name, host: one }) => ({
    name,
    ...sessionOf(one, own.get(id) ?? [], mask === host.mask ? one.mask : mask),
  }));
  return { sessions, program };
}

function sessionOf(
  { log, started, store }: From,
  lines: Iterable<number>,
  mask: From['mask'],
): ExportedSession {
  return { log, state: store.state(), started, mask, lines: [...lines].sort((one, other) => one - other) };
}

/** How lines of a host are written down. */
type Write = (host: From, lines: Iterable<number>, mask: (text: string) => string) => string;

function by(write: ExportWriter): Write {
  return (host, lines, mask) => [...write(exportInput(host, lines, mask))].join('');
}

/** The lines as one JSON document. */
export const documentOf = by(jsonDocument);

/** The messages among the lines, one a line. */
export const messagesOf = by(jsonLines);
