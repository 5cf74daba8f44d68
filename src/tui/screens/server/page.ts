import { whyNotOpened } from '../../../host/browser.ts';

/** The URL of a page that a browser may be sent to. */
export function pageOf(text: string): URL | undefined {
  return whyNotOpened(text) === undefined ? new URL(text) : undefined;
}
