import { secretsInHeaders, secretsInVariables } from '../session/redaction/arguments.ts';
import { createRedactor } from '../session/redaction/redactor.ts';
import { quoteShell } from '../text/quote.ts';
import type { ConfigEntry } from './entry.ts';

/** Replaces what is secret in the texts of an entry. */
export interface EntryHider {
  readonly words: (words: readonly string[]) => readonly string[];
  readonly text: (text: string) => string;
}

/** An entry in one line for people, its secrets hidden: the command line, or the URL. */
export function configLine(entry: ConfigEntry): string {
  const hide = configSecrets(entry);
  if (entry.by === 'stdio') return quoteShell(hide.words([entry.command, ...entry.args]));
  return entry.chosen && entry.by !== 'http' ? `${hide.text(entry.url)} (${entry.by})` : hide.text(entry.url);
}

/** What hides the secrets of an entry: the values of its variables and headers, and what its command line tells. */
export function configSecrets(entry: ConfigEntry): EntryHider {
  const env = entry.by === 'stdio' ? entry.env.map(([name, value]) => [name, value ?? ''] as const) : [];
  const values =
    entry.by === 'stdio'
      ? secretsInVariables(
          Object.fromEntries(env),
          env.map(([name]) => name),
        )
      : secretsInHeaders(entry.headers);
  const redactor = createRedactor(values);
  return { words: redactor.words, text: redactor.mask };
}
