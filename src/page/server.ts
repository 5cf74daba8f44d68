import { LISTS } from '../spec/methods.ts';
import { counted } from '../text/measure.ts';
import type { PageItem, PageLine, PageList, PageSession } from './data.ts';
import { button, type Child, make, part } from './dom.ts';
import { jsonView } from './json-view.ts';
import type { PageLines } from './lines.ts';

/** Characters of a description that stand beside a name. */
const LONG = 160;

/** Items of a list that are there at first. */
const FEW = 200;

/** What each server is and offers. */
export function serverView(lines: PageLines, go: (line: PageLine) => void): readonly HTMLElement[] {
  return lines.sessions.map((session, s) =>
    make(
      'section',
      '',
      {},
      make('h2', '', {}, [session.name, session.title].filter((text) => text !== '').join(': ')),
      ...aboutSession(session),
      ...session.lists.map((list) => listElement(list, (seq) => wayTo(lines, s, seq, go))),
    ),
  );
}

function aboutSession(session: PageSession): readonly Child[] {
  const { facts, why, instructions, capabilities, stderr } = session;
  return [
    make(
      'dl',
      'known',
      {},
      ...facts.flatMap(([name, value]) => [make('dt', '', {}, name), make('dd', '', {}, value)]),
    ),
    ...why.map((sentence) => make('p', 'problem', {}, sentence)),
    instructions === undefined
      ? undefined
      : folded('Instructions', () => make('pre', 'text', {}, instructions)),
    ...(['server', 'client'] as const).map((side) => {
      const json = capabilities[side];
      return json === undefined ? undefined : folded(`Capabilities of the ${side}`, () => jsonOf(json), true);
    }),
    stderr.length === 0
      ? undefined
      : folded('The end of stderr', () => make('pre', 'text', {}, stderr.join('\n'))),
  ];
}

function listElement({ name, state, why, items }: PageList, way: (seq: number) => Child): HTMLElement {
  const { noun } = LISTS[name];
  const heading = items.length === 0 && state !== 'done' ? `${noun}s: ${state}` : counted(items.length, noun);
  const elements = (of: readonly PageItem[]): readonly HTMLElement[] =>
    of.map((item) => itemElement(item, way));
  const rest = items.slice(FEW);
  const more = button('', `${rest.length} more`, () => more.replaceWith(...elements(rest)));
  return make(
    'section',
    '',
    { 'data-list': name },
    make('h3', '', {}, heading),
    why === undefined ? undefined : make('p', 'problem', {}, why),
    ...elements(items.slice(0, FEW)),
    rest.length === 0 ? undefined : more,
  );
}

function itemElement(item: PageItem, way: (seq: number) => Child): HTMLElement {
  const { name, title, description, problems, seq, json } = item;
  const [first = ''] = description.trim().split('\n');
  const summary = [
    part('name', name === '' ? '(no name)' : name),
    title === name || title === '' ? undefined : part('title', ` ${title}`),
    problems.length === 0 ? undefined : part('flags', ' !'),
    part('subject', ` ${first.length > LONG ? `${first.slice(0, LONG)}…` : first}`),
  ];
  return folded(summary, () =>
    make(
      'div',
      '',
      {},
      ...problems.map((problem) => make('p', 'problem', {}, problem)),
      description === '' ? undefined : make('pre', 'text', {}, description),
      way(seq),
      jsonOf(json),
    ),
  );
}

/** What is made when it is opened first. */
function folded(summary: string | readonly Child[], content: () => HTMLElement, isOpen = false): HTMLElement {
  const element = make(
    'details',
    'item',
    {},
    make('summary', '', {}, ...(typeof summary === 'string' ? [summary] : summary)),
  );
  let isMade = false;
  const open = (): void => {
    if (isMade || !element.open) return;
    isMade = true;
    element.append(content());
  };
  element.addEventListener('toggle', open);
  element.open = isOpen;
  return element;
}

function jsonOf(json: string): HTMLElement {
  const inner = make('div', 'inner', { hidden: true });
  const view = jsonView(json, new Set(), (_, text) => {
    inner.replaceChildren(jsonView(text, new Set(), () => {}));
    inner.removeAttribute('hidden');
  });
  return make('div', '', {}, view, inner);
}

function wayTo(lines: PageLines, s: number, seq: number, go: (line: PageLine) => void): Child {
  const line = lines.at(s, seq);
  return (
    line &&
    make(
      'p',
      '',
      {},
      button('go', `as it came in ${lines.label(line)}`, () => go(line)),
    )
  );
}
