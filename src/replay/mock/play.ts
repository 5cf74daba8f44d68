import { memberText, withMember } from '../../json/parts.ts';
import { reason } from '../../text/reason.ts';
import type { RecordedLine } from '../conversation.ts';
import { differencesOf, shortText } from './call.ts';
import { type Asker, type MockClient, type OpenPlay, outgoing, whyNotAsked, withTasks } from './client.ts';
import type { Act, Reaction } from './reactions.ts';

/** What a play needs beside the client. */
export interface Playing {
  /** Waits as long as was waited then; without it nothing is waited for. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Whether something that the server sent beside its answers is left out. */
  readonly isLeftOut: (line: RecordedLine) => boolean;
  /** The exact text of an id for a request of ours. */
  readonly nextId: () => string;
  /** Tells the person of something, in a sentence. */
  readonly tell: (sentence: string) => void;
  /** Keeps in mind that the client answered otherwise than it did then. */
  readonly answeredOtherwise: (asked: Pick<RecordedLine, 'method' | 'seq'>, difference: string) => void;
}

/**
 * Plays what a server did about a request: what it sent before its answer, the answer, and what it sent by itself after that.
 * It is answered by the time this returns where nothing is waited for.
 *
 * @param answered told of the answer before it is sent; gives what is sent in its place
 */
export function play(
  stage: Playing,
  client: MockClient,
  reaction: Reaction,
  asker: Asker,
  answered: (msg: string) => string = (msg) => withTasks(client, msg, asker),
): void {
  playing(stage, client, reaction, asker, answered).catch(failed(stage, reaction));
}

/** One request that cannot be played is no reason to end the others. */
const failed =
  ({ tell }: Playing, { request: { line } }: Reaction) =>
  (error: unknown): void =>
    tell(`${line.method} (#${line.seq}) cannot be played: ${reason(error)}`);

async function playing(
  stage: Playing,
  client: MockClient,
  reaction: Reaction,
  asker: Asker,
  answered: (msg: string) => string,
): Promise<void> {
  const { request } = reaction;
  const running: OpenPlay = { isOver: false, stops: new Set() };
  client.open.set(asker.id, running);
  client.peer.matched?.(asker.id, request);
  client.ids.set(memberText(request.line.msg, 'id') ?? '', asker.id);
  const recordedToken = request.params === undefined ? undefined : tokenIn(request.params);
  if (recordedToken !== undefined) client.tokens.set(recordedToken, asker.token);
  const acted = perform(
    { stage, client, asker: { ...asker, recordedToken }, running },
    reaction.acts,
    request.line.t,
  );
  const end = typeof acted === 'number' ? acted : await acted;
  if (running.isOver || client.isClosed) return;
  if (request.end.kind === 'answered') {
    const { line } = request.end;
    const wait = stage.pause?.(line.t - end);
    if (wait !== undefined) await wait;
    if (running.isOver || client.isClosed) return;
    client.open.delete(asker.id);
    client.peer.send(answered(withAnswerId(line.msg, asker.id)), asker.id);
  } else {
    client.peer.silent?.(asker.id, request);
    const { kind } = request.end;
    // What came after the client had given it up comes after it does so again.
    if (kind === 'cancelled' || kind === 'timeout')
      await new Promise<void>((givenUp) => {
        running.stops.add(givenUp);
      });
    if (client.isClosed) return;
  }
  playOnce(stage, client, reaction, reaction.after, asker);
}

/** Plays what was sent by itself behind a request, which is sent once, however often that is made. */
export function playOnce(
  stage: Playing,
  client: MockClient,
  reaction: Reaction,
  acts: readonly Act[],
  about?: Pick<Asker, 'task'>,
): void {
  if (client.told.has(reaction) || acts.length === 0) return;
  client.told.add(reaction);
  const { end, line } = reaction.request;
  const since = end.kind === 'answered' ? end.line.t : (end.t ?? line.t);
  const acting: Acting = {
    stage,
    client,
    asker: undefined,
    about,
    running: { isOver: false, stops: new Set() },
  };
  const acted = async (): Promise<unknown> => perform(acting, acts, since);
  acted().catch(failed(stage, reaction));
}

/** An answer to somebody else's id; one without an id is left without. */
function withAnswerId(msg: string, id: string): string {
  const recorded = memberText(msg, 'id');
  return recorded === undefined || recorded === 'null' ? msg : withMember(msg, 'id', id);
}

