import { locateError } from '../../../json/locate.ts';
import { isObject } from '../../../json/shape.ts';
import { redactorFor } from '../../../session/redaction/redactor.ts';
import type { SessionState } from '../../../session/state.ts';
import { addressOf, type Target } from '../../../session/target.ts';
import { withoutSecrets } from '../../../settings/without-secrets.ts';
import { quoteShell } from '../../../text/quote.ts';
import type { Context } from '../../world/command.ts';
import { warn } from '../../world/say.ts';
import { print } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';
import { recordedCalls, withCall } from './recalled.ts';

/** Reads what was called before, and learns from the session whose calls they are; returns the way to stop. */
export function recall(context: Context): () => void {
  const { host, ui, memory } = context;
  const learn = (): void => {
    const server = serverOf(host.store.state());
    if (server === undefined || server === ui.get().recalled.server) return;
    ui.update((now) => ({ ...now, recalled: { ...now.recalled, server } }));
  };
  learn();
  void Promise.all([memory.history(), memory.presets()]).then(([{ calls, remarks }, file]) => {
    // What was called meanwhile is the newest.
    ui.update((now) => ({
      ...now,
      recalled: {
        ...now.recalled,
        isRead: true,
        calls: [...now.recalled.calls, ...calls],
        presets: file.presets,
      },
    }));
    for (const remark of [...memory.remarks, ...remarks, ...file.remarks]) {
      ui.update(print(remark));
      warn(context, remark);
    }
  });
  return host.store.subscribe(learn);
}

/** Finds what was called in a recording, once all of it has been read; a live session has nothing of the kind. */
export function recallRecorded({ host, ui }: Pick<Context, 'host' | 'ui'>): void {
  if (host.connection !== undefined) return;
  void host.checked().then(() => {
    const recorded = recordedCalls(host.log);
    ui.update((now) => ({ ...now, recalled: { ...now.recalled, recorded } }));
  });
}

/** Whose calls are remembered: what the server calls itself, else how it is reached, without secrets. */
function serverOf({ server, target }: SessionState): string | undefined {
  if (server === undefined) return undefined;
  return server.name !== undefined && server.name !== '' ? server.name : wordsOf(target);
}

/** A command line or an address without secrets; of a recording that of its server. */
export function wordsOf(target: Target): string {
  switch (target.transport) {
    case 'recorded':
      return target.of;
    case 'stdio':
      return quoteShell(redactorFor(target).words([target.command, ...target.args]));
    case 'http':
    case 'sse':
    case 'ws':
      return redactorFor(target).mask(addressOf(target));
  }
}

/** Remembers the arguments of a call, without their secrets; a text that is no JSON object is not remembered. */
export function rememberCall(context: Context, { list, item }: ListEntry, text: string): void {
  const { host, ui, memory } = context;
  const { server } = ui.get().recalled;
  if (server === undefined || list === 'resources' || !isJsonObject(text)) return;
  const { text: kept, left } = withoutSecrets(text, redactorFor(host.store.state().target));
  const at = new Date(host.started + host.now()).toISOString();
  const call = { at, server, list, name: item.name, arguments: kept, left };
  ui.update((now) => ({ ...now, recalled: withCall(now.recalled, call) }));
  void memory.remember(call).then((failure) => failure !== undefined && warn(context, failure));
}

/** Whether a text is one that can be kept as arguments. */
export const isJsonObject = (text: string): boolean =>
  locateError(text) === undefined && isObject(JSON.parse(text));
