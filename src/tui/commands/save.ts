import { extensionOf } from '../sheets/file-name.ts';
import { flowOf } from '../sheets/flow.ts';
import { sheetInView } from '../sheets/in-view.ts';
import { selectedItem } from '../sheets/move.ts';
import type { Content } from '../sheets/sheet.ts';
import { openPrompt } from '../ui/typed.ts';
import type { Context } from './command.ts';
import { tell, warn } from './say.ts';

/** Asks where to save what is selected: a text or a picture by itself, else the whole as JSON. */
export function askForPath({ host, ui }: Context): void {
  const now = sheetInView(host, ui.get());
  const item = now && selectedItem(flowOf(now.sheet, now.ui), now.ui);
  if (now === undefined) return;
  const content = item?.kind === 'line' ? item.section.content : undefined;
  const saved: Content = content ?? { kind: 'text', text: now.sheet.whole() };
  const extension =
    content === undefined ? '.json' : content.kind === 'blob' ? extensionOf(content.mimeType) : '.txt';
  ui.update(openPrompt('save as', { kind: 'save', content: saved }, `${now.sheet.file}${extension}`));
}

/** Saves a content; a file that is there is asked about first. */
export function saveAs(context: Context, path: string, content: Content, overwrite = false): void {
  if (path.trim() === '') {
    warn(context, 'Nothing was saved: the path is empty.');
    return;
  }
  const bytes = content.kind === 'text' ? content.text : Buffer.from(content.base64, 'base64');
  void context.terminal.save(path, bytes, overwrite).then((saved) => {
    switch (saved.kind) {
      case 'saved':
        tell(
          context,
          `saved to ${saved.path}${saved.made === undefined ? '' : ` in the new folder ${saved.made}`}`,
        );
        break;
      case 'exists':
        context.ui.update((ui) => ({
          ...ui,
          question: {
            text: `${saved.path} already exists. Overwrite it?`,
            purpose: { kind: 'overwrite', path, content },
          },
        }));
        break;
      case 'failed':
        warn(context, saved.why);
    }
  });
}
