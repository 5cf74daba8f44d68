import type { ExportedSession, ExportInput } from '../transcript/export/exported.ts';
import { EXPORT_FORMATS, type ExportFormat, formatFor } from '../transcript/export/formats.ts';
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

/**
 * Lines written in a format, a piece of text at a time.
 *
 * @param mask hides secrets; that of the host unless they are to be seen
 */
export async function exported(
  format: ExportFormat,
  host: From,
  lines: Iterable<number>,
  mask: From['mask'] = host.mask,
): Promise<Iterable<string>> {
  const write = await format.load();
  return write(exportInput(host, lines, mask));
}

/** The same in the format that the name of a file says; nothing where it says none. */
export async function exportedAs(
  path: string,
  ...given: Parameters<typeof exported> extends [ExportFormat, ...infer Others] ? Others : never
): Promise<Iterable<string> | undefined> {
  const format = formatFor(path);
  return format && exported(format, ...given);
}

/** A report of a fault, with these lines. Secrets are hidden always: it goes to others. */
export async function reportOf(host: From, lines: Iterable<number>): Promise<string> {
  const { bugReport } = await import('../transcript/export/markdown.ts');
  return [...bugReport(exportInput(host, lines))].join('');
}

/** The formats, without what writes them. */
export const exportFormats = (): readonly Omit<ExportFormat, 'load'>[] => EXPORT_FORMATS;

/** A path with the ending of a format in place of that of another; behind a name that has none. */
export function withEnding(path: string, ending: string): string {
  const now = formatFor(path)?.extension ?? '';
  return path.slice(0, path.trimEnd().length - now.length) + ending;
}
