import { spawn } from 'node:child_process';
import { urlOf } from '../text/url.ts';
import { zoneOf } from '../transport/zone.ts';

export interface BrowserOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** ms that a program which opens a page may take to fail. */
const OPENING = 2_000;

/** Why a page is never opened: other addresses may run a program, or reveal something to the network. */
export function whyNotOpened(url: string): string | undefined {
  const page = urlOf(url);
  if (page !== undefined && page.host !== '') {
    if (page.protocol === 'https:') return undefined;
    if (page.protocol === 'http:' && zoneOf(page.hostname) === 'loopback') return undefined;
  }
  return 'only https pages, and http pages on this machine, are opened in a browser';
}

/**
 * Opens a page with the system's own program, without a shell. Resolves with why it did not open, in one sentence, or
 * with undefined; never rejects. The check is made here, so that it cannot be bypassed.
 */
export function browse(url: string, { env, platform }: BrowserOptions): Promise<string | undefined> {
  const refused = whyNotOpened(url);
  if (refused !== undefined) return Promise.resolve(refused);
  const [program, ...args] = openerFor(platform, env['BROWSER']);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, new URL(url).href], { env, stdio: 'ignore', detached: true });
    // A program that still runs by then is the browser itself.
    const timer = setTimeout(() => resolve(undefined), OPENING);
    const end = (failure?: string) => {
      clearTimeout(timer);
      resolve(failure);
    };
    child.unref();
    child.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `${program} is not installed` : `${program}: ${error.message}`),
    );
    child.once('exit', (code, signal) =>
      end(code === 0 ? undefined : `${program} ended with ${signal ?? code}`),
    );
  });
}

/**
 * The program that opens a page: the one that the person has named in BROWSER, with its arguments, or that of the
 * system.
 */
export function openerFor(platform: NodeJS.Platform, named = ''): readonly [string, ...string[]] {
  const [own, ...args] = named.split(/\s+/).filter((word) => word !== '');
  if (own !== undefined) return [own, ...args];
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // `start` is built into the shell, where an ampersand in a URL begins another command.
      return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}
