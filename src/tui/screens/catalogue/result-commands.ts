import { appOf } from '../../../surface/app.ts';
import { visible } from '../../../text/visible.ts';
import { hasFields } from '../../kit/form/state.ts';
import { inView, itemInView } from '../../kit/sheet/commands.ts';
import { textOf } from '../../kit/sheet/flow.ts';
import { isRaw, toggleRaw } from '../../kit/sheet/sheet.ts';
import { askToBrowse, browseDisabledReason } from '../../overlay/browse.ts';
import { showDefinition } from '../../overlay/definition.tsx';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { ask, askAgain, backToForm, callDisabledReason, shown } from './ask.ts';
import {
  compareDisabledReason,
  stepDisabledReason,
  stepResult,
  toggleCompared,
} from './comparing-commands.ts';
import { definitionSheet } from './definition-sheet.ts';
import { allEntries, type ListEntry, rawName } from './entries.ts';
import { readAgain } from './linked.ts';
import { choosePast, pastDisabledReason } from './past.ts';
import { turn } from './sides.ts';
import { subscribeDisabledReason, subscribeWord, toggleSubscription } from './subscribing.ts';
import { viewUriOf } from './views.ts';

/** What works at the result of a call, besides reading it. */
export const result = inScope(
  { id: 'result', title: 'Result' },
  {
    'result.edit': {
      keys: ['e'],
      label: 'edit and run again',
      // A resource has nothing to edit.
      hint: (situation) => (isFillable(situation) ? 'edit' : ''),
      rank: 1,
      run: backToForm,
    },
    'result.again': {
      keys: ['r'],
      label: 'run again',
      hint: 'again',
      rank: 1,
      disabled: callDisabledReason,
      run: (context) => {
        if (!readAgain(context)) askAgain(context);
      },
    },
    'result.call': {
      keys: ['ctrl+s'],
      label: 'call with the form',
      disabled: callDisabledReason,
      run: (context) => ask(context),
    },
    'result.past': {
      keys: ['ctrl+r'],
      label: 'previous arguments',
      disabled: pastDisabledReason,
      run: (context) => {
        backToForm(context);
        choosePast(context);
      },
    },
    'result.form': {
      keys: ['f6'],
      label: 'to the form',
      run: (context) => turn(context, 'detail'),
    },
    'result.raw': {
      keys: ['p', 'ctrl+t'],
      label: 'toggle raw',
      hint: ({ ui }) => (isRaw(ui.get(), rawName(ui.get(), ui.get().screen)) ? 'formatted' : 'JSON'),
      rank: 4,
      disabled: rawDisabledReason,
      run: ({ ui }) => ui.update((now) => toggleRaw(rawName(now, now.screen))(now)),
    },
    'result.compare': {
      keys: ['d'],
      label: 'compare to previous',
      hint: (situation) => (isComparing(situation) ? 'result' : 'diff'),
      disabled: compareDisabledReason,
      run: toggleCompared,
    },
    'result.before': {
      keys: ['('],
      label: 'older result',
      hint: (situation) => (isComparing(situation) ? 'older' : ''),
      rank: 0,
      disabled: stepDisabledReason(-1),
      run: stepResult(-1),
    },
    'result.after': {
      keys: [')'],
      label: 'newer result',
      hint: (situation) => (isComparing(situation) ? 'newer' : ''),
      rank: 0,
      disabled: stepDisabledReason(1),
      run: stepResult(1),
    },
    'result.subscribe': {
      keys: ['u'],
      label: 'subscribe / stop',
      hint: subscribeWord,
      disabled: subscribeDisabledReason,
      run: toggleSubscription,
    },
    'result.browse': {
      keys: ['o'],
      label: 'open in a browser',
      hint: 'browser',
      disabled: (situation) => browseDisabledReason(urlIn(situation)),
      run: (context) => askToBrowse(context, urlIn(context) ?? ''),
    },
    'result.definition': { keys: ['i'], label: 'definition', run: showItem },
  },
);

function isFillable(situation: Situation): boolean {
  const { detail } = shown(situation) ?? {};
  return detail !== undefined && hasFields(detail.form);
}

/** Why the result is not shown in another way, in one sentence. */
function rawDisabledReason(situation: Situation): string | undefined {
  if (inView(situation) === undefined) return 'There is nothing to show yet.';
  return isComparing(situation) ? 'The comparison has only one view: d goes back to the result.' : undefined;
}

/** Whether what is shown is the difference between two results. */
const isComparing = (situation: Situation): boolean => shown(situation)?.detail.against !== undefined;

/** The text that is selected, where it may be the URL of a page. */
function urlIn(situation: Situation): string | undefined {
  const found = itemInView(situation);
  return found && textOf(found.item);
}

/** Lays the definition of the selected item over the panes. */
export function showItem(context: Context): void {
  const now = shown(context);
  const { screen } = context.ui.get();
  if (now === undefined || (screen !== 'tools' && screen !== 'resources' && screen !== 'prompts')) return;
  const { key } = now.entry;
  const show = (about: About): void =>
    context.ui.update(
      showDefinition(`Definition of ${visible(key.replace(/^\S+ /, ''))}`, (host, ui) => {
        const entry = allEntries(host.store.state().lists, screen).find((one) => one.key === key);
        const looked = ui.lens && { lens: ui.lens, seen: host.store.state() };
        return (
          entry && definitionSheet(host.log, host.mask, entry, ui.revealed, about(host, ui, entry), looked)
        );
      }),
    );
  if (isMoreToSay(now.entry)) void import('./about-item.ts').then(({ aboutItem }) => show(aboutItem));
  else show(() => undefined);
}

/** Whether an item has a view, or is a skill: what was read of it is shown with its definition. */
const isMoreToSay = (entry: ListEntry): boolean =>
  entry.list === 'skills' || viewUriOf(entry) !== undefined || appOf(entry.item.raw) !== undefined;

/** What is said of an item besides its definition. */
type About = typeof import('./about-item.ts').aboutItem;
