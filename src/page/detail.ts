import { bytes } from '../text/measure.ts';
import type { PageFinding, PageLine } from './data.ts';
import { button, type Child, make, part } from './dom.ts';
import { jsonView, plainText } from './json-view.ts';
import type { PageLines } from './lines.ts';
import { latencyOf, timeOf, toldOf } from './told.ts';

/** What can be done from a line. */
export interface Ways {
  /** Goes to another line. */
  readonly go: (line: PageLine) => void;
  /** Shows the exchange of a line alone. */
  readonly only: (line: PageLine) => void;
  readonly copy: (text: string) => void;
  readonly back: () => unknown;
}

/** Where a line is open, beside its list. */
export interface OpenPane {
  readonly element: HTMLElement;
  open(line: PageLine): void;
  /** False where nothing was open. */
  close(): boolean;
  isOpen(): boolean;
  /** Shows what is open as it was sent, and back. */
  readonly turn: () => void;
}

export function createSide(lines: PageLines, ways: Ways): OpenPane {
  const element = make('div', 'side', { hidden: true });
  let now: OpenLine | undefined;
  return {
    element,
    open(line) {
      now = detailOf(lines, line, ways);
      element.replaceChildren(now.element);
      element.removeAttribute('hidden');
      element.scrollTop = 0;
    },
    close() {
      const wasOpen = now !== undefined;
      now = undefined;
      element.setAttribute('hidden', '');
      return wasOpen;
    },
    isOpen: () => now !== undefined,
    turn: () => now?.turn(),
  };
}

/** A line with all there is to it. */
interface OpenLine {
  readonly element: HTMLElement;
  /** Shows the text as it was sent in place of its JSON, and back. */
  readonly turn: () => void;
}

/** Characters of what a line is about; the rest is in its text. */
const LONG = 300;

const DIRECTIONS = { c2s: 'client → server', s2c: 'server → client' } as const;

/** The line that answers this one or is answered by it. */
export const otherOf = (lines: PageLines, { s, kind, answer, re }: PageLine): PageLine | undefined =>
  lines.at(s, kind === 'request' ? answer : re);

function detailOf(lines: PageLines, line: PageLine, ways: Ways): OpenLine {
  const { what, subject, look } = toldOf(lines, line);
  const text = line.text;
  const body = make('div', 'body', {});
  const aside = make('section', 'inner', { hidden: true });
  const findings = line.findings ?? [];
  const wrong = new Set(findings.flatMap(({ path = [], alike = [] }) => [path, alike].flat()));
  const open = (pointer: string, inner: string): void => {
    const close = button('', 'close', () => aside.setAttribute('hidden', ''));
    const copy = button('', 'copy', () => ways.copy(inner));
    aside.replaceChildren(
      make('h3', '', {}, part('path', pointer === '' ? 'the text' : pointer), copy, close),
      jsonView(inner, new Set(), (further, deeper) => open(`${pointer}${further}`, deeper)),
    );
    aside.removeAttribute('hidden');
    aside.scrollIntoView({ block: 'nearest' });
  };
  let isRaw = line.type !== 'frame';
  const draw = (): void => {
    aside.setAttribute('hidden', '');
    if (text === undefined)
      body.replaceChildren(make('p', 'note', {}, 'Its text was no longer held when the page was written.'));
    else if (text !== '' || line.type === 'frame')
      body.replaceChildren(isRaw ? plainText(text) : jsonView(text, wrong, open));
  };
  const turn = (): void => {
    if (line.type !== 'frame') return;
    isRaw = !isRaw;
    raw.setAttribute('aria-pressed', String(isRaw));
    draw();
  };
  const raw = button('', 'as sent', turn, 'The exact text (p)');
  raw.setAttribute('aria-pressed', 'false');
  draw();
  const element = make(
    'article',
    'detail',
    { 'aria-label': `Line ${lines.label(line)}` },
    make(
      'h2',
      look,
      {},
      button('back', '‹ back', ways.back),
      `${lines.label(line)} ${what} `,
      part('subject', subject.slice(0, LONG)),
    ),
    make('p', 'facts', {}, factsOf(lines, line)),
    make('p', 'ways', {}, ...buttons(lines, line, ways), line.type === 'frame' ? raw : undefined),
    ...findings.map((finding) => findingNote(lines, line, finding)),
    line.note === undefined ? undefined : make('p', 'noted', {}, `${line.marked ? '◆ ' : ''}${line.note}`),
    ...beside(line),
    body,
    aside,
  );
  return { element, turn };
}

/** What its heading does not tell yet: headers, whose line of stderr it is. */
const beside = ({ type, more = [] }: PageLine): readonly HTMLElement[] =>
  (type === 'http' || type === 'stderr') && more.length > 0
    ? [make('ul', '', {}, ...more.map((one) => make('li', '', {}, one)))]
    : [];

function factsOf(lines: PageLines, line: PageLine): string {
  const { dir, method, id, size, type } = line;
  const facts = [
    timeOf(lines, line),
    dir === undefined ? '' : DIRECTIONS[dir],
    line.kind === undefined || line.kind === 'none' ? type : line.kind,
    method ?? '',
    id === undefined ? '' : `id ${JSON.stringify(id).slice(0, LONG)}`,
    size > 0 ? bytes(size) : '',
    latencyOf(line),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function buttons(lines: PageLines, line: PageLine, ways: Ways): readonly Child[] {
  const other = otherOf(lines, line);
  const next = lines.at(line.s, line.next);
  const { text } = line;
  return [
    other &&
      button(
        'go',
        `${line.kind === 'request' ? 'to its end' : 'to its request'} ${lines.label(other)}`,
        () => ways.go(other),
        'o',
      ),
    next && button('go', `goes on in ${lines.label(next)}`, () => ways.go(next)),
    line.with === undefined ? undefined : button('', 'only this exchange', () => ways.only(line), 'w'),
    text === undefined || text === '' ? undefined : button('', 'copy', () => ways.copy(text), 'y'),
  ];
}

/** What is wrong, and what to do about it. */
function findingNote(
  lines: PageLines,
  line: PageLine,
  { rule, message, path }: { readonly rule: string; readonly message: string; readonly path?: string },
): HTMLElement {
  const known: PageFinding | undefined = lines.session(line).findings.find((one) => one.rule === rule);
  return make(
    'div',
    `finding ${known?.severity ?? ''}`,
    {},
    make('p', '', {}, part('rule', `! ${rule}`), ` ${message} `, path ? part('path', path) : undefined),
    known?.next === undefined ? undefined : make('p', 'next', {}, known.next),
  );
}
