import type { ReactNode } from 'react';
import type { Host } from '../../host/host.ts';
import { Pane } from '../kit/pane.tsx';
import { itemInView } from '../kit/sheet/commands.ts';
import { pageOf } from '../kit/sheet/enter.ts';
import { SheetPane } from '../kit/sheet/pane.tsx';
import type { Sheet } from '../kit/sheet/sheet.ts';
import { type Context, inScope, type Row, type Scope, type Situation } from '../world/command.ts';
import type { Area } from '../world/layout.ts';
import { overlayOf, topOverlay, withOverlay, withoutOverlay } from '../world/overlay.ts';
import type { Ui } from '../world/ui.ts';
import { useCounts, useUi, useWorld } from '../world/world.ts';

import { askToBrowse, browseDisabledReason } from './browse.ts';

declare module '../world/overlay.ts' {
  interface Overlays {
    readonly definition: Definition;
  }
}

/** What is read over the panes: an item of a list or a request of the Inbox as the server sent it, a summary. */
export interface Definition {
  readonly title: string;
  /** The sheet as it stands now; nothing when what it is of is gone. */
  readonly sheet: (host: Host, ui: Ui) => Sheet | undefined;
  /** The scope of the keys that it has besides, and what each command does. */
  readonly own?: {
    readonly scope: Scope;
    readonly acts: Readonly<Record<string, (context: Context) => void>>;
    /** What esc does first; false where it closes the sheet. */
    readonly back?: (context: Context) => boolean;
  };
}

/** The name under which it is kept how it is looked at. */
export const DEFINITION_PANE = 'definition';

/** Shows a sheet over the panes. */
export const showDefinition = (
  title: string,
  sheet: Definition['sheet'],
  own?: Definition['own'],
): ((ui: Ui) => Ui) => withOverlay('definition', { title, sheet, ...(own && { own }) });

/** Leaving it. */
export const definition = inScope(
  { id: 'definition', title: 'Definition' },
  {
    'definition.close': {
      keys: ['i', 'q'],
      label: 'close',
      hint: 'close',
      run: ({ ui }) => ui.update(withoutOverlay('definition')),
    },
    'definition.browse': {
      keys: ['o'],
      label: 'open in a browser',
      hint: 'browser',
      disabled: (situation) => browseDisabledReason(pageIn(situation)),
      run: (context) => askToBrowse(context, pageIn(context) ?? ''),
    },
  },
);

/** A key that does what the sheet that is shown has it do. */
const own = (id: string, row: Omit<Row, 'run'>): Readonly<Record<string, Row>> => ({
  [id]: { ...row, run: (context) => overlayOf(context.ui.get(), 'definition')?.own?.acts[id]?.(context) },
});

/** Making a test of a call. */
export const testDraft = inScope(
  { id: 'draft', title: 'Test of a call' },
  {
    ...own('draft.tick', { keys: ['space'], label: 'tick / untick', hint: 'tick', rank: 1 }),
    ...own('draft.write', { keys: ['ctrl+s'], label: 'write the step', hint: 'write', rank: 1 }),
  },
);

const runAllWord = ({ ui }: Situation): string =>
  ui.get().stepsRun?.steps.some(({ done }) => done?.status === 'skipped') ? 'run all' : '';

/** What came of the steps of a file. */
export const steps = inScope(
  { id: 'steps', title: 'Steps' },
  {
    ...own('steps.again', { keys: ['r'], label: 'run again', hint: 'again', rank: 1 }),
    ...own('steps.all', { keys: ['a'], label: 'run skipped, too', hint: runAllWord, rank: 2 }),
    ...own('steps.file', { keys: ['e'], label: 'run another file', hint: 'other file', rank: 4 }),
  },
);

/** Is something under way that the sheet shows, so that esc stops it? */
export function runsInSheet(ui: Ui): boolean {
  const over = topOverlay(ui);
  return over?.kind === 'definition' && over.own?.back !== undefined && ui.stepsRun?.state === 'running';
}

/** Stops what the sheet shows, where something is under way. */
export const stopInSheet = (context: Context): boolean => {
  const over = topOverlay(context.ui.get());
  return over?.kind === 'definition' && over.own?.back?.(context) === true;
};

/** The page that the selected row leads to. */
function pageIn(situation: Situation): string | undefined {
  const found = itemInView(situation);
  return found && pageOf(found.item);
}

const whole = (ui: Ui): Ui => ui;

/** The sheet over the panes. */
export function DefinitionOverlay({ area }: { readonly area: Area }): ReactNode {
  const { host } = useWorld();
  const ui = useUi(whole);
  useCounts((state) => state);
  const now = overlayOf(ui, 'definition');
  const sheet = now?.sheet(host, ui);
  const title = sheet?.title ?? now?.title ?? '';
  if (sheet === undefined) return <Pane area={area} title={title} right="no longer listed" focused />;
  return <SheetPane area={area} name={DEFINITION_PANE} sheet={sheet} title={title} focused />;
}
