/** The screens by their ids; each declares its own beside its record, with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled where the screens are.
export interface ScreenIds {}

export type ScreenId = keyof ScreenIds;

/** A part of a screen that can have the focus. */
export type PaneId = 'list' | 'detail' | 'main';

/** The same, with the third pane: it has the focus as a side of the detail. */
export type PlaceId = PaneId | 'result';

/**
 * How the panes of a screen share the space: one alone, a list beside its detail, a log above its detail; `footed`
 * is the same with most of the room for the log.
 */
export type Arrangement = 'single' | 'beside' | 'stacked' | 'footed';

/** The panes of a screen, in the order of tab. */
export const panesOf = (arrangement: Arrangement): readonly PaneId[] =>
  arrangement === 'single' ? ['main'] : ['list', 'detail'];
