import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A root offered to the server (client/roots). */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** A URI as it stands, or the path of a folder that is there; nothing for anything else. */
export function rootOf(text: string, cwd: string): Root | undefined {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { uri: text };
  const path = resolve(cwd, text);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? { uri: pathToFileURL(path).href }
    : undefined;
}
