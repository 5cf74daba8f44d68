import { spawn } from 'node:child_process';
import { zoneOf } from '../transport/zone.ts';

export interface BrowserOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** How long a program that opens a page may take to fail, in ms. */
const OPENING = 2_000;

/** Why a page is never opened, whoever asks for it: what opens others may run a program, or show them to the network. */
export function whyNotOpened(url: string): string | undefined {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  if (page !== undefined && page.host !== '') {
    if (page.protocol === 'https:') return undefined;
    if (page.protocol === 'http:' && zoneOf(page.hostname) === 'loopback') return undefined;
  }
  return 'only https pages, and http pages on this machine, are opened in a browser';
}

/**
 * Opens a page with the system's own program, without a shell. Returns why it did not open, in one sentence, or
 * nothing. Never rejects. What may be opened is decided here, where nobody gets past it.
 */
export function browse(url: string, { env, platform }: BrowserOptions): Promise<string | undefined> {
  const refused = whyNotOpened(url);
  if (refused !== undefined) return Promise.resolve(refused);
  const [program, ...args] = openerFor(platform, env['BROWSER']);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, new URL(url).href], { env, stdio: 'ignore', detached: true });
    // What still runs by then is the browser itself.
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
 * The program that opens what it is given: the one that the person has named in BROWSER, with its arguments, or whatever
 * the system has for it.
 */
export function openerFor(platform: NodeJS.Platform, named = ''): readonly [string, ...string[]] {
  const [own, ...args] = named.split(/\s+/).filter((word) => word !== '');
  if (own !== undefined) return [own, ...args];
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // `start` is a word of the shell, to which an ampersand in a URL is another command.
      return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}
