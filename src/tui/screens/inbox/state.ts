import type { Seqs } from '../../../session/log/column.ts';
import type { Log } from '../../../session/log/log.ts';
import type { ServerRequest } from '../../../session/state.ts';
import { windowOf } from '../../kit/list/state.ts';
import { asked } from './log.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    readonly inbox: InboxUi;
  }
}

/** Where the person is in the Inbox. */
export interface InboxUi {
  /** The selected request; undefined means the first row. */
  readonly selected?: Pick<ServerRequest, 'seq' | 'key'>;
  /** The first row shown, as far as the selection allows it. */
  readonly top: number;
}

export const firstInInbox: InboxUi = { top: 0 };

/** A row of the Inbox: the frame that asks, and what waits when it does. */
export interface InboxRow extends Pick<ServerRequest, 'seq' | 'key'> {
  readonly waits?: ServerRequest;
}

/** What waits, oldest first, then what is over, newest first. */
export interface InboxRows {
  readonly count: number;
  at(place: number): InboxRow | undefined;
  /** The place of a request; 0 when it is not among them. */
  placeOf(selected: InboxUi['selected']): number;
}

/** The rows as they stand; `inbox` is that of the state. */
export function inboxRows(log: Log, inbox: readonly ServerRequest[]): InboxRows {
  const { seqs } = asked(log);
  // Where what waits stands among all that was asked, last first: it is left out there.
  const skipped = [...new Set(inbox.map(({ seq }) => seq))]
    .flatMap((seq) => placeIn(seqs, seq) ?? [])
    .sort((one, other) => other - one);
  const over = seqs.length - skipped.length;

  const overAt = (place: number): number =>
    seqs.at(skipped.reduce((at, skip) => (skip >= at ? at - 1 : at), seqs.length - 1 - place));

  return {
    count: inbox.length + over,
    at(place) {
      const waits = inbox[place];
      if (waits !== undefined) return { seq: waits.seq, key: waits.key, waits };
      return place < inbox.length || place >= inbox.length + over
        ? undefined
        : { seq: overAt(place - inbox.length), key: '' };
    },
    placeOf(selected) {
      if (selected === undefined) return 0;
      const waiting = inbox.findIndex(({ seq, key }) => seq === selected.seq && key === selected.key);
      if (waiting >= 0) return waiting;
      const place = placeIn(seqs, selected.seq);
      if (place === undefined || skipped.includes(place)) return 0;
      const newer = seqs.length - 1 - place;
      return inbox.length + newer - skipped.filter((skip) => skip > place).length;
    },
  };
}

function placeIn(seqs: Seqs, seq: number): number | undefined {
  const place = seqs.placeOf(seq);
  return place >= 0 && seqs.at(place) === seq ? place : undefined;
}

/** Moves the selection by rows, to the first and the last at most; `height` is how many rows are drawn. */
export function moveInbox(ui: InboxUi, rows: InboxRows, by: number, height: number): InboxUi {
  const place = Math.max(0, Math.min(rows.count - 1, rows.placeOf(ui.selected) + by));
  const row = rows.at(place);
  if (row === undefined) return ui;
  const { from } = windowOf(ui.top, place, rows.count, height);
  return { selected: { seq: row.seq, key: row.key }, top: from };
}

/** What is selected, as long as it waits. */
export function selectedWaiting(
  { selected }: InboxUi,
  inbox: readonly ServerRequest[],
): ServerRequest | undefined {
  if (selected === undefined) return inbox[0];
  return inbox.find(({ seq, key }) => seq === selected.seq && key === selected.key);
}
