import type { PhaseWord } from '../../session/state.ts';
import type { Meaning } from '../world/theme.ts';

/** The sign of each state of a session, the same in seven bits, and what it means. */
export const SESSION_SIGNS: Readonly<
  Record<PhaseWord, readonly [sign: string, ascii: string, meaning: Meaning]>
> = {
  connecting: ['…', '~', 'running'],
  ready: ['●', '*', 'ok'],
  failed: ['✗', 'x', 'failed'],
  closed: ['○', 'o', 'failed'],
  recorded: ['■', '=', 'accent'],
  following: ['◉', '@', 'ok'],
  'not reachable': ['◌', '-', 'failed'],
};

/** What the signs in the row of sessions mean, in words. */
export const sessionLegend = (ascii: boolean): readonly (readonly [sign: string, means: string])[] => [
  ...Object.entries(SESSION_SIGNS).map(
    ([phase, [sign, plain]]) => [ascii ? plain : sign, `session: ${phase}`] as const,
  ),
  ['!2', 'unread findings'],
  ['?1', 'waits for you there'],
];
