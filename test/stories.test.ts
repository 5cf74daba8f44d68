import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../src/tui/shell/commands.ts';
import type { Command } from '../src/tui/world/command.ts';

const folder = join(import.meta.dirname, 'stories');

/** What stands in the brackets of `key(…)`, `type(…)` and `raw(…)`, and in tables of keys, of all stories. */
const pressed = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .flatMap((text) => [
    ...(text.match(/\.(?:key|type|raw)\([\s\S]*?\);\n/g) ?? []),
    ...(text.match(/\['[^']+', '[^']+'\]/g) ?? []),
  ])
  .join('\n');

/** By its name alone, as the beginning of what is typed, or with a number behind it. */
const isPressed = (key: string): boolean =>
  [
    `'${key}'`,
    `type('${key}`,
    `type(\`${key}`,
    `'${key.replace(/\d$/, '')}\${`,
    `\`${key.replace(/\d$/, '')}\${`,
  ].some((text) => pressed.includes(text));

/** Which of the commands with the same key a story means cannot be told from its text: every key is looked for. */
test('every command has a key that some story presses', () => {
  const table: readonly Command[] = commands;
  const never = table.filter(({ keys }) => keys.length > 0 && !keys.some(isPressed));
  expect(never.map(({ id, keys }) => `${id} ${keys.join(' ')}`)).toEqual([]);
});
