import { edited, jsoncTree, nodeAt } from '../json/jsonc-edit.ts';
import type { ConfigText } from './config-text.ts';
import type { PlacedEntry } from './entries.ts';
import type { InstalledEntry } from './installed.ts';
import type { Launcher } from './wrap.ts';
import { type Restoring, restoreEdits, tapEdits } from './wrap.ts';

/** An entry of a config and what is to be said of it, for the end of a sentence that begins with its name. */
export interface SaidOf {
  readonly name: string;
  readonly says: string;
}

/** How a config is to be changed. */
export interface ConfigPlan {
  readonly config: ConfigText;
  readonly after: string;
  /** What is tapped by it, or restored. */
  readonly done: readonly PlacedEntry[];
  readonly said: readonly SaidOf[];
}

/** Plans how entries of a config are tapped: all, or those with these names. */
export function planInstall(config: ConfigText, names: readonly string[], launcher: Launcher): ConfigPlan {
  const chosen = config.entries.filter(({ name }) => names.length === 0 || names.includes(name));
  const fit = chosen.filter(({ left }) => left === undefined);
  const after = edited(
    config.text,
    fit.flatMap((entry) => tapEdits(config.text, entry, launcher)),
  );
  const said = chosen.flatMap(({ name, left }) => (left === undefined ? [] : [{ name, says: left }]));
  return { config, after, done: fit, said };
}

/** What is to be kept of the entries that a plan taps. */
export function keptOf(
  { config, after, done }: ConfigPlan,
  client: string,
  at: string,
): readonly InstalledEntry[] {
  const root = jsoncTree(after);
  return done.flatMap(({ path, node }) => {
    const now = nodeAt(root, path);
    if (now === undefined) return [];
    const was = config.text.slice(node.from, node.to);
    return [{ file: config.real, path: [...path], client, was, is: after.slice(now.from, now.to), at }];
  });
}

const pathKey = (path: readonly string[]): string => path.join('\0');
const nameOf = ({ path }: InstalledEntry): string => path.at(-1) ?? '';

/** What is to be restored in a config. */
export interface WhatToRestore {
  /** What is kept of entries of this config. */
  readonly here: readonly InstalledEntry[];
  /** What is kept of entries of other configs, from where one may have been moved. */
  readonly elsewhere: readonly InstalledEntry[];
  readonly names: readonly string[];
  readonly client: string;
  /** Whether this is a program of ours that was put there by an installation. */
  readonly isOurs: (program: string) => boolean;
}

/** A plan of what is restored. */
export interface RestorePlan extends ConfigPlan {
  /** What is kept of entries that were found, wherever they are now. */
  readonly found: ReadonlySet<InstalledEntry>;
  /** Entries that are to be restored, and cannot be. */
  readonly left: readonly PlacedEntry[];
}

/** Plans how entries of a config become what they were, wherever in it they are now. */
export function planRestore(config: ConfigText, wanted: WhatToRestore): RestorePlan {
  const { here, elsewhere, names, client, isOurs } = wanted;
  const byPath = new Map(here.map((kept) => [pathKey(kept.path), kept] as const));
  const said: SaidOf[] = [];
  const done: PlacedEntry[] = [];
  const found = new Set<InstalledEntry>();
  const left: PlacedEntry[] = [];
  const edits: Restoring['edits'][number][] = [];
  const restore = (entry: PlacedEntry, kept: InstalledEntry | undefined, how?: string): void => {
    const restoring = restoreEdits(config.text, entry, kept, (text) => jsoncTree(text)?.value);
    edits.push(...restoring.edits);
    if (restoring.edits.length > 0) done.push(entry);
    else if (entry.tap !== undefined) left.push(entry);
    if (how !== undefined && restoring.edits.length > 0) said.push({ name: entry.name, says: how });
    if (restoring.said !== undefined) said.push({ name: entry.name, says: restoring.said });
  };
  for (const entry of config.entries) {
    const kept = byPath.get(pathKey(entry.path));
    if (kept === undefined) continue;
    found.add(kept);
    // It was restored already, from the backup for example.
    if (config.text.slice(entry.node.from, entry.node.to) !== kept.was) restore(entry, kept);
  }
  for (const entry of config.entries) {
    const { tap, name } = entry;
    if (tap === undefined || byPath.has(pathKey(entry.path))) continue;
    const isMoved = (kept: InstalledEntry): boolean =>
      kept.client === tap.client && nameOf(kept) === tap.server;
    const kept = here.find(isMoved) ?? elsewhere.find(isMoved);
    const isNamed = names.includes(name);
    if (kept !== undefined) {
      restore(entry, kept, movedFrom(entry, kept, found.has(kept)));
      found.add(kept);
    } else if (isNamed || (names.length === 0 && tap.client === client && isOurs(tap.program))) {
      restore(entry, undefined, 'was restored from what it says itself, as nothing is kept of it');
    } else if (names.length === 0) {
      said.push({
        name,
        says: `is tapped, but not by tap --install of this user: to restore it, add --server ${name}`,
      });
    }
  }
  return { config, after: edited(config.text, edits), done, said, found, left };
}

/** Where an entry was when it was tapped. */
function movedFrom(entry: PlacedEntry, kept: InstalledEntry, isCopy: boolean): string {
  if (isCopy) return `is a copy of ${nameOf(kept)}, and was restored as well`;
  return entry.name === nameOf(kept)
    ? `was moved meanwhile, and was restored where it is now`
    : `was ${nameOf(kept)} when it was tapped, and was restored under its new name`;
}
