import { visible } from '../../text/visible.ts';
import type { Context } from './command.ts';
import type { Meaning } from './theme.ts';
import { say } from './ui.ts';

/** How long a sentence stays in the bottom row, in ms. */
const SAID = 5_000;

type Teller = Pick<Context, 'host' | 'ui'>;

/** Tells, with text of a server's made visible, that something went well or is under way. */
export const tell = (teller: Teller, text: string, ms = SAID): void => show(teller, text, { ms });

/** Tells why something is not possible or went wrong. */
export const warn = (teller: Teller, text: string): void => show(teller, text, { meaning: 'finding' });

/** Tells what has come by itself: nobody has asked, so that the keys stay to be seen beside it. */
export const announce = (teller: Teller, text: string, meaning: Meaning = 'strong'): void =>
  show(teller, text, { meaning, isNews: true });

interface How {
  readonly meaning?: Meaning;
  readonly isNews?: boolean;
  readonly ms?: number;
}

function show(
  { host, ui }: Teller,
  text: string,
  { meaning = 'strong', isNews = false, ms = SAID }: How,
): void {
  const since = host.now();
  ui.update(say({ text: visible(text), meaning, isNews, since, until: since + ms }));
}
