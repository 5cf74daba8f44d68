import { secretsInHeaders, secretsInVariables } from '../../session/redaction/arguments.ts';
import { createRedactor } from '../../session/redaction/redactor.ts';
import type { ConfigPlan } from '../../tap/install.ts';
import { sequenceDiff } from '../../text/sequence-diff.ts';

/** Lines that are shown before and after a change. */
const AROUND = 2;
const TAB = '    ';
/** Characters of a line that are shown around what changes in it. */
const LONGEST = 240;

/** What a plan changes in a config, as a diff for people, its secrets masked. */
export function changeLines({ config, after }: ConfigPlan): string[] {
  const { text, entries } = config;
  if (text === after) return [];
  const secrets = entries.flatMap(({ read }) => {
    if (read === undefined) return [];
    if (read.by !== 'stdio') return secretsInHeaders(read.headers);
    const env = read.env.map(([name, value]) => [name, value ?? ''] as const);
    return secretsInVariables(
      Object.fromEntries(env),
      env.map(([name]) => name),
    );
  });
  const { mask } = createRedactor(secrets);
  // Else a tab would be shown by its name, as all that controls a terminal is.
  const lines = (one: string): readonly string[] =>
    mask(one)
      .replaceAll('\t', TAB)
      .split(/\r\n|\r|\n/);
  const runs = sequenceDiff(lines(text), lines(after));
  return runs.flatMap(({ kind, items }, at) => {
    if (kind !== 'same') return items.map((line) => `${kind === 'removed' ? '-' : '+'} ${shortened(line)}`);
    const before = at === 0 ? [] : items.slice(0, AROUND);
    const behind = at === runs.length - 1 ? [] : items.slice(Math.max(before.length, items.length - AROUND));
    const left = items.length - before.length - behind.length;
    const isInner = at > 0 && at < runs.length - 1;
    return [...before, ...(left > 0 && isInner ? ['…'] : []), ...behind].map(
      (line) => `  ${shortened(line)}`,
    );
  });
}

/** A file may have all its servers on a single line: of a long one that is shown which differs from the other. */
function shortened(line: string, other = line): string {
  if (line.length <= LONGEST) return line;
  let same = 0;
  while (same < line.length && line[same] === other[same]) same += 1;
  const from = same === line.length ? 0 : Math.max(0, same - LONGEST / 4);
  const shown = line.slice(from, from + LONGEST);
  return `${from > 0 ? '…' : ''}${shown}${from + LONGEST < line.length ? '…' : ''}`;
}
