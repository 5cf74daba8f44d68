import { withOthers } from '../../../session/log/paired.ts';
import { counted } from '../../../text/measure.ts';
import { selectedSeq } from '../../kit/log/state.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { saveAs, tellSaved } from '../../kit/sheet/save.ts';
import { copyText } from '../../overlay/copying.tsx';
import { type Offer, openPalette } from '../../overlay/palette.tsx';
import type { Context } from '../../world/command.ts';
import { openPrompt, overlayOf, type Purpose } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { secretsOf } from '../../world/secrets.ts';
import type { Ui } from '../../world/ui.ts';
import { shownTraffic } from './state.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** An export that is being written, until it is done or stopped. */
    readonly exporting?: { readonly stop: () => void; readonly done: Promise<void> };
  }
}

/** Lines that can be exported. */
interface Choice {
  readonly what: 'marked' | 'shown' | 'selected' | 'all';
  readonly count: number;
  /** With the other one of each exchange, where that is not shown by itself. */
  readonly lines: () => readonly number[];
}

/**
 * Asks where to write the marked lines, each with its request or answer; where none is marked, all that are shown. The ending
 * decides how; other formats and other lines are a key away.
 */
export function askForExport(context: Context): void {
  const { left } = shownTraffic(context.host, context.ui.get().traffic);
  if (left > 0) {
    warn(context, `Still searching: ${counted(left, 'message')} left.`);
    return;
  }
  const [first] = choicesIn(context);
  if (first === undefined) warn(context, 'There is nothing to export.');
  else ask(context, first, nameFor(context.host, 'traffic'));
}

/** What can be exported now, what is taken unless another is chosen first. */
function choicesIn({ host, ui }: Pick<Context, 'host' | 'ui'>): readonly Choice[] {
  const { log } = host;
  const { traffic } = ui.get();
  const { seqs } = shownTraffic(host, traffic);
  const all = (list: typeof seqs) => (): readonly number[] =>
    Array.from({ length: list.length }, (_, place) => list.at(place));
  const marked = log.marked();
  const selected = selectedSeq(traffic, seqs);
  const shown = all(seqs);
  const choices: readonly Choice[] = [
    { what: 'marked', count: marked.length, lines: () => withOthers(log, marked) },
    { what: 'shown', count: seqs.length, lines: traffic.exchanges ? () => withOthers(log, shown()) : shown },
    {
      what: 'selected',
      count: selected === undefined ? 0 : 1,
      lines: () => withOthers(log, selected === undefined ? [] : [selected]),
    },
    // What is in force hides some.
    {
      what: 'all',
      count: seqs.length === log.traffic.length ? 0 : log.traffic.length,
      lines: all(log.traffic),
    },
  ];
  return choices.filter(({ count }) => count > 0);
}

const nameOf = ({ what, count }: Choice): string => `${count} ${what} message${count === 1 ? '' : 's'}`;

/** Asks for the file. */
function ask({ ui }: Context, choice: Choice, path: string): void {
  ui.update(
    openPrompt(`export ${nameOf(choice)} (.md .html … tab: more)`, exporting(choice, choice.lines()), path),
  );
}

const exporting = (choice: Choice, lines: readonly number[]): Purpose => ({
  id: 'export',
  accept: (context, path) => void exportTo(context, path, choice, lines),
  completeWord: 'choose',
  complete: (context) => void offerOthers(context, choice),
});

/** Offers the formats, by which the ending of the file is changed, and the lines. */
async function offerOthers({ ui }: Context, choice: Choice): Promise<void> {
  const { exportFormats, withEnding } = await import('../../../host/exported.ts');
  const path = (now: Ui): string => overlayOf(now, 'prompt')?.value ?? '';
  const offers = ({ host, ui: now }: Pick<Context, 'host' | 'ui'>): readonly Offer[] => [
    ...exportFormats().map(
      ({ name, extension, about }): Offer => ({
        key: name,
        label: `as ${extension}`,
        about,
        run: (context) => ask(context, choice, withEnding(path(context.ui.get()), extension)),
      }),
    ),
    ...choicesIn({ host, ui: now }).map(
      (other): Offer => ({
        key: other.what,
        label: nameOf(other),
        about: ABOUT[other.what],
        run: (context) => ask(context, other, path(context.ui.get())),
      }),
    ),
  ];
  ui.update(openPalette('Export', offers));
}

