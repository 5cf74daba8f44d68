import type { ListOutcome } from '../../connection/call.ts';
import { jsonOf } from '../../json/json-of.ts';
import { elementTexts, memberText } from '../../json/parts.ts';
import type { ListItem } from '../../spec/check/item.ts';
import {
  announces,
  LIST_NAMES,
  LISTS,
  type ListName,
  pluralOf,
  serverCapabilityOf,
} from '../../spec/methods.ts';
import { type ConnectedServer, tellUnannounced, withServers } from '../connect.ts';
import { exitOf } from '../ending.ts';
import { type ExitCode, exit, UsageError, worst } from '../exit.ts';
import { headingOf, itemLines } from '../item.ts';
import { type Job, operandsAtMost, type RunVerb } from '../job.ts';
import { failureDocument, printLines, tellFailed } from '../print.ts';

/** The kinds as operands, and as the lists are called on the wire. */
const KINDS: ReadonlyMap<string, ListName> = new Map(LIST_NAMES.map((list) => [pluralOf(list), list]));

/** `list [kind]`: one list with all its pages, or all lists that were announced. */
export const list: RunVerb = async (job) => {
  operandsAtMost(job, 'list', 1);
  const kind = job.operands[0];
  const name = kind === undefined ? undefined : KINDS.get(kind);
  if (kind !== undefined && name === undefined) {
    const kinds = [...KINDS.keys()].join(', ');
    throw new UsageError(
      `unknown list "${kind}"; use ${kinds}. Put the server's command after --: mcp-loupe list -- ${kind}`,
    );
  }
  return withServers(job, [], (server, own) =>
    name === undefined ? listAll(own, server) : listOne(own, server, name),
  );
};

async function listOne(job: Job, server: ConnectedServer, name: ListName): Promise<ExitCode> {
  const method = LISTS[name].method;
  tellUnannounced(server, method);
  const listed = await server.connection.list(name, { by: 'user' });
  if (job.options.json) job.io.json(documentOf(server, name, listed));
  else printLines(job, linesOf(job, name, listed.items));
  return tellEnd(server, name, listed);
}

async function listAll(job: Job, server: ConnectedServer): Promise<ExitCode> {
  const announced = server.host.store.state().capabilities.server ?? {};
  const names = [...KINDS.values()].filter((name) =>
    announces(announced, serverCapabilityOf(LISTS[name].method)),
  );
  const lists = await Promise.all(
    names.map(async (name) => ({ name, listed: await server.connection.list(name, { by: 'user' }) })),
  );
  const codes: ExitCode[] = [];
  const members: string[] = [];
  const lines: string[] = [];
  for (const { name, listed } of lists) {
    const { kind, items } = listed;
    members.push(
      kind === 'failed' ? `"${name}":${documentOf(server, name, listed)}` : memberJson(server, name, items),
    );
    if (kind === 'items' || items.length > 0) lines.push(`${headingOf(name)} (${items.length})`);
    for (const line of linesOf(job, name, items)) lines.push(`  ${line}`);
    codes.push(tellEnd(server, name, listed));
  }
  if (job.options.json) job.io.json(`{${members.join(',')}}`);
  else printLines(job, lines);
  return worst(codes);
}

/** A list as one document: its items; of one that failed the error, and what came before it, if anything did. */
function documentOf(server: ConnectedServer, name: ListName, listed: ListOutcome): string {
  if (listed.kind === 'items') return `{${memberJson(server, name, listed.items)}}`;
  const failure = failureDocument(server, listed.outcome);
  if (listed.items.length === 0) return failure;
  return `${failure.slice(0, -1)},${memberJson(server, name, listed.items)}}`;
}

/**
 * Tells what kept a list from its end. An answer without its list is the server's error, however empty it looks: who
 * counts the items must not take it for a server that has none.
 */
function tellEnd(server: ConnectedServer, name: ListName, listed: ListOutcome): ExitCode {
  const method = LISTS[name].method;
  if (listed.kind === 'failed') {
    tellFailed(server, method, listed.outcome);
    return exitOf(listed.outcome);
  }
  if (listed.misfit === undefined) return exit.done;
  server.tell(`${method}: ${listed.misfit}`);
  return exit.failed;
}

/** What goes into a pipe is not cut: it may be searched. */
function linesOf({ io }: Job, name: ListName, items: readonly ListItem[]): string[] {
  return io.isTerminal ? itemLines(name, items) : itemLines(name, items, Number.POSITIVE_INFINITY);
}

/** `"tools": […]` with every item exactly as the server sent it, over all pages. */
function memberJson({ host }: ConnectedServer, name: ListName, items: readonly ListItem[]): string {
  const texts: string[] = [];
  for (const [seq, page] of pagesOf(items)) {
    const result = memberText(host.log.text(seq) ?? '', 'result');
    const exact = elementTexts(memberText(result ?? '', name) ?? '');
    for (const [place, { raw }] of page.entries()) texts.push(exact?.[place] ?? jsonOf(raw));
  }
  return `"${name}":[${texts.join(',')}]`;
}

function pagesOf(items: readonly ListItem[]): ReadonlyMap<number, readonly ListItem[]> {
  const pages = new Map<number, ListItem[]>();
  for (const item of items) {
    const page = pages.get(item.seq);
    if (page === undefined) pages.set(item.seq, [item]);
    else page.push(item);
  }
  return pages;
}
