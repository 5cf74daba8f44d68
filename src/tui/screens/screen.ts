import type { ComponentType } from 'react';
import type { Host } from '../../host/host.ts';
import type { Running, SessionState } from '../../session/state.ts';
import type { Invocation } from '../../snippet/invocation.ts';
import type { FormOwner } from '../kit/form/in-view.ts';
import type { RowStep } from '../kit/movement.ts';
import type { Sheet } from '../kit/sheet/sheet.ts';
import type { Offer } from '../overlay/palette.tsx';
import type { Command, Context, Scope, Situation } from '../world/command.ts';
import type { Third, ViewProps } from '../world/layout.ts';
import type { Schedule } from '../world/pace.ts';
import type { Arrangement, PlaceId, ScreenId } from '../world/screen-id.ts';
import type { Ui } from '../world/ui.ts';

/**
 * All that the shell knows of a screen. A folder exports its record, and shell/screen-list.ts lists it: nothing else
 * lists the screens. What a screen does not have it leaves out.
 */
export interface Screen {
  readonly id: ScreenId;
  /** The key that shows it, alone or with alt. */
  readonly key: string;
  readonly title: string;
  readonly arrangement: Arrangement;
  /** What it begins with: its own part of the interactive state. */
  readonly start: Partial<Ui>;
  /** What its tab counts; undefined for no number. */
  readonly count?: (state: SessionState) => number | undefined;
  /** In place of `count`, lines of a log: updated at the pace of the log. */
  readonly lines?: (state: SessionState) => number;
  /** How many things on it wait for the person: counted in place of `count`, urgent, and never cut. */
  readonly waiting?: (ui: Ui, state: SessionState) => number;
  readonly commands: readonly Command[];
  /** Commands in the scope `always`: what no key runs is found in the palette. */
  readonly everywhere?: readonly Command[];
  /** The scopes of the focused pane, the nearest first; those that work everywhere come behind. */
  readonly scopes: (ui: Ui, state: SessionState) => readonly Scope[];
  /** A field of a form has the focus, so that each character is text. */
  readonly isTyping?: (ui: Ui, state: SessionState) => boolean;
  /** The form that is filled in on it; nothing while there is none. */
  readonly form?: (situation: Situation) => FormOwner | undefined;
  /** Says why nothing can be typed where a field has the focus and there is no form. */
  readonly noForm?: (context: Context) => void;
  readonly View: ComponentType<ViewProps>;
  /** The sheet that its detail shows, or its third pane. */
  readonly sheet?: (host: Host, ui: Ui, place: PlaceId) => Sheet | undefined;
  /** How its panes would share the window. */
  readonly room?: {
    /** Cells of the longest row of its list. */
    readonly list: (state: SessionState, ui: Ui) => number;
    /** What it has for a third pane; nothing while that would be empty. */
    readonly third: (ui: Ui, state: SessionState) => Third | undefined;
  };
  /** Whether it is the third pane that has the focus of its detail, and how that changes sides. */
  readonly sides?: {
    readonly isThird: (ui: Ui, state: SessionState) => boolean;
    readonly turn: (context: Context, side: 'detail' | 'result') => void;
  };
  /** Moves the selection of its list, for the wheel. */
  readonly move?: (context: Context, step: RowStep) => void;
  /** Closes what was opened in its detail; false when nothing was. */
  readonly close?: (context: Context) => boolean;
  /** Is something opened in its detail in the place of what it was opened from? */
  readonly isInside?: (ui: Ui, state: SessionState) => boolean;
  /** The last step back, at its first pane: the same state when there is none. */
  readonly back?: (ui: Ui) => Ui;
  /** The running call of what is shown, which ctrl+c cancels first. */
  readonly call?: (ui: Ui, state: SessionState) => Running | undefined;
  /** What would be lost on leaving, in one sentence; asked only where no text is typed. */
  readonly unsent?: (ui: Ui, state: SessionState) => string | undefined;
  /** The request to copy as a command or code, or why there is none, in one sentence. */
  readonly invocation?: (situation: Situation) => Invocation | string;
  /** The line of the traffic that is looked at: of the call whose result is shown, or the selected one. */
  readonly looksAt?: (situation: Situation) => number | undefined;
  /** What it adds to the palette, before the commands; the same array as long as nothing of it changes. */
  readonly offers?: (situation: Situation) => readonly Offer[];
  /** What it does by itself from the start of a session on; each returns the way to stop. */
  readonly watch?: readonly Watch[];
}

/** Begins to look at a session, and returns the way to stop. */
export type Watch = (context: Context, schedule: Schedule) => () => void;
