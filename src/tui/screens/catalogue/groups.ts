/** Tools that stand one below the other and begin alike. */
export interface NameGroup {
  /** How their names begin, up to and with what ends a part of a name: `API-`, `github_`. */
  readonly prefix: string;
  /** The places of the first, and behind the last. */
  readonly from: number;
  readonly to: number;
}

/** A list with fewer has no groups. */
const MANY = 20;
/** A longer list begins with its groups collapsed: no window would show it as a whole. */
const TALL = 40;
/** So many make a group. */
const LEAST = 3;

/**
 * The groups of a long list. The order of the server's stays: names that begin alike and stand apart are none. What
 * all names begin with parts nothing, so that it is the next part of the name that counts.
 */
export function groupsOf(names: readonly string[]): readonly NameGroup[] {
  if (names.length <= MANY) return [];
  const common = partOf(names[0] ?? '', 0);
  const skipped = common !== '' && names.every((name) => name.startsWith(common)) ? common.length : 0;
  const runs = runsOf(names.map((name) => partOf(name, skipped)));
  const times = new Map<string, number>();
  for (const { prefix } of runs) times.set(prefix, (times.get(prefix) ?? 0) + 1);
  return runs.filter(
    ({ prefix, from, to }) => prefix !== '' && to - from >= LEAST && times.get(prefix) === 1,
  );
}

/** Are the groups of a list collapsed until a person expands them? */
export const beginsCollapsed = (count: number): boolean => count > TALL;

/** A name up to the end of its first part behind `from`; empty where no part ends. */
function partOf(name: string, from: number): string {
  const end = SEPARATOR.exec(name.slice(from));
  return end === null ? '' : name.slice(0, from + end.index + end[0].length);
}

function runsOf(prefixes: readonly string[]): readonly NameGroup[] {
  const runs: NameGroup[] = [];
  let from = 0;
  prefixes.forEach((prefix, at) => {
    if (prefixes[at + 1] === prefix) return;
    runs.push({ prefix, from, to: at + 1 });
    from = at + 1;
  });
  return runs;
}

/** What ends a part of a name. */
const SEPARATOR = /(?<=[\p{L}\p{N}])(?:__|::|[-_./:])/u;
