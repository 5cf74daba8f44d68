import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const SERVERS = fileURLToPath(new URL('servers', import.meta.url));

/** The words of a command line for several servers, by the names that they have in the row of sessions. */
export function severalServers(
  servers: Readonly<Record<string, string | readonly [server: string, ...args: readonly string[]]>>,
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return Object.entries(servers).flatMap(([name, of], at) => {
    const [server, ...args] = typeof of === 'string' ? [of] : of;
    const file = join(folder, `${name}.mjs`);
    if (server !== '') cpSync(join(SERVERS, `${server}.mjs`), file);
    return [...(at === 0 ? ['--'] : ['+']), process.execPath, file, ...args];
  });
}
