import type { Redactor } from '../session/redaction/redaction.ts';
import { addressOf, type LiveTarget } from '../session/target.ts';

/** The first line of a transcript: what was recorded, by whom and how. Described in docs/transcript.md. */
export interface Header {
  readonly type: 'header';
  readonly seq: 0;
  readonly t: 0;
  readonly format: 'mcp-transcript';
  readonly version: 1;
  /** Unique for each recording. */
  readonly id: string;
  /** Wall clock in ISO 8601; every `t` counts from here. */
  readonly started: string;
  readonly tool: {
    readonly name: string;
    readonly version: string;
    /** What it ran on: `Node.js 22.11.0, linux x64`. */
    readonly platform?: string;
  };
  /** Who made it from the log of the tool, which is another program. */
  readonly convertedBy?: { readonly name: string; readonly version: string };
  readonly target: {
    readonly transport: string;
    /** The command with its arguments, for stdio. */
    readonly command?: readonly string[];
    readonly url?: string;
    readonly cwd?: string;
    /** Names only. */
    readonly env?: readonly string[];
    /** Those of them that were given by an option. */
    readonly given?: readonly string[];
    /** The names of the headers given, for a remote server. */
    readonly headers?: readonly string[];
  };
  readonly client: {
    readonly name: string;
    readonly version: string;
    readonly capabilities: Readonly<Record<string, unknown>>;
  };
  readonly redaction: { readonly on: boolean; readonly version: number };
  /** Bytes: of the longest line taken whole, and what longer strings were cut to, where they were. */
  readonly limits?: { readonly line: number; readonly cut?: number };
  /** Of a recording in parts: which this is, from 1, and of how many as far as known. */
  readonly part?: number;
  readonly of?: number;
}

/** What {@link createHeader} cannot know by itself. */
export interface HeaderInput {
  readonly id: string;
  readonly started: Date;
  readonly tool: Header['tool'];
  readonly target: LiveTarget;
  readonly client: Header['client'];
  /** Bytes. */
  readonly lineLimit: number;
  /** Absent with `--no-redact`. */
  readonly redactor?: Redactor | undefined;
}

/** Describes a recording that begins now. */
export function createHeader({
  id,
  started,
  tool,
  target,
  client,
  lineLimit,
  redactor,
}: HeaderInput): Header {
  return {
    type: 'header',
    seq: 0,
    t: 0,
    format: 'mcp-transcript',
    version: 1,
    id,
    started: started.toISOString(),
    tool: { ...tool, platform: platform() },
    target: targetOf(target, redactor),
    client,
    redaction: { on: redactor !== undefined, version: 1 },
    limits: { line: lineLimit },
  };
}

/** What this program runs on: `Node.js 22.11.0, linux x64`. */
export const platform = (): string => `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;

function targetOf(target: LiveTarget, redactor: Redactor | undefined): Header['target'] {
  const { transport } = target;
  const mask = (text: string): string => redactor?.mask(text) ?? text;
  if (target.transport !== 'stdio') {
    return { transport, url: mask(addressOf(target)), headers: target.headers.map(([name]) => name) };
  }
  const command = [target.command, ...target.args];
  return {
    transport,
    command: redactor?.words(command) ?? command,
    cwd: mask(target.cwd),
    env: Object.keys(target.env).sort(),
    ...(target.given.length === 0 ? {} : { given: [...target.given].sort() }),
  };
}
