import type { LogRow } from '../session/log/row.ts';
import type { List } from '../session/state.ts';
import type { Finding } from '../spec/finding.ts';
import type { ListName } from '../spec/methods.ts';
import type { Rule } from '../spec/rule.ts';

/** What a page holds beside its lines. Every text in it is masked, and as it was: it is made visible where it is shown. */
export interface PageData {
  /** This program and its version. */
  readonly program: string;
  readonly sessions: readonly PageSession[];
}

/** A session as a page tells of it. */
export interface PageSession {
  /** What it goes by among several; empty where it is the only one. */
  readonly name: string;
  /** The server, or what was started or reached. */
  readonly title: string;
  /** When it began, in ms since 1970; absent where nobody knows. */
  readonly started?: number;
  /** What is to be known of it, each with what it is called. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Why it failed or closed, in sentences. */
  readonly why: readonly string[];
  readonly instructions?: string;
  /** Of the server and the client, as JSON. */
  readonly capabilities: { readonly server?: string; readonly client?: string };
  readonly lists: readonly PageList[];
  readonly findings: readonly PageFinding[];
  /** What the log of another program leaves open, and what was assumed instead. */
  readonly assumed: PageFinding['places'];
  /** The end of stderr. */
  readonly stderr: readonly string[];
}

/** A list that the server offers. */
export interface PageList extends Pick<List, 'state' | 'why'> {
  readonly name: ListName;
  readonly items: readonly PageItem[];
}

/** An item of a list. */
export interface PageItem {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly problems: readonly string[];
  readonly seq: number;
  /** The whole of it as JSON. */
  readonly json: string;
}

/** A rule that was broken, and where. */
export interface PageFinding extends Partial<Rule> {
  readonly rule: string;
  readonly side?: 'client';
  readonly count: number;
  /** The first of them. */
  readonly places: readonly { readonly at: number; readonly message: string; readonly path?: string }[];
}

/** A line of the traffic or the output. */
export interface PageLine extends LogRow {
  /** The place of its session among {@link PageData.sessions}. */
  readonly s: number;
  /** Its text; absent where it is no longer held. */
  readonly text?: string;
  /** What else it says: of the life of the connection, of HTTP, of what is not a message. */
  readonly more?: readonly string[];
  /** The request that it belongs to. */
  readonly with?: number;
  readonly findings?: readonly Finding[];
  readonly note?: string;
}
