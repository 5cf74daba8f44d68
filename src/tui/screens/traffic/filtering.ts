import type { completeFilter } from '../../../session/filter/complete.ts';
import type { filterLine } from '../../../session/filter/line.ts';
import type { Parsed, parseFilter, SavedFilters } from '../../../session/filter/parse.ts';

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

let newest: { readonly text: string; readonly saved: SavedFilters; readonly parsed: Parsed } | undefined;

/** What a text means as a filter; nothing while the language is not there. */
export function parsedFilter(text: string, saved: SavedFilters): Parsed | undefined {
  if (language === undefined) return undefined;
  if (newest?.text !== text || newest.saved !== saved)
    newest = { text, saved, parsed: language.parse(text, saved) };
  return newest.parsed;
}
