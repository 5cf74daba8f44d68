import type { Fold } from '../../../json/fold.ts';
import type { Rows } from '../../../json/rows.ts';
import type { Blob } from '../../terminal/pictures/picture.ts';
import type { Context } from '../../world/command.ts';
import type { Pictures } from '../../world/pictures.ts';
import type { Hide } from '../../world/secrets.ts';
import type { Meaning } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** How what is read in a pane is looked at, by the name of the pane. */
    readonly sheets: Sheets;
    /** The panes that show what they show as it was sent, by name. */
    readonly raw: readonly string[];
  }
}

/** Is what is named so shown as it was sent? */
export const isRaw = ({ raw }: Pick<Ui, 'raw'>, name: string): boolean => raw.includes(name);

/** Shows what is named so as it was sent, or as what it says. */
export const toggleRaw =
  (name: string) =>
  (ui: Ui): Ui => ({
    ...ui,
    raw: isRaw(ui, name) ? ui.raw.filter((one) => one !== name) : [...ui.raw, name],
  });

/**
 * What is read in a pane: sections of text and of JSON, one below the other. It is made once; how it is looked at
 * is its {@link SheetUi}.
 */
export interface Sheet {
  /** Names what is shown: with another key another state begins. */
  readonly key: string;
  readonly sections: readonly Section[];
  /** What is drawn of a string of JSON in place of it, secrets hidden. */
  readonly hide: Hide;
  /** Where a string stands that was opened to be read, as a JSON pointer; absent for all else. */
  readonly within?: string;
  /** What stands before a row of JSON, such as a box that can be ticked; painted as what is said beside it. */
  readonly before?: (section: JsonSection, row: number) => string;
  /** All that it was made of, exact: to be copied and saved. */
  readonly whole: () => string;
  /** It is a report, of which a part is not saved by itself. */
  readonly savesWhole?: boolean;
  /** Why nothing of it can be saved to a file, in one sentence. */
  readonly whyNotSaved?: string;
  /** What stands over it, where that depends on how it is looked at. */
  readonly title?: string;
  /** What its title says at the end. */
  readonly note?: string;
  /** The same for a file of Markdown; absent where it is a block of code in one. */
  readonly markdown?: () => string;
  /** A name for a file of it, without its extension: `get-sum-12`. */
  readonly file: string;
}

export type Section = TextSection | JsonSection;

/** What can stand in the place of a section, under the same id: JSON as the text it was sent as, what is folded away. */
interface Turnable {
  readonly turned?: Section;
}

/** Lines of text, wrapped when they are drawn. */
export interface TextSection extends Turnable {
  readonly kind: 'text';
  /** Unique in its sheet. */
  readonly id: string;
  /** As it reads, secrets hidden; what cannot be seen is made visible when it is drawn. */
  readonly text: string;
  /** The same without its line breaks. A long line stands here in several pieces. */
  readonly lines: readonly string[];
  readonly meaning?: Meaning;
  /** Where it stands in the message, as a JSON pointer. */
  readonly path?: string;
  /** What of the message it shows, exact: to be copied and saved. */
  readonly content?: Content;
  /** Its first cells, of one cell a character, stand before the rest of it, however many rows that takes. */
  readonly hang?: number;
  /** The line of the traffic that it is about: enter goes there, to the value at `path` where it has one. */
  readonly seq?: number;
  /** The resource that it links to. */
  readonly link?: string;
  /** The page that it leads to. */
  readonly page?: string;
  /** The item of a list that it is about, as reports name it (`tool:NAME`): enter goes there. */
  readonly item?: string;
  /** What enter does on it, with the word for that. */
  readonly press?: { readonly word: string; readonly run: (context: Context) => void };
  /** Its last line stands for the picture that its content is. */
  readonly unfolded?: boolean;
}

/** A JSON value, a row for each value in it. */
export interface JsonSection extends Turnable {
  readonly kind: 'json';
  readonly id: string;
  readonly rows: Rows;
  /** How it is folded at first. */
  readonly fold: Fold;
  /** Where the value stands in the message, as a JSON pointer. */
  readonly path: string;
}

/** Text, or bytes as base64. */
export type Content =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The same for a file of Markdown, where the text is not Markdown. */
      readonly markdown?: () => string;
    }
  | Blob;

/** A row on the way from the first to the last: of an item (a line of text, a row of JSON) its first, second …. */
export interface SheetPlace {
  /** Counts the items of all sections that can be seen, from 0. */
  readonly item: number;
  /** Text that is wrapped takes several rows. */
  readonly row: number;
}

/** How much of a sheet is seen: cells a row has for what it says, and rows. */
export interface View {
  readonly cells: number;
  readonly height: number;
  /** The pictures that are decoded; absent where none is. */
  readonly pictures?: Pictures | undefined;
}

/** How the person looks at a sheet. */
export interface SheetUi {
  /** The key of the sheet it belongs to. */
  readonly of: string;
  readonly at: SheetPlace;
  /** The first row shown, as far as `at` allows it. */
  readonly top: SheetPlace;
  /** By the id of the section; a section that is not here is folded as it was at first. */
  readonly folds: Readonly<Record<string, Fold>>;
  /** The ids of sections that are shown as what they turn into, or as the JSON they hold. */
  readonly formatted: readonly string[];
  /** What was typed after `/`. */
  readonly query: string;
  /** Cells that rows of JSON are scrolled sideways. */
  readonly shift: number;
  /** Markdown is shown as it is written. */
  readonly source: boolean;
  /** The string whose text was opened, and how the sheet looked that it was opened in. */
  readonly opened?: { readonly section: string; readonly row: number; readonly from: SheetUi };
}

/** The states of the sheets, by the name of their pane. */
export type Sheets = Readonly<Record<string, SheetUi>>;

const START: SheetPlace = { item: 0, row: 0 };
const NO_FOLDS: SheetUi['folds'] = {};
const NONE: SheetUi['formatted'] = [];

/** How a sheet is looked at first. */
export const freshSheet = (of: string): SheetUi => ({
  of,
  at: START,
  top: START,
  folds: NO_FOLDS,
  formatted: NONE,
  query: '',
  shift: 0,
  source: false,
});
