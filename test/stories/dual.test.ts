import { describe, expect, test } from 'vitest';
import { openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const MODERN = /2026-07-28 · negotiated with/;

/** The ways to the one server, and what Server says of the era and why. */
const WAYS = [
  {
    args: ['demo'],
    told: /negotiated with initialize ·[^│┃]*(?:[│┃][^│┃]*){0,4}2026-07-28 not/,
    opened: 'initialize',
  },
  {
    args: ['demo', '--era', 'legacy'],
    told: /2025-11-25 · negotiated with initialize/,
    opened: 'initialize',
  },
  { args: ['demo', '--era', 'modern'], told: MODERN, opened: 'server/discover' },
  { args: ['demo', '--era', 'auto'], told: MODERN, opened: 'server/discover' },
  {
    args: ['demo', '--http', '0', '--era', 'legacy'],
    told: /negotiated with initialize/,
    opened: 'initialize',
  },
  { args: ['demo', '--http', '0'], told: MODERN, opened: 'server/discover' },
];

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
]);

/** What is in the right pane, without its frame and what only one era has. */
function shown(terminal: Terminal): readonly string[] {
  const rows = terminal.screen().flatMap((line) => /[│┃]│ (.*)[│┃]$/.exec(line.trimEnd())?.[1]?.trim() ?? []);
  const end = rows.indexOf('other members');
  return (end < 0 ? rows : rows.slice(0, end)).filter((row) => row !== '');
}

/** The same steps each time; what the results of them look like. */
async function afternoon(terminal: Terminal): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  await openNamed(terminal, '2', 'say-hello');
  await terminal.waitFor('❯ name *');
  await terminal.type('Ada');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Good evening, Ada.');
  pages.push(shown(terminal));

  await openNamed(terminal, '2', 'weather');
  await terminal.waitFor('[ Call ]');
  await terminal.key('ctrl+s');
  await terminal.waitFor('"metresPerSecond": 3.4');
  pages.push(shown(terminal));

  // Asked within the call: by a request in one era, by a result in the other.
  await openNamed(terminal, '2', 'report-comet');
  await terminal.waitFor('constellation');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/6 Inbox 1\b/);
  await terminal.key('alt+6');
  await terminal.waitFor(/❯ … \S/);
  await terminal.key('enter');
  await terminal.waitFor('❯ name *');
  // Above the form stands by what it was asked, which each era tells in its way.
  const form = shown(terminal);
  pages.push(form.slice(form.findIndex((row) => row.startsWith('❯ name'))));
  await terminal.type('Lindqvist');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/6 Inbox 0\b/);
  await terminal.waitFor(/3 Resources 8\b|3:8\b/);
  await terminal.key('alt+2');
  await terminal.waitFor('Comet Lindqvist, in Lynx.');
  pages.push(shown(terminal));

  await openNamed(terminal, '3', 'Lindqvist');
  await terminal.waitFor('"constellation": "Lynx"');
  pages.push(shown(terminal));
  return pages;
}

describe.each(sizes)('one server of both eras at $cols×$rows', ({ cols, rows }) => {
  let first: readonly (readonly string[])[] | undefined;

  // In the smaller window one way into each era will do.
  const ways = WAYS.filter((_, place) => cols > 100 || place % 3 === 0 || place === 5);

  test.each(ways)('is the same by $args', { timeout: 60_000 }, async ({ args, told, opened }) => {
    const terminal = openTerminal({ args, cols, rows, kitty: true });
    await terminal.waitFor(/kestrel-hill.* ready/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
    await terminal.waitFor(told);
    await expect.poll(() => sentWith(terminal.home, '"method":')[0]).toContain(`"method":"${opened}"`);
    const pages = await afternoon(terminal);
    first ??= pages;
    expect(pages).toEqual(first);
    await terminal.key('alt+1');
    await terminal.waitFor(told);
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });
});
