import { exitSentence, stderrReason } from '../session/ending.ts';
import type { Accepted } from '../session/intake.ts';
import { opensConnection } from '../spec/methods.ts';
import { announcesTasks } from '../spec/task.ts';
import type { Answer } from './answerer.ts';
import { outcomeOf } from './call.ts';
import {
  type ConnectionCommand,
  type ConnectionEvent,
  type Effect,
  type Moment,
  type Report,
  reportLife,
  resolveTicket,
  type StepTurn,
  type Timer,
} from './event.ts';
import {
  discoverAnswered,
  initializeAnswered,
  initializedArrived,
  lookForSilence,
  probeOver,
} from './handshake.ts';
import { continueWithInput, giveInput, raiseLimit, sendAgain } from './input-required.ts';
import {
  close,
  closed,
  connect,
  firstPageCame,
  handshakeMoved,
  lost,
  opened,
  prepared,
  ready,
  renewalDue,
  restart,
  serverGone,
} from './lifecycle.ts';
import {
  assume,
  callOf,
  callWith,
  expire,
  extend,
  giveUp,
  hold,
  progressed,
  request,
  sent,
  settle,
  stray,
  takeAssumed,
} from './requests.ts';
import {
  answerServer,
  askedByServer,
  askPerson,
  forgetQuestions,
  sendAnswers,
  takeBackQuestion,
  takeQuestion,
} from './server-requests.ts';
import type { ConnectionState, EndedCall, ListRun, OpenServerRequest } from './state.ts';
import {
  agreementDue,
  changeNotified,
  failureOf,
  listPages,
  listRefreshed,
  pageCame,
  pauseOver,
  resourceRead,
  streamDue,
  streamEnded,
  subscribe,
  subscribeAnswered,
  takeBackStream,
  unsubscribe,
} from './subscriptions.ts';
import {
  cancelTask,
  followTask,
  giveTaskInput,
  leaveTask,
  taskAnswered,
  taskDue,
  tasksUpdated,
} from './tasks.ts';

/**
 * What a connection does when something happens: the state is changed in place, and the effects are returned, in order.
 * Without a process, a clock or a promise: those belong to the driver (driver.ts).
 *
 *   event ─▶ step ─▶ effects ─▶ driver ─▶ transport, timers, callers
 *     ▲                                        │
 *     └────────────────────────────────────────┘
 */
export function step(state: ConnectionState, event: ConnectionEvent, moment: Moment): readonly Effect[] {
  const { now, session, isLinked, capabilities } = moment;
  const turn: StepTurn = { now, session, isLinked, capabilities, state, effects: [], ended: [] };
  handleEvent(turn, event);
  // The owner of an ended call may end another one.
  for (const ended of turn.ended) handleEndedCall(turn, ended);
  return turn.effects;
}

function handleEvent(turn: StepTurn, event: ConnectionEvent) {
  switch (event.type) {
    case 'accepted':
      return handleLine(turn, event.accepted);
    case 'sent':
      return sent(turn, event.id, event.seq, event.why);
    case 'ruled':
      return handleRuling(turn, event.question, event.answer);
    case 'timer':
      return handleTimer(turn, event.timer);
    case 'lost':
      return lost(turn, event.loss);
    case 'stray':
      return stray(turn, event.sentence);
    case 'opened':
      return opened(turn, event);
    case 'prepared':
      return prepared(turn, event.attempt);
    case 'delivered':
      return handleDelivery(turn, event);
    case 'closed':
      return closed(turn, event.close, event.wasOpen);
    case 'connect':
    case 'restart':
    case 'close':
    case 'request':
    case 'cancel':
    case 'extend':
    case 'leave':
    case 'list':
    case 'answer':
    case 'subscribe':
    case 'unsubscribe':
    case 'log level':
    case 'hold':
      return handleCommand(turn, event);
  }
}

