import type { LogItem } from './kind.ts';
import type { Assumption, LogBatch, LogFile } from './log-file.ts';

/** What several files hold, by time. What has no time stays behind what its file has before it. */
export async function* mergedBatches(files: readonly LogFile[]): AsyncGenerator<LogBatch> {
  const cursors = files.map((file) => createCursor(file.batches()));
  for (;;) {
    const [notes, read] = [[] as string[], cursors.reduce((sum, cursor) => sum + cursor.read(), 0)];
    for (const cursor of cursors) notes.push(...(await cursor.fill()));
    const open = cursors.filter((cursor) => cursor.next() !== undefined);
    if (open.length === 0) {
      if (notes.length > 0) yield { items: [], notes, read, isIdle: false };
      return;
    }
    const items: (LogItem | Assumption)[] = [];
    while (open.every((cursor) => cursor.next() !== undefined)) {
      const first = open.reduce((one, other) => (other.time() < one.time() ? other : one));
      items.push(first.take());
    }
    yield { items, notes, read, isIdle: false };
  }
}

function createCursor(batches: AsyncGenerator<LogBatch>) {
  let items: LogBatch['items'] = [];
  let [place, read, latest] = [0, 0, Number.NEGATIVE_INFINITY];
  let isOver = false;
  const next = (): LogItem | Assumption | undefined => items[place];
  return {
    next,
    read: () => read,
    /** When the next one happened. */
    time(): number {
      const one = next();
      if (one !== undefined && one.type !== 'assumed' && one.at !== undefined) latest = one.at;
      return latest;
    },
    take(): LogItem | Assumption {
      place += 1;
      return items[place - 1] as LogItem | Assumption;
    },
    /** Reads on until there is a next one; what could not be read is returned in sentences. */
    async fill(): Promise<readonly string[]> {
      const notes: string[] = [];
      while (next() === undefined && !isOver) {
        const { value, done } = await batches.next();
        if (done === true) isOver = true;
        else {
          [items, place, read] = [value.items, 0, value.read];
          notes.push(...value.notes);
        }
      }
      return notes;
    },
  };
}
