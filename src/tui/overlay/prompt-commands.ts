import { addProperty, renameMember } from '../kit/form/in-view.ts';
import { type Step, scrollPane } from '../kit/movement.ts';
import { find } from '../kit/sheet/commands.ts';
import { keepSelected, moveInList } from '../screens/catalogue/commands.ts';
import { savePreset } from '../screens/catalogue/past.ts';
import { changeRoots } from '../screens/inbox/commands.ts';
import { moveInOutput } from '../screens/output/commands.ts';
import { answerWith } from '../screens/server/commands.ts';
import { keepNote, moveInTraffic } from '../screens/traffic/commands.ts';
import { exportTo } from '../screens/traffic/exports.ts';
import { filters, loadFilters } from '../screens/traffic/filtering.ts';
import { completeTyped, keepFilter, whyNotCompleted } from '../screens/traffic/filtering-commands.ts';
import { jumpTo } from '../screens/traffic/jump.ts';
import { filterProblem } from '../screens/traffic/state.ts';
import { saveAs } from '../shell/save.ts';
import { type Context, inScope } from '../world/command.ts';
import { HELP_PANE } from '../world/ui.ts';
import { closePrompt, retyped, withoutWord } from './typed.ts';

/** What works in the one-line prompt; everything else that is typed goes into it. */
export const prompt = inScope('prompt', {
  'prompt.accept': {
    keys: ['enter'],
    label: 'accept',
    hint: 'accept',
    run: accept,
  },
  'prompt.complete': {
    keys: ['tab'],
    label: 'complete',
    disabled: whyNotCompleted,
    run: completeTyped,
  },
  'prompt.clear': {
    keys: ['ctrl+u'],
    label: 'clear the line',
    run: ({ ui }) => ui.update(retyped(() => '')),
  },
  'prompt.word': {
    keys: ['ctrl+w'],
    label: 'delete last word',
    run: ({ ui }) => ui.update(retyped(withoutWord)),
  },
  'prompt.up': {
    keys: ['up'],
    label: 'previous match',
    run: (context) => moveInFound(context, { by: 'row', way: -1 }),
  },
  'prompt.down': {
    keys: ['down'],
    label: 'next match',
    run: (context) => moveInFound(context, { by: 'row', way: 1 }),
  },
});

/** Takes what was typed: a filter works already, what is looked for and a path are used now. */
function accept(context: Context): void {
  const { prompt: typed, traffic } = context.ui.get();
  const isTraffic = typed?.purpose.kind === 'filterLog' && typed.purpose.log === 'traffic';
  if (isTraffic && filters() === undefined) {
    // Whoever types fast is here before it: a filter that means nothing must not be taken for want of a reader.
    void loadFilters().then(() => context.ui.get().prompt === typed && accept(context));
    return;
  }
  if (isTraffic && filterProblem(traffic) !== undefined) {
    context.ui.update((ui) => ({ ...ui, prompt: { ...typed, refused: true } }));
    return;
  }
  context.ui.update(closePrompt);
  if (typed?.purpose.kind === 'filter') keepSelected(context);
  if (typed?.purpose.kind === 'find' && typed.value !== '') find(context, 1, true);
  if (typed?.purpose.kind === 'rename' && typed.value !== '')
    renameMember(context, typed.purpose.path, typed.value);
  if (typed?.purpose.kind === 'property') addProperty(context, typed.purpose.path, typed.value);
  if (typed?.purpose.kind === 'preset') savePreset(context, typed.value.trim());
  if (typed?.purpose.kind === 'roots') changeRoots(context, typed.value);
  if (typed?.purpose.kind === 'redirect') answerWith(context, typed.value);
  if (typed?.purpose.kind === 'note') keepNote(context, typed.purpose.at, typed.value);
  if (typed?.purpose.kind === 'jump' && typed.value.trim() !== '') jumpTo(context, typed.value);
  if (typed?.purpose.kind === 'keepFilter') keepFilter(context, typed.value, typed.purpose.filter);
  if (typed?.purpose.kind === 'export') exportTo(context, typed.value, typed.purpose.seqs);
  if (typed?.purpose.kind === 'save') saveAs(context, typed.value, typed.purpose.content);
}

/** Moves in the list, the log or the help that is being filtered. */
function moveInFound(context: Context, step: Step): void {
  const purpose = context.ui.get().prompt?.purpose;
  if (purpose?.kind === 'filter') moveInList(context, step);
  else if (purpose?.kind === 'filterLog' && purpose.log === 'traffic') moveInTraffic(context, step);
  else if (purpose?.kind === 'filterLog') moveInOutput(context, step);
  else if (purpose?.kind === 'help') scrollPane(context, HELP_PANE, step);
}
