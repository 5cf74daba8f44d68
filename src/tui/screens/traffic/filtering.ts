import type { completeFilter } from '../../../session/filter/complete.ts';
import type { filterLine } from '../../../session/filter/line.ts';
import type { Parsed, parseFilter, SavedFilters } from '../../../session/filter/parse.ts';
import { memo } from '../../../time/memo.ts';

/** The language of filters. It is loaded once the first picture stands: nobody filters before there is anything. */
interface Language {
  readonly parse: typeof parseFilter;
  readonly line: typeof filterLine;
  readonly complete: typeof completeFilter;
}

let language: Language | undefined;
let loading: Promise<void> | undefined;

/** Loads the language, once for the program. */
export function loadFilters(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const [{ parseFilter: parse }, { filterLine: line }, { completeFilter: complete }] = await Promise.all([
    import('../../../session/filter/parse.ts'),
    import('../../../session/filter/line.ts'),
    import('../../../session/filter/complete.ts'),
  ]);
  language = { parse, line, complete };
}

/** The language, as soon as it is there. */
export const filters = (): Language | undefined => language;

const parsed = memo((text: string, saved: SavedFilters, known: Language | undefined): Parsed | undefined =>
  known?.parse(text, saved),
);

/** What a text means as a filter; nothing while the language is not there. */
export const parsedFilter = (text: string, saved: SavedFilters): Parsed | undefined =>
  parsed(text, saved, language);
