import type { Context, Situation } from './command.ts';
import type { ScreenId } from './screen-id.ts';
import type { Ui } from './ui.ts';

declare module './ui.ts' {
  interface Ui {
    /** What lies over the panes or takes the bottom row, the lowest first: the last one has the keys. */
    readonly overlays: readonly Overlay[];
  }
}

/** The overlays, by their kind; the room overlay/ declares those that only it opens. */
export interface Overlays {
  readonly question: Asked;
  readonly prompt: Prompt;
  /** The menu of what can be copied, with which row is the selected one. */
  readonly copying: { readonly at: number };
}

type OverlayKind = keyof Overlays;

/** One of them, with its state. */
export type Overlay = { [Kind in OverlayKind]: { readonly kind: Kind } & Overlays[Kind] }[OverlayKind];

/** Which lies over which, whatever was opened first: what comes by itself does not slip under what is typed into. */
const ORDER: readonly OverlayKind[] = [
  'asked',
  'definition',
  'writing',
  'copying',
  'help',
  'prompt',
  'question',
  'palette',
];

/** A question that takes `y` or `n`. */
export interface Question {
  /** In two words, what it is about. */
  readonly title: string;
  readonly text: string;
  /** What it is about in full, such as the arguments of a call, a line each. */
  readonly details?: readonly string[];
  /** What a yes and a no are called, where that says more. */
  readonly words?: { readonly yes?: string; readonly no?: string };
  readonly yes: (context: Context) => void;
  /** What a no does besides closing the question. */
  readonly no?: (context: Context) => void;
  /** `a` is a yes, too, after which this is not asked again; absent where a question has only two answers. */
  readonly always?: (context: Context) => void;
  /** A yes sends something to the server that runs now: the question is closed once that is restarted by itself. */
  readonly sends?: true;
  /** The newest key that was no answer, which nobody may miss. */
  readonly missed?: Missed;
}

/** A question that has been asked. */
interface Asked extends Question {
  /** ms, on the clock of `Host.now`, when it came up. */
  readonly since: number;
}

/** A key that is not an answer, to be mentioned with the question. */
interface Missed {
  /** What is said of it. */
  readonly words: string;
  /** How many there have been. */
  readonly count: number;
  /** ms, on the clock of `Host.now`. */
  readonly at: number;
}

/** A line that is being typed in the bottom row. */
export interface Prompt {
  readonly label: string;
  readonly value: string;
  readonly purpose: Purpose;
  /** Enter was pressed on what cannot be used: what is wrong is shown in full until something else is typed. */
  readonly refused?: true;
}

/** What a line is typed for. */
export interface Purpose {
  /** Names it, e.g. `filter`: a line for something else is another input, with a cursor of its own. */
  readonly id: string;
  /** What enter does, once the line is closed. */
  readonly accept?: (context: Context, value: string) => void;
  /** The word for that, where it is another than `accept`. */
  readonly acceptWord?: (situation: Situation) => string;
  /** Whether enter is taken now; `again` presses it later. */
  readonly ready?: (context: Context, again: () => void) => boolean;
  /** What is done while typing; it gets the empty text when the line is opened without a value, and when it is dropped. */
  readonly typed?: (value: string) => (ui: Ui) => Ui;
  /** Up and down in what is being filtered. */
  readonly move?: (context: Context, way: 1 | -1) => void;
  /** Completes what was typed. */
  readonly complete?: (context: Context) => void;
  /** The word for that in the footer. */
  readonly completeWord?: string;
  /** What is shown beside the line while typing; nothing when there is nothing to say. */
  readonly help?: (host: Context['host'], ui: Ui) => PromptHelp | undefined;
}

/** What stands beside a line that is being typed: what is wrong with it, or how it can go on. */
export type PromptHelp =
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'offers'; readonly texts: readonly string[]; readonly about: string };

/** The overlay that has the keys. */
export const topOverlay = ({ overlays }: Pick<Ui, 'overlays'>): Overlay | undefined => overlays.at(-1);

/** Is a question of the server open over the call that asks? It has the keys then, and no pane has. */
export const isAskedInPlace = (ui: Pick<Ui, 'overlays'>): boolean => overlayOf(ui, 'asked') !== undefined;

/** The state of an overlay, beneath others or not; nothing while it is closed. */
export function overlayOf<Kind extends OverlayKind>(
  { overlays }: Pick<Ui, 'overlays'>,
  kind: Kind,
): (Overlay & { readonly kind: Kind }) | undefined {
  return overlays.find((one): one is Overlay & { readonly kind: Kind } => one.kind === kind);
}

/** The ui with an overlay opened, or in another state. */
export const withOverlay =
  <Kind extends OverlayKind>(kind: Kind, state: Overlays[Kind]) =>
  (ui: Ui): Ui => {
    const others = ui.overlays.filter((one) => one.kind !== kind);
    const overlays = [...others, { ...state, kind } as Overlay];
    return {
      ...ui,
      overlays: overlays.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)),
    };
  };

/** The ui without these overlays. */
export const withoutOverlay =
  (...kinds: readonly OverlayKind[]) =>
  (ui: Ui): Ui => {
    const overlays = ui.overlays.filter(({ kind }) => !kinds.includes(kind));
    return overlays.length === ui.overlays.length ? ui : { ...ui, overlays };
  };

/** The ui with an overlay changed, as long as it is open. */
export const changeOverlay =
  <Kind extends OverlayKind>(kind: Kind, change: (state: Overlays[Kind]) => Overlays[Kind]) =>
  (ui: Ui): Ui => {
    const before = overlayOf(ui, kind) as Overlays[Kind] | undefined;
    const next = before && change(before);
    return next === undefined || next === before ? ui : withOverlay(kind, next)(ui);
  };

/** Asks something; a yes does what the question says. */
export const askQuestion = ({ host, ui }: Pick<Context, 'host' | 'ui'>, question: Question): void =>
  ui.update(withOverlay('question', { ...question, since: host.now() }));

/** Opens the one-line prompt, empty where no value is proposed; what a filter held before is dropped. */
export const openPrompt =
  (label: string, purpose: Purpose, value = '') =>
  (ui: Ui): Ui =>
    applied(purpose, value)(withOverlay('prompt', { label, value, purpose })(ui));

/** Takes what was typed into the prompt; filters apply while typing. */
export const typed =
  (value: string) =>
  (ui: Ui): Ui => {
    const now = overlayOf(ui, 'prompt');
    if (now === undefined) return ui;
    const line = lineOf(value);
    const { refused: _, ...prompt } = now;
    return applied(prompt.purpose, line)(withOverlay('prompt', { ...prompt, value: line })(ui));
  };

/** A paste may hold line breaks and controls; a line has neither. */
export const lineOf = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');

/** Closes the prompt and leaves what it did. */
export const closePrompt: (ui: Ui) => Ui = withoutOverlay('prompt');

/** Closes the prompt and undoes what it did. */
export function dropPrompt(ui: Ui): Ui {
  const prompt = overlayOf(ui, 'prompt');
  return prompt === undefined ? ui : closePrompt(applied(prompt.purpose, '')(ui));
}

const applied = ({ typed }: Purpose, value: string): ((ui: Ui) => Ui) => typed?.(value) ?? ((ui) => ui);

/**
 * Brings a screen; zoom, a question and what the server asks in place end with it, the screen's own state is as it was
 * left.
 */
export const showScreen =
  (screen: ScreenId) =>
  (ui: Ui): Ui =>
    ui.screen === screen ? ui : { ...withoutOverlay('question', 'asked')(ui), screen, zoom: false };
