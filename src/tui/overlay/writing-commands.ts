import { oneLine } from '../../form/draft.ts';
import { locateError } from '../../json/locate.ts';
import { memberTexts } from '../../json/parts.ts';
import { type EditAction, edit } from '../../text/edit.ts';
import { selectedSeq, selectIn } from '../kit/log/state.ts';
import { editing } from '../kit/movement.ts';
import { confirmationOfText } from '../screens/catalogue/confirming.ts';
import { SLICE, shownTraffic } from '../screens/traffic/state.ts';
import { restartWords } from '../shell/gone.ts';
import { type Context, inScope, type Situation } from '../world/command.ts';
import { tell, warn } from '../world/say.ts';
import { closeHelp, focusPane, paneName, showScreen, type Ui } from '../world/ui.ts';
import { newRequest, replaced, type Writing, writingOf } from './writing.ts';

/** The name under which the extent of the text is kept. */
export const WRITING_PANE = 'writing';

/** Writing a message by hand. */
export const writing = inScope('writing', {
  'writing.send': {
    keys: ['ctrl+s'],
    label: 'send as is',
    hint: 'send',
    disabled: whyNotSent,
    run: (context) => sendWriting(context),
  },
  'writing.newLine': {
    keys: ['enter', 'ctrl+j', 'shift+enter', 'alt+enter'],
    label: 'new line',
    run: (context) => act(context, { type: 'insert', text: '\n' }),
  },
  'writing.editor': { keys: ['ctrl+o'], label: 'edit in your editor', hint: '$EDITOR', run: editOutside },
  'writing.up': { keys: ['up'], label: 'up', run: (context) => vertical(context, 'up') },
  'writing.down': { keys: ['down'], label: 'down', run: (context) => vertical(context, 'down') },
  'writing.backspace': {
    keys: ['backspace'],
    label: 'delete backward',
    run: (context) => act(context, { type: 'delete', to: 'left' }),
  },
  ...editing('writing', act),
  'writing.undo': { keys: ['ctrl+_'], label: 'undo', run: (context) => act(context, { type: 'undo' }) },
  'writing.yank': {
    keys: ['ctrl+y'],
    label: 'paste deleted text',
    run: (context) => act(context, { type: 'yank' }),
  },
});

/** Why nothing can be sent now. */
export function whyNotSent(situation: Situation): string | undefined {
  const { host } = situation;
  if (host.connection === undefined) return 'Not available in a recording.';
  const { phase } = host.store.state();
  return phase === 'failed' || phase === 'closed'
    ? `The server is gone; ${restartWords(situation)}.`
    : undefined;
}

/** Opens what was being written, or a new request. */
export function write(context: Context): void {
  context.ui.update((ui) => ({
    ...ui,
    writing: ui.writing === undefined ? newRequest(freshId(context)) : { ...ui.writing, isOpen: true },
  }));
}

/** Why the selected line of the traffic cannot be sent again. */
export function whyNotAgain(situation: Situation): string | undefined {
  const seq = selected(situation);
  const row = seq === undefined ? undefined : situation.host.log.row(seq);
  if (row?.dir !== 'c2s') return 'Only messages you sent can be resent.';
  return whyNotSent(situation);
}

/**
 * Opens a copy of the selected line of the traffic, to be changed and sent; a request gets an id of its own. What was
 * being written is one step of undo away.
 */
export function writeAgain(context: Context): void {
  const text = context.host.log.text(selected(context) ?? 0);
  if (text === undefined) {
    warn(context, 'Its text is no longer in memory.');
    return;
  }
  const again = withId(text, freshId(context));
  const kept = context.ui.get().writing;
  const isEdited = kept !== undefined && kept.editor.past.length > 0;
  const writing = isEdited ? { ...replaced(kept, again), isOpen: true } : writingOf(again);
  context.ui.update((ui) => ({ ...ui, writing }));
  if (isEdited) tell(context, 'ctrl+_ restores the previous text');
}

/** Takes what is typed or pasted. */
export const typeIntoWriting = (context: Context, text: string): void =>
  act(context, { type: 'insert', text });

function selected({ host, ui }: Situation): number | undefined {
  const { traffic } = ui.get();
  return selectedSeq(traffic, shownTraffic(host, traffic).seqs);
}

