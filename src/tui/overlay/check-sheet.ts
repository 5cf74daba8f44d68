import { findingsOf } from '../../check/check.ts';
import type { Mask } from '../../check/excerpt.ts';
import type { CheckFinding } from '../../check/finding.ts';
import { belowItem } from '../../check/sentence.ts';
import type { ItemId } from '../../check/subject.ts';
import { itemIds } from '../../check/subject.ts';
import { wireFindings } from '../../check/wire.ts';
import { CLIENTS } from '../../clients/clients.ts';
import { pageOfSource } from '../../clients/evidence.ts';
import type { Host } from '../../host/host.ts';
import type { Severity } from '../../spec/rule.ts';
import { SEVERITIES } from '../../spec/rule.ts';
import { answeredIn, NOTHING_ANSWERED } from '../../surface/answered.ts';
import { type Surface, surfaceOf } from '../../surface/surface.ts';
import { counted } from '../../text/measure.ts';
import { memo } from '../../time/memo.ts';
import { parted, textSection } from '../kit/sheet/sections.ts';
import type { Section, Sheet, TextSection } from '../kit/sheet/sheet.ts';
import { secretsOf } from '../world/secrets.ts';
import type { Meaning } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';

/** Everything that is to be said of what the server of a session offers, item by item, the worst first. */
export const checkSheet = (host: Host, { revealed }: Pick<Ui, 'revealed'>): Sheet => {
  const { lists, server, instructions, findings, session } = host.store.state();
  return sheetOf(host, revealed, lists, server, instructions, findings, session, answersOf(host));
};

/** How many answers have come since this was asked first: what else comes, and that may be a flood, makes no new sheet. */
function answersOf(host: Host): number {
  const { lines, row } = host.log;
  const seen = countOf(host);
  for (; seen.place < lines.length; seen.place += 1) {
    const { kind, dir } = row(lines.at(seen.place)) ?? {};
    if (dir === 's2c' && (kind === 'result' || kind === 'error')) seen.answers += 1;
  }
  return seen.answers;
}

const countOf = memo(({ log }: Host) => ({ place: log.lines.length, answers: 0 }));

/** Made again when what is offered, what was found on the wire, or what was answered is something else. */
const sheetOf = memo((host: Host, revealed: boolean, ..._: readonly unknown[]): Sheet => {
  const state = host.store.state();
  const surface = surfaceOf(state, host.log.text);
  const secrets = secretsOf(host.mask, revealed);
  const found = foundIn(host, surface, secrets.mask);
  const ids = new Map(itemIds(surface));
  const head = textSection('check', [countWords(found)], { meaning: 'strong' });
  const groups = byItem(found).map(([id, alike]) => itemSections(id, alike, ids, secrets.mask));
  const sections = parted([[head], ...groups]);
  return {
    key: 'check',
    sections,
    hide: secrets.hide,
    whole: () => JSON.stringify({ findings: found }, undefined, 2),
    file: 'check',
    savesWhole: true,
  };
});

function foundIn(host: Host, surface: Surface, mask: Mask): readonly CheckFinding[] {
  const subject = {
    surface,
    answered: {
      ...NOTHING_ANSWERED,
      ...answeredIn(
        host.log,
        host.connection !== undefined ? host.store.state().session : undefined,
        LOOKED_AT,
      ),
    },
    server: surface.server?.name ?? '',
    mask,
    clients: CLIENTS.filter(({ kind }) => kind !== 'profile'),
  };
  return [...wireFindings({ ...host.store.state(), log: host.log }), ...findingsOf(subject)];
}

/** How many calls and reads are looked at, the newest first: each may have to be read from the file. */
const LOOKED_AT = 10_000;

/** The findings of each item, those of an item from the worst on, the item with the most of the worst first. */
function byItem(findings: readonly CheckFinding[]): readonly (readonly [ItemId, readonly CheckFinding[]])[] {
  const items = new Map<ItemId, CheckFinding[]>();
  for (const level of SEVERITIES)
    for (const one of findings) {
      if (one.level !== level) continue;
      const known = items.get(one.item);
      if (known === undefined) items.set(one.item, [one]);
      else known.push(one);
    }
  const weight = (alike: readonly CheckFinding[], level: Severity) =>
    alike.filter((one) => one.level === level).length;
  return [...items].sort(
    ([, one], [, other]) =>
      weight(other, 'error') - weight(one, 'error') || weight(other, 'warning') - weight(one, 'warning'),
  );
}

/** What is said of one item; each row of it leads there. */
function itemSections(
  id: ItemId,
  findings: readonly CheckFinding[],
  known: ReadonlyMap<ItemId, unknown>,
  mask: (text: string) => string,
): readonly Section[] {
  const to = known.has(id) ? { item: id } : {};
  const [noun = '', ...rest] = id.split(':');
  const name = rest.length === 0 ? noun : `${rest.join(':')}   ${noun}`;
  return [
    textSection(`item ${id}`, [`${mask(name)}: ${countWords(findings)}`], { meaning: 'strong', ...to }),
    ...findings.flatMap((finding, at) => findingSections(finding, `finding ${id} ${at}`, to, mask)),
  ];
}

function findingSections(
  { rule, level, item, message, fix, source, seq }: CheckFinding,
  id: string,
  to: Pick<TextSection, 'item'>,
  mask: (text: string) => string,
): readonly Section[] {
  const page = source === undefined ? {} : { page: pageOfSource(source) };
  const where = to.item === undefined && seq !== undefined ? { seq } : {};
  const more = { ...to, ...page, ...where, content: { kind: 'text', text: `${rule}: ${message}` } } as const;
  const said = fix === '' ? rule : `${fix} (${rule})`;
  return [
    textSection(id, [`  ${level.padEnd(LEVEL)}${mask(belowItem(message, item))}`], {
      meaning: MEANINGS[level],
      hang: 2 + LEVEL,
      ...more,
    }),
    textSection(`${id} fix`, [`${' '.repeat(2 + LEVEL)}${said}`], {
      meaning: 'dim',
      hang: 2 + LEVEL,
      ...more,
    }),
  ];
}

/** Cells of a level. */
const LEVEL = 9;

const MEANINGS: Readonly<Record<Severity, Meaning>> = { error: 'error', warning: 'finding', note: 'dim' };

/** `2 errors, 1 warning`; a word where there is nothing. */
function countWords(findings: readonly CheckFinding[]): string {
  const told = SEVERITIES.flatMap((level) => {
    const count = findings.filter((one) => one.level === level).length;
    return count === 0 ? [] : [counted(count, level)];
  });
  return told.length === 0 ? 'nothing found' : told.join(', ');
}
