import { isObject } from '../../json/shape.ts';
import { detailOf, withDetail } from '../ui/detail.ts';
import { entriesOf, type ListEntry } from '../ui/entries.ts';
import type { Shown } from '../ui/shown.ts';
import type { Context, Situation } from './command.ts';

/** What to ask before this call: for a tool that destroys once, with `--confirm all` each time. */
export function confirmation(
  { confirm }: Pick<Context, 'confirm'>,
  { entry, detail }: Shown,
): string | undefined {
  if (confirm === 'never' || entry.list !== 'tools') return undefined;
  if (isDestructive(entry) && !detail.confirmed)
    return `Call it? ${entry.item.name} says that it may destroy something.`;
  return confirm === 'all' ? `Call ${entry.item.name}?` : undefined;
}

/** The same before a text is sent that was written by hand: about the first call in it that is to be asked about. */
export function confirmationOf(context: Context, text: string): string | undefined {
  const [name] = toolsCalled(text);
  return (
    listedOf(context, text)
      .map((called) => confirmation(context, called))
      .find((asked) => asked !== undefined) ??
    (context.confirm === 'all' && name !== undefined ? `Call ${name}?` : undefined)
  );
}

/** The person has said yes to what a text calls: none of it is asked about once more because it destroys. */
export function confirmCalls(context: Context, text: string): void {
  for (const { entry, detail } of listedOf(context, text))
    context.ui.update((ui) => ({
      ...ui,
      details: withDetail(ui.details, entry, { ...detail, confirmed: true }),
    }));
}

function isDestructive({ item }: ListEntry): boolean {
  const annotations = isObject(item.raw) ? item.raw['annotations'] : undefined;
  return isObject(annotations) && annotations['destructiveHint'] === true;
}

/** The tools of the list that the messages of a text call. */
function listedOf({ host, ui }: Situation, text: string): readonly Shown[] {
  const names = new Set(toolsCalled(text));
  const { details, recalled } = ui.get();
  return entriesOf(host.store.state().lists, 'tools', '')
    .all.filter(({ item }) => names.has(item.name))
    .map((entry) => ({ entry, detail: detailOf(details, recalled, entry) }));
}

/** The names of the tools that the messages of a text call, listed or not. */
const toolsCalled = (text: string): readonly string[] =>
  messagesIn(text).flatMap((message) => {
    if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return [];
    const { name } = message['params'];
    return typeof name === 'string' ? [name] : [];
  });

/** What a server will read from a text: JSON over any number of lines, else each line that is JSON; batches in parts. */
function messagesIn(text: string): readonly unknown[] {
  const whole = parsed(text);
  return (whole.length > 0 ? whole : text.split('\n').flatMap(parsed)).flat();
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    if (error instanceof SyntaxError) return []; // sent all the same, and then it calls nothing
    throw error;
  }
}
