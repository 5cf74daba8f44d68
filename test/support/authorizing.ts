import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HttpServer, startHttpServer } from './http-server.ts';

/** Servers that want authorization, each with an authorization server; `key` is the public one of the client `machine`. */
export const startAuthorizing = (key = ''): Promise<HttpServer> =>
  startHttpServer([fileURLToPath(new URL('./servers/authorizing.mjs', import.meta.url))], {
    MACHINE_KEY: key,
  });

/** The secret of the client `machine`. */
export const MACHINE_SECRET = 'the-secret-of-the-machine';

/** A browser that goes wherever it is sent: the path of a program, in a folder. */
export function browserIn(folder: string): string {
  const path = join(folder, 'browser');
  const visit = 'fetch(process.argv[1]).then((page) => page.text())';
  writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} -e '${visit}' "$1"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Opens a page and gives the URL that it leads to, without going there. */
export async function redirectOf(page: string): Promise<string> {
  const response = await fetch(page, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}
