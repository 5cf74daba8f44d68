import { setTimeout as pause } from 'node:timers/promises';
import { wholeDifference } from '../clients/difference.ts';
import type { Host } from '../host/host.ts';
import { listsArrived } from '../host/lists-arrived.ts';
import type { RecordedHost } from '../host/recorded.ts';
import { LIST_NAMES, type ListName } from '../spec/methods.ts';
import type { Change } from '../surface/change.ts';
import { maskedSurface } from '../surface/lock.ts';
import { type Surface, surfaceOf } from '../surface/surface.ts';
import { conversationIn } from './conversation.ts';
import { failedCall, judgedCall } from './judged-call.ts';
import { openingOf } from './opening.ts';
import { questionsAmong, recordedAnswers } from './questions.ts';
import { type Replay, type Replayed, replayed } from './replay.ts';
import { type ReplayedCall, replayedCalls } from './replayed-call.ts';
import { redactedAmong } from './secrets.ts';
import type { Verifiable, VerifyOptions } from './verifiable.ts';
import { isDifferent } from './verification.ts';

/**
 * A recording as something to verify servers against: what was asked for in it is asked for again, in its order and as much
 * side by side as it was, the server's own requests are answered as they were, and what comes is compared with what came.
 *
 * @param recorded read whole
 */
export function verifiableRecording(recorded: RecordedHost, options: VerifyOptions): Verifiable {
  const conversation = conversationIn(recorded.log);
  const all = replayedCalls(conversation, recorded.log);
  const calls = options.only.length === 0 ? all : all.filter((call) => isMeant(call, options.only));
  const answers = recordedAnswers(
    [conversation.loose, ...conversation.requests.map(({ within }) => within)].flatMap(questionsAmong),
    questionsAmong(conversation.loose),
    options.level,
  );
  const isOpened = recorded.store.state().era !== undefined;
  return {
    names: [...new Set(all.flatMap(({ method, subject }) => [method, subject]))].filter(
      (name) => name !== '',
    ),
    redacted: redactedAmong(all.map(({ params }) => params)),
    lists: listsFor(recorded, options, calls),
    opening: { ...openingOf(conversation, recorded), answer: answers.answer },
    unreached: (why) => ({ steps: calls.map((call) => failedCall(call, why)) }),
    async verify(server) {
      await listsArrived(server.host);
      const replay: Replay = { server, options, answers, names: new Map(), end: recorded.now() };
      const sent = await replayed(calls, replay);
      await listsArrived(server.host);
      const isListed = listedIn(recorded, server.host);
      const made = sent.map((one, place) => orSkipped(one, isListed(calls[place]?.subject ?? '')));
      const firstSkipped = made.findIndex((one) => one.kind === 'skipped' && one.mayChange);
      return {
        steps: calls.flatMap((call, place) => {
          const isAfterSkipped = firstSkipped >= 0 && place > firstSkipped;
          const one = made[place];
          return one === undefined
            ? []
            : [judgedCall(call, one, { ...options, names: replay.names, isAfterSkipped })];
        }),
        // Without a handshake nothing is known of what was offered; who names some calls asks for nothing else.
        ...(isOpened && options.only.length === 0 && { surface: await changesOf(recorded, server.host) }),
        isLate: made.some((one, place) => isLate(calls[place], one)),
      };
    },
    close: () => recorded.close(),
  };
}

/** The lists that the recording has, which are compared, and that of the tools, which says what may be called. */
function listsFor(
  { store }: RecordedHost,
  { all, only }: VerifyOptions,
  calls: readonly ReplayedCall[],
): readonly ListName[] {
  const { lists } = store.state();
  const isGated = !all && calls.some(({ method }) => method === 'tools/call');
  // With some names alone nothing else is compared.
  const isCompared = (name: ListName): boolean => only.length === 0 && lists[name].state !== 'unasked';
  return LIST_NAMES.filter((name) => isCompared(name) || (name === 'tools' && isGated));
}

/** Whether a tool is one of the server now, and whether it was when it was recorded, as far as that is known. */
function listedIn(
  recorded: Host,
  live: Host,
): (tool: string) => { readonly is: boolean; readonly was: boolean } {
  const namesIn = ({ store }: Host): ReadonlySet<string> => {
    const { items, changed } = store.state().lists.tools;
    return new Set([...items, ...(changed?.before ?? [])].map(({ name }) => name));
  };
  const [old, now] = [namesIn(recorded), namesIn(live)];
  const isKnown = recorded.store.state().lists.tools.state === 'done';
  return (tool) => ({ is: now.has(tool), was: !isKnown || old.has(tool) });
}

/** A tool that was called without being listed, or is listed only later, is not gone. */
function orSkipped(one: Replayed, { is, was }: { readonly is: boolean; readonly was: boolean }): Replayed {
  if (one.kind !== 'unlisted' || (was && !is)) return one;
  return {
    kind: 'skipped',
    why: 'the server did not list it at that time; --all sends it anyway',
    mayChange: false,
  };
}

const isMeant = ({ method, subject }: ReplayedCall, only: readonly string[]): boolean =>
  only.some((name) => name === subject || name === method);

/** Whether an answer that came when it was recorded was waited for in vain. */
const isLate = (call: ReplayedCall | undefined, made: Replayed): boolean =>
  call?.end.kind === 'answered' && made.kind === 'sent' && made.first.outcome.kind === 'timeout';

/** ms in which a list that was announced to have changed is asked for again. */
const SETTLES = 500;

/** What is offered otherwise, once what a call has changed in it has arrived. */
async function changesOf(recorded: Host, live: Host): Promise<readonly Change[]> {
  const changes = (): readonly Change[] => wholeDifference(offeredIn(recorded), offeredIn(live));
  const found = changes();
  if (!found.some(isDifferent)) return found;
  await pause(SETTLES);
  await listsArrived(live);
  return changes();
}

/** What a session offers, without secrets. */
function offeredIn({ store, log, mask }: Host): Surface {
  return maskedSurface(surfaceOf(store.state(), log.text), mask);
}
