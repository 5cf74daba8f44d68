import { withOthers } from '../../../session/log/paired.ts';
import { counted } from '../../../text/measure.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { saveAs } from '../../kit/sheet/save.ts';
import { copyText } from '../../overlay/copying.tsx';
import type { Context } from '../../world/command.ts';
import { openPrompt, type Purpose } from '../../world/overlay.ts';
import { warn } from '../../world/say.ts';
import { secretsOf } from '../../world/secrets.ts';
import { shownTraffic } from './state.ts';

/** Asks where to write the marked lines, each with its request or answer; where none is marked, all that are shown. The extension decides how. */
export function askForExport(context: Context): void {
  const { host, ui } = context;
  const { traffic } = ui.get();
  const { seqs, left } = shownTraffic(host, traffic);
  if (left > 0) {
    warn(context, `Still searching: ${counted(left, 'message')} left.`);
    return;
  }
  const shown = Array.from({ length: seqs.length }, (_, place) => seqs.at(place));
  const marked = host.log.marked();
  const taken = marked.length > 0 ? marked : shown;
  if (taken.length === 0) {
    warn(context, 'There is nothing to export.');
    return;
  }
  const what = marked.length > 0 ? 'marked' : 'shown';
  const count = `${taken.length} ${what} message${taken.length === 1 ? '' : 's'}`;
  const name = nameFor(host, 'traffic');
  const isWhole = marked.length === 0 && !traffic.exchanges;
  const written = isWhole ? shown : withOthers(host.log, taken);
  ui.update(openPrompt(`export ${count} (.md .html .json .jsonl)`, exporting(written), name));
}

/** A file that is named after the server and when its session began. */
function nameFor({ store, started }: Context['host'], otherwise: string): string {
  const at = new Date(started).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return `${fileName(store.state().server?.name ?? otherwise, at)}.md`;
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

const exporting = (seqs: readonly number[]): Purpose => ({
  id: 'export',
  accept: (context, path) => exportTo(context, path, seqs),
});

/**
 * Writes the lines; what writes them down is loaded here. A name that says nothing of what is written is asked for
 * again. Secrets are hidden unless they are shown on screen.
 */
function exportTo(context: Context, path: string, seqs: readonly number[]): void {
  const { host, ui } = context;
  const { mask } = secretsOf(host.mask, ui.get().revealed);
  void import('../../../host/exported.ts').then(async ({ exportedAs }) => {
    const text = await exportedAs(path, host, seqs, mask);
    if (text !== undefined) saveAs(context, path, { kind: 'text', text: [...text].join('') });
    else ui.update(openPrompt('as .md, .json or .jsonl', exporting(seqs), path));
  });
}
