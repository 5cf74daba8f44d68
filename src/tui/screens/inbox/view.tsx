import { memo, type ReactNode, useCallback, useLayoutEffect } from 'react';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest, SessionState } from '../../../session/state.ts';
import { cut } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { FormPane } from '../../kit/form/pane.tsx';
import { windowOf } from '../../kit/list/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { Lines, Rows } from '../../kit/rows.tsx';
import { elapsed } from '../../kit/running.ts';
import { flowOf } from '../../kit/sheet/flow.ts';
import { SheetPane } from '../../kit/sheet/pane.tsx';
import { picturesIn } from '../../kit/sheet/picture.ts';
import { freshSheet, type Sheet } from '../../kit/sheet/sheet.ts';
import { fewRows } from '../../kit/sheet/window.ts';
import { Split } from '../../kit/split.tsx';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import type { PaneId } from '../../world/screen-id.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useLogTick, useSession, useTicks, useUi, useWorld, type World } from '../../world/world.ts';
import { announcedText } from './asked-sheet.ts';
import { decisionsFor, isGiven, type Replies, replyTo } from './reply.ts';
import { type InboxRequest, KINDS, requestOf } from './request.ts';
import { inboxSheet, missingBeside, missingWords, requestSheet } from './request-sheet.ts';
import { askedRow, becameRow, forWords, secondRow, waitingRow } from './rows.ts';
import { type InboxRow, inboxRows } from './state.ts';

/** The Inbox: what the server asks of us and waits for, then how the rest was answered. */
export function InboxView({ panes }: ViewProps): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <AskedPane area={area} alone={panes.detail === undefined} />}
      detail={(area) => <RequestPane area={area} />}
    />
  );
}

const inboxOf = (ui: Ui): Ui['inbox'] => ui.inbox;
const focusOf = (ui: Ui): PaneId => ui.focus.inbox;
const repliesOf = (ui: Ui): Ui['replies'] => ui.replies;
const isRevealed = (ui: Ui): boolean => ui.revealed;
const capabilitiesOf = (state: SessionState): Readonly<Record<string, unknown>> => state.capabilities.client;

const runningOf = (state: SessionState): SessionState['running'] => state.running;

/** Rows of each request in the list: what is asked, and what became of it. */
const EACH = 2;

interface AskedProps {
  readonly area: Area;
  /** The detail is not to be seen beside it. */
  readonly alone: boolean;
}

const AskedPane = memo(function AskedPane({ area, alone }: AskedProps): ReactNode {
  useLogTick();
  const theme = useTheme();
  const { host, extents } = useWorld();
  const { top, selected } = useUi(inboxOf);
  const replies = useUi(repliesOf);
  const focused = useUi(focusOf) === 'list';
  const inbox = useSession(waitingIn);
  const capabilities = useSession(capabilitiesOf);
  useTicks(inbox.length > 0);
  const rows = inboxRows(host.log, inbox);
  const running = useSession(runningOf);
  const { width, height: cells } = inner(area);
  const height = Math.max(1, Math.floor(cells / EACH));
  const { from, to, place } = windowOf(top, rows.placeOf(selected), rows.count, height);
  useLayoutEffect(() =>
    extents.set(paneName('inbox', 'list'), { rows: rows.count, height, selected: place - from, each: EACH }),
  );
  const shown = Array.from({ length: to - from }, (_, at) => at).flatMap((at) => {
    const row = rows.at(from + at);
    const isHere = from + at === place;
    const decided = row?.waits !== undefined && isGiven(replies, row.waits);
    const look = { selected: isHere, focused, isGiven: decided };
    const text =
      row?.waits === undefined
        ? askedRow(host, row?.seq ?? 0, width, look, theme)
        : waitingRow(host, row.waits, width, look, theme);
    const below =
      row?.waits === undefined
        ? becameRow(host, row?.seq ?? 0, width, theme)
        : secondRow(forWords(host, row.waits, running), width, theme);
    return [
      { key: EACH * (from + at), text },
      { key: EACH * (from + at) + 1, text: below },
    ];
  });
  const announced = alone ? ['', ...wrap(visible(announcedText(capabilities)), width)] : [];
  return (
    <Pane
      area={area}
      title="Inbox"
      right={rows.count === 0 ? '' : `${place + 1}/${rows.count}`}
      focused={focused}
      seen={{ from, to, count: rows.count }}
    >
      {rows.count > 0 ? (
        <Rows rows={shown.slice(0, cells)} />
      ) : (
        <Lines lines={['No requests from the server yet', ...announced]} top={0} height={cells} />
      )}
    </Pane>
  );
});

const RequestPane = memo(function RequestPane({ area }: { readonly area: Area }): ReactNode {
  useLogTick();
  useSession(capabilitiesOf);
  const { host } = useWorld();
  const selection = useUi(inboxOf);
  const replies = useUi(repliesOf);
  const revealed = useUi(isRevealed);
  const focused = useUi(focusOf) === 'detail';
  const inbox = useSession(waitingIn);
  const rows = inboxRows(host.log, inbox);
  const row = rows.at(rows.placeOf(selection.selected));
  if (row?.waits !== undefined && !isGiven(replies, row.waits))
    return <ReplyPane area={area} asked={row.waits} />;
  const sheet = inboxSheet(host, { inbox: selection, replies, revealed });
  if (sheet === undefined) return <Pane area={area} title="" />;
  return (
    <SheetPane
      area={area}
      name={paneName('inbox', 'detail')}
      sheet={sheet}
      title={titleOf(host, row)}
      focused={focused}
    />
  );
});

function titleOf({ log }: World['host'], row: InboxRow | undefined): string {
  if (row === undefined) return 'How server requests are handled';
  if (row.waits !== undefined) return KINDS[requestOf(row.waits).kind];
  const { method = '', asks } = log.row(row.seq) ?? {};
  return visible(asks === true ? `input for ${method}` : method);
}

interface Props {
  readonly area: Area;
  /** What waits. */
  readonly asked: ServerRequest;
}

const hasFocus = (ui: Ui): boolean => ui.focus.inbox === 'detail';
const serverName = (state: SessionState): string => state.server?.name ?? 'the server';

/** A request of the server that waits: what it asks, and the answer that is filled in. */
const ReplyPane = memo(function ReplyPane({ area, asked }: Props): ReactNode {
  useTicks(true);
  const theme = useTheme();
  const { host } = useWorld();
  const replies = useUi(repliesOf);
  const revealed = useUi(isRevealed);
  const name = useSession(serverName);
  const facts = useFacts(asked, replies);
  const focused = useUi(hasFocus);
  const { width, height } = inner(area);
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
    />
  );
});

/** Rows that the focused field is left: its value, what is said of it, and the buttons of a short form. */
const FOCUSED = 7;

/** What it is for, and what else has to be answered before that goes on. */
function useFacts(asked: ServerRequest, replies: Replies): string {
  const { host } = useWorld();
  const words = useSession(useCallback((state) => forWords(host, asked, state.running), [host, asked]));
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
