import type { Client } from '../../clients/client.ts';
import type { ToolView } from '../../clients/tool-view.ts';
import type { JsonObject } from '../../json/shape.ts';
import type { SessionState } from '../../session/state.ts';
import type { ListItem } from '../../spec/check/item.ts';
import type { Meaning } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import type { Section } from './sheet/sheet.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** Whose eyes the server is seen with; absent where everything is shown as it was sent. */
    readonly lens?: Lens;
    /** The clients that can be looked as, once they have been needed. */
    readonly lenses?: readonly Pick<Client, 'id' | 'name'>[];
  }
}

/** The part of a session that a lens looks at. */
export interface SeenServer extends Pick<SessionState, 'lists'> {
  readonly server?: SessionState['server'] | undefined;
}

/**
 * What one client and its model see of a server. It is made when it is asked for first, since few sessions need it, and
 * is the same object for the life of the program; what it says of an item is worked out once.
 */
export interface Lens {
  readonly client: Client;
  /** What the model gets of one tool. */
  readonly tool: (seen: SeenServer, tool: ListItem) => SeenTool;
  /** Cells of the longest name that the model is given. */
  readonly longest: (seen: SeenServer) => number;
  /** What is to be said of a tool, a line each. */
  readonly lines: (seen: SeenTool, tool: ListItem) => readonly SeenLine[];
  /** A tool as its model sees it, to be read. */
  readonly sections: (
    seen: SeenTool,
    tool: ListItem,
    mask: (text: string) => string,
  ) => readonly (readonly Section[])[];
  /** What of a result of a tool reaches the model. */
  readonly result: (result: JsonObject, tool: JsonObject | undefined) => SeenResult;
}

/** Something to know of a tool under a lens. */
export interface SeenLine {
  readonly sign: 'left out' | 'cut' | 'changed';
  readonly says: string;
  readonly meaning: Meaning;
  /** How it is known: `reported, claude-code#79944`, and the page that tells more. */
  readonly known?: string;
  readonly page?: string;
  /** What to change. */
  readonly fix?: string;
}

/** What becomes of a result. */
export interface SeenResult {
  /** In a few words: `1 of 2 parts reach the model`. */
  readonly note: string;
  /** What reaches the model and what does not, and why. */
  readonly told: readonly Section[];
  /** Characters of all texts that reach the model, where a client cuts behind them. */
  readonly most?: number;
  /** Whether the part at a JSON pointer into the result reaches the model. */
  readonly reaches: (path: string) => boolean;
}

/** One tool as a client gives it to its model. */
export interface SeenTool {
  readonly view: ToolView;
  /** What became of it, at its worst: it is not there, or not as it was sent; absent where nothing is to be said. */
  readonly mark?: {
    readonly kind: 'left out' | 'changed';
    /** In two or three words. */
    readonly short: string;
  };
}

/** The word for a lens: `seen as claude-code`, which is not whom one is connected as. */
export const lensWord = (lens: Lens | undefined): string =>
  lens === undefined ? '' : `seen as ${lens.client.id}`;

/** The lens that is on. */
export const lensIn = (ui: Ui): Lens | undefined => ui.lens;
