/** The modes of the terminal that make it send more than plain keys. */
export interface Modes {
  /** Bracketed paste and the mouse, with raw mode: on, and off around a suspension and on every way out. */
  apply(on: boolean): void;
  /** The terminal has answered that it knows the kitty keyboard protocol. */
  answered(): void;
  /**
   * The kitty keyboard protocol, where the terminal knows it. It belongs to the alternate screen, so that it goes
   * off before that screen is left and on after it is entered.
   */
  keyboard(on: boolean): void;
  /** Whether clicks and the wheel are reported; the terminal's own selection of text then needs shift. */
  setMouse(on: boolean): void;
}

// Bracketed paste is switched here and not by Ink: with its `usePaste` mounted, one-line prompts get no pastes.
const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
// Presses, releases and the wheel (1000), in the encoding that knows no largest column (1006).
const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l';
// https://sw.kovidgoyal.net/kitty/keyboard-protocol/: the question, "disambiguate escape codes", the way back.
// Ink's own detection gives up after 200 ms, which a first frame on a busy machine or a far terminal can take.
const KEYBOARD_QUERY = '\x1b[?u';
const KEYBOARD_ON = '\x1b[>1u';
const KEYBOARD_OFF = '\x1b[<u';

/** All modes off; the mouse goes on with the others when it is wanted. */
export function createModes(write: (bytes: string) => void, mouse: boolean): Modes {
  let isOn = false;
  let wantsMouse = mouse;
  let keyboard: 'unasked' | 'asked' | 'off' | 'on' = 'unasked';
  const modes: Modes = {
    apply(on) {
      if (on === isOn) return;
      isOn = on;
      if (!on) modes.keyboard(false);
      write(on ? PASTE_ON : PASTE_OFF);
      if (wantsMouse) write(on ? MOUSE_ON : MOUSE_OFF);
      if (!on || keyboard !== 'unasked') return;
      keyboard = 'asked';
      write(KEYBOARD_QUERY);
    },
    answered() {
      if (keyboard !== 'asked') return;
      keyboard = 'off';
      modes.keyboard(true);
    },
    keyboard(on) {
      if (keyboard !== (on ? 'off' : 'on')) return;
      keyboard = on ? 'on' : 'off';
      write(on ? KEYBOARD_ON : KEYBOARD_OFF);
    },
    setMouse(on) {
      if (on === wantsMouse) return;
      wantsMouse = on;
      if (isOn) write(on ? MOUSE_ON : MOUSE_OFF);
    },
  };
  return modes;
}
