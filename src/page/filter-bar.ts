import { completeFilter, type Seen } from '../session/filter/complete.ts';
import { type Filter, parseFilter } from '../session/filter/parse.ts';
import { KEYS } from '../session/filter/terms.ts';
import { counted, thousands } from '../text/measure.ts';
import type { PageLine } from './data.ts';
import { fill, make, part } from './dom.ts';
import type { PageLines } from './lines.ts';

/** Where a filter is typed. */
export interface FilterBar {
  readonly element: HTMLElement;
  readonly text: () => string;
  set(text: string): void;
  focus(): void;
}

interface FilterBarParts {
  readonly id: string;
  readonly lines: PageLines;
  /** What is filtered. */
  readonly own: () => readonly PageLine[];
  /** Told what fits. */
  readonly show: (found: readonly PageLine[]) => void;
  /** Goes on to the list. */
  readonly leave: () => void;
}

/** Lines that are looked at before the browser has its turn. */
const SLICE = 5_000;
const EXAMPLES = 'filter: tool:name  status:error  >200ms  "text"  /pattern/';

export function createFilterBar({ id, lines, own, show, leave }: FilterBarParts): FilterBar {
  const input = make('input', 'filter', {
    ...{ type: 'search', name: 'filter', placeholder: EXAMPLES, spellcheck: 'false', autocomplete: 'off' },
    ...{ 'aria-label': `Filter ${id}`, list: `${id}-words` },
  });
  const words = make('datalist', '', { id: `${id}-words` });
  const said = make('p', 'said', { role: 'status' });
  const help = make('details', 'help', {}, make('summary', '', {}, 'filter help'), languageHelp());
  let run = 0;

  const tell = (found: readonly PageLine[], filter: Filter): void => {
    const problem = filter.late()?.message;
    const { length } = own();
    const all = counted(length, 'line').replace(/^\d+/, (count) => thousands(Number(count)));
    const count = found.length === length ? all : `${thousands(found.length)} of ${all}`;
    fill(said, problem === undefined ? count : part('problem', problem));
    show(found);
  };
  const apply = (): void => {
    run += 1;
    const mine = run;
    const parsed = parseFilter(input.value);
    input.setAttribute('aria-invalid', String('problem' in parsed));
    if ('problem' in parsed) fill(said, part('problem', parsed.problem.message));
    else if (input.value.trim() === '') tell(own(), parsed.filter);
    else search(parsed.filter, () => mine === run);
  };
  /** In slices, so that typing goes on meanwhile. */
  const search = (filter: Filter, goesOn: () => boolean): void => {
    const found: PageLine[] = [];
    const looked = own();
    const from = (at: number): void => {
      if (!goesOn()) return;
      const end = Math.min(looked.length, at + SLICE);
      for (let place = at; place < end; place += 1) {
        const line = looked[place]!;
        const filtered = lines.filtered(line);
        if (filtered !== undefined && filter.matches(filtered)) found.push(line);
      }
      if (end < looked.length) setTimeout(from, 0, end);
      else tell(found, filter);
    };
    from(0);
  };
  const set = (text: string): void => {
    input.value = text;
    apply();
  };

  const seen = seenIn(lines);
  input.addEventListener('input', () => {
    const { from, texts } = completeFilter(input.value, seen);
    const begun = input.value.slice(0, from);
    words.replaceChildren(
      ...texts.slice(0, 12).map((text) => make('option', '', { value: `${begun}${text}` })),
    );
    apply();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape' && input.value !== '') set('');
    else leave();
  });
  apply();
  const element = make('div', 'bar', { role: 'search' }, input, words, said, help);
  return { element, text: () => input.value, set, focus: () => input.focus() };
}

/** What the words of a filter can be. */
function seenIn({ all, sessions }: PageLines): Seen {
  const methods = new Set<string>();
  for (const { method } of all) if (method !== undefined) methods.add(method);
  const lists = sessions.flatMap((session) => session.lists);
  return {
    methods: [...methods],
    tools: lists.flatMap(({ name, items }) => (name === 'tools' ? items.map((item) => item.name) : [])),
    rules: [...new Set(sessions.flatMap(({ findings }) => findings.map(({ rule }) => rule)))],
    requests: [],
    sessions: sessions.length > 1 ? sessions.map(({ name }) => name) : [],
    saved: {},
  };
}

/** The words of the filter, as the program has them. */
function languageHelp(): HTMLElement {
  const more = '"text", a word or /pattern/ in the message; >200ms by latency; and, or, not, ( )';
  const rows = Object.entries(KEYS).flatMap(([key, { about, values }]) => [
    make('dt', '', {}, `${key}:`),
    make('dd', '', {}, values === undefined ? about : `${about} (${values.join(', ')})`),
  ]);
  return make('div', '', {}, make('p', '', {}, more), make('dl', '', {}, ...rows));
}
