import { whyNotOpened } from '../../host/browser.ts';
import { visible } from '../../text/visible.ts';
import type { Context } from '../world/command.ts';
import { askQuestion } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';

/** Why a text is not opened in a browser, in one sentence; nothing when it is the URL of a page. */
export function browseDisabledReason(url: string | undefined): string | undefined {
  if (url === undefined) return 'There is no URL here.';
  const why = whyNotOpened(url);
  return why === undefined ? undefined : `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

/** Asks before a page is opened: the server has chosen it. */
export function askToBrowse(context: Context, url: string): void {
  const page = pageOf(url);
  if (page === undefined) return;
  askQuestion(context, {
    title: 'Browser',
    text: visible(`Open ${page.host} in a browser?`),
    details: [visible(page.href)],
    words: { yes: 'open' },
    yes: (now) => browse(now, page.href),
  });
}

/** Opens a page the person has said yes to. */
function browse(context: Context, url: string): void {
  void context.terminal.browse(url).then((failure) => {
    if (failure === undefined) tell(context, 'opened in a browser');
    else warn(context, `${failure}; y copies the URL`);
  });
}

/** The URL of a page that a browser may be sent to. */
function pageOf(text: string): URL | undefined {
  return whyNotOpened(text) === undefined ? new URL(text) : undefined;
}
