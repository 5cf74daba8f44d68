import { memo, type ReactNode, useCallback } from 'react';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest, SessionState } from '../../../session/state.ts';
import { cut } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { FormPane } from '../../kit/form/pane.tsx';
import { elapsed } from '../../kit/running.ts';
import { flowOf } from '../../kit/sheet/flow.ts';
import { picturesIn } from '../../kit/sheet/picture.ts';
import { freshSheet, type Sheet } from '../../kit/sheet/sheet.ts';
import { fewRows } from '../../kit/sheet/window.ts';
import { type Area, inner } from '../../world/layout.ts';
import { overlayOf } from '../../world/overlay.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import type { Ui } from '../../world/ui.ts';
import { useSession, useTicks, useUi, useWorld } from '../../world/world.ts';
import { decisionsFor, type Replies, replyTo } from './reply.ts';
import { type InboxRequest, KINDS, requestOf } from './request.ts';
import { missingBeside, missingWords, requestSheet } from './request-sheet.ts';
import { forWords } from './rows.ts';

interface Props {
  readonly area: Area;
  /** What waits. */
  readonly asked: ServerRequest;
  /** It is a box over the call that asks, with this as its last row. */
  readonly foot?: string;
  /** The title of that call stays in view above it. */
  readonly low?: boolean;
}

const repliesOf = (ui: Ui): Replies => ui.replies;
const isRevealed = (ui: Ui): boolean => ui.revealed;
const serverName = (state: SessionState): string => state.server?.name ?? 'the server';

/** Is the answer what is typed into? */
const hasFocus = (ui: Ui): boolean => overlayOf(ui, 'asked')?.answering ?? ui.focus.inbox === 'detail';

/** A request of the server that waits: what it asks, and the answer that is filled in. */
export const ReplyPane = memo(function ReplyPane({ area, asked, foot, low = false }: Props): ReactNode {
  useTicks(true);
  const theme = useTheme();
  const { host } = useWorld();
  const replies = useUi(repliesOf);
  const revealed = useUi(isRevealed);
  const name = useSession(serverName);
  const facts = useFacts(asked, replies, !low);
  const focused = useUi(hasFocus);
  const { width, height: cells } = inner(area);
  const height = cells - Number(foot !== undefined);
  const { kind } = requestOf(asked);
  const { form } = replyTo(replies, asked);
  const sheet = requestSheet(host, asked, { revealed, brief: true, said: '' });
  // What is asked is seen as far as the focused field has room below it.
  const about = useCallback(
    (count: number) =>
      aboutRows(
        sheet,
        facts,
        kind,
        { width, most: Math.max(3, height - Math.min(count, FOCUSED) - 1) },
        theme,
      ),
    [sheet, facts, kind, width, height, theme],
  );
  return (
    <FormPane
      area={area}
      name={`${asked.seq} ${asked.key}`}
      form={form}
      buttons={decisionsFor(kind).map(([, word]) => word)}
      about={about}
      title={`${KINDS[kind]} from ${visible(name)}`}
      right={({ position }) => {
        const place = focused && position !== '' ? `${position} ${theme.glyphs.bullet} ` : '';
        return `${place}${elapsed(host.now() - asked.since)}`;
      }}
      focused={focused}
      {...(foot !== undefined && { foot, low })}
    />
  );
});

/** Rows that the focused field is left: its value, what is said of it, and the buttons of a short form. */
const FOCUSED = 7;

/** What it is for, unless that is in view, and what else has to be answered before that goes on. */
function useFacts(asked: ServerRequest, replies: Replies, withCall: boolean): string {
  const { host } = useWorld();
  const words = useSession(
    useCallback((state) => (withCall ? forWords(host, asked, state.running) : ''), [host, asked, withCall]),
  );
  const missing = useSession(
    useCallback(
      (state) => (asked.key === '' ? '' : missingBeside(replies, waitingIn(state), asked).join(', ')),
      [asked, replies],
    ),
  );
  return [words, missing === '' ? '' : missingWords([visible(missing)])]
    .filter((text) => text !== '')
    .join('; ');
}

interface Room {
  readonly width: number;
  readonly most: number;
}

/** What is asked in at most so many rows, and an empty one below: the beginning, of a conversation the end. */
function aboutRows(
  sheet: Sheet,
  facts: string,
  kind: InboxRequest['kind'],
  { width, most }: Room,
  theme: Theme,
): readonly string[] {
  const look = { ...freshSheet(sheet.key), formatted: picturesIn(sheet.sections) };
  const flow = flowOf(sheet, look);
  const from = kind === 'sampling' ? 'last' : 'first';
  const rows = fewRows(sheet, flow, from, { cells: width, height: most + 1 }, theme);
  const wrapped = facts === '' ? [] : wrap(facts, width);
  const isWhole = wrapped.length + rows.length <= most;
  const short = facts === '' ? [] : [cut(facts, width)];
  const head = (isWhole ? wrapped : short).map((row) => theme.paint('dim', row));
  if (isWhole) return [...head, ...rows, ''];
  const more = theme.paint('dim', cut(`${theme.glyphs.more} more: alt+i shows everything`, width));
  const left = Math.max(1, most - head.length - 1);
  const part =
    from === 'last' ? [more, ...rows.slice(Math.max(0, rows.length - left))] : [...rows.slice(0, left), more];
  return [...head, ...part, ''];
}
