import type { JsonObject } from '../json/shape.ts';
import type { Severity } from '../spec/rule.ts';
import type { Folders } from './folders.ts';

/** A name of `--for` and `--as`, and `client` in a report. */
export type ClientId =
  | 'claude-code'
  | 'claude-desktop'
  | 'claude-directory'
  | 'anthropic-api'
  | 'chatgpt-apps'
  | 'openai'
  | 'openai-strict'
  | 'vscode'
  | 'cursor'
  | 'windsurf'
  | 'trae'
  | 'gemini-cli'
  | 'gemini-api'
  | 'zed'
  | 'opencode'
  | 'kimi'
  | 'mcp';

/** A program that uses MCP servers, or what a server is held against like one. One file each beside this one. */
export interface Client {
  readonly id: ClientId;
  /** As people call it. */
  readonly name: string;
  /** Other names that `--for` and `--as` take. */
  readonly also?: readonly string[];
  /**
   * `client`: a program with a model behind it. `api`: a model's API, which every client of that model meets. `profile`: what
   * a directory or a mode asks for; only looked at when asked for with `--for`. `specification`: MCP itself.
   */
  readonly kind: 'client' | 'api' | 'profile' | 'specification';
  /** Where its configuration lies; absent where we do not know. */
  readonly config?: ClientConfig;
  /** What it calls a tool before its model; as the server does where it is absent. */
  readonly naming?: Naming;
  /** What it does to an `inputSchema` before its model gets it; nothing where it is absent. */
  readonly schemas?: SchemaHandling;
  /** What of a tool's result its model gets; all of it where it is absent. */
  readonly results?: ResultReading;
  /** Its model gets the definitions of tools only once it looks for them. */
  readonly deferred?: Evidence;
  /** What else is known of it and no rule can look at. */
  readonly remarks?: readonly Remark[];
  /** What it says of itself in `initialize`, for `--as`; absent where nothing is known of it. */
  readonly identity?: ClientIdentity;
  readonly rules: readonly ClientRule[];
}

/** Where something is known from, and how surely. */
export interface Evidence {
  /** `owner/repo#number`, or the address of a page. */
  readonly source: string;
  /** The day it was looked up (ISO 8601). */
  readonly seen: string;
  /** Read in the client's code, in its documentation, or reported by users. */
  readonly sure: 'source' | 'docs' | 'reports';
  /** The month of the latest report, for what is only reported. */
  readonly reported?: string;
}

/** Something known of a client, in a sentence. */
export interface Remark extends Evidence {
  readonly says: string;
}

/** The configuration of a client. */
export interface ClientConfig extends Pick<Evidence, 'source' | 'seen'> {
  /** Its files below the folder of a project, as paths relative to that. */
  readonly project?: readonly ConfigPath[];
  /** Its files of a user, as absolute paths in parts. */
  readonly user?: (folders: Folders) => readonly ConfigPath[];
  /** Where in its files the servers are, given the folder that it has open. */
  readonly servers: (folder: string) => readonly ConfigPath[];
  /** In its files `$VAR` is a variable too, not only `${VAR}`. */
  readonly hasBareVariables?: true;
}

/** Names of folders and the file, or of members, one below the other. */
type ConfigPath = readonly string[];

/** How a client makes the name that its model sees of a server's and a tool's. */
export interface Naming extends Evidence {
  /** What it puts before, `{server}` in it for the server's name: `mcp__{server}__`. */
  readonly prefix: string;
  /** What becomes of the server's name before it is put there. */
  readonly server?: {
    readonly lower?: true;
    /** `_` stands for each match. */
    readonly replaces?: RegExp;
    /** Characters (UTF-16) that are kept of it. */
    readonly most?: number;
  };
  /** What stands before `{server}` is left out where the server's name begins with it. */
  readonly once?: true;
  /** Characters of the whole that it puts `_` for, one for each. */
  readonly replaces?: RegExp;
  /** Characters (UTF-16) of the longest name; more are dealt with as `long` says. */
  readonly most?: number;
  /**
   * `middle`: cut in the middle, with `...` there. `hash`: cut, with a hash at its end. `refused`: the name is sent, and the
   * model's API refuses it.
   */
  readonly long?: 'end' | 'middle' | 'left out' | 'refused' | 'hash';
}

