import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { Configured } from '../clients/config-places.ts';
import { workspaceOf } from '../clients/config-places.ts';
import type { Surroundings } from '../clients/folders.ts';
import { MOST, readBytes } from '../disk/file.ts';
import { replace } from '../disk/write.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { type JsoncNode, jsoncTree } from '../json/jsonc-edit.ts';
import { reason } from '../text/reason.ts';
import { entriesIn, type PlacedEntry } from './entries.ts';

/** A client's config as it was read. */
export interface ConfigText {
  /** As it is named, and with its links followed. */
  readonly path: string;
  readonly real: string;
  readonly bytes: Buffer;
  /** Without its byte order mark. */
  readonly text: string;
  readonly root: JsoncNode;
  readonly entries: readonly PlacedEntry[];
}

/** Why a config is left alone, in a sentence without its full stop that names it. */
export interface ConfigProblem {
  readonly path: string;
  readonly problem: string;
}

/** Reads a config to be changed; nothing where there is no such file. */
export function readConfigText(
  path: string,
  { config }: Pick<Configured, 'config'>,
  surroundings: Surroundings,
): ConfigText | ConfigProblem | undefined {
  let bytes: Buffer;
  let real: string;
  try {
    real = realpathSync(path);
    bytes = readBytes(real, MOST.config);
  } catch (error) {
    return existsSync(path) ? { path, problem: `${path} cannot be read: ${reason(error)}` } : undefined;
  }
  const text = decoded(bytes);
  if (text === undefined)
    return { path, problem: `${path} is not in UTF-8, and other files are not changed: save it as UTF-8` };
  const empty = { from: 0, to: 0, value: undefined };
  if (text.trim() === '') return { path, real, bytes, text, root: empty, entries: [] };
  const parsed = parseJsonc(text);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    return { path, problem: `${path}:${line}:${column}: ${message}` };
  }
  const root = jsoncTree(text) ?? empty;
  const entries = entriesIn(root, config, workspaceOf(path, surroundings));
  return { path, real, bytes, text, root, entries };
}

const MARK = '\uFEFF';

/** A text that gives the same bytes again. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What is written for a text: the byte order mark stays. */
const bytesOf = ({ bytes }: ConfigText, text: string): Buffer =>
  Buffer.from(bytes.subarray(0, 3).equals(Buffer.from(MARK)) ? MARK + text : text);

/** A config was changed by others since it was read. */
class ChangedError extends Error {
  override name = 'ChangedError';
}

/**
 * Puts a new text in the place of the old. Returns why not, in a sentence without its full stop.
 *
 * @param first what has to be done before, once nothing else stands in the way; returns why it could not be
 */
export function writeConfigText(
  config: ConfigText,
  text: string,
  first: () => string | undefined = () => undefined,
): string | undefined {
  const { path, real, bytes } = config;
  let problem: string | undefined;
  try {
    // The superuser may write everywhere; a file that says it is not to be written is not written.
    if ((statSync(real).mode & 0o222) === 0) return `${path} is read-only: make it writable first`;
    accessSync(real, constants.W_OK);
    replace(real, bytesOf(config, text), undefined, () => {
      if (!readFileSync(real).equals(bytes)) throw new ChangedError();
      problem = first();
      if (problem !== undefined) throw new Error(problem);
    });
    return undefined;
  } catch (error) {
    if (problem !== undefined) return problem;
    if (error instanceof ChangedError)
      return `${path} was changed since it was read, and is left as it is: close the client and try again`;
    return `${path} cannot be written: ${reason(error)}`;
  }
}

/** Where a config is kept as it was. */
export const backupOf = (path: string): string => `${path}.mcp-loupe-backup`;

/**
 * Keeps a config as it is beside itself (0600), unless it is kept already and something in it is still tapped.
 *
 * @param isTapped whether it is ours in parts already
 */
export function backUp({ path, bytes }: ConfigText, isTapped: boolean): string | undefined {
  const backup = backupOf(path);
  try {
    const found = lstatSync(backup, { throwIfNoEntry: false });
    if (found?.isFile() === true) {
      if (isTapped) return undefined;
      // A config may be for all to read; what is kept of it, with its secrets, is for nobody else.
      chmodSync(backup, 0o600);
    } else if (found?.isSymbolicLink() === true) rmSync(backup); // Else what it leads to would be written.
    replace(backup, bytes);
    return undefined;
  } catch (error) {
    return `${backup} cannot be written: ${reason(error)}`;
  }
}

/** Removes the backup of a config that is again what it was; whether one is left. */
export function dropBackup(path: string): boolean {
  const backup = backupOf(path);
  try {
    if (!readFileSync(backup).equals(readFileSync(path))) return true;
    rmSync(backup);
    return false;
  } catch {
    return existsSync(backup);
  }
}
