import type { Seqs } from '../../../session/log/column.ts';
import { logRows, moveInLog } from '../../kit/log/commands.ts';
import { selectedSeq, showExchange, showsExchange, withoutFilter } from '../../kit/log/state.ts';
import type { RowStep } from '../../kit/movement.ts';
import { isRaw, toggleRaw } from '../../kit/sheet/sheet.ts';
import { MARKER } from '../../kit/sheet/window.ts';
import { copyText } from '../../overlay/copying.tsx';
import { showDefinition } from '../../overlay/definition.tsx';
import { ALWAYS, type Context, inScope, type Row, type Scope, type Situation } from '../../world/command.ts';
import { inner, isBare, type Size } from '../../world/layout.ts';
import { openPrompt } from '../../world/overlay.ts';
import { tell, warn } from '../../world/say.ts';
import { paneName } from '../../world/ui.ts';
import { askForExport } from './exports.ts';
import { askForName, keepFilterDisabledReason, needFilters, trafficFilter } from './filtering-commands.ts';
import { askForLine, goToLine } from './jump.ts';
import { resendDisabledReason, showInTraffic, writeAgain } from './sending.ts';
import { SLICE, shownTraffic } from './state.ts';
import { summarySheet } from './summary-sheet.ts';

/** Marks and notes, in the list of the traffic and at the selected line itself, with ids `<scope>.mark` and `.note`. */
const noting = (scope: Scope): Readonly<Record<string, Row>> => ({
  [`${scope}.mark`]: {
    keys: ['m'],
    label: 'mark / unmark',
    hint: 'mark',
    rank: 4,
    disabled: noteDisabledReason,
    run: toggleMark,
  },
  [`${scope}.note`]: { keys: [';'], label: 'note', disabled: noteDisabledReason, run: askForNote },
});

function noteDisabledReason(situation: Situation): string | undefined {
  return lineIn(situation) === undefined ? 'There is no message to annotate.' : undefined;
}

/** The selected line of the traffic. */
export function lineIn({ host, ui }: Situation): number | undefined {
  const { traffic } = ui.get();
  return selectedSeq(traffic, shownTraffic(host, traffic).seqs);
}

function toggleMark(context: Context): void {
  const seq = lineIn(context);
  if (seq === undefined) return;
  const mark = context.host.log.note(seq)?.mark !== true;
  void keep(
    context,
    seq,
    { mark },
    `${context.host.log.label(seq)} is ${mark ? 'marked' : 'no longer marked'}`,
  );
}

/** Asks what there is to say of the selected line; what was said is there to be changed. */
function askForNote(context: Context): void {
  const seq = lineIn(context);
  if (seq === undefined) return;
  const { text = '' } = context.host.log.note(seq) ?? {};
  context.ui.update(
    openPrompt(
      `note on ${context.host.log.label(seq)}`,
      { id: 'note', accept: (now, value) => keepNote(now, seq, value) },
      text,
    ),
  );
}

/** Keeps what was typed of a line; nothing typed takes the note back. */
function keepNote(context: Context, seq: number, typed: string): void {
  const text = typed.trim();
  if (text === (context.host.log.note(seq)?.text ?? '')) return;
  const label = context.host.log.label(seq);
  void keep(
    context,
    seq,
    { text },
    text === '' ? `removed the note on ${label}` : `added a note to ${label}`,
  );
}

async function keep(
  context: Context,
  seq: number,
  said: { readonly mark?: boolean; readonly text?: string },
  done: string,
): Promise<void> {
  const why = await context.host.note(seq, said);
  if (why === undefined) tell(context, done, 2_000);
  else warn(context, why);
}

/** Shows nothing but what belongs to the request of the selected line, or what was shown before. */
const exchangeRow: Row = {
  keys: ['w'],
  label: 'only this exchange',
  hint: (situation) => (isOn(situation) ? 'all' : 'exchange'),
  disabled: (situation) =>
    isOn(situation) || requestIn(situation) !== undefined ? undefined : 'It does not belong to a request.',
  run: toggleExchange,
};

const isOn = ({ ui }: Situation): boolean => showsExchange(ui.get().traffic);

/** The request that the selected line belongs to. */
function requestIn(situation: Situation): number | undefined {
  const seq = lineIn(situation);
  return seq === undefined ? undefined : situation.host.log.requestOf(seq);
}

function toggleExchange(context: Context): void {
  const request = requestIn(context);
  needFilters(context);
  context.ui.update((ui) => {
    const { traffic } = ui;
    if (showsExchange(traffic)) return { ...ui, traffic: withoutFilter(traffic) };
    return request === undefined
      ? ui
      : { ...ui, traffic: showExchange(traffic, context.host.log.label(request)) };
  });
}

/** Makes each request one row with its answer, or each message a row. What is selected stays, as far as it has a row. */
function toggleExchanges({ host, ui }: Context): void {
  ui.update((now) => {
    const { traffic } = now;
    const exchanges = !traffic.exchanges;
    const { selected } = traffic;
    return {
      ...now,
      traffic: { ...traffic, exchanges, selected: exchanges ? host.log.beginningOf(selected) : selected },
    };
  });
}
/** Goes from a line among those of all sessions to the same line in its own. */
const sessionRow: Row = {
  keys: ['S'],
  label: 'show in its session',
  hint: ({ host }) => (host.parts === undefined ? '' : 'its session'),
  rank: 2,
  disabled: (situation) => {
    if (situation.host.parts === undefined) return 'This is its session already.';
    return lineIn(situation) === undefined ? 'There is no message to go to.' : undefined;
  },
  run: showInSession,
};