/** The exact text of the progress token in params. */
export function tokenIn(params: string): string | undefined {
  const meta = memberText(params, '_meta');
  return meta === undefined ? undefined : memberText(meta, 'progressToken');
}

interface Acting {
  readonly stage: Playing;
  readonly client: MockClient;
  readonly asker: Asker | undefined;
  /** What it belongs to that is sent by itself. */
  readonly about?: Pick<Asker, 'task'> | undefined;
  readonly running: OpenPlay;
}

/** Does one act after the other; when the last of them was, in ms of the recording. At once where nothing is waited for. */
function perform(acting: Acting, acts: readonly Act[], since: number): number | Promise<number> {
  const { stage, client, running, asker, about } = acting;
  const heard = new Map<RecordedLine, Promise<unknown>>();
  const isOver = (): boolean => running.isOver || client.isClosed;
  const due = (act: Act, t: number): Promise<unknown> | undefined => {
    if (act.kind !== 'heard') return stage.pause?.(act.line.t - t);
    // What nobody waits for is compared when it comes.
    return asker === undefined ? undefined : (heard.get(act.ask) ?? client.heard.get(act.ask));
  };
  const doNow = (act: Act): void => {
    if (stage.isLeftOut(act.line)) return;
    if (act.kind === 'send') {
      const out = outgoing(client, act.line, asker, asker ?? about);
      if (out !== undefined) client.peer.send(out.text, out.re);
      client.lists.noticed(act.line);
    } else if (act.kind === 'ask') {
      const answer = ask(acting, act.line, act.answer);
      if (answer === undefined) return;
      heard.set(act.line, answer);
      client.heard.set(act.line, answer);
    }
  };
  const from = (first: number, began: number): number | Promise<number> => {
    let t = began;
    for (let at = first; at < acts.length && !isOver(); at += 1) {
      const act = acts[at];
      if (act === undefined) break;
      const wait = due(act, t);
      t = act.line.t;
      if (wait !== undefined)
        return wait.then(() => {
          if (!isOver()) doNow(act);
          return from(at + 1, act.line.t);
        });
      doNow(act);
    }
    return t;
  };
  return from(0, since);
}

/** Asks the client what it was asked then; resolves with its answer, or with nothing where that is not to come. */
function ask(
  { stage, client, asker, running }: Acting,
  line: RecordedLine,
  recorded: RecordedLine | undefined,
): Promise<string | undefined> | undefined {
  const why = whyNotAsked(client, line);
  if (why !== undefined) {
    stage.tell(`${line.method} (#${line.seq}) is not asked: ${why}; it goes on as recorded`);
    return undefined;
  }
  const id = stage.nextId();
  client.asks.set(memberText(line.msg, 'id') ?? '', id);
  const answer = new Promise<string | undefined>((resolve) => {
    const stop = (): void => {
      client.waiting.delete(id);
      resolve(undefined);
    };
    running.stops.add(stop);
    client.waiting.set(id, (given) => {
      running.stops.delete(stop);
      resolve(given);
    });
  });
  client.peer.send(withTasks(client, withMember(line.msg, 'id', id), asker), asker?.id);
  if (recorded === undefined) return undefined;
  return answer.then((given) => {
    const difference = given === undefined ? undefined : differenceOf(recorded.msg, given);
    if (difference !== undefined) stage.answeredOtherwise(line, difference);
    return given;
  });
}

/** In what an answer of the client differs from the recorded one; nothing where they say the same. */
function differenceOf(recorded: string, given: string): string | undefined {
  const [was, is] = [recorded, given].map((msg) => memberText(msg, 'result'));
  if (was === undefined || is === undefined) {
    if (was === is) return undefined;
    return was === undefined
      ? 'a result, where an error was recorded'
      : 'an error, where a result was recorded';
  }
  return differenceIn(was, is, '/result');
}

/** The first difference between two values but for their `_meta`, in words. */
export function differenceIn(was: string, is: string, at: string): string | undefined {
  const [first] = differencesOf(was, is, at).filter(({ pointer }) => !pointer.startsWith(`${at}/_meta`));
  if (first === undefined) return undefined;
  const said = (text: string | undefined) => (text === undefined ? 'missing' : shortText(text));
  return `${first.pointer} is ${said(first.is)}, ${said(first.was)} was recorded`;
}
