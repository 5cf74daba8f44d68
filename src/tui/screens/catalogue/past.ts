import { compact } from '../../../json/compact.ts';
import { redactorFor } from '../../../session/redaction/redactor.ts';
import type { SessionState } from '../../../session/state.ts';
import type { PastCall } from '../../../settings/history.ts';
import { isSame, type Preset } from '../../../settings/preset.ts';
import { storableArguments } from '../../../settings/storable-arguments.ts';
import { LISTS } from '../../../spec/methods.ts';
import { day } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { memo } from '../../../time/memo.ts';
import { fill, textToSend } from '../../kit/form/state.ts';
import { type Offer, openPalette } from '../../overlay/palette.tsx';
import type { Context, Situation } from '../../world/command.ts';
import { askQuestion, openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { changeDetail, shown } from './ask.ts';
import { allEntries, LIST_SCREENS, type ListEntry, type ListScreen, labelOf } from './entries.ts';
import { isJsonObject, pastCalls, presetsOf, type Recalled } from './recalled.ts';
import { toEntry } from './shown.ts';

/** Opens the list of presets and of arguments used before. */
export function choosePast({ ui }: Context): void {
  ui.update(openPalette('Previous arguments', pastOffers, ({ recalled }) => recalled));
}

/** Why there is nothing to choose from, in one sentence. */
export const pastDisabledReason = (situation: Situation): string | undefined =>
  situation.ui.get().recalled.isRead && pastOffers(situation).length === 0
    ? 'It has no previous arguments and no presets.'
    : undefined;

/** The presets of the tool on screen, then what it was called with, the newest first. */
function pastOffers(situation: Situation): readonly Offer[] {
  const entry = shown(situation)?.entry;
  return entry === undefined ? [] : offersFor(situation.ui.get().recalled, entry);
}

const offersFor = memo((recalled: Recalled, entry: ListEntry): readonly Offer[] => [
  ...presetsOf(recalled, entry).map(({ label, arguments: text }) => ({
    key: `preset ${label}`,
    label: visible(label),
    about: shortened(text),
    kind: 'preset',
    run: (context: Context) => take(context, text, []),
  })),
  ...pastCalls(recalled, entry).map(callOffer),
]);

function callOffer({ arguments: text, left, at }: PastCall, nth: number): Offer {
  return {
    key: `call ${nth}`,
    label: shortened(text),
    about: left.length === 0 ? '' : visible(`not kept: ${left.join(', ')}`),
    kind: day(new Date(at)),
    run: (context) => take(context, text, left),
  };
}

/** Calls that the palette has among everything else. */
const RECENT = 20;

/** The newest calls of what a server lists, each with its arguments; chosen, they stand in its form. */
function recentOffers(recalled: Recalled, entries: readonly ListEntry[]): readonly Offer[] {
  const calls = recalled.calls.filter(({ server }) => server === recalled.server);
  if (calls.length === 0) return [];
  const listed = new Map(entries.map((entry) => [`${entry.list} ${entry.item.name}`, entry]));
  return calls
    .flatMap((call) => {
      const entry = listed.get(`${call.list} ${call.name}`);
      return entry === undefined ? [] : [recentOffer(entry, call)];
    })
    .slice(0, RECENT);
}

function recentOffer(entry: ListEntry, { arguments: text, left, at }: PastCall): Offer {
  return {
    key: `recent ${entry.key} ${text}`,
    label: `${visible(entry.item.name)} ${shortened(text)}`,
    about: `called ${day(new Date(at))}`,
    kind: 'call',
    run(context) {
      context.ui.update(toEntry(entry, context.host.store.state()));
      changeDetail(context, (detail) => ({ ...detail, showing: 'form' }));
      take(context, text, left);
    },
  };
}

/** Characters of arguments that are seen in a row. */
const SEEN = 200;

const shortened = (text: string): string => visible(compact(text, SEEN));

/** Puts arguments into the form. */
function take(context: Context, text: string, left: readonly string[]): void {
  changeDetail(context, (detail) => ({ ...detail, form: fill(detail.form, text, left) }));
  tell(context, 'ctrl+_ restores the previous values');
}

/** Why what is in the form cannot be kept as a preset, in one sentence. */
export function presetDisabledReason(situation: Situation): string | undefined {
  const now = shown(situation);
  if (now?.entry.list !== 'tools') return 'Only tools have presets.';
  if (situation.ui.get().recalled.server === undefined) return 'The server has not sent its name yet.';
  return isJsonObject(textToSend(now.detail.form))
    ? undefined
    : 'The arguments are not a valid JSON object yet.';
}

/** Asks for the label of a preset. */
export const askForLabel = ({ ui }: Context): void =>
  ui.update(
    openPrompt('preset', { id: 'preset', accept: (context, label) => savePreset(context, label.trim()) }),
  );

/** Keeps what is in the form as a preset; asks before a file is created or a preset replaced, unless that is sure. */
export function savePreset(context: Context, label: string, sure = false): void {
  const now = shown(context);
  const { server } = context.ui.get().recalled;
  if (now === undefined || server === undefined || label === '') return;
  const redactor = redactorFor(context.host.store.state().target);
  const { text, left } = storableArguments(textToSend(now.detail.form), redactor);
  const preset: Preset = { server, tool: now.entry.item.name, label, arguments: text };
  void context.memory.presets().then(async ({ path, exists, presets }) => {
    const replaces = presets.some((one) => isSame(one, preset));
    if (!sure && (replaces || !exists)) {
      const text = replaces ? `Replace the preset “${label}” in ${path}?` : `Create ${path}?`;
      const yes = (now: Context): void => savePreset(now, label, true);
      const words = { yes: replaces ? 'replace' : 'create' };
      askQuestion(context, { title: 'Preset', text: visible(text), words, yes });
      return;
    }
    const failure = await context.memory.keep(path, preset);
    if (failure !== undefined) return warn(context, failure);
    const written = await context.memory.presets();
    context.ui.update((ui) => ({ ...ui, recalled: { ...ui.recalled, presets: written.presets } }));
    const without = left.length === 0 ? '' : `, without the secrets at ${left.join(', ')}`;
    tell(context, `saved preset “${label}” in ${path}${without}`);
  });
}

/** Recent calls and everything that the server lists, for the palette. */
export const offers = ({ host, ui }: Situation): readonly Offer[] =>
  offersOf(host.store.state().lists, ui.get().recalled);

const offersOf = memo((lists: SessionState['lists'], recalled: Recalled): readonly Offer[] => {
  const screens = Object.keys(LIST_SCREENS) as ListScreen[];
  const items = screens.flatMap((screen) => allEntries(lists, screen));
  return [...recentOffers(recalled, items), ...items.map(itemOffer)];
});

function itemOffer(entry: ListEntry): Offer {
  const { key, list, item } = entry;
  const label = labelOf(entry);
  const more = [...new Set([item.title, item.name])].filter((text) => text !== label);
  return {
    key: `item ${key}`,
    label: visible(label),
    about: visible(more.join('  ')),
    kind: LISTS[list].noun,
    run: ({ host, ui }) => ui.update(toEntry(entry, host.store.state())),
  };
}
