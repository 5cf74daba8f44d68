import { oneLine } from '../../../form/draft.ts';
import { memberTexts } from '../../../json/parts.ts';
import { locateError } from '../../../json/reader.ts';
import { createEditor, edit } from '../../../text/edit.ts';
import { selectedSeq, selectIn } from '../../kit/log/state.ts';
import { closeHelp } from '../../overlay/help.tsx';
import { freshId, openWriting } from '../../overlay/writing.tsx';
import type { Context, Situation } from '../../world/command.ts';
import { showScreen, withoutOverlay } from '../../world/overlay.ts';
import { either, reachable } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { focusPane, paneName, type Ui } from '../../world/ui.ts';
import { SLICE, shownTraffic } from './state.ts';

declare module '../../world/command.ts' {
  interface Services {
    /** Sends a text, whatever it is, and shows it in the traffic. */
    readonly sendText: (context: Context, text: string) => void;
  }
}

/** Why the selected line of the traffic cannot be sent again. */
export const resendDisabledReason = either((situation) => {
  const seq = selected(situation);
  const of = situation.host.parts?.at(seq ?? 0);
  if (of !== undefined) return `Resend it in its session, ${of.part.name}: S goes there.`;
  const row = seq === undefined ? undefined : situation.host.log.row(seq);
  return row?.dir === 'c2s' ? undefined : 'Only messages you sent can be resent.';
}, reachable);

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
  const { draft } = context.ui.get();
  const isEdited = draft !== undefined && draft.past.length > 0;
  const next = isEdited ? edit(draft, { type: 'replace', text: again }) : createEditor(again, 'many');
  context.ui.update(openWriting(next));
  if (isEdited) tell(context, 'ctrl+_ restores the previous text');
}

function selected({ host, ui }: Situation): number | undefined {
  const { traffic } = ui.get();
  return selectedSeq(traffic, shownTraffic(host, traffic).seqs);
}

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

/** JSON that was broken into lines as one line, which a message has to be; any other text as it is. */
const onOneLine = (text: string): string =>
  text.includes('\n') && locateError(text) === undefined ? oneLine(text) : text;

/** Sends a text, whatever it is, and shows it in the traffic. */
export function sendText(context: Context, text: string): void {
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
export function showInTraffic(
  { host, ui, extents }: Pick<Context, 'host' | 'ui' | 'extents'>,
  seq: number,
): boolean {
  const { height } = extents.get(paneName('traffic', 'list'));
  const looked = ui.get().traffic;
  // What is found so far ends before the new line where much is still to be looked at: then it counts as hidden.
  const found = shownTraffic(host, looked, SLICE).seqs;
  const line = looked.exchanges ? host.log.beginningOf(seq) : seq;
  const isHidden = found.at(found.placeOf(line)) !== line;
  ui.update(({ draft: _, ...before }: Ui) => {
    const traffic = isHidden
      ? { ...before.traffic, filter: '', findings: false, aside: undefined }
      : before.traffic;
    const { seqs } = shownTraffic(host, traffic, SLICE);
    const shown = { ...closeHelp(before), traffic: selectIn(traffic, seqs, line, height) };
    return focusPane('list')(
      showScreen('traffic')(withoutOverlay('copying', 'writing', 'definition')(shown)),
    );
  });
  return isHidden && (looked.filter.trim() !== '' || looked.findings);
}
