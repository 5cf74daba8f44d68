import { hasFields, openFormUi } from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import { topOverlay } from '../../world/overlay.ts';
import { tell } from '../../world/say.ts';
import { focused, focusPane } from '../../world/ui.ts';
import { changeDetail, shown } from './ask.ts';
import { schemaOf } from './detail.ts';

declare module '../../world/command.ts' {
  interface Services {
    /** Begins the form of what is on screen anew. */
    readonly freshForm: (context: Context) => void;
    /** Why there is no form to begin anew, in one sentence. */
    readonly freshDisabledReason: (situation: Situation) => string | undefined;
  }
}

/** Why there is no form to begin anew, in one sentence. */
export function freshDisabledReason(situation: Situation): string | undefined {
  const now = topOverlay(situation.ui.get()) === undefined ? shown(situation) : undefined;
  if (now === undefined || !hasFields(now.detail.form)) return 'There is nothing to fill in.';
  if (situation.host.connection === undefined) return 'Arguments cannot be changed in a recording.';
  return undefined;
}

/** Brings the form with nothing but defaults; what stood in it can be brought back. */
export function freshForm(context: Context): void {
  const entry = shown(context)?.entry;
  if (entry === undefined) return;
  changeDetail(context, ({ against: _, link: __, ...detail }) => {
    const form = openFormUi(schemaOf(entry));
    return { ...detail, showing: 'form', form: { ...form, past: [...detail.form.past, detail.form.form] } };
  });
  if (focused(context.ui.get()) !== 'detail') context.ui.update(focusPane('detail'));
  tell(context, 'ctrl+_ restores the previous values');
}
