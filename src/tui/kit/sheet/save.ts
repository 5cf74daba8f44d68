import { pretty } from '../../../json/pretty.ts';
import { locateError } from '../../../json/reader.ts';
import { fenced } from '../../../text/markdown.ts';
import type { Saved } from '../../terminal/files.ts';
import type { Context } from '../../world/command.ts';
import { askQuestion, openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { extensionOf } from './file-name.ts';
import { selectedItem } from './move.ts';
import type { Content, Sheet } from './sheet.ts';

/**
 * Asks where to save what is selected: a text or a picture by itself, unless it is a line of a report, else the whole as
 * JSON, in a `.md` as Markdown.
 */
export function askForPath({ host, ui, services }: Context): void {
  const now = services.sheetInView(host, ui.get());
  const item = now && selectedItem(now);
  if (now === undefined) return;
  const content = item?.kind === 'line' && now.sheet.savesWhole !== true ? item.section.content : undefined;
  const saved: Content = content ?? wholeOf(now.sheet);
  const extension =
    content === undefined ? '.json' : content.kind === 'blob' ? extensionOf(content.mimeType) : '.txt';
  ui.update(
    openPrompt(
      'save as',
      { id: 'save', accept: (context, path) => saveAs(context, path, saved) },
      `${now.sheet.file}${extension}`,
    ),
  );
}

function wholeOf({ whole, markdown, file }: Sheet): Content {
  const text = whole();
  const language = locateError(text) === undefined ? 'json' : 'text';
  const block = (): string => `# ${file}\n\n${fenced(language, pretty(text)).join('\n')}\n`;
  return { kind: 'text', text, markdown: markdown ?? block };
}

/** Saves a content; a file that is there is asked about first. */
export function saveAs(context: Context, path: string, content: Content, overwrite = false): void {
  if (path.trim() === '') {
    warn(context, 'Not saved: the path is empty.');
    return;
  }
  const bytes = content.kind === 'text' ? textFor(path, content) : Buffer.from(content.base64, 'base64');
  void context.terminal.save(path, bytes, overwrite).then((saved) => {
    tellSaved(context, saved, (now) => saveAs(now, path, content, true));
  });
}

/** Tells what became of a file; one that is there is asked about. */
export function tellSaved(context: Context, saved: Saved, overwrite: (context: Context) => void): void {
  switch (saved.kind) {
    case 'saved':
      tell(
        context,
        `saved to ${saved.path}${saved.made === undefined ? '' : ` in the new folder ${saved.made}`}`,
      );
      break;
    case 'exists':
      askQuestion(context, {
        title: 'Overwrite',
        text: `${saved.path} already exists. Overwrite it?`,
        words: { yes: 'overwrite' },
        yes: overwrite,
      });
      break;
    case 'stopped':
      tell(context, 'Stopped: nothing is written.');
      break;
    case 'failed':
      warn(context, saved.why);
  }
}

const textFor = (path: string, { text, markdown }: Content & { kind: 'text' }): string =>
  markdown !== undefined && /\.md$/i.test(path.trim()) ? markdown() : text;
