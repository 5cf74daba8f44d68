import type { Host } from '../host/host.ts';
import type { SessionState } from '../session/state.ts';
import type { ListItem } from '../spec/check/item.ts';
import { listOf } from '../spec/methods.ts';
import type { RuleId } from '../spec/rules.ts';
import { cut } from '../text/cut.ts';
import { visible } from '../text/visible.ts';

/** Where a finding is, and what it says. */
type Place = SessionState['findings'][number]['places'][number];

/** Something written to stderr beside the result, as it happens. */
export interface StderrNotes {
  /** Writes what is new. */
  flush(): void;
  /** The same for the last time. */
  end(): void;
}

/** Tells each line of the server's stderr under a prefix; `tell` takes lines that are safe to show. */
export function tellStderr(host: Host, tell: (line: string) => void): StderrNotes {
  const { output } = host.log;
  let told = 0;
  return follow(host, () => {
    for (; told < output.length; told += 1) {
      const seq = output.at(told);
      if (host.log.row(seq)?.type !== 'stderr') continue;
      tell(`server: ${visible(host.mask(host.log.text(seq) ?? '(no longer in memory)'))}`);
    }
  });
}

/** The rule about what is wrong with an item. */
const FLAW: RuleId = 'list/bad-item';

/** The most lines for one kind of finding, when they differ only in the text they quote. */
const OF_A_KIND = 3;

/**
 * Writes each finding on a line: `finding <rule>: <sentence> (#<seq>)`. Repetitions are counted, and summed up at
 * the end.
 *
 * @param about the only item of interest: findings about the others in its list are left out
 */
export function tellFindings(host: Host, tell: (line: string) => void, about?: string): StderrNotes {
  const seen = new Map<string, number>();
  const kinds = new Map<string, number>();
  const silent = new Map<string, number>();
  const told = new Set<string>();

  /** Many items may have flaws: those of the item that matters are reported together. */
  const tellFlaws = (item: ListItem | undefined): void => {
    if (item === undefined || item.problems.length === 0 || told.has(FLAW)) return;
    told.add(FLAW);
    const sentence = `${item.name}: ${item.problems.join('; ')}`;
    tell(`finding ${FLAW}: ${visible(host.mask(sentence))} (#${item.seq})`);
  };

  const tellOne = (rule: string, { message, path, at }: Place): void => {
    const page = about === undefined ? undefined : pageAt(host, at, path);
    if (page !== undefined && (rule === FLAW || page.item?.name !== about)) {
      silent.set(rule, (silent.get(rule) ?? 0) + 1);
      if (rule === FLAW) tellFlaws(page.items.find(({ name }) => name === about));
      return;
    }
    const kind = `${rule} ${message}`;
    const sentence = message + placeText(message, path) + lineText(host, rule, at);
    const line = `${rule} ${sentence}`;
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count > OF_A_KIND || told.has(line)) return;
    told.add(line);
    tell(`finding ${rule}: ${visible(host.mask(sentence))} (#${at})`);
  };

  const notes = follow(host, () => {
    const fresh = host.store.state().findings.flatMap(({ rule, places }) => {
      const from = seen.get(rule) ?? 0;
      seen.set(rule, places.length);
      return places.slice(from).map((place) => ({ rule, place }));
    });
    for (const { rule, place } of fresh.sort((a, b) => a.place.at - b.place.at)) tellOne(rule, place);
  });
  return {
    flush: notes.flush,
    end() {
      notes.end();
      for (const { rule, count } of host.store.state().findings) {
        const lines = [...told].filter((line) => line.startsWith(`${rule} `)).length;
        const more = count - lines - (silent.get(rule) ?? 0);
        if (more > 0) tell(`finding ${rule}: ${more} more`);
      }
    },
  };
}

/** The page of a list, and the item of it, that a finding is about; nothing where it is about something else. */
function pageAt({ log, store }: Host, at: number, path = '') {
  const list = listOf(log.row(at)?.method ?? '');
  const [, place] = /^\/result\/\w+\/(\d+)(?:\/|$)/.exec(path) ?? [];
  if (list === undefined || place === undefined) return undefined;
  const items = store.state().lists[list].items.filter(({ seq }) => seq === at);
  return { items, item: items[Number(place)] };
}

/** Where in the message it is, if the sentence does not say so. */
export const placeText = (message: string, path = ''): string =>
  path === '' || message.includes(path) ? '' : ` (${path})`;

/** The text of a line that is not a message: a stray print is hard to find by its number. */
function lineText({ log }: Host, rule: string, seq: number): string {
  // This one shows the place where it goes wrong.
  if (rule === 'stdio/bad-json') return '';
  return log.row(seq)?.type === 'invalid' ? `: ${JSON.stringify(cut(log.head(seq, 200), 80))}` : '';
}

function follow(host: Host, flush: () => void): StderrNotes {
  const unsubscribe = host.store.subscribe(flush);
  return {
    flush,
    end() {
      unsubscribe();
      flush();
    },
  };
}
