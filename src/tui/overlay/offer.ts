import type { KeyName } from '../terminal/keys.ts';
import type { Context, Situation } from '../world/command.ts';

/** A row of the palette: a command, a place to go to, a call to send. */
export interface Offer {
  readonly key: string;
  /** What it is called, in visible text. */
  readonly label: string;
  /** What else is told of it, in visible text: a title, a URI. */
  readonly about: string;
  /** The name of the key that does the same. */
  readonly keyName?: KeyName;
  /** What kind of thing it is, where that is no command. */
  readonly kind?: string;
  /** It is a command of another place: it stands behind all others, and only where it is looked for. */
  readonly isElsewhere?: boolean;
  /** Why it cannot run now. */
  readonly whyNot?: (situation: Situation) => string | undefined;
  readonly run: (context: Context) => void;
}
