import { memberText } from '../../../json/parts.ts';
import { isObject } from '../../../json/shape.ts';
import { JsonText, write } from '../../../json/write.ts';
import { latest } from '../../../session/log/log.ts';
import { LISTS, type ListName } from '../../../spec/methods.ts';
import type { Context, Situation } from '../../world/command.ts';
import { either, live } from '../../world/reason.ts';
import { warn } from '../../world/say.ts';
import { askAgain, callDisabledReason, shown, sideAfter } from './ask.ts';
import { loadComparing } from './call-sheet.ts';
import { previousOf } from './comparing-commands.ts';
import { confirmation } from './confirming.ts';
import { detailOf, withDetail, withResult } from './detail.ts';
import { allEntries, type ListEntry, screenOfList } from './entries.ts';
import { toEntry } from './shown.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** What was called last, by the key of its entry. */
    readonly lastCall?: { readonly key: string; readonly list: ListName; readonly name: string };
  }
}

/** Why there is no last call that could be made again, in one sentence. */
export const rerunDisabledReason = either(live, (situation) => {
  const last = situation.ui.get().lastCall;
  if (last === undefined) return 'Nothing has been called yet.';
  return lastEntry(situation) === undefined ? `${last.name} is no longer listed.` : undefined;
});

/** Goes to what was called last and calls it again, as it stands in its form. */
export function rerunHere(context: Context): void {
  const entry = lastEntry(context);
  if (entry === undefined) return;
  context.ui.update(toEntry(entry, context.host.store.state()));
  const reason = callDisabledReason(context);
  if (reason !== undefined || shown(context)?.entry.key !== entry.key)
    warn(context, reason ?? 'It no longer exists.');
  else askAgain(context);
}

/** What was called last, as far as it is still listed. */
function lastEntry({ host, ui }: Situation): ListEntry | undefined {
  const { lastCall } = ui.get();
  if (lastCall === undefined) return undefined;
  const all = allEntries(host.store.state().lists, screenOfList(lastCall.list));
  return all.find(({ key }) => key === lastCall.key);
}

/**
 * Makes the last call again, exactly as it was sent, where that can do no harm, and shows what differs in its result.
 * Resolves with what came of it in a few words; nothing where nothing was called before.
 *
 * @param key how a person makes the call again where it is not made by itself
 */
export async function rerun(context: Context, key: string): Promise<string | undefined> {
  const { host, ui } = context;
  const { lastCall } = ui.get();
  if (lastCall === undefined) return undefined;
  const { name } = lastCall;
  const entry = lastEntry(context);
  const before = entry && detailOf(ui.get().details, ui.get().recalled, entry).call;
  if (entry === undefined || before === undefined) return `${name} is no longer listed`;
  if (!isHarmless(entry)) return `${key} runs ${name} again, which is neither read-only nor idempotent`;
  const sent = paramsSent(host.log.text(before) ?? '');
  const asked = confirmation(context, entry, write(sent['arguments'] ?? {}));
  if (asked !== undefined) return `${key} runs ${name} again after a confirmation`;
  const call = host.connection?.request(LISTS[entry.list].use, sent);
  if (call === undefined || call.seq === 0) return undefined;
  const show = (against?: number): void =>
    ui.update(
      withDetail(entry, (now) => {
        const { link: _, ...detail } = now;
        const isOther = against !== undefined && now.call !== call.seq;
        return isOther
          ? now
          : withResult({ ...detail, showing: sideAfter(context, detail) }, call.seq, against);
      }),
    );
  show();
  const outcome = await call.done;
  const newest = latest(host.log, call.seq);
  const against = previousOf(host.log, call.seq);
  if (outcome.kind !== 'result' && outcome.kind !== 'error') return outcome.why;
  if (against === undefined) return `${name} finished`;
  const found = (await loadComparing())(host.log, newest, against);
  if (found !== undefined) show(against);
  return `${name}: ${found ?? 'the same result'}`;
}

/** Reading can do no harm; a tool says of itself whether calling it once more does (server/tools#tool: annotations). */
function isHarmless({ list, item }: ListEntry): boolean {
  const annotations = isObject(item.raw) ? item.raw['annotations'] : undefined;
  return (
    list !== 'tools' ||
    (isObject(annotations) &&
      (annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true))
  );
}

/** What a request asked for, to the character, without what belongs to that one request. */
function paramsSent(message: string): Readonly<Record<string, unknown>> {
  const params = memberText(message, 'params') ?? '{}';
  return Object.fromEntries(
    ['name', 'uri', 'arguments'].flatMap((name) => {
      const text = memberText(params, name);
      return text === undefined ? [] : [[name, new JsonText(text)]];
    }),
  );
}