/** An id that our own requests, which count from 1, never have. */
const freshId = ({ host }: Context): string => `r${host.log.length}`;

/** A request with an id, and a token for its progress, of its own; every other member as it is written. */
function withId(text: string, id: string): string {
  const names = memberTexts(text)?.map(([name]) => name) ?? [];
  if (!names.includes('method') || !names.includes('id')) return text;
  const own = (): string => JSON.stringify(id);
  return withMember(withMember(text, 'id', own), 'params', (params) =>
    withMember(params, '_meta', (meta) => withMember(meta, 'progressToken', own)),
  );
}

/** The text of an object with one member's changed; any other text, and one without that member, as it is. */
function withMember(text: string, name: string, change: (member: string) => string): string {
  const members = memberTexts(text);
  if (!members?.some(([one]) => one === name)) return text;
  const written = members.map(
    ([one, member]) => `${JSON.stringify(one)}:${one === name ? change(member) : member}`,
  );
  return `{${written.join(',')}}`;
}

function change(context: Context, next: (writing: Writing) => Writing): void {
  context.ui.update((ui) => {
    const writing = ui.writing && next(ui.writing);
    return writing === undefined || writing === ui.writing ? ui : { ...ui, writing };
  });
}

function act(context: Context, action: EditAction): void {
  change(context, (now) => {
    const editor = edit(now.editor, action);
    return editor === now.editor ? now : { ...now, editor };
  });
}

function vertical(context: Context, to: 'up' | 'down'): void {
  const { cells = 80 } = context.extents.get(WRITING_PANE);
  act(context, { type: 'move', to, cells });
}

function editOutside(context: Context): void {
  const before = context.ui.get().writing?.editor.text ?? '';
  void context.terminal.edit(before, 'json').then((edited) => {
    if (edited.kind === 'failed') warn(context, edited.why);
    else change(context, (now) => replaced(now, edited.text.replace(/\n$/, '')));
  });
}

/** JSON that was broken into lines as one line, which a message has to be; any other text as it is. */
const onOneLine = (text: string): string =>
  text.includes('\n') && locateError(text) === undefined ? oneLine(text) : text;

/** Sends the text that was written. A call of a destructive tool is asked about first, unless that is `sure`. */
export function sendWriting(context: Context, sure: 'nothing' | 'all' = 'nothing'): void {
  const text = context.ui.get().writing?.editor.text ?? '';
  const asked = sure === 'all' ? undefined : confirmationOfText(context, text);
  if (asked === undefined) {
    sendAsItStands(context, text);
    return;
  }
  const { tools, ...words } = asked;
  const question = { ...words, purpose: { kind: 'sendWriting', tools } } as const;
  context.ui.update((ui) => ({ ...ui, question }));
}

/** Sends a text, whatever it is, and shows it in the traffic. */
export function sendAsItStands(context: Context, text: string): void {
  const { host } = context;
  const seq = host.log.length;
  host.connection?.sendText(onOneLine(text));
  if (host.log.row(seq) === undefined) {
    warn(context, 'Not sent: the server has closed its input.');
    return;
  }
  const dropped = showInTraffic(context, seq) ? '; the filter would hide it and was removed' : '';
  tell(context, `sent as is (#${seq})${dropped}`);
}

/**
 * Brings a line of the traffic, selected; a filter that hides it is dropped, which is said, and so is what was
 * written. Returns whether one was dropped.
 */
function showInTraffic({ host, ui, extents }: Context, seq: number): boolean {
  const { height } = extents.get(paneName('traffic', 'list'));
  const looked = ui.get().traffic;
  // What is found so far ends before the new line where much is still to be looked at: then it counts as hidden.
  const found = shownTraffic(host, looked, SLICE).seqs;
  const isHidden = found.at(found.placeOf(seq)) !== seq;
  ui.update(({ writing: _, definition: __, ...before }: Ui) => {
    const traffic = isHidden
      ? { ...before.traffic, filter: '', findings: false, aside: undefined }
      : before.traffic;
    const { seqs } = shownTraffic(host, traffic, SLICE);
    const shown = {
      ...closeHelp(before),
      copying: false,
      traffic: selectIn(traffic, seqs, seq, height),
    };
    return focusPane('list')(showScreen('traffic')(shown));
  });
  return isHidden && (looked.filter.trim() !== '' || looked.findings);
}