/** A command of a front end. */
function handleCommand(turn: StepTurn, command: ConnectionCommand) {
  switch (command.type) {
    case 'connect':
      return connect(turn, command.ticket, command.lists);
    case 'restart':
      return restart(turn, command.ticket, command.clean);
    case 'close':
      return close(turn, { next: 'idle', ticket: command.ticket });
    case 'request':
      return request(turn, command.method, command.params, command.how, {
        kind: 'ticket',
        ticket: command.ticket,
      });
    case 'cancel':
      return cancel(turn, command.key, command.reason);
    case 'extend':
      return prolong(turn, command.key, command.ms);
    case 'leave':
      return leave(turn, command);
    case 'list':
      return listPages(turn, command.name, command.how, { kind: 'ticket', ticket: command.ticket });
    case 'answer':
      return deliverAnswer(turn, takeQuestion(turn, command.seq, command.key), command.answer);
    case 'subscribe':
      return subscribe(turn, command.uri, 'user', command.ticket);
    case 'unsubscribe':
      return unsubscribe(turn, command.uri, command.ticket);
    case 'log level':
      turn.state.logLevel = command.level;
      return;
    case 'hold':
      return hold(turn, command.what, command.held);
  }
}

function cancel(turn: StepTurn, key: number, reason: string) {
  const call = callWith(turn, key);
  if (call !== undefined) giveUp(turn, call, 'cancel', reason);
}

function prolong(turn: StepTurn, key: number, ms: number) {
  const call = callWith(turn, key);
  if (call?.stage.kind === 'input') raiseLimit(turn, call);
  else if (call !== undefined) extend(turn, call, ms);
}

/** Gives up a call that waits to be continued and was typed as text. */
function leave(turn: StepTurn, { running }: Extract<ConnectionCommand, { type: 'leave' }>) {
  reportLife(turn, { event: 'cancel', re: running.seq, detail: 'not continued: stopped by you' });
  if (running.task !== undefined && announcesTasks(turn.session, 'cancel')) cancelTask(turn, running.task);
}

/** A line was filed. */
function handleLine(turn: StepTurn, line: Accepted) {
  const { entry, envelope } = line;
  for (const finding of line.findings) if (finding.rule.startsWith('id/')) stray(turn, finding.message);
  for (const { seq } of line.ends ?? []) turn.state.owed.delete(seq);
  if (entry.type === 'life' && entry.event === 'exit')
    serverGone(turn, exitSentence(entry), stderrReason(entry));
  if (entry.type !== 'frame' || entry.dir !== 's2c' || envelope === undefined) return;
  switch (envelope.kind) {
    case 'request':
      return askedByServer(turn, line);
    case 'notification':
      return handleNotification(turn, envelope.method, envelope.params, line);
    case 'result':
    case 'error':
      return handleResponse(turn, line);
    case 'none':
      return;
  }
}

function handleNotification(turn: StepTurn, method: string, params: unknown, { taskUpdate }: Accepted) {
  if (method === 'notifications/progress') progressed(turn, params);
  if (method === 'notifications/cancelled') {
    takeBackQuestion(turn, params);
    takeBackStream(turn, params);
  }
  if (taskUpdate !== undefined) tasksUpdated(turn, taskUpdate);
  changeNotified(turn, method, params);
}

function handleResponse(turn: StepTurn, line: Accepted) {
  const { entry, envelope, request: asked, suspected } = line;
  if (entry.type !== 'frame') return;
  if (asked !== undefined) {
    if (!line.late) recordAnswer(turn, asked.method);
    const call = callOf(turn, asked);
    if (call !== undefined) settle(turn, call, outcomeOf(line), { text: entry.msg });
    return;
  }
  if (envelope?.kind !== 'error' || envelope.id !== null) return;
  if (line.findings.some(({ rule }) => rule === 'id/notification')) return;
  if (entry.x === undefined || suspected !== undefined) assume(turn, entry.seq, outcomeOf(line), suspected);
}

/** An answer came: the revision is known, or the session is proved to work. */
function recordAnswer({ state, session, effects }: StepTurn, method: string) {
  if (!opensConnection(method)) state.mayRenew = true;
  else effects.push({ type: 'revision', revision: session.negotiated ?? '' });
}

