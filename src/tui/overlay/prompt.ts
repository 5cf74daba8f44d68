import type { Path } from '../../json/path.ts';
import type { Content } from '../kit/sheet/sheet.ts';
import type { ListScreen } from '../world/screens.ts';

declare module '../world/ui.ts' {
  interface Ui {
    readonly prompt?: Prompt;
  }
}

/** What the typed line is for; what `enter` does with it is in commands/prompt.ts. */
export type PromptPurpose =
  | { readonly kind: 'filter'; readonly screen: ListScreen }
  /** Finds a field of the form that is kept under this key. */
  | { readonly kind: 'field'; readonly of: 'details' | 'replies'; readonly key: string }
  /** Asks for another name of a member of a map. */
  | { readonly kind: 'rename'; readonly path: Path }
  /** Asks for the name of a property to add to a map. */
  | { readonly kind: 'property'; readonly path: Path }
  /** Finds a text in the sheet that is looked at under this name. */
  | { readonly kind: 'find'; readonly name: string }
  /** Asks for the label of a preset. */
  | { readonly kind: 'preset' }
  /** Asks for the roots, with spaces between them. */
  | { readonly kind: 'roots' }
  /** Asks for the URL that the browser was sent to. */
  | { readonly kind: 'redirect' }
  /** Asks for what is to be said of a line. */
  | { readonly kind: 'note'; readonly at: number }
  /** Asks for a line, by its number or its time. */
  | { readonly kind: 'jump' }
  /** Asks for the name of the filter that is typed. */
  | { readonly kind: 'keepFilter'; readonly filter: string }
  /** Asks for a path to write lines of the traffic to. */
  | { readonly kind: 'export'; readonly seqs: readonly number[] }
  /** Asks for a path to save to. */
  | { readonly kind: 'save'; readonly content: Content }
  /** Looks for a key in the help. */
  | { readonly kind: 'help' }
  | { readonly kind: 'filterLog'; readonly log: 'traffic' | 'output' };

/** A line that is being typed in the bottom row. */
export interface Prompt {
  readonly label: string;
  readonly value: string;
  readonly purpose: PromptPurpose;
  /** Counts how often the line was completed: the cursor then goes to its end. */
  readonly completed?: number;
  /** Enter was pressed on what cannot be used: what is wrong is told in full until something else is typed. */
  readonly refused?: true;
}
