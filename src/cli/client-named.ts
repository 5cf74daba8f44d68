import type { Client } from '../clients/client.ts';
import { CLIENTS, clientNamed } from '../clients/clients.ts';
import { closest } from '../text/suggest.ts';
import { UsageError } from './exit.ts';

/**
 * The client that a word names.
 *
 * @param place where the word stands: `--for`
 * @param are what is said of those that there are, which follow
 * @throws UsageError when there is none, with the one that was meant and those that there are
 */
export function insistOnClient(place: string, word: string, are = 'known:'): Client {
  const client = clientNamed(word);
  if (client !== undefined) return client;
  const ids = CLIENTS.map(({ id }) => id).join(', ');
  throw new UsageError(`${place}: no client is called "${word}"; ${meantClient(word)}${are} ${ids}`);
}

/** The same of a client that a recording is looked at as, which `--as` names. */
export const insistOnLens = (word: string): Client =>
  insistOnClient('--as', word, 'a recording can be looked at as');

/** The client that a mistyped word comes close to, as a question before other words: `did you mean cursor? `. */
export function meantClient(word: string): string {
  const names = CLIENTS.flatMap(({ id, also = [] }) => [id, ...also]);
  const near = closest(word, names);
  return near === undefined ? '' : `did you mean ${near}? `;
}
