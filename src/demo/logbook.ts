import { news } from './news.ts';

const FIRST =
  'The heater in the dome hums again. Saturn at 23:10, rings wide open; nobody wanted to go home.';

let entries: readonly string[] = [FIRST];

/** What visitors wrote, as long as the server runs: the one thing here that changes. */
export const logbook = {
  uri: 'observatory://logbook',
  get length(): number {
    return entries.length;
  },
  get text(): string {
    return entries.map((entry, i) => `${i + 1}. ${entry}`).join('\n\n');
  },
  add(entry: string): void {
    entries = [...entries, entry];
    changed();
  },
  erase(): void {
    entries = [];
    changed();
  },
};

const changed = (): void => news.publish({ kind: 'resource_updated', uri: logbook.uri });
