import { endWorkWith } from '../text/in-time.ts';
import { counted } from '../text/measure.ts';
import { type Board, createBoard } from './board.ts';
import type { PageData, PageLine } from './data.ts';
import { button, byId, fill } from './dom.ts';
import { findingsView } from './findings.ts';
import { createLines } from './lines.ts';
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

const KEYS =
  'j k g G: up and down · enter: open · esc: back · o: request or response · w: only this exchange · /: filter · !: findings · y: copy · p: as sent · 1 5 7 F: views';

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
  const own = { traffic: all.filter(isTraffic), output: all.filter(isOutput) };
  const board = (id: keyof typeof own): Board => createBoard({ id, lines, own: own[id], copy, go, chosen });
  const boards = { traffic: board('traffic'), output: board('output') };
  const found = data.sessions.flatMap(({ findings }) => findings.map(({ count }) => count));
  const counts: Readonly<Partial<Record<ViewId, number>>> = {
    traffic: own.traffic.length,
    output: own.output.length,
    findings: found.reduce((sum, count) => sum + count, 0),
  };
  const views: Readonly<Record<ViewId, { readonly element: HTMLElement; readonly board?: Board }>> = {
    server: { element: serverView(lines, go) },
    traffic: { element: boards.traffic.element, board: boards.traffic },
    output: { element: boards.output.element, board: boards.output },
    findings: { element: findingsView(lines, go) },
  };
  const tabs = new Map(
    VIEWS.map(({ id, key, title }) => [id, tab(id, `${title} ${counts[id] ?? ''}`.trimEnd(), key)]),
  );
  let now: ViewId = 'traffic';
  let naming = 0;

  fill(byId('title'), lines.sessions.map(({ title }) => title).join(' · '));
  document.title = byId('title').textContent;
  fill(byId('program'), data.program);
  fill(byId('keys'), KEYS);
  byId('tabs').replaceChildren(...tabs.values());
  byId('views').replaceChildren(...VIEWS.map(({ id }) => views[id].element));
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
    views[id].board?.focus();
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
    const line = lines.find(decoded(location.hash.slice(1)));
    if (line !== undefined) go(line);
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
    if (view !== undefined) show(view.id);
    else if (views[now].board?.press(key) !== true) return;
    event.preventDefault();
  }
}

function copy(text: string): void {
  const tell = (said: string): void => fill(byId('said'), said);
  navigator.clipboard.writeText(text).then(
    () => tell(`copied ${counted(text.length, 'character')}`),
    () => tell('the browser does not let this page copy'),
  );
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
