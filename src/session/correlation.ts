import { isObject } from '../json/shape.ts';
import type { Envelope, ErrorBody } from '../spec/envelope.ts';
import { methodNamed } from '../spec/methods.ts';
import { relatedTask } from '../spec/task.ts';
import type { FrameEntry } from './frame.ts';
import type { Matcher } from './match.ts';
import type { SessionState } from './state.ts';
import { subscriptionIn } from './subscriptions.ts';
import type { TaskTracker } from './tasks.ts';

/**
 * Relates a message to a request that it neither begins nor answers, by what it says itself: a progress token, the id of
 * a request, a task, a subscription or an elicitation. One per connection; each frame is looked at once, on entry. What
 * only the HTTP exchange tells, in which it came, is left to the log.
 */
export interface Correlation {
  /** The seq of that request; undefined where the message names no request, or an unknown one. */
  of(frame: Pick<FrameEntry, 'dir' | 'seq'>, envelope: Envelope, state: SessionState): number | undefined;
}

/** Elicitations that are remembered. */
const MOST = 1_000;

/** URLElicitationRequiredError (client/elicitation, 2025-11-25). */
const ELICITATION_REQUIRED = -32042;

export function createCorrelation(
  matcher: Pick<Matcher, 'find' | 'ofToken'>,
  tasks: Pick<TaskTracker, 'callOf'>,
): Correlation {
  const elicitations = new Map<string, number>();

  const remember = (params: unknown, seq: number): void => {
    const id = isObject(params) ? params['elicitationId'] : undefined;
    if (typeof id !== 'string') return;
    elicitations.set(id, seq);
    const [oldest] = elicitations.keys();
    if (elicitations.size > MOST && oldest !== undefined) elicitations.delete(oldest);
  };

  const callOf = (task: unknown): number | undefined =>
    typeof task === 'string' ? tasks.callOf(task) : undefined;

  const notified = (
    { dir }: Pick<FrameEntry, 'dir'>,
    method: string,
    params: unknown,
    state: SessionState,
  ): number | undefined => {
    const members = isObject(params) ? params : {};
    if (methodNamed(method)?.reportsTask) return callOf(members['taskId']);
    switch (method) {
      case 'notifications/progress':
        return dir === 's2c' ? matcher.ofToken(members['progressToken'])?.seq : undefined;
      case 'notifications/cancelled': {
        const own = matcher.find(dir, members['requestId']);
        // In the modern era the server ends a subscription with it, which is a request of ours.
        return (own ?? (state.era === 'modern' ? matcher.find('c2s', members['requestId']) : undefined))?.seq;
      }
      case 'notifications/elicitation/complete':
        return elicitations.get(members['elicitationId'] as string);
      case 'notifications/message':
        return onlyLogged(state);
      default:
        return matcher.find('c2s', subscriptionIn(params))?.seq;
    }
  };

  return {
    of(frame, envelope, state) {
      switch (envelope.kind) {
        case 'request': {
          const { method, params } = envelope;
          if (method === 'elicitation/create') remember(params, frame.seq);
          const isAbout = method.startsWith('tasks/') && isObject(params);
          return callOf(relatedTask(params)) ?? (isAbout ? callOf(params['taskId']) : undefined);
        }
        case 'notification': {
          const { method, params } = envelope;
          return notified(frame, method, params, state) ?? callOf(relatedTask(params));
        }
        case 'error':
          for (const one of requiredIn(envelope.error)) remember(one, frame.seq);
          return undefined;
        case 'result':
        case 'none':
          return undefined;
      }
    },
  };
}

/** The pages that a person is to visit before a request is made again. */
function requiredIn({ code, data }: ErrorBody): readonly unknown[] {
  const elicitations = code === ELICITATION_REQUIRED && isObject(data) ? data['elicitations'] : undefined;
  return Array.isArray(elicitations) ? elicitations : [];
}

/**
 * The request that a log message of the modern era was asked for by, while there is only one that asks for any; up to
 * 2025-11-25 they belong to the whole session (server/utilities/logging).
 */
function onlyLogged({ era, running }: SessionState): number | undefined {
  if (era !== 'modern') return undefined;
  const asking = running.filter(({ logLevel }) => logLevel !== undefined);
  return asking.length === 1 ? asking[0]?.seq : undefined;
}
