import type { SessionState } from '../../../session/state.ts';
import { announcesTasks, taskSupport } from '../../../session/task.ts';
import type { Detail } from './detail.ts';
import type { ListEntry } from './entries.ts';

/**
 * Will the tool be asked to run as a task (basic/utilities/tasks, 2025-11-25)? As the person chose, else as the tool
 * demands, where the server announced tasks. Since 2026-07-28 the server decides, and nobody asks.
 */
export function runsAsTask(
  state: Pick<SessionState, 'era' | 'capabilities'>,
  { list, item }: ListEntry,
  { asTask }: Pick<Detail, 'asTask'>,
): boolean {
  if (list !== 'tools' || state.era === 'modern') return false;
  return asTask ?? (announcesTasks(state, 'call') && taskSupport(item.raw) === 'required');
}
