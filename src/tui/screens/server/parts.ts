import { cut } from '../../../text/cut.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import type { Meaning, Theme } from '../../world/theme.ts';

/** What a client would not see of a server as it is, in a few words; empty where nothing is known to be otherwise. */
export interface ClientRow {
  readonly name: string;
  readonly words: string;
}

/** What the Server screen is drawn from, besides the session. */
export interface Drawing {
  readonly theme: Theme;
  /** Cells of a row. */
  readonly cells: number;
  /** When the transcript begins, in ms since 1970. */
  readonly started: number;
  /** Hides what is secret. */
  readonly mask: (text: string) => string;
  /** What to know of a reopened recording. */
  readonly remarks: readonly string[];
  /** From which level on log messages are wanted, as was chosen last. */
  readonly logLevel?: string | undefined;
  /** What each client would not see; absent until that is known. */
  readonly clients?: readonly ClientRow[] | undefined;
  /** The names of the environment are listed. */
  readonly environment?: boolean;
  /** What runs the server: `node 20.20.2 /usr/bin/node`. */
  readonly runtime?: string | undefined;
  /** ms since the start of the transcript. */
  readonly now?: number;
  /** The files whose changes restart the server, in words. */
  readonly watched?: string | undefined;
  /** The names that its tools share with those of other sessions, in words. */
  readonly shared?: string | undefined;
}

/** A row in parts of one meaning each; no part holds anything but visible text. */
export type Parts = readonly (readonly [Meaning | undefined, string])[];

/** Cells of the labels of the Server screen. */
export const LABEL = 13;

/** Any text of the server's as rows. */
export const text = (value: string, cells: number): Parts[] =>
  value
    .split(/\r\n|\r|\n/)
    .flatMap((line) => wrap(visible(line), Math.max(1, cells)).map((part): Parts => [[undefined, part]]));

export const plain = (parts: Parts): string => parts.map(([, part]) => part).join('');

/** A value beside its label, wrapped; nothing for an empty one. */
export function labelled(
  label: string,
  value: string,
  cells: number,
  meaning?: Meaning,
  taken = LABEL,
): Parts[] {
  if (value === '') return [];
  return text(value, cells - taken).map(
    (line, at): Parts => [
      ['dim', (at === 0 ? label : '').padEnd(taken)],
      [meaning, plain(line)],
    ],
  );
}

/** Cuts a row to the cells it has and paints each part by its meaning. */
export function paintRow(parts: Parts, cells: number, theme: Theme): string {
  let room = cells;
  let row = '';
  for (const [meaning, part] of parts) {
    if (room <= 0) break;
    const shown = cut(part, room);
    room -= width(shown);
    row += meaning === undefined ? shown : theme.paint(meaning, shown);
  }
  return row;
}

/** Keys and what they do, as many as have room, the first ones first. */
export function keyRow(keys: readonly (readonly [key: string, does: string])[], cells: number): Parts {
  let room = cells;
  return keys.flatMap(([key, does], at): Parts => {
    const gap = at === 0 ? '' : '   ';
    room -= gap.length + key.length + 1 + does.length;
    return room < 0
      ? []
      : [
          ['accent', `${gap}${key}`],
          ['dim', ` ${does}`],
        ];
  });
}
