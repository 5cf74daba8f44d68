import { endWorkWith } from '../text/in-time.ts';
import { counted } from '../text/measure.ts';
import { type Board, type BoardParts, createBoard } from './board.ts';
import type { PageData, PageLine } from './data.ts';
import { button, byId, fill, make } from './dom.ts';
import { findingsView } from './findings.ts';
import { createLines, type PageLines } from './lines.ts';
import { serverView } from './server.ts';

/** The views, each with its key on the screens. */
const VIEWS = [
  { id: 'server', key: '1', title: 'Server' },
  { id: 'traffic', key: '5', title: 'Traffic' },
  { id: 'output', key: '7', title: 'Output' },
  { id: 'findings', key: 'F', title: 'Findings' },
] as const;

/** ms after which a line that stays selected is named. */
const NAMING = 250;

type ViewId = (typeof VIEWS)[number]['id'];

/** A view: a board, or a sheet to be read. */
interface View extends Partial<Pick<Board, 'press'>> {
  readonly element: HTMLElement;
  /** It is looked at. */
  readonly show: () => void;
}

/** The screens of what a server offers are lists of its view here. */
const LISTS = new Map([
  ['2', 'tools'],
  ['3', 'resources'],
  ['4', 'prompts'],
]);

const KEYS =
  'j k g G: move · enter: open · esc: back · o: request or response · w: its exchange · /: filter · !: findings · E: stderr · y: copy · p: as sent · 1, 5, 7, F: tabs';

start();

