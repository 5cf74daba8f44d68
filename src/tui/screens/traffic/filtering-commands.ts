import type { Host } from '../../../host/host.ts';
import type { FilterCompletion, Seen } from '../../../session/filter/complete.ts';
import type { SavedFilters } from '../../../session/filter/parse.ts';
import type { Log } from '../../../session/log/log.ts';
import { visible } from '../../../text/visible.ts';
import type { Context, Situation } from '../../world/command.ts';
import {
  changeOverlay,
  openPrompt,
  overlayOf,
  type PromptHelp,
  type Purpose,
  typed,
} from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import type { Ui } from '../../world/ui.ts';
import { filters, loadFilters } from './filtering.ts';
import { filterProblem } from './state.ts';

/** Loads the language of filters when it is first asked for, and draws what it finds. */
export function needFilters({ ui }: Pick<Context, 'ui'>): void {
  void loadFilters().then(() => ui.update((now) => ({ ...now })));
}

/** What is special about typing a filter of the traffic. */
export function trafficFilter(context: Context): Partial<Purpose> {
  needFilters(context);
  return { ready: isReady, complete: completeTyped, help };
}

/** A filter that means nothing is not taken. */
function isReady({ ui }: Context, again: () => void): boolean {
  if (filters() === undefined) {
    // Whoever types fast is here before it: a filter must not be taken for want of a reader.
    void loadFilters().then(again);
    return false;
  }
  const isBad = filterProblem(ui.get().traffic) !== undefined;
  if (isBad) ui.update(changeOverlay('prompt', (now) => ({ ...now, refused: true })));
  return !isBad;
}

/** Completes the filter as far as all that is possible begins alike; where that is nothing, with the first of it. */
function completeTyped({ host, ui }: Context): void {
  const now = ui.get();
  const prompt = overlayOf(now, 'prompt');
  if (prompt === undefined) return;
  const found = completionIn(prompt.value, seenIn(host, now.traffic.saved));
  const [first = ''] = found?.texts ?? [];
  if (found === undefined || first === '') return;
  const before = prompt.value.slice(found.from);
  const common = found.texts.reduce(commonStart);
  const value = prompt.value.slice(0, found.from) + (common.length > before.length ? common : first);
  ui.update(typed(value));
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length]?.toLowerCase() === other[length]?.toLowerCase()) length += 1;
  return one.slice(0, length);
}

/** Why the filter cannot be kept under a name, in one sentence. */
export function keepFilterDisabledReason({ ui }: Situation): string | undefined {
  const { traffic } = ui.get();
  if (traffic.filter.trim() === '') return 'There is no filter to save: press / to enter one.';
  return filterProblem(traffic) === undefined ? undefined : 'The filter is not valid.';
}

/** Asks for the name to keep the filter under. */
export function askForName({ ui }: Context): void {
  const filter = ui.get().traffic.filter.trim();
  ui.update(
    openPrompt('save filter as', {
      id: 'keep filter',
      accept: (now, name) => keepFilter(now, name, filter),
    }),
  );
}

/** Keeps a filter under a name, in the settings; it stands as `@name` in others. */
function keepFilter(context: Context, typedName: string, filter: string): void {
  const name = typedName.trim().replace(/^@/, '');
  if (!/^[^\s()"@]+$/.test(name)) {
    warn(context, 'Not saved: a name is one word without quotes or parentheses.');
    return;
  }
  void context.memory.keepFilter(name, filter).then((why) => {
    context.ui.update((ui) => ({
      ...ui,
      traffic: { ...ui.traffic, saved: { ...ui.traffic.saved, [name]: filter } },
    }));
    if (why === undefined) tell(context, `saved as @${name}`);
    else warn(context, `@${name} stands for it in this session; ${why}`);
  });
}

type Seeing = Pick<Host, 'log' | 'store' | 'parts'>;

/** What the values of a filter can be: what this session has seen, or all of them. */
function seenIn({ log, store, parts }: Seeing, saved: SavedFilters): Seen {
  const { findings } = store.state();
  const all = parts?.all ?? [];
  const lists = parts === undefined ? [store.state().lists] : all.map(({ host }) => host.store.state().lists);
  const tools = lists.flatMap(({ tools }) => tools.items.map(({ name }) => name));
  return {
    methods: [...log.methods()].sort(),
    tools: [...new Set(tools)].filter((name) => name !== ''),
    rules: findings.map(({ rule }) => rule).sort(),
    requests: requestsIn(log),
    sessions: all.map(({ name }) => name),
    saved,
  };
}

/** The newest requests that something belongs to, and the newest lines among which they are looked for. */
const REQUESTS = 9;
const NEWEST = 500;

function requestsIn(log: Log): readonly string[] {
  const { traffic } = log;
  const found: string[] = [];
  const first = Math.max(0, traffic.length - NEWEST);
  for (let place = traffic.length - 1; place >= first && found.length < REQUESTS; place -= 1) {
    const seq = traffic.at(place);
    if (log.requestOf(seq) === seq && log.lastWith(seq) !== seq) found.push(log.label(seq).replace(/^#/, ''));
  }
  return found;
}

/** How a text can go on; nothing while the language is not there. */
const completionIn = (text: string, seen: Seen): FilterCompletion | undefined =>
  filters()?.complete(text, seen);

/** The help for the filter of the traffic, while it is typed. */
function help(host: Seeing, ui: Ui): PromptHelp | undefined {
  const { traffic } = ui;
  const prompt = overlayOf(ui, 'prompt');
  if (prompt === undefined) return undefined;
  const found = completionIn(prompt.value, seenIn(host, traffic.saved));
  const word = prompt.value.slice(found?.from ?? 0);
  const problem = filterProblem(traffic);
  // A word that is still being typed is no mistake yet.
  const isOver = found === undefined || found.texts.length === 0 || word === '' || prompt.refused === true;
  if (problem !== undefined && isOver) return { kind: 'problem', text: visible(problem.message) };
  if (found === undefined) return undefined;
  const texts = found.texts.map((text) => visible(text.trim()));
  return { kind: 'offers', texts, about: found.about ?? '' };
}