/** What a client does to an `inputSchema`. */
export interface SchemaHandling extends Evidence {
  /** Members that it puts at the root where there are none. */
  readonly adds?: JsonObject;
  /** Keywords that it leaves out wherever they stand in the schema. */
  readonly drops?: readonly string[];
}

/** Which part of a result of `tools/call` a client gives to its model. */
export interface ResultReading extends Evidence {
  readonly takes: ResultSide;
  /** Of a result with `isError`, where that is another part. */
  readonly ofErrors?: Evidence & { readonly takes: ResultSide };
  /** How long a result may be; the first that it is beyond counts. */
  readonly most?: readonly ResultLimit[];
  /** Leaves out what is annotated as meant for the user alone. */
  readonly heedsAudience?: true;
}

/**
 * `structured`: `structuredContent` alone where there is one. `no text`: where there is one, it stands in for the texts, and the
 * rest of `content` stays. `content`: only `content`. `text`: only the texts of `content`.
 */
export type ResultSide = 'structured' | 'no text' | 'content' | 'text' | 'both';

/** How long a result may be before it is not handed on as it is. */
export interface ResultLimit extends Evidence {
  readonly most: number;
  readonly of: 'characters' | 'tokens';
  /** What becomes of a longer one, behind `it is`: `cut there`. */
  readonly becomes: string;
  /** A member of the tool's `_meta` that allows more characters. */
  readonly unless?: string;
}

/** Whom a client says it is. */
export interface ClientIdentity extends Evidence {
  readonly clientInfo: { readonly name: string; readonly version: string } & JsonObject;
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
}

/** One thing that a client does not take as a server may send it. */
export interface ClientRule extends Evidence {
  /** What it is about; the rule of a finding is `client/` and this. The same id means the same in all clients. */
  readonly id: string;
  readonly level: Severity;
  readonly limit: Limit;
  readonly effect: Treatment;
  /** What is to be known besides: in which versions, what became of it before; one that begins with `since` stands in brackets. */
  readonly besides?: string;
}

/** All that may become of what is beyond a limit, the worst first. */
export const TREATMENTS = [
  'refused',
  'left out',
  'cut',
  'replaced',
  'ignored',
  'deferred',
  'wanted',
] as const;

/**
 * What becomes of what is beyond a limit. `refused`: the model's API refuses every request with it. `wanted`: a profile asks for
 * it.
 */
export type Treatment = (typeof TREATMENTS)[number];

/** What a rule looks at, and how far it may go. Lengths are in UTF-16 units. */
export type Limit =
  /** The name as the client gives it, see {@link Naming}. */
  | { readonly on: 'name length'; readonly most: number }
  | { readonly on: 'name characters'; readonly taken: RegExp; readonly says: string }
  | { readonly on: 'description length'; readonly most: number }
  /** Of all descriptions together. */
  | { readonly on: 'descriptions length'; readonly most: number }
  /** Phrases that tell a model how to behave instead of what the tool does. */
  | { readonly on: 'description words'; readonly unwanted: RegExp }
  | { readonly on: 'instructions length'; readonly most: number }
  | { readonly on: 'number of tools'; readonly most: number }
  /** Of tools of several servers, see `shared-names.ts`. */
  | { readonly on: 'shared name' }
  | { readonly on: 'schema'; readonly trait: SchemaTrait }
  /** A parameter to choose from what reads and what writes. */
  | { readonly on: 'mixed actions' }
  | { readonly on: 'hints'; readonly explicit: readonly string[]; readonly count: 'each' | 'any' }
  | { readonly on: 'title' }
  /** A view of an app (`_meta.ui.resourceUri`). */
  | { readonly on: 'app' };

/** Something in an `inputSchema` that some clients do not take; `schema-traits.ts` finds it. */
export type SchemaTrait =
  | 'root union'
  | 'root is not an object'
  | 'array without items'
  | 'object without properties'
  | 'lookaround'
  | 'list of types'
  | 'additionalProperties'
  | 'union in items'
  | 'optional parameter'
  | 'open object';
