import { listsArrived } from '../host/lists-arrived.ts';
import { valueAt } from '../json/path.ts';
import type { SessionState } from '../session/state.ts';
import { harmOf } from '../spec/harm.ts';
import { METHODS, methodNamed } from '../spec/methods.ts';
import { closest } from '../text/suggest.ts';
import type { SteppedServer } from './runner.ts';

/** The tools of the live server, as far as they matter here. */
export type ListedTools = readonly { readonly name: string; readonly raw: unknown }[];

/** Why a request is not sent, in one sentence: it may do harm, the tools cannot be listed, or this one is not among them. */
export interface NotSent {
  readonly kind: 'harm' | 'unknown' | 'unlisted';
  readonly why: string;
}

/**
 * Why a request is not sent unless everything is to be (`--all`); undefined where it may be: what is asked twice without harm, and
 * tools that say so of themselves.
 *
 * @param subject the tool
 * @param tools what the server lists; undefined where it could not be asked
 */
export function whyNotSent(
  method: string,
  subject: string,
  tools: ListedTools | undefined,
): NotSent | undefined {
  if (method === 'tools/call') {
    if (tools === undefined)
      return {
        kind: 'unknown',
        why: `the tools could not be listed, so nobody knows whether ${subject} does harm${BUT}`,
      };
    const tool = tools.find(({ name }) => name === subject);
    if (tool === undefined) {
      const near = meant(
        subject,
        tools.map(({ name }) => name),
      );
      return { kind: 'unlisted', why: `the server does not list ${subject}${near}${BUT}` };
    }
    const harm = harmOf(tool.raw);
    return harm === undefined ? undefined : { kind: 'harm', why: `${subject} ${harm}${BUT}` };
  }
  const known = methodNamed(method);
  if (method === CANCELS)
    return { kind: 'harm', why: `${method} may be about a task of another session${BUT}` };
  if (method.startsWith('notifications/') || known?.twice !== undefined) return undefined;
  const may =
    known === undefined
      ? `is not a method of MCP${meant(method, Object.keys(METHODS))} and may do harm`
      : 'may change something';
  return { kind: 'harm', why: `${method} ${may}${BUT}` };
}

function meant(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** What says of a server that is connected which tools may be called. */
export interface Gate {
  /** Reads the list again where the server has said that it is another one now, or the tool is not in it. */
  refresh(tool: string): Promise<void>;
  /** Why a request is not sent now. */
  whyNot(method: string, subject: string): NotSent | undefined;
}

/** A gate that goes by the list as it is at the time. */
export function createGate({ host, connection }: SteppedServer): Gate {
  const { store, log } = host;
  let seen = 0;
  const tools = (): ListedTools | undefined => {
    const { state, items } = store.state().lists.tools;
    return state === 'done' ? items : undefined;
  };
  const isOld = (): boolean => {
    const from = seen;
    seen = log.length;
    for (let seq = from; seq < seen; seq += 1) if (log.row(seq)?.method === CHANGED) return true;
    return false;
  };
  return {
    async refresh(tool) {
      const isToldOf = isOld();
      await listsArrived(host);
      const { state } = store.state().lists.tools;
      const mayBeOld = state === 'done' && tellsOfTools(store.state()) && !has(tools(), tool);
      const isRead = state === 'done' || state === 'failed';
      if (isToldOf || mayBeOld || !isRead) await connection.list('tools', { by: 'auto' });
    },
    whyNot: (method, subject) => whyNotSent(method, subject, tools()),
  };
}

const CANCELS = 'tasks/cancel';

const CHANGED = 'notifications/tools/list_changed';

const has = (tools: ListedTools | undefined, tool: string): boolean =>
  tools?.some(({ name }) => name === tool) === true;

/** Whether a server says that it tells of other tools: it may be about to. */
const tellsOfTools = ({ capabilities }: SessionState): boolean =>
  valueAt(capabilities.server, '/tools/listChanged') === true;

const BUT = '; --all sends it anyway';