const ABOUT: Readonly<Record<Choice['what'], string>> = {
  marked: 'each with its request or answer',
  shown: 'what the list has now',
  selected: 'with its request or answer',
  all: 'whatever the filter says',
};

/** A file that is named after the server and when its session began. */
function nameFor({ store, started }: Context['host'], otherwise: string): string {
  const at = new Date(started).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return `${fileName(store.state().server?.name ?? otherwise, at)}.md`;
}

/**
 * Writes the lines; what writes them down is loaded here. A name that says nothing of what is written is asked for
 * again. Secrets are hidden unless they are shown on screen.
 */
async function exportTo(
  context: Context,
  path: string,
  choice: Choice,
  lines: readonly number[],
  overwrite = false,
): Promise<void> {
  const { host, ui, terminal } = context;
  if (path.trim() === '' || /[/\\]\s*$/.test(path)) {
    const why = path.trim() === '' ? 'the path is empty' : 'that is a folder; name a file in it';
    warn(context, `Not exported: ${why}.`);
    return;
  }
  const { mask } = secretsOf(host.mask, ui.get().revealed);
  const { exportedAs, exportFormats } = await import('../../../host/exported.ts');
  const text = await exportedAs(path, host, lines, mask);
  if (text === undefined) {
    ui.update(
      openPrompt(
        `as ${exportFormats()
          .map(({ extension }) => extension)
          .join(' ')}`,
        exporting(choice, lines),
        path,
      ),
    );
    return;
  }
  // What is left of one that is stopped would be taken for a file that is there.
  for (let other = ui.get().exporting; other !== undefined; other = ui.get().exporting) {
    other.stop();
    await other.done;
  }
  const { signal, abort } = stopping();
  let end = (): void => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  ui.update((now) => ({ ...now, exporting: { stop: abort, done } }));
  const pieces = watched(text, lines.length, (words) => tell(context, words, 60_000));
  const saved = await terminal.save(path, { pieces, stop: signal }, overwrite);
  ui.update(({ exporting: _, ...now }: Ui) => now);
  end();
  tellSaved(context, saved, (now) => void exportTo(now, path, choice, lines, true));
}

function stopping(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Stops the export that is being written; false where none is. */
export function stopExport({ ui }: Pick<Context, 'ui'>): boolean {
  const { exporting: now } = ui.get();
  now?.stop();
  return now !== undefined;
}

/** Fewer lines are written before anybody reads how far it is. */
const LONG = 5_000;

/** The pieces of a text, about one a line; says how far it is each time that another hundredth is done. */
function* watched(pieces: Iterable<string>, lines: number, say: (words: string) => void): Generator<string> {
  let done = 0;
  let said = 0;
  for (const piece of pieces) {
    yield piece;
    done += 1;
    const share = Math.min(99, Math.floor((done * 100) / lines));
    if (lines < LONG || share === said) continue;
    said = share;
    say(`writing ${counted(lines, 'message')}: ${share}% · esc stops`);
  }
}

/** Asks where to write a report of a fault. */
export function askToSaveReport({ host, ui }: Context): void {
  const accept = (now: Context, path: string): void => void saveReport(now, path);
  ui.update(openPrompt('save bug report as', { id: 'report', accept }, nameFor(host, 'bug-report')));
}

/** Copies a report of a fault, with the marked lines. Secrets are hidden always: it goes to others. */
export async function copyReport(context: Context): Promise<void> {
  const marked = context.host.log.marked().length;
  const more = marked === 0 ? 'm in Traffic marks messages for it' : counted(marked, 'marked message');
  copyText(context, await reportIn(context), (how) => `bug report ${how} · ${more}`);
}

async function saveReport(context: Context, path: string): Promise<void> {
  saveAs(context, path, { kind: 'text', text: await reportIn(context) });
}

async function reportIn({ host }: Context): Promise<string> {
  const { reportOf } = await import('../../../host/exported.ts');
  return reportOf(host, withOthers(host.log, host.log.marked()));
}
