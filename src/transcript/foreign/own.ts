import type { LogItem } from './kind.ts';

/** Levels that say no more than that something went on. */
const ORDINARY = /^(?:info|debug|trace|verbose|http|silly)$/i;

/** A line of the program itself: its level stays where it says that something went wrong. */
export const ownLine = (level: string, text: string): Extract<LogItem, { type: 'own' }> => ({
  type: 'own',
  text: ORDINARY.test(level) ? text : `[${level}] ${text}`,
});
