import type { Folders } from './folders.ts';

/** Names of folders and the file, one below the other. */
type Path = readonly string[];

/** A program that uses MCP servers, as far as its configuration goes. One file each beside this one. */
export interface Client {
  /** As people call it. */
  readonly name: string;
  /** Its files below the folder of a project, as paths relative to that. */
  readonly project?: readonly Path[];
  /** Its files of a user, as absolute paths in parts. */
  readonly user?: (folders: Folders) => readonly Path[];
  /** Where in its files the servers stand, given the folder that it has open. */
  readonly servers: (folder: string) => readonly Path[];
  /** In its files `$VAR` is a variable too, not only `${VAR}`. */
  readonly hasBareVariables?: true;
  /** The page that says so, and the day it was read (ISO 8601). */
  readonly source: string;
  readonly seen: string;
}
