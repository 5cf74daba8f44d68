import { browse } from '../host/browser.ts';
import type { Host } from '../host/host.ts';
import { visible } from '../text/visible.ts';
import type { Job } from './job.ts';
import type { StderrNotes } from './notes.ts';

/**
 * Lets the person who runs a script log in: the URL of the page is alone on a line of stderr, is opened with
 * `--browser`, and what it leads to may be pasted on a terminal.
 */
export function askToAuthorize({ io, options }: Job, { store, authorization }: Host): StderrNotes {
  const over = new AbortController();
  let asked = '';
  let told = 0;
  const look = (): void => {
    const { phase, url = '', steps = [] } = store.state().authorization ?? {};
    for (const { seq, what, text } of steps) {
      if (seq > told && what === 'remark') io.err(`mcp-loupe: ${visible(text)}`);
      told = Math.max(told, seq);
    }
    if (phase !== 'waiting' || url === asked) return;
    asked = url;
    io.err('mcp-loupe: the server requires authorization; open this page:');
    io.err(visible(url));
    if (options.browser) void open(url);
    if (io.ask !== undefined) void paste(io.ask);
  };

  const open = async (url: string): Promise<void> => {
    const failure = await browse(url, { env: io.env, platform: process.platform });
    if (failure !== undefined) io.err(`mcp-loupe: could not open a browser: ${visible(failure)}`);
  };

  /** Asks as long as what is pasted is not the answer. */
  const paste = async (ask: NonNullable<typeof io.ask>): Promise<void> => {
    const question = 'The redirect is received automatically; from another machine, paste the redirect URL: ';
    const text = await ask(question, false, over.signal);
    if (text === undefined || over.signal.aborted) return;
    const why = text.trim() === '' ? undefined : authorization?.answer(text);
    if (why !== undefined) io.err(`mcp-loupe: ${visible(why)}`);
    if (store.state().authorization?.phase === 'waiting') await paste(ask);
  };

  const unsubscribe = store.subscribe(() => {
    look();
    if (asked !== '' && store.state().authorization?.phase !== 'waiting') over.abort();
  });
  return {
    flush: look,
    end() {
      unsubscribe();
      over.abort();
    },
  };
}
