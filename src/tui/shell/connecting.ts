import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { memo } from '../../time/memo.ts';
import { type Offer, openPalette } from '../overlay/palette.tsx';
import type { Context, Situation } from '../world/command.ts';
import { overlayOf, withoutOverlay } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';
import { type Further, GO_THROUGH } from '../world/sessions.ts';
import { DEMO, findChoices, isLine, taken } from './opening.ts';
import type { Choice } from './picking.ts';

/**
 * Offers what there is to connect to beside what is open: all that the start offers, and what is typed, which is the best
 * match where it is a command or an address.
 */
export async function chooseConnection(context: Context): Promise<void> {
  const { ui, sessions } = context;
  const { further } = sessions;
  if (further === undefined) return;
  let choices: readonly Choice[] = [DEMO];
  const bring = bringer();
  const offersOf = memo((found: readonly Choice[], line: string) => [
    ...(line === '' ? [] : [typedOffer(line, further, bring)]),
    ...found.map((choice) => choiceOffer(choice, further, bring)),
  ]);
  const offers = ({ ui: of }: Situation): readonly Offer[] =>
    offersOf(choices, overlayOf(of.get(), 'palette')?.list.filter.trim() ?? '');
  const from = (): unknown => choices;
  ui.update(openPalette('Connect to: type a command or a URL, or choose', offers, from));
  try {
    choices = await findChoices({ ...further, now: () => new Date() }, new AbortController().signal);
    ui.update((now) => ({ ...now }));
  } catch (error) {
    warn(context, `What there is could not be looked for: ${reason(error)}`);
  }
}

/** What was typed, behind all that it matches where it is no command and no address. */
const typedOffer = (line: string, further: Further, bring: Bring): Offer => ({
  key: 'typed',
  label: visible(line),
  about: '',
  kind: 'connect',
  isElsewhere: !isLine(line, further.shell),
  closesItself: true,
  run: (context) =>
    bring(context, () =>
      taken(line, async (words) => {
        const opened = await further.open(words);
        return typeof opened === 'string' ? { problem: opened } : { opened };
      }).then((done) => ('problem' in done ? done.problem : done.opened)),
    ),
});

const choiceOffer = (
  { key, group, name, facts, line, words, isBad }: Choice,
  { open }: Further,
  bring: Bring,
): Offer => ({
  key,
  label: visible(name),
  about: facts.map((fact) => visible(fact)).join(' · '),
  kind: visible(group),
  ...(isBad ? { whyNot: () => visible(line) } : {}),
  closesItself: true,
  run: (context) => bring(context, () => open(words)),
});

/** Opens something and brings it into the window. */
type Bring = (context: Context, open: () => ReturnType<Further['open']>) => void;

/** What is chosen once more while it opens is opened once. */
function bringer(): Bring {
  let isOpening = false;
  return (context, open) => {
    if (isOpening) return;
    isOpening = true;
    void brought(context, open).finally(() => {
      isOpening = false;
    });
  };
}

/**
 * Brings what is opened into the window, the last one in view. Whatever fails, what is there stays, and the list with what was
 * typed: what is typed next is not for the screen behind.
 */
async function brought(context: Context, open: () => ReturnType<Further['open']>): Promise<void> {
  const { sessions } = context;
  try {
    const opened = await open();
    if (typeof opened === 'string') {
      warn(context, opened);
      return;
    }
    context.ui.update(withoutOverlay('palette'));
    for (const { host, name } of opened) sessions.add(host, name);
    const { shown } = sessions.get();
    const { all } = sessions.get();
    const is = `${visible(shown.name)} is session ${all.indexOf(shown) + 1}`;
    tell(shown, all.length === opened.length + 1 ? `${is}; ${GO_THROUGH}` : is);
  } catch (error) {
    warn(context, `It could not be opened: ${reason(error)}`);
  }
}
