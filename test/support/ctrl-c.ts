import { keystroke } from './keystrokes.ts';
import type { Terminal } from './terminal.ts';

/** Presses ctrl+c twice, in one write: the second one counts for two seconds only. */
export function ctrlCTwice(terminal: Terminal): void {
  terminal.raw(keystroke('ctrl+c', terminal.modes().kitty > 0).repeat(2));
}
