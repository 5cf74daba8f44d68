import { latest } from '../../session/log/log.ts';
import { wayBack } from '../../session/target.ts';
import { movement, scrollPane } from '../kit/movement.ts';
import { changesDisabledReason, showChanges } from '../screens/catalogue/changes.ts';
import { isListScreen } from '../screens/catalogue/entries.ts';
import { turnLens } from '../screens/catalogue/lens/turning.ts';
import { copyReport } from '../screens/traffic/exports.ts';
import { type Command, type Context, inScope, type Row, type Situation } from '../world/command.ts';
import { showScreen, withoutOverlay } from '../world/overlay.ts';
import { live, ready } from '../world/reason.ts';
import { tell } from '../world/say.ts';
import { type PlaceId, panesOf, type ScreenId } from '../world/screen-id.ts';
import { focused, focusPane, paneName, type Ui } from '../world/ui.ts';
import { toggleHelp, togglePalette } from './everything.ts';
import { quit } from './leaving.ts';
import { askToRestart, cleanDisabledReason, toggleClean } from './restarting.ts';
import { screenOf, screens } from './screen-list.ts';
import { toAll } from './session-commands.ts';

/** Going from pane to pane, where tab is not for the fields of a form. */
export const panes = inScope(
  { id: 'panes', title: 'Panes' },
  {
    nextPane: {
      keys: ['tab'],
      label: 'next pane',
      hint: 'pane',
      rank: 5,
      run: (context) => cyclePane(context, 1),
    },
    previousPane: {
      keys: ['shift+tab'],
      label: 'previous pane',
      run: (context) => cyclePane(context, -1),
    },
  },
);

/** What works over the panes as in them: under another lens what is read there is another text. */
export const over = (table: () => readonly Command[]) =>
  inScope(
    { id: 'definition', title: 'Definition' },
    {
      'definition.lens': {
        keys: ['V'],
        label: 'see as next client',
        run: (context) => void turnLens(context),
      },
      'definition.help': {
        keys: ['?'],
        label: 'help for this pane',
        run: toggleHelp(table),
      },
    },
  );

/** Moving in a pane of text. */
export const scroll = inScope(
  { id: 'scroll', title: 'Text' },
  {
    ...movement('scroll', (context, step) => {
      const ui = context.ui.get();
      scrollPane(context, paneName(ui.screen, focused(ui)), step);
    }),
  },
);

/** The next pane of the screen, or the one before, round and round. */
function cyclePane(context: Context, step: 1 | -1): void {
  const ui = context.ui.get();
  const { arrangement, sides } = screenOf(ui.screen);
  const hasThird = context.extents.layout()?.panes.result !== undefined;
  const places: readonly PlaceId[] = [...panesOf(arrangement), ...(hasThird ? ['result' as const] : [])];
  const isThird = hasThird && sides?.isThird(ui, context.host.store.state()) === true;
  const next = places.at((places.indexOf(isThird ? 'result' : focused(ui)) + step) % places.length);
  if (next !== undefined) goToPlace(context, next);
}

/** Gives the focus to a pane where it lies in the window. */
export function goToPlace(context: Context, place: PlaceId): void {
  const { ui, extents } = context;
  const isSide = place === 'detail' || place === 'result';
  if (isSide && extents.layout()?.panes.result !== undefined)
    screenOf(ui.get().screen).sides?.turn(context, place);
  ui.update(focusPane(place === 'result' ? 'detail' : place));
}

/** Goes to a screen by its key, from under what lies over the panes; once more brings its list. */
export const goToScreen =
  (id: ScreenId) =>
  (ui: Ui): Ui => {
    const bare = withoutOverlay('definition', 'writing', 'copying', 'help', 'prompt', 'palette')(ui);
    const isThere = bare === ui && ui.screen === id && screenOf(id).arrangement !== 'single';
    return isThere ? focusPane('list')(withoutOverlay('asked')(ui)) : showScreen(id)(bare);
  };

const TALLER = { usual: 'third', third: 'half', half: 'usual' } as const;

/** Going to a screen by its number, wherever nothing is typed. */
export const numbers = inScope(
  { id: 'numbers', title: 'Screens (when not typing)' },
  {
    ...Object.fromEntries(
      screens.map(({ id, key, title }): [string, Row] => [
        `screen.${id}`,
        {
          keys: [key],
          label: title.toLowerCase(),
          unlisted: true,
          // Why a server has ended is mostly said there.
          ...(id === 'output' && { hint: (situation) => (hasFailed(situation) ? 'output' : ''), rank: 1 }),
          run: ({ ui }) => ui.update(goToScreen(id)),
        },
      ]),
    ),
    // The row of sessions has it as number 0.
    'sessions.all': { keys: ['0'], unlisted: true, ...toAll },
  },
);

