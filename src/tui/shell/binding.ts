import { closest } from '../../text/suggest.ts';
import { memo } from '../../time/memo.ts';
import { type Bindings, parseKey, whyNoCommand } from '../terminal/keys.ts';
import { type Command, rebound, type ScopeFacts } from '../world/command.ts';

/** The table with the keys that the person has given. The same table as long as the bindings are. */
export const bound = memo(rebound);

/** Bindings as they can be used, with what is wrong with the others, in sentences. */
export interface ReadBindings {
  readonly bindings: Bindings;
  readonly remarks: readonly string[];
}

/** Keys by the ids of commands, and the path of the file in which a person has written them. */
export interface WrittenKeys {
  readonly path: string;
  readonly written: Readonly<Record<string, readonly string[]>>;
}

/** Reads keys that a person has written. */
export function readBindings(table: readonly Command[], { path, written }: WrittenKeys): ReadBindings {
  const remarks: string[] = [];
  const everywhere = table.filter(({ scope }) => scope === 'always');
  const fixed = everywhere.flatMap(({ id, keys }) => written[id] ?? keys);
  const bindings: Record<string, readonly string[]> = {};
  for (const [id, keys] of Object.entries(written)) {
    const command = table.find((one) => one.id === id);
    if (command === undefined) {
      const near = closest(
        id,
        table.map((one) => one.id),
      );
      remarks.push(
        `${path}: keys: no command is called ${id}${near === undefined ? '' : `; did you mean ${near}?`}`,
      );
      continue;
    }
    const own = table.filter((one) => one.scope === command.scope).flatMap((one) => bindings[one.id] ?? []);
    // What works everywhere must not be hidden anywhere: else there might be no way out.
    const rivals = command.scope === 'always' ? own : [...own, ...fixed];
    const wrong = keys.flatMap((key) => keyProblem(key, command.of, rivals) ?? []);
    remarks.push(...wrong.map((why) => `${path}: keys.${id}: ${why}`));
    if (wrong.length === 0) bindings[id] = keys.map((key) => parseKey(key) ?? key);
  }
  return { bindings, remarks };
}

function keyProblem(key: string, { isTyping }: ScopeFacts, rivals: readonly string[]): string | undefined {
  const reason = whyNoCommand(key);
  if (reason !== undefined) return reason;
  const name = parseKey(key) ?? key;
  if (isTyping && [...name].length === 1) return `${key} types text there: combine it with ctrl or alt`;
  return rivals.includes(name) ? `${key} belongs to another command there` : undefined;
}