function start(): void {
  // A pattern that takes long is used no more; a page cannot end one.
  endWorkWith((work) => {
    const before = performance.now();
    return { value: work(), ms: performance.now() - before };
  });
  const data = JSON.parse(textOf('data')[0] ?? '{"sessions":[]}') as PageData;
  const all = textOf('lines').flatMap((text) => JSON.parse(text) as PageLine[]);
  const lines = createLines(data, all);
  const boards = boardsOf(lines, { go, chosen });
  const sheet = (id: ViewId, content: () => readonly HTMLElement[]): View => {
    const element = make('section', 'sheet', { id, tabindex: 0 });
    // What is large is made when it is looked at first.
    return { element, show: () => element.childElementCount > 0 || element.append(...content()) };
  };
  const views: Readonly<Record<ViewId, View>> = {
    server: sheet('server', () => serverView(lines, go)),
    traffic: boards.traffic,
    output: boards.output,
    findings: sheet('findings', () => findingsView(lines, go)),
  };
  const counts = countsOf(data, boards);
  const tabs = new Map(
    VIEWS.map(({ id, key, title }) => [id, tab(id, `${title} ${counts[id] ?? ''}`.trimEnd(), key)]),
  );
  let now: ViewId = 'traffic';
  let naming = 0;

  fill(byId('title'), lines.sessions.map(({ title }) => title).join(' · '));
  document.title = byId('title').textContent;
  fill(byId('program'), data.program);
  fill(byId('keys'), KEYS);
  document.documentElement.style.setProperty('--label', `${longestLabel(lines)}ch`);
  byId('tabs').replaceChildren(...tabs.values());
  byId('views').replaceChildren(...VIEWS.map(({ id }) => views[id].element));
  for (const { id, title } of VIEWS) {
    views[id].element.setAttribute('role', 'tabpanel');
    views[id].element.setAttribute('aria-label', title);
  }
  document.addEventListener('keydown', press);
  window.addEventListener('hashchange', follow);
  show('traffic');
  follow();

  function tab(id: ViewId, title: string, key: string): HTMLElement {
    const element = button('tab', title, () => show(id), `key ${key}`);
    element.setAttribute('role', 'tab');
    element.setAttribute('aria-controls', id);
    return element;
  }

  function show(id: ViewId): void {
    now = id;
    for (const { id: other } of VIEWS) {
      views[other].element.toggleAttribute('hidden', other !== id);
      tabs.get(other)?.setAttribute('aria-selected', String(other === id));
    }
    views[id].show();
  }

  function go(line: PageLine): void {
    const first = isTraffic(line) ? ('traffic' as const) : ('output' as const);
    show(first);
    boards[first].go(line);
  }

  /** The line that is selected is named in the address, so that one can be pointed to; browsers let that be done now and then. */
  function chosen(line: PageLine): void {
    clearTimeout(naming);
    const label = encodeURIComponent(lines.label(line).replace(/^#/, ''));
    naming = window.setTimeout(() => history.replaceState(null, '', `#${label}`), NAMING);
  }

  function follow(): void {
    const label = decoded(location.hash.slice(1));
    const line = lines.find(label);
    if (line !== undefined) go(line);
    tellMissing(line === undefined ? label : '');
  }

  function press(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement) return;
    // A button or a summary takes these itself.
    if ((key === 'Enter' || key === ' ') && (target as Element).closest('button, summary') !== null) return;
    // What is open scrolls by itself.
    if (/^(?:Arrow|Page|Home|End)/.test(key) && (target as Element).closest('.side') !== null) return;
    const view = VIEWS.find((one) => one.key === key);
    const list = LISTS.get(key);
    if (view !== undefined) show(view.id);
    else if (list !== undefined) {
      show('server');
      views.server.element.querySelector(`[data-list="${list}"]`)?.scrollIntoView();
    } else if (views[now].press?.(key) !== true) return;
    event.preventDefault();
  }
}

/** Characters of the longest label. */
function longestLabel({ all, label }: PageLines): number {
  let longest = 0;
  for (const line of all) longest = Math.max(longest, label(line).length);
  return longest;
}

/** The boards, each with the lines that it is about. */
function boardsOf(
  lines: PageLines,
  ways: Pick<BoardParts, 'go' | 'chosen'>,
): Readonly<Record<'traffic' | 'output', Board>> {
  const [traffic, output] = [lines.all.filter(isTraffic), lines.all.filter(isOutput)];
  const withStderr = lines.all.filter((line) => isTraffic(line) || line.type === 'stderr');
  const both = { lines, copy: (text: string) => void copy(text), ...ways };
  return {
    traffic: createBoard({ id: 'traffic', own: traffic, withStderr, ...both }),
    output: createBoard({ id: 'output', own: output, withStderr: output, ...both }),
  };
}

/** What stands beside the titles of the views. */
function countsOf(
  { sessions }: PageData,
  { traffic, output }: ReturnType<typeof boardsOf>,
): Readonly<Partial<Record<ViewId, number>>> {
  const found = sessions.flatMap(({ findings }) => findings.map(({ count }) => count));
  return {
    traffic: traffic.count,
    output: output.count,
    findings: found.reduce((sum, count) => sum + count, 0),
  };
}

/** Says that the address names no message. */
function tellMissing(label: string): void {
  fill(byId('said'), label === '' ? '' : `there is no message #${label} in this page`);
}

async function copy(text: string): Promise<void> {
  const isCopied = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => copiedByHand(text),
  );
  fill(
    byId('said'),
    isCopied ? `copied ${counted(text.length, 'character')}` : 'the browser does not let this page copy',
  );
}

/** The old way, which browsers allow where a page comes from nowhere they trust. */
function copiedByHand(text: string): boolean {
  const before = document.activeElement;
  const area = make('textarea', 'aside', { 'aria-hidden': 'true' });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** The texts of the scripts that hold data of a kind; they go, for they would be held twice. */
function textOf(kind: string): string[] {
  return [...document.querySelectorAll(`script[data-holds="${kind}"]`)].map((script) => {
    script.remove();
    return script.textContent;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What the traffic shows: messages, what is none, the life of the connection, HTTP with something wrong. */
function isTraffic({ type, finding }: PageLine): boolean {
  return type === 'frame' || type === 'invalid' || type === 'life' || (type === 'http' && finding);
}

/** What the output shows: stderr, log messages, HTTP. */
function isOutput({ type, method }: PageLine): boolean {
  return type === 'stderr' || type === 'http' || method === 'notifications/message';
}
