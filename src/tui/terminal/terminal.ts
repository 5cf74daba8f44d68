import type { Root } from '../../connection/answerer.ts';
import type { Copied } from './clipboard.ts';
import type { Edited } from './editor.ts';
import type { LongText, ReadContent, Saved } from './files.ts';
import type { Blob } from './pictures/picture.ts';

/** What the program around the screen does for a command. */
export interface Terminal {
  /** Ends the program with this exit code. */
  leave(code: number): void;
  /** The words of the command line that the program was started with. */
  readonly argv: readonly string[];
  /** The variables of the environment that the program was started with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the session and does what another command line asks for. */
  again(argv: readonly string[]): void;
  /** Paints everything again. */
  redraw(): void;
  /** Hands the terminal back to the shell until `fg`. */
  suspend(): void;
  /** Opens a text in `$VISUAL` or `$EDITOR`; `extension` (`json`, `txt`) tells the editor what it is. */
  edit(text: string, extension: string): Promise<Edited>;
  /** Shows a text in `$PAGER`; resolves with why it could not, in one sentence, or with nothing. */
  page(text: string): Promise<string | undefined>;
  /**
   * Shows a picture on the whole terminal until a key is pressed, `words` below it; resolves with why it could not,
   * in one sentence, or with nothing.
   */
  show(picture: Blob, words: string): Promise<string | undefined>;
  /** Whether pictures are drawn; not where the screen is read aloud. */
  readonly draws: boolean;
  /** Puts a text on the clipboard and says how. */
  copy(text: string): Promise<Copied>;
  /** Opens a page in a browser; resolves with why it could not, in one sentence, or with nothing. */
  browse(url: string): Promise<string | undefined>;
  /** Reads a file for a field. */
  read(path: string): Promise<ReadContent>;
  /** A root from a URI or the path of a folder; nothing when there is none. */
  root(text: string): Root | undefined;
  /** Writes a file; one that is there only with `overwrite`. */
  save(path: string, content: string | Uint8Array | LongText, overwrite: boolean): Promise<Saved>;
}
