import { parse } from '../../json/parse.ts';
import { memberText, withMember, withoutMember } from '../../json/parts.ts';
import { LIST_NAMES, type ListName, listOf, methodNamed, pluralOf } from '../../spec/methods.ts';
import type { RecordedLine, RecordedRequest } from '../conversation.ts';
import type { Reaction } from './reactions.ts';

/** A list as it was asked for once: its pages, the first one without a cursor. */
type Load = readonly Page[];

interface Page {
  readonly reaction: Reaction;
  /** The exact text of the cursor that it was asked for with. */
  readonly cursor: string | undefined;
}

/** What a list was between two notices that it had changed. */
interface Edition {
  readonly loads: readonly Load[];
  /** The notice that it began with. */
  readonly since: RecordedLine | undefined;
}

/** The lists of a recording. */
export interface RecordedLists {
  readonly editions: Readonly<Record<ListName, readonly Edition[]>>;
  /** Pages after which nobody asked for the next one. */
  readonly cut: ReadonlySet<Reaction>;
}

/** The lists as one client sees them. */
export interface ListView {
  /** The page that a request for a list is answered with; undefined where the recording has none. */
  page(list: ListName, params: string | undefined): Reaction | undefined;
  /** A notice was sent: from now on the lists are those that came after it. */
  noticed(line: RecordedLine): void;
}

/** @param notices what the server sent, in its order */
export function listsIn(all: readonly Reaction[], notices: readonly RecordedLine[]): RecordedLists {
  const editions = Object.fromEntries(
    LIST_NAMES.map((list) => [list, editionsOf(list, all, notices)]),
  ) as Record<ListName, readonly Edition[]>;
  const pages = all.filter(({ request }) => listOf(request.line.method) !== undefined);
  const asked = new Set(pages.map(({ request }) => pageKey(request, cursorIn(request.params))));
  const cut = pages.filter(({ request }) => {
    const next = nextOf(request);
    return next !== undefined && !asked.has(pageKey(request, next));
  });
  return { editions, cut: new Set(cut) };
}

const pageKey = ({ line }: RecordedRequest, cursor: string | undefined): string =>
  `${line.method} ${cursor ?? ''}`;

/** An answer with a page that is the last of its list. */
export function asLastPage(msg: string): string {
  const result = memberText(msg, 'result');
  return result === undefined ? msg : withMember(msg, 'result', withoutMember(result, 'nextCursor'));
}

/** Says which lists end before their end; nothing where all are whole. */
export function cutRemarks({ cut }: RecordedLists): readonly string[] {
  const lists = LIST_NAMES.filter((list) =>
    [...cut].some(({ request }) => listOf(request.line.method) === list),
  );
  return lists.map(
    (list) =>
      `the recorded list of ${pluralOf(list)} is not whole: it ends with the last page that was asked for`,
  );
}

function editionsOf(
  list: ListName,
  all: readonly Reaction[],
  notices: readonly RecordedLine[],
): readonly Edition[] {
  const loads = loadsOf(all.filter(({ request }) => listOf(request.line.method) === list));
  const changes = notices.filter(({ method }) => methodNamed(method)?.changes?.includes(list));
  const begin = (load: Load): number => load[0]?.reaction.request.line.seq ?? 0;
  return [undefined, ...changes].map((since, at) => {
    const from = since?.seq ?? 0;
    const to = changes[at]?.seq ?? Number.POSITIVE_INFINITY;
    return { since, loads: loads.filter((load) => begin(load) >= from && begin(load) < to) };
  });
}

/** Pages that go on with one another; a page without its first is one of the load before. */
function loadsOf(reactions: readonly Reaction[]): readonly Load[] {
  const loads: Page[][] = [];
  for (const reaction of reactions) {
    const page = { reaction, cursor: cursorIn(reaction.request.params) };
    const last = page.cursor === undefined ? undefined : loads.findLast((load) => goesOn(load, page));
    if (last === undefined) loads.push([page]);
    else last.push(page);
  }
  return loads;
}

const goesOn = (load: readonly Page[], { cursor }: Page): boolean =>
  load.some(({ reaction: { request } }) => nextOf(request) === cursor);

/** The exact text of a cursor, in as few escapes as possible. */
const cursorIn = (params: string | undefined): string | undefined =>
  params === undefined ? undefined : plain(memberText(params, 'cursor'));

const plain = (text: string | undefined): string | undefined =>
  text === undefined || text === 'null' ? undefined : JSON.stringify(parse(text));

function nextOf({ end }: RecordedRequest): string | undefined {
  const result = end.kind === 'answered' ? memberText(end.line.msg, 'result') : undefined;
  return result === undefined ? undefined : plain(memberText(result, 'nextCursor'));
}

/** How one client goes through the lists: asked again they are as they were when asked for again then. */
export function viewOf({ editions }: RecordedLists): ListView {
  const at = new Map<ListName, { edition: number; asked: number }>();
  const whereIs = (list: ListName) => {
    const found = at.get(list) ?? { edition: 0, asked: 0 };
    at.set(list, found);
    return found;
  };
  /** Of the edition that is due, or the last one before it that was asked for, or else the next. */
  const loadsAt = (list: ListName): readonly Load[] => {
    const { edition } = whereIs(list);
    const asked = editions[list].filter(({ loads }) => loads.length > 0);
    const before = editions[list].slice(0, edition + 1).findLast(({ loads }) => loads.length > 0);
    return (before ?? asked[0])?.loads ?? [];
  };
  return {
    page(list, params) {
      const cursor = cursorIn(params);
      const loads = loadsAt(list);
      const place = whereIs(list);
      if (cursor === undefined) {
        const load = loads[Math.min(place.asked, loads.length - 1)];
        place.asked += 1;
        return load?.find((page) => page.cursor === undefined)?.reaction ?? load?.[0]?.reaction;
      }
      const shown = loads[Math.max(0, Math.min(place.asked, loads.length) - 1)];
      const others = editions[list].flatMap((edition) => edition.loads);
      for (const load of shown === undefined ? others : [shown, ...others]) {
        const page = load.find((one) => one.cursor === cursor);
        if (page !== undefined) return page.reaction;
      }
      return undefined;
    },
    noticed(line) {
      for (const list of methodNamed(line.method)?.changes ?? []) {
        const edition = editions[list].findIndex(({ since }) => since === line);
        if (edition > whereIs(list).edition) at.set(list, { edition, asked: 0 });
      }
    },
  };
}