function showInSession(context: Context): void {
  const { host, extents, sessions } = context;
  const of = host.parts?.at(lineIn(context) ?? 0);
  const session = sessions.get().all.find(({ host }) => host === of?.part.host);
  if (of === undefined || session === undefined) return;
  const { host: own, ui } = session;
  sessions.show(session.id);
  if (showInTraffic({ host: own, ui, extents }, of.seq))
    tell({ host: own, ui }, 'The filter would hide it and was removed.');
}

/** Shows nothing but messages with findings, or all again. */
const findingsRow: Row = {
  keys: ['!'],
  label: 'findings only',
  run: (context) => turn(context, 'findings', ['only messages with findings', 'all messages']),
};

/** What works in the list of the Traffic screen. */
export const traffic = inScope(
  { id: 'traffic', title: 'Traffic' },
  {
    ...logRows('traffic', shown, trafficFilter),
    'traffic.findings': { ...findingsRow, hint: 'findings' },
    'traffic.exchange': exchangeRow,
    'traffic.exchanges': {
      keys: ['x'],
      label: 'toggle exchanges',
      hint: ({ ui }) => (ui.get().traffic.exchanges ? 'messages' : 'exchanges'),
      rank: 2,
      run: toggleExchanges,
    },
    'traffic.stderr': {
      keys: ['E'],
      label: 'toggle stderr',
      run: (context) => turn(context, 'stderr', ['showing stderr', 'hiding stderr']),
    },
    'traffic.again': {
      keys: ['e'],
      label: 'edit and resend',
      disabled: resendDisabledReason,
      run: writeAgain,
    },
    ...noting('traffic'),
    'traffic.session': sessionRow,
    'traffic.copy': { keys: ['y'], label: 'copy message', hint: 'copy', rank: 2, run: copyMessage },
    'traffic.export': { keys: ['s'], label: 'export messages', hint: 'export', rank: 4, run: askForExport },
    'traffic.jump': { keys: ['#'], label: 'to message or time', run: askForLine },
    'traffic.summary': { keys: ['i'], label: 'summary by method', run: showSummary },
    'traffic.other': { keys: ['o'], label: 'request or response', run: toOther },
  },
);

/** Moves the selection of the traffic; to the end begins to follow. */
export const moveInTraffic = (context: Context, step: RowStep): void =>
  moveInLog(context, 'traffic', shown(context), step);

/** Goes from a request to what ended it, and from all else to the request that it answers or belongs to. */
function toOther(context: Context): void {
  const { host, ui } = context;
  const seqs = shown(context);
  const seq = selectedSeq(ui.get().traffic, seqs);
  const row = seq === undefined ? undefined : host.log.row(seq);
  const isRequest = row?.kind === 'request';
  if (isRequest && ui.get().traffic.exchanges && row.answer !== undefined) {
    tell(context, 'Request and response are one row: x shows each message.');
    return;
  }
  const other = isRequest ? row.answer : (row?.re ?? host.log.requestOf(row?.seq ?? 0));
  if (other === undefined) {
    warn(context, isRequest ? 'There is no response yet.' : 'It does not belong to a request.');
  } else {
    goToLine(context, other);
  }
}

/** Copies the selected line as it crossed the wire. */
function copyMessage(context: Context): void {
  const { host, ui } = context;
  const seq = selectedSeq(ui.get().traffic, shown(context));
  const text = seq === undefined ? undefined : host.log.text(seq);
  if (text === undefined)
    warn(context, seq === undefined ? 'No message to copy.' : 'Its text is no longer in memory.');
  else copyText(context, text, (how) => `${host.log.label(seq ?? 0)}: ${how}`);
}

function showSummary({ ui }: Context): void {
  ui.update(showDefinition('Traffic by method', (host, { size }) => summarySheet(host, overlayCells(size))));
}

/** The cells that a row has for what it says where a sheet takes the width of the window. */
const overlayCells = ({ columns, rows }: Size): number =>
  inner({ left: 0, top: 0, width: columns, height: rows, border: !isBare({ columns, rows }) }).width - MARKER;

function turn(context: Context, flag: 'findings' | 'stderr', said: readonly [on: string, off: string]): void {
  context.ui.update((ui) => ({ ...ui, traffic: { ...ui.traffic, [flag]: !ui.traffic[flag] } }));
  tell(context, context.ui.get().traffic[flag] ? said[0] : said[1], 2_000);
}

function shown({ host, ui }: Situation): Seqs {
  // What the view would look at with its next frame: a key may come before that.
  return shownTraffic(host, ui.get().traffic, SLICE).seqs;
}

/** Names the selected line among what is shown as it was sent. */
export const RAW = paneName('traffic', 'detail');

/** What works everywhere: the filter is kept from the palette. */
export const everywhere = inScope(ALWAYS, {
  'filter.keep': { keys: [], label: 'save filter', disabled: keepFilterDisabledReason, run: askForName },
});

/** What works at one line of the traffic, besides reading it. */
export const frame = inScope(
  { id: 'message', title: 'Message' },
  {
    'message.other': { keys: ['o'], label: 'request or response', hint: 'other', run: toOther },
    'message.exchange': exchangeRow,
    'message.findings': findingsRow,
    'message.again': {
      keys: ['e'],
      label: 'edit and resend',
      disabled: resendDisabledReason,
      run: writeAgain,
    },
    ...noting('message'),
    'message.session': sessionRow,
    'message.raw': {
      keys: ['p'],
      label: 'toggle raw',
      hint: ({ ui }) => (isRaw(ui.get(), RAW) ? 'formatted' : 'raw'),
      rank: 4,
      run: ({ ui }) => ui.update(toggleRaw(RAW)),
    },
  },
);
