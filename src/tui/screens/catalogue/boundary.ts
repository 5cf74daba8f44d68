import { boundaryCalls } from '../../../form/boundary.ts';
import type { Form } from '../../../form/form.ts';
import { visible } from '../../../text/visible.ts';
import type { Offer } from '../../overlay/offer.ts';
import { openedPalette } from '../../overlay/palette.ts';
import type { Context, Situation } from '../../world/command.ts';
import { ask, shown, whyNot } from './ask.ts';

/** Opens the list of calls at the edges of the tool's schema. */
export function chooseBoundary({ ui }: Context): void {
  ui.update((now) => ({ ...now, palette: openedPalette('boundary') }));
}

/** Why there are no boundary values to choose from here. */
export function whyNoBoundary(situation: Situation): string | undefined {
  if (situation.ui.get().screen !== 'tools') return 'Boundary values are those of a tool: 2 shows the tools.';
  const reason = whyNot(situation);
  if (reason !== undefined) return reason;
  return boundaryOffers(situation).length === 0 ? 'It has no parameters.' : undefined;
}

const made = new WeakMap<Form, readonly Offer[]>();

/** A row for each call at the edge of what the schema of the tool on screen allows, or just beyond. */
export function boundaryOffers(situation: Situation): readonly Offer[] {
  const form = shown(situation)?.detail.form.form;
  if (form === undefined) return [];
  const before = made.get(form);
  if (before !== undefined) return before;
  const offers = boundaryCalls(form).map((call, nth) => ({
    key: `boundary ${nth}`,
    label: visible(call.label),
    about: visible(call.text.slice(0, ABOUT)),
    run: (context: Context) => ask(context, 'nothing', call),
  }));
  made.set(form, offers);
  return offers;
}

/** Characters of the arguments that can be seen beside what is odd about them. */
const ABOUT = 200;
