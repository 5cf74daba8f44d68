import { systemClock } from '../../src/host/clock.ts';
import type { Host } from '../../src/host/host.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import type { ExportInput } from '../../src/transcript/export/exported.ts';

type From = Pick<Host, 'log' | 'store' | 'started' | 'mask'>;

/** All lines of sessions, as an export takes them. */
export const exportOf = (...hosts: readonly From[]): ExportInput => ({
  program: { name: 'mcp-loupe', version: '1.0.0' },
  sessions: hosts.map(({ log, store, started, mask }, index) => ({
    ...(hosts.length > 1 ? { name: `s${index + 1}` } : {}),
    ...{ log, state: store.state(), started, mask },
    lines: Array.from({ length: log.lines.length }, (_, at) => log.lines.at(at)),
  })),
});

/** What `use` makes of all lines of a recording, or of a log of another program. */
export async function exportedFrom<T>(path: string, use: (input: ExportInput) => T): Promise<T> {
  const host = await openRecorded(path, systemClock);
  try {
    await host.whole;
    return use(exportOf(host));
  } finally {
    await host.close();
  }
}
