import { SEVERITIES } from '../spec/rule.ts';
import { counted } from '../text/measure.ts';
import type { PageFinding, PageLine } from './data.ts';
import { button, make, part } from './dom.ts';
import type { PageLines } from './lines.ts';

/** Places of a finding that are shown at once. */
const FEW = 8;

/** All that is wrong, the worst first, with what to do about it and where it is. */
export function findingsView(lines: PageLines, go: (line: PageLine) => void): readonly HTMLElement[] {
  const rank = ({ severity = 'note' }: PageFinding): number => SEVERITIES.indexOf(severity);
  return lines.sessions.map(({ name, findings, assumed }, s) => {
    const worst = findings.toSorted((one, other) => rank(one) - rank(other));
    return make(
      'section',
      '',
      {},
      name === '' ? undefined : make('h2', '', {}, name),
      findings.length === 0 ? make('p', 'note', {}, 'No findings.') : undefined,
      ...worst.map((finding) => findingElement(lines, s, finding, go)),
      assumed.length === 0 ? undefined : make('h3', '', {}, 'About the log'),
      assumed.length === 0
        ? undefined
        : make('ul', 'places', {}, ...assumed.map((place) => placeElement(lines, s, place, go))),
    );
  });
}

function findingElement(
  lines: PageLines,
  s: number,
  { rule, severity, side, says, next, section, count, places }: PageFinding,
  go: (line: PageLine) => void,
): HTMLElement {
  const places_ = make('ul', 'places', {});
  const show = (most: number): void => {
    const left = places.length - most;
    places_.replaceChildren(
      ...places.slice(0, most).map((place) => placeElement(lines, s, place, go)),
      ...(left > 0
        ? [
            make(
              'li',
              '',
              {},
              button('more', `${left} more`, () => show(places.length)),
            ),
          ]
        : []),
    );
  };
  show(FEW);
  const marks = [severity ?? '', side === 'client' ? 'of the client' : '', count > 1 ? `×${count}` : ''];
  return make(
    'article',
    `finding ${severity ?? ''}`,
    {},
    make('h3', '', {}, part('rule', `! ${rule}`), ` ${marks.filter((one) => one !== '').join(' · ')}`),
    says === undefined ? undefined : make('p', '', {}, says),
    next === undefined ? undefined : make('p', 'next', {}, next),
    section === undefined || section === '' ? undefined : make('p', 'note', {}, section),
    places_,
    count > places.length
      ? make('p', 'note', {}, `The first ${places.length} of ${counted(count, 'place')}.`)
      : undefined,
  );
}

function placeElement(
  lines: PageLines,
  s: number,
  { at, message, path }: PageFinding['places'][number],
  go: (line: PageLine) => void,
): HTMLElement {
  const line = lines.at(s, at);
  const name = line === undefined ? part('label', `#${at}`) : button('go', lines.label(line), () => go(line));
  return make('li', '', {}, name, ` ${message} `, path === undefined ? undefined : part('path', path));
}
