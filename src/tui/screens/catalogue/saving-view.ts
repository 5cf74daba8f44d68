import { viewOf } from '../../../surface/view.ts';
import { visible } from '../../../text/visible.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { saveAs } from '../../kit/sheet/save.ts';
import type { Context } from '../../world/command.ts';
import { askQuestion, openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { readIn, viewFacts } from './about-item.ts';
import { shown } from './ask.ts';
import { viewUriOf } from './views.ts';

/** Reads the view on screen, unless it was read, and asks whether its HTML is to be saved. Nothing opens it. */
export async function saveView(context: Context): Promise<void> {
  const { host, ui } = context;
  const now = shown(context);
  const uri = now && viewUriOf(now.entry);
  if (now === undefined || uri === undefined) return;
  if (readIn(host, ui.get(), uri)?.contents === undefined) {
    const call = host.connection?.request('resources/read', { uri });
    if (call === undefined) return;
    tell(context, 'reading the view', 1_000);
    if (call.seq > 0) ui.update((before) => ({ ...before, views: { ...before.views, [uri]: call.seq } }));
    const outcome = await call.done;
    if (shown(context)?.entry.key !== now.entry.key) return;
    if (outcome.kind !== 'result') {
      const why = 'why' in outcome ? outcome.why : (readIn(host, ui.get(), uri)?.why ?? 'it was refused');
      return warn(context, visible(`${uri} cannot be read: ${why}`));
    }
  }
  const listed = host.store.state().lists.resources.items.find(({ name }) => name === uri)?.raw;
  const html = viewOf(uri, readIn(host, ui.get(), uri)?.contents ?? [], listed)?.html;
  if (html === undefined) return warn(context, visible(`${uri} has no text to save`));
  const { rows } = viewFacts(host, ui.get(), now.entry);
  askQuestion(context, {
    title: 'Save view',
    text: 'Save the HTML of this view? It holds what the server wrote: open it in a browser only if you trust it.',
    details: rows.map(([label, text]) => host.mask(visible(`${label.padEnd(11)} ${text}`))),
    words: { yes: 'save as…' },
    yes: (later) =>
      later.ui.update(
        openPrompt(
          'save as',
          { id: 'save', accept: (last, path) => saveAs(last, path, { kind: 'text', text: html }) },
          `${fileName(uri, 'app')}.html`,
        ),
      ),
  });
}
