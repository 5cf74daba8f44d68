import { parse } from '../json/parse.ts';
import { memberText } from '../json/parts.ts';
import { valueAt } from '../json/path.ts';
import { isObject } from '../json/shape.ts';

/** A message that may tell how a task stands. */
export interface ToldOfTask {
  readonly method?: string | undefined;
  readonly msg: string;
}

const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/**
 * What was said of a task that was over (`statusMessage`), by notification or when it was asked for, the last counts; undefined where
 * nothing was.
 */
export function endSaid(lines: Iterable<ToldOfTask>, task: string): string | undefined {
  let said: string | undefined;
  for (const { method, msg } of lines) {
    const isNotice = method === 'notifications/tasks/status';
    if (!isNotice && method !== 'tasks/get') continue;
    const state = parse(memberText(msg, isNotice ? 'params' : 'result') ?? 'null');
    if (!isObject(state) || state['taskId'] !== task || !OVER.has(state['status'])) continue;
    const message = valueAt(state, '/statusMessage');
    if (typeof message === 'string') said = message;
  }
  return said;
}