function handleDelivery(turn: StepTurn, { attempt }: Extract<Report, { attempt: number }>) {
  if (attempt === turn.state.attempt && turn.state.handshake !== undefined)
    handshakeMoved(turn, initializedArrived(turn));
}

/** The roots or a rule have answered, or leave the answer to a person. */
function handleRuling(turn: StepTurn, question: OpenServerRequest, answer: Answer | undefined) {
  const given = answer ?? askPerson(turn, question);
  if (given !== undefined) deliverAnswer(turn, question, given);
}

function deliverAnswer(turn: StepTurn, question: OpenServerRequest | undefined, answer: Answer) {
  switch (question?.for.kind) {
    case 'server':
      return answerServer(turn, question, answer);
    case 'call':
      return giveInput(turn, question.for.call, question.seq, question.key, answer);
    case 'task':
      return giveTaskInput(turn, question.for.run, question, answer);
    case undefined:
      return;
  }
}

function handleTimer(turn: StepTurn, { of, id = '' }: Timer) {
  const { state } = turn;
  const { handshake } = state;
  switch (of) {
    case 'call':
      return expire(turn, Number(id));
    case 'assume':
      return takeAssumed(turn, callWith(turn, Number(id)));
    case 'task':
      return taskDue(turn, state.tasks.get(String(id)));
    case 'stream':
      return streamDue(turn, String(id));
    case 'agreement':
      return agreementDue(turn, String(id));
    case 'lists':
    case 'reads':
      return pauseOver(turn, of, String(id));
    case 'answers':
      return sendAnswers(turn);
    case 'probe':
      return handshake && handshakeMoved(turn, probeOver(turn, handshake));
    case 'silence':
      return handshake && lookForSilence(turn, handshake);
    case 'renewal':
      return renewalDue(turn);
    case 'first pages':
      return ready(turn);
  }
}

/** A call has ended, or is answered: it is continued, or its owner gets the outcome. */
function handleEndedCall(turn: StepTurn, ended: EndedCall) {
  const { call, outcome, isLeft = false } = ended;
  const { stage, owner } = call;
  if (stage.kind === 'input') forgetQuestions(turn, stage.asked);
  if (stage.kind === 'task') leaveTask(turn, stage.run, isLeft);
  if (continueWithInput(turn, ended) || followTask(turn, ended)) return;
  switch (owner.kind) {
    case 'ticket':
      return resolveTicket(turn, owner.ticket, outcome);
    case 'discover':
      if (owner.handshake !== turn.state.handshake) return;
      return handshakeMoved(turn, discoverAnswered(turn, owner.handshake, outcome));
    case 'initialize':
      if (owner.handshake !== turn.state.handshake) return;
      return handshakeMoved(turn, initializeAnswered(turn, owner.handshake, owner.nth, outcome));
    case 'page':
      return handlePage(turn, owner.run, pageCame(turn, owner.run, outcome));
    case 'task':
      return taskAnswered(turn, owner.run, owner.asks, outcome);
    case 'stream':
      return streamEnded(turn, owner.stream, outcome);
    case 'read':
      return resourceRead(turn, owner.uri);
    case 'subscribe':
      return subscribeAnswered(turn, owner.uri, failureOf(outcome), owner.ticket);
    case 'unsubscribe':
      return resolveTicket(turn, owner.ticket, failureOf(outcome));
    case 'nobody':
      return;
  }
}

/** A page of a list arrived, perhaps the last. */
function handlePage(turn: StepTurn, { name, owner, pages }: ListRun, whole: ReturnType<typeof pageCame>) {
  if (owner.kind === 'start' && pages === 1) firstPageCame(turn, owner.attempt);
  if (whole === undefined) return;
  switch (owner.kind) {
    case 'ticket':
      return resolveTicket(turn, owner.ticket, whole);
    case 'refresh':
      return listRefreshed(turn, name);
    case 'again':
      return sendAgain(turn, owner.call);
    case 'start':
      return;
  }
}
