import type { ReactNode } from 'react';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest } from '../../../session/state.ts';
import { counted } from '../../../text/measure.ts';
import { width } from '../../../text/width.ts';
import { type Area, inner, type Layout } from '../../world/layout.ts';
import { overlayOf } from '../../world/overlay.ts';
import { type Meaning, type Theme, useTheme } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';
import { useSession, useUi } from '../../world/world.ts';
import { askedBesides, requestIn } from './in-place.ts';
import { replyTo } from './reply.ts';
import { ReplyPane } from './reply-pane.tsx';
import { requestOf } from './request.ts';

const whole = (ui: Ui): Ui => ui;

interface Props {
  readonly place: Layout;
  /** Says what a key is called. */
  readonly showKey: (name: string, ascii: boolean) => string;
}

/** The question of the call in view, over the pane in which that runs. */
export function AskedBox({ place, showKey }: Props): ReactNode {
  const theme = useTheme();
  const ui = useUi(whole);
  const waiting = useSession(waitingIn);
  const asked = requestIn(ui, waiting);
  if (asked === undefined) return null;
  const pane = paneOf(place);
  const area = theme.linear ? pane : askedArea(place);
  const key = (id: string, usual: string): string => showKey(ui.bindings[id]?.[0] ?? usual, theme.ascii);
  const foot = footRow(ui, waiting, asked, { cells: inner(area).width, theme, key });
  return <ReplyPane area={area} asked={asked} foot={foot} low={area !== pane} />;
}

/** Rows of a pane below which a box covers it all, and its cells. */
const ROOMY = { width: 48, height: 20 };

const paneOf = ({ panes, body }: Layout): Area => panes.result ?? panes.detail ?? body;

/** The room for the box: within the pane of the call, where its first rows can stay in view. */
export function askedArea(place: Layout): Area {
  const pane = paneOf(place);
  const { left, top, border } = pane;
  if (!border || pane.width < ROOMY.width || pane.height < ROOMY.height) return pane;
  return { left: left + 1, top: top + 2, width: pane.width - 2, height: pane.height - 3, border };
}

/** What the keys do, as far as there is room, and which was none. */
function footRow(
  ui: Ui,
  waiting: readonly ServerRequest[],
  asked: ServerRequest,
  { cells, theme: { paint }, key }: Drawing,
): string {
  const over = overlayOf(ui, 'asked');
  const { missed } = over ?? {};
  const more = askedBesides(ui, waiting, asked).length;
  const [first, does] =
    over?.answering === true ? actOn(asked, key) : ([key('asked.answer', 'enter'), 'answer'] as const);
  const look = (missed?.count ?? 0) % 2 === 1 ? 'selection' : 'running';
  const parts: readonly Part[] = [
    ...(missed === undefined ? [] : [{ text: `${missed.key} is not an answer`, look } as const]),
    { text: `${first} ${does}`, look: 'strong' },
    { text: `${key('back', 'esc')} later`, look: 'strong' },
    ...(over?.answering === true && replyTo(ui.replies, asked).isText
      ? [{ text: `${key('form.json', 'ctrl+t')} all fields`, look: 'dim' } as const]
      : []),
    ...(more === 0 ? [] : [{ text: `then ${counted(more, 'more question')}`, look: 'dim' } as const]),
  ];
  let room = cells;
  return parts
    .flatMap(({ text, look }) => {
      room -= width(text) + GAP.length;
      return room + GAP.length < 0 ? [] : [paint(look, text)];
    })
    .join(GAP);
}

interface Drawing {
  readonly cells: number;
  readonly theme: Theme;
  /** What the key of a command is called, if it has not been given another than the usual one. */
  readonly key: (id: string, usual: string) => string;
}

interface Part {
  readonly text: string;
  readonly look: Meaning;
}

/** Between what the keys do. */
const GAP = '   ';

/** The key that answers. */
function actOn(asked: ServerRequest, key: Drawing['key']): readonly [string, string] {
  switch (requestOf(asked).kind) {
    case 'form':
      return [key('reply.accept', 'ctrl+s'), 'accept'];
    case 'sampling':
      return [key('reply.accept', 'ctrl+s'), 'answer'];
    case 'url':
      return [key('deciding.browse', 'o'), 'open in a browser'];
  }
}
