import type { FindingCount } from '../../session/counts.ts';
import type { Running, SessionState, Task } from '../../session/state.ts';
import { duration } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { wrap } from '../../text/wrap.ts';
import type { Context } from '../world/command.ts';
import { tell } from '../world/say.ts';
import type { Theme } from '../world/theme.ts';

/** The person's own requests that have no answer yet, oldest first. */
export function ownCalls(state: SessionState): readonly Running[] {
  return state.running.filter(({ by }) => by === 'user');
}

/** Sends the cancellation of a running request and says so. */
export function cancel(context: Context, running: Running): void {
  const { connection } = context.host;
  const call = connection?.call(running.seq);
  if (call !== undefined) call.cancel();
  else if (running.task !== undefined || running.waits !== undefined) connection?.leave(running);
  else connection?.notify('notifications/cancelled', { requestId: running.id });
  tell(context, `cancelled ${running.method} ${running.subject}`.trimEnd());
}

/** A call that runs: for how long, how far it is as a bar where that is known, and what the server says of it. */
export function runningRows(
  { since, progress }: Running,
  now: number,
  mask: (text: string) => string,
  cells: number,
  theme: Theme,
): readonly string[] {
  const { paint } = theme;
  const head = paint('running', `Running… ${elapsed(now - since)}`);
  if (progress === undefined) return [head];
  const { progress: done, total, message = '' } = progress;
  const said = message === '' ? [] : wrap(visible(mask(message)), cells);
  const counted = total === undefined ? `${done} so far` : `${done} of ${total}`;
  const bar = total === undefined || !(total > 0) ? [] : [progressBar(done / total, cells, theme)];
  return [head, '', ...bar, paint('dim', counted), ...said];
}

/** Findings of these kinds are about lines that may have been meant as the answer. */
const ASTRAY = /^(?:batch|http|id|message|stdio)\//;
/** How many of them are shown. */
const SHOWN = 2;

/** What went astray since a call was sent, the last of it with its line: why its answer may never come. */
export function astrayRows(
  findings: readonly FindingCount[],
  seq: number,
  mask: (text: string) => string,
  cells: number,
  { paint }: Theme,
): readonly string[] {
  const since = findings
    .filter(({ rule }) => ASTRAY.test(rule))
    .flatMap(({ places }) => places)
    .filter(({ at }) => at > seq)
    .sort((one, other) => one.at - other.at);
  return since
    .slice(-SHOWN)
    .flatMap(({ at, message }) => wrap(visible(mask(`meanwhile, #${at}: ${message}`)), cells))
    .map((row) => paint('finding', row));
}

/** A task as the server reported it last: its status, its message, how long it is kept. */
export function taskRows(
  task: Task,
  now: number,
  mask: (text: string) => string,
  cells: number,
  theme: Theme,
): readonly string[] {
  const { paint } = theme;
  const { message } = task;
  const said = message === undefined ? [] : wrap(visible(mask(message)), cells);
  const facts = wrap(visible(mask(taskFacts(task, now))), cells).map((row) => paint('dim', row));
  return [`task ${paint('running', statusWord(task))}`, ...said, ...facts];
}

/** How a task stands, in words; what the server said otherwise is taken as working. */
export function statusWord({
  status,
  ended,
  abandoned,
}: Pick<Task, 'status' | 'ended' | 'abandoned'>): string {
  const word = status === 'input_required' ? 'waiting for input' : visible(status || 'no status');
  return abandoned === true && ended === undefined ? `${word}, abandoned` : word;
}

/** The id of a task, its age, for how long it is kept and how often it is asked for. */
export function taskFacts({ id, ttl, interval, since, at }: Task, now: number): string {
  const kept = ttl === undefined ? [] : [ttl === null ? 'TTL unlimited' : `TTL ${duration(ttl)}`];
  const every = interval === undefined ? [] : [`polled every ${duration(interval)}`];
  const told = `updated ${elapsed(now - at)} ago`;
  return [id, `age ${elapsed(now - since)}`, ...kept, ...every, told].join(', ');
}

/** A running time in words: whole seconds would stand still for too long, milliseconds would flicker. */
export const elapsed = (ms: number): string => duration(Math.max(100, Math.floor(ms / 100) * 100));

/** A bar with the percentage behind it. */
export function progressBar(share: number, cells: number, { glyphs, paint }: Theme): string {
  const part = Math.max(0, Math.min(1, share));
  const length = Math.max(1, Math.min(40, cells - 6));
  const full = Math.round(part * length);
  const percent = `${Math.round(part * 100)}%`.padStart(5);
  return `${paint('running', glyphs.bar.repeat(full))}${paint('dim', glyphs.track.repeat(length - full))}${percent}`;
}
