import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { locateError } from '../../json/reader.ts';
import { cut } from '../../text/cut.ts';
import { createEditor, type EditAction, type Editor, edit } from '../../text/edit.ts';
import { layoutText } from '../../text/layout.ts';
import { Cursor } from '../kit/cursor.tsx';
import { editing } from '../kit/movement.ts';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { ALWAYS, type Context, inScope, type Situation } from '../world/command.ts';
import { type Area, inner } from '../world/layout.ts';
import { askQuestion, withOverlay } from '../world/overlay.ts';
import { reachable } from '../world/reason.ts';
import { warn } from '../world/say.ts';
import { useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';

declare module '../world/overlay.ts' {
  interface Overlays {
    /** A message that is written by hand: {@link Ui.draft}. */
    readonly writing: object;
  }
}

declare module '../world/ui.ts' {
  interface Ui {
    /** The message that is being written by hand, or was left unsent. */
    readonly draft?: Editor;
  }
}

/** A request to go on with: the cursor stands where its method is to be typed. */
export function newRequest(id: string): Editor {
  const editor = createEditor(JSON.stringify({ jsonrpc: '2.0', id, method: '' }), 'many');
  return { ...editor, cursor: editor.text.length - '"}'.length };
}

/** Opens a message to be written on. */
export const openWriting =
  (draft: Editor) =>
  (ui: Ui): Ui =>
    withOverlay('writing', {})({ ...ui, draft });

/** The name under which the size of the text is kept. */
const WRITING_PANE = 'writing';

/** What works everywhere: a message is begun from the palette. */
export const everywhere = inScope(ALWAYS, {
  'raw.send': { keys: [], label: 'send raw', disabled: reachable, run: write },
});

/** Writing a message by hand. */
export const writing = inScope(
  { id: 'writing', title: 'Message editor', isTyping: true },
  {
    'writing.send': {
      keys: ['ctrl+s'],
      label: 'send as is',
      hint: 'send',
      disabled: reachable,
      run: sendWriting,
    },
    'writing.newLine': {
      keys: ['enter', 'ctrl+j', 'shift+enter', 'alt+enter'],
      label: 'new line',
      run: (context) => act(context, { type: 'insert', text: '\n' }),
    },
    'writing.editor': { keys: ['ctrl+o'], label: 'edit in your editor', hint: '$EDITOR', run: editOutside },
    'writing.up': { keys: ['up'], label: 'up', run: (context) => vertical(context, 'up') },
    'writing.down': { keys: ['down'], label: 'down', run: (context) => vertical(context, 'down') },
    'writing.backspace': {
      keys: ['backspace'],
      label: 'delete backward',
      run: (context) => act(context, { type: 'delete', to: 'left' }),
    },
    ...editing('writing', act),
    'writing.undo': { keys: ['ctrl+_'], label: 'undo', run: (context) => act(context, { type: 'undo' }) },
    'writing.yank': {
      keys: ['ctrl+y'],
      label: 'paste deleted text',
      run: (context) => act(context, { type: 'yank' }),
    },
  },
);

/** Takes what is typed or pasted. */
export const typeIntoWriting = (context: Context, text: string): void =>
  act(context, { type: 'insert', text });

/** An id that our own requests, which count from 1, never have. */
export const freshId = ({ host }: Situation): string => `r${host.log.length}`;

function act({ ui }: Context, action: EditAction): void {
  ui.update((now) => {
    const draft = now.draft && edit(now.draft, action);
    return draft === undefined || draft === now.draft ? now : { ...now, draft };
  });
}

function vertical(context: Context, to: 'up' | 'down'): void {
  const { cells = 80 } = context.extents.get(WRITING_PANE);
  act(context, { type: 'move', to, cells });
}

function editOutside(context: Context): void {
  const before = context.ui.get().draft?.text ?? '';
  void context.terminal.edit(before, 'json').then((edited) => {
    if (edited.kind === 'failed') warn(context, edited.why);
    else act(context, { type: 'replace', text: edited.text.replace(/\n$/, '') });
  });
}

/** Opens what was being written, or a new request. */
function write(context: Context): void {
  context.ui.update((ui) => openWriting(ui.draft ?? newRequest(freshId(context)))(ui));
}

/** Sends the text that was written. A call of a destructive tool is asked about first. */
function sendWriting(context: Context): void {
  const { ui, services } = context;
  const text = ui.get().draft?.text ?? '';
  const send = (now: Context): void => services.sendText(now, text);
  const asked = services.confirmationOfText(context, text);
  if (asked === undefined) send(context);
  else askQuestion(context, { ...asked, yes: send });
}

const draftOf = (ui: Ui): Editor | undefined => ui.draft;

/** A message that is written by hand, over the panes, with where it is no JSON. */
export function WritingOverlay({ area }: { readonly area: Area }): ReactNode {
  const theme = useTheme();
  const { extents } = useWorld();
  const editor = useUi(draftOf);
  const { width, height } = inner(area);
  const cells = Math.max(1, width - 1);
  useLayoutEffect(() => extents.set(WRITING_PANE, { rows: 0, height, cells }), [extents, height, cells]);
  if (editor === undefined) return null;
  const { rows, row, column } = layoutText(editor, cells, Math.max(1, height - 2));
  const problem = locateError(editor.text);
  const told =
    problem === undefined
      ? ''
      : `not valid JSON from line ${problem.line}, column ${problem.column}; it is sent anyway`;
  const shown = [
    theme.paint('dim', cut('Sent exactly as typed; JSON on one line.', width)),
    ...rows,
    theme.paint('finding', cut(told === '' ? '' : `${theme.glyphs.finding} ${told}`, width)),
  ];
  return (
    <Pane area={area} title="Send raw" right="esc closes, keeps the draft" focused>
      <Rows rows={shown.map((text, key) => ({ key, text }))} />
      <Cursor area={area} cell={{ row: 1 + row, column }} />
    </Pane>
  );
}
