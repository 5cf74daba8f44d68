import { locateError } from '../../../json/locate.ts';
import { isObject } from '../../../json/shape.ts';
import { redactorFor } from '../../../session/redaction/redactor.ts';
import type { SessionState } from '../../../session/state.ts';
import { addressOf, type Target } from '../../../session/target.ts';
import { withoutSecrets } from '../../../settings/without-secrets.ts';
import { quoteShell } from '../../../text/quote.ts';
import type { Context } from '../../world/command.ts';
import { react } from '../../world/react.ts';
import { warn } from '../../world/say.ts';
import { print } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';
import { type Recalled, recordedCalls, withCall } from './recalled.ts';

/**
 * Reads what was called before, in a recording once all of it has been read, and learns from the session whose calls
 * they are. Returns the way to stop.
 */
export function recall(context: Context): () => void {
  const { host, ui, memory } = context;
  const change = (now: Partial<Recalled>): void =>
    ui.update((before) => ({ ...before, recalled: { ...before.recalled, ...now } }));
  const learn = (server: string | undefined): void => {
    if (server !== undefined) change({ server });
  };
  learn(serverOf(host.store.state()));
  void Promise.all([memory.history(), memory.presets()]).then(([{ calls, remarks }, file]) => {
    // What was called meanwhile is the newest.
    change({ isRead: true, calls: [...ui.get().recalled.calls, ...calls], presets: file.presets });
    for (const remark of [...memory.remarks, ...remarks, ...file.remarks]) {
      ui.update(print(remark));
      warn(context, remark);
    }
  });
  if (host.connection === undefined)
    void host.checked().then(() => change({ recorded: recordedCalls(host.log) }));
  return react(host.store, serverOf, learn);
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
