import type { Lens, SeenServer } from '../../../kit/lens.ts';
import type { Context, Situation } from '../../../world/command.ts';
import type { Schedule } from '../../../world/pace.ts';
import { tell } from '../../../world/say.ts';

/** Looks at the server as the next client does; behind the last one as it is, as before the first. */
export async function turnLens(context: Context): Promise<void> {
  const { SEEN_AS, lensOf } = await import('./lens.ts');
  const now = context.ui.get().lens?.client;
  const next = SEEN_AS[now === undefined ? 0 : SEEN_AS.indexOf(now) + 1];
  if (next === undefined) takeLensOff(context);
  else look(context, lensOf(next));
}

/** Looks at the server as the client of this id or other name does, if there is anything to see of that. */
export async function lookAs(context: Context, word: string): Promise<void> {
  const { seenAs, lensOf } = await import('./lens.ts');
  const client = seenAs(word);
  if (client !== undefined) look(context, lensOf(client));
}

/** Shows everything as it was sent again. */
export function takeLensOff(context: Context): void {
  context.ui.update(({ lens: _, ...ui }) => ui);
  tell(context, 'everything as the server sends it');
}

/** ms after which the clients are read: the start does not wait for that. */
const LATER = 1_000;

/** Has the palette know the clients that can be looked as. Returns the way to stop. */
export const watchLenses = (context: Context, schedule: Schedule): (() => void) =>
  schedule(LATER, () => void loadLenses(context));

async function loadLenses({ ui }: Pick<Context, 'ui'>): Promise<void> {
  const { SEEN_AS } = await import('./lens.ts');
  ui.update((now) => ({ ...now, lenses: SEEN_AS }));
}

/** Why there is no lens to take off, in one sentence. */
export const noLens = ({ ui }: Situation): string | undefined =>
  ui.get().lens === undefined ? 'Everything is shown as the server sends it.' : undefined;

function look(context: Context, lens: Lens): void {
  context.ui.update((ui) => ({ ...ui, lens }));
  const words = toolWords(lens, context.host.store.state());
  tell(context, `seen as ${lens.client.name}${words} · V goes on, alt+v shows all as sent`, SAID);
}

/** ms, longer than usual: it says two things. */
const SAID = 8_000;

/** How many tools its model does not see, or not as they are sent. */
function toolWords(lens: Lens, seen: SeenServer): string {
  const { items } = seen.lists.tools;
  if (items.length === 0) return '';
  const marks = items.map((tool) => lens.tool(seen, tool).mark?.kind);
  const out = marks.filter((kind) => kind === 'left out').length;
  const changed = marks.filter((kind) => kind === 'changed').length;
  if (out + changed === 0) return ': all tools as they are';
  const parts = [out === 0 ? '' : `${out} left out`, changed === 0 ? '' : `${changed} not as sent`];
  return `: of ${items.length} tools ${parts.filter((part) => part !== '').join(', ')}`;
}
