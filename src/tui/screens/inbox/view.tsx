import { memo, type ReactNode, useLayoutEffect } from 'react';
import { waitingIn } from '../../../session/inbox.ts';
import { ownerOf, type SessionState } from '../../../session/state.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { windowOf } from '../../kit/list/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { Lines, Rows } from '../../kit/rows.tsx';
import { SheetPane } from '../../kit/sheet/pane.tsx';
import { Split } from '../../kit/split.tsx';
import { type Area, inner, type ViewProps } from '../../world/layout.ts';
import type { PaneId } from '../../world/screen-id.ts';
import { useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useLogTick, useSession, useTicks, useUi, useWorld, type World } from '../../world/world.ts';
import { announcedText } from './asked-sheet.ts';
import { isGiven } from './reply.ts';
import { ReplyPane } from './reply-pane.tsx';
import { KINDS, requestOf } from './request.ts';
import { inboxSheet } from './request-sheet.ts';
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
  const owner = useSession(ownerOf);
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
  const announced = alone ? ['', ...wrap(visible(announcedText(capabilities, owner)), width)] : [];
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