/** Why no test can be made of what is looked at, in one sentence. */
function keepDisabledReason(situation: Situation): string | undefined {
  const { host, ui } = situation;
  if (host.parts !== undefined) return 'Make a test of it in its session: S goes there.';
  const seq = screenOf(ui.get().screen).looksAt?.(situation);
  if (seq === undefined) return 'There is no answer here to make a test of.';
  const { row, requestOf } = host.log;
  const line = row(seq);
  const request = line?.kind === 'request' ? line : row(line?.re ?? requestOf(seq) ?? 0);
  if (request?.kind !== 'request' || request.dir !== 'c2s')
    return 'Only what was asked of the server can be tested.';
  const { answer } = row(latest(host.log, request.seq)) ?? {};
  return answer === undefined ? 'It has not been answered yet.' : undefined;
}

async function keepCall(context: Context): Promise<void> {
  const seq = screenOf(context.ui.get().screen).looksAt?.(context) ?? 0;
  const { keep } = await import('../overlay/test-draft.ts');
  keep(context, seq);
}

/** Makes a test of what is looked at. */
export const keepRow = {
  label: 'make a test of it',
  disabled: keepDisabledReason,
  run: (context: Context) => void keepCall(context),
};

/** Runs a file of steps. */
export const stepsRow = {
  label: 'run a file of steps',
  disabled: ready,
  run: (context: Context) => void import('../overlay/steps-run.ts').then(({ runSteps }) => runSteps(context)),
};

/** What works while no text is being typed. */
export const browsing = (table: () => readonly Command[]) =>
  inScope(
    { id: 'browsing', title: 'Everywhere (when not typing)' },
    {
      restart: {
        keys: ['R'],
        label: 'restart / reconnect',
        hint: restartHint,
        rank: 0,
        disabled: live,
        run: (context) => askToRestart(context),
      },
      zoom: {
        keys: ['z'],
        label: 'zoom pane',
        hint: 'zoom',
        rank: 5,
        run: ({ ui }) => ui.update((now) => ({ ...now, zoom: !now.zoom })),
      },
      dock: {
        keys: ['t'],
        label: 'toggle traffic',
        run: ({ ui }) => ui.update((now) => ({ ...now, dock: !now.dock })),
      },
      dockSize: {
        keys: ['='],
        label: 'grow traffic',
        disabled: ({ ui }) =>
          ui.get().screen === 'traffic' ? 'The traffic already fills the screen.' : undefined,
        run: ({ ui }) =>
          ui.update((now) => ({
            ...now,
            dock: true,
            dockSize: now.dock ? TALLER[now.dockSize] : now.dockSize,
          })),
      },
      reveal: {
        keys: ['*'],
        label: 'toggle secrets',
        run: (context) => {
          context.ui.update((now) => ({ ...now, revealed: !now.revealed }));
          tell(context, revealedOrNot(context), 2_000);
        },
      },
      lens: {
        keys: ['V'],
        label: 'see as next client',
        hint: lensHint,
        rank: 4,
        run: (context) => void turnLens(context),
      },
      restartClean: {
        keys: ['C'],
        label: 'toggle clean env',
        disabled: cleanDisabledReason,
        run: toggleClean,
      },
      changes: {
        keys: ['D'],
        label: 'what changed',
        hint: (situation) => (changesDisabledReason(situation) === undefined ? 'changes' : ''),
        rank: 5,
        disabled: changesDisabledReason,
        run: (context) => void showChanges(context),
      },
      keepHere: {
        keys: ['T'],
        ...keepRow,
        unlisted: true,
        hint: (situation) => (focused(situation.ui.get()) === 'list' ? '' : 'test'),
        rank: 4,
      },
      stepsHere: { keys: ['W'], ...stepsRow, unlisted: true },
      report: { keys: ['B'], label: 'copy bug report', run: (context) => void copyReport(context) },
      paletteHere: { keys: [':'], label: 'palette', unlisted: true, run: togglePalette(table) },
      paneHelp: {
        keys: ['?'],
        label: 'help for this pane',
        run: toggleHelp(table),
      },
      quit: {
        keys: ['q'],
        label: 'quit',
        hint: 'quit',
        rank: 5,
        run: quit,
      },
    },
  );

/** It is told where all tools are in view, and wherever a lens changes what is. */
function lensHint({ ui }: Situation): string {
  const now = ui.get();
  if (now.lens !== undefined) return isListScreen(now.screen) ? 'next client' : '';
  return now.screen === 'tools' && focused(now) === 'list' ? 'as a client' : '';
}

/** Where there is no connection it is the key that matters. */
function restartHint({ host }: Situation): string {
  const { phase, target } = host.store.state();
  if (phase !== 'failed' && phase !== 'closed') return '';
  return wayBack(target);
}

/** Has the server ended while one is elsewhere than at its output? */
function hasFailed({ host, ui }: Situation): boolean {
  const { phase, target } = host.store.state();
  return phase === 'failed' && target.transport === 'stdio' && ui.get().screen !== 'output';
}

/** What became of the secrets. What was left out of a recording cannot be brought back. */
function revealedOrNot({ host, ui }: Context): string {
  if (!ui.get().revealed) return 'hiding secrets';
  const isLive = [host, ...(host.parts?.all ?? []).map((part) => part.host)].some(
    ({ connection }) => connection !== undefined,
  );
  return isLive ? 'showing secrets' : 'showing secrets, as far as they were recorded';
}
