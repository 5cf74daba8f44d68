import { selectedSeq } from '../../kit/log/state.ts';
import { openPrompt } from '../../overlay/typed.ts';
import type { Context, Row, Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { shownTraffic } from './state.ts';

/** Marks and notes, in the list of the traffic and at the selected line itself, with ids `<scope>.mark` and `.note`. */
export function noting<Scope extends 'traffic' | 'message'>(
  scope: Scope,
): Record<`${Scope}.${'mark' | 'note'}`, Row> {
  const rows: Readonly<Record<string, Row>> = {
    [`${scope}.mark`]: {
      keys: ['m'],
      label: 'mark or unmark',
      hint: 'mark',
      disabled: whyNoLine,
      run: turnMark,
    },
    [`${scope}.note`]: { keys: [';'], label: 'note', disabled: whyNoLine, run: askForNote },
  };
  return rows as Record<`${Scope}.${'mark' | 'note'}`, Row>;
}

const whyNoLine = (situation: Situation): string | undefined =>
  lineIn(situation) === undefined ? 'There is no line to say something of.' : undefined;

/** The selected line of the traffic. */
export function lineIn({ host, ui }: Situation): number | undefined {
  const { traffic } = ui.get();
  return selectedSeq(traffic, shownTraffic(host, traffic).seqs);
}

function turnMark(context: Context): void {
  const seq = lineIn(context);
  if (seq === undefined) return;
  const mark = context.host.log.note(seq)?.mark !== true;
  void keep(context, seq, { mark }, mark ? `#${seq} is marked` : `#${seq} is no longer marked`);
}

/** Asks what there is to say of the selected line; what was said is there to be changed. */
function askForNote(context: Context): void {
  const seq = lineIn(context);
  if (seq === undefined) return;
  const { text = '' } = context.host.log.note(seq) ?? {};
  context.ui.update(openPrompt(`note on #${seq}`, { kind: 'note', at: seq }, text));
}

/** Keeps what was typed of a line; nothing typed takes the note back. */
export function keepNote(context: Context, seq: number, typed: string): void {
  const text = typed.trim();
  if (text === (context.host.log.note(seq)?.text ?? '')) return;
  void keep(context, seq, { text }, text === '' ? `the note on #${seq} is gone` : `noted on #${seq}`);
}

async function keep(
  context: Context,
  seq: number,
  said: { readonly mark?: boolean; readonly text?: string },
  done: string,
): Promise<void> {
  const why = await context.host.note(seq, said);
  if (why === undefined) tell(context, done, 2_000);
  else warn(context, why);
}
