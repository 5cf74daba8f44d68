import { createEditor, type Editor, edit } from '../../text/edit.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** A message that is being written by hand, or was left unsent. */
    readonly writing?: Writing;
  }
}

/** A text that is written by hand, to be sent exactly as it stands; it is kept when it is left. */
export interface Writing {
  readonly editor: Editor;
  readonly isOpen: boolean;
}

/** A request to go on with: the cursor stands where its method is to be typed. */
export function newRequest(id: string): Writing {
  const editor = createEditor(JSON.stringify({ jsonrpc: '2.0', id, method: '' }), 'many');
  return { editor: { ...editor, cursor: editor.text.length - '"}'.length }, isOpen: true };
}

/** A text to change and send. */
export const writingOf = (text: string): Writing => ({ editor: createEditor(text, 'many'), isOpen: true });

/** The text with another one in its place, as a change that can be undone. */
export const replaced = (writing: Writing, text: string): Writing => ({
  ...writing,
  editor: edit(writing.editor, { type: 'replace', text }),
});
