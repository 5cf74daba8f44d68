import { LEGACY_VERSIONS, MODERN_VERSION } from '../spec/revision.ts';

/** The revisions that a text names, beside the one that was asked for; in their order, each once. */
export function revisionsIn(text: string, asked: string): readonly string[] {
  const named = new Set(text.match(/\b20\d\d-\d\d-\d\d\b/g));
  named.delete(asked);
  return [...named];
}

/** How to go on with a server that refuses a revision and names others: with the newest that is known, if any is. */
export function versionAdvice(named: readonly string[]): string {
  const known = LEGACY_VERSIONS.find((version) => named.includes(version));
  if (known === undefined && named.includes(MODERN_VERSION)) return ' — --era modern goes on with it';
  const other = known ?? named[0];
  return other === undefined ? '' : ` — --protocol-version ${other} asks for it`;
}
