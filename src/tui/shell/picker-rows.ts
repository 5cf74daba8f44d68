import { cut, pad } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { width } from '../../text/width.ts';
import type { PaintedRow } from '../kit/rows.tsx';
import type { Theme } from '../world/theme.ts';
import type { Choice, Picking } from './picking.ts';

/** The widest column of groups: `Claude Desktop` and two spaces. */
const GROUP = 16;

/** What a name keeps at least, and what else is known of a recording: `1000 messages · 2026-11-27 12:04`, with the gaps. */
const NAME = 20;
const FACTS = 36;

/** Cells for what else is known; where there are fewer, the name has them all. */
const LEAST = 12;

/** The rows of the list, in three columns: what each is one of, its name, and what else is known. */
export function pickerRows(
  { choices, editor, ticked }: Picking,
  seen: readonly (Choice | undefined)[],
  chosen: Choice | undefined,
  cells: number,
  theme: Theme,
): readonly PaintedRow[] {
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((text) => width(visible(text))));
  // Of all choices, so that nothing moves when one scrolls; what is typed has a group of its own.
  const groups = widest(
    [...choices, ...(editor.text === '' ? [] : seen)].map((choice) => choice?.group ?? ''),
  );
  const group = groups === 0 ? 0 : Math.min(GROUP, groups + 2);
  const names = widest(choices.flatMap(({ name, facts }) => (facts.length === 0 ? [] : [name])));
  const most = Math.max(NAME, cells - group - FACTS);
  // A column of its own, as soon as one is ticked.
  const tick = ticked.length === 0 ? '' : '  ';
  const name = Math.min(names + tick.length, most, Math.floor((cells * 2) / 5)) + 2;
  return seen.map((choice, at) => {
    if (choice === undefined) return { key: `blank ${at}`, text: '' };
    const isFirst = choice.group !== seen[at - 1]?.group;
    const columns = {
      tick: ticked.includes(choice.key) ? `${theme.glyphs.ok} ` : tick,
      group: pad(cut(isFirst ? visible(choice.group) : '', Math.max(0, group - 1)), group),
      name,
    };
    return {
      key: choice.key,
      text: row(choice, choice === chosen, columns, cells - 2, theme),
    };
  });
}

/** A row, exactly two cells wider than `cells`. */
function row(
  choice: Choice,
  isChosen: boolean,
  columns: { readonly tick: string; readonly group: string; readonly name: number },
  cells: number,
  { glyphs, paint }: Theme,
): string {
  const { isBad, disabled } = choice;
  const room = Math.max(0, cells - width(columns.group));
  const label = `${columns.tick}${visible(choice.name)}`;
  const isNarrow = room - columns.name < LEAST;
  const sign = signOf(choice.outcome, glyphs);
  const name =
    isNarrow || choice.facts.length === 0
      ? cut(label, room - width(sign))
      : pad(cut(label, columns.name - 2), columns.name);
  const facts = isNarrow ? '' : factsIn(choice, Math.max(0, room - width(name) - width(sign)));
  const end = ' '.repeat(Math.max(0, room - width(name) - width(facts) - width(sign)));
  if (isChosen) return paint('selection', `${glyphs.selected} ${columns.group}${name}${facts}${sign}${end}`);
  const about = paint(isBad ? 'finding' : 'dim', facts) + paint(choice.outcome ?? 'dim', sign);
  return `  ${paint('strong', columns.group)}${isBad || disabled ? paint('dim', name) : name}${about}${end}`;
}

function signOf(outcome: Choice['outcome'], { ok, error }: Theme['glyphs']): string {
  if (outcome === undefined) return '';
  return outcome === 'ok' ? `  ${ok}` : `  ${error} failed`;
}

/** As many of the facts as have room, the last ones first; the last is cut. */
function factsIn({ facts }: Choice, room: number): string {
  const texts = facts.map((fact) => visible(fact));
  while (texts.length > 1 && width(texts.join(' · ')) > room) texts.shift();
  return cut(texts.join(' · '), room);
}
